import type { ValueOf } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, update, type Write } from '../../table/write.ts'
import { type Applicant, requireAdmission } from '../school/admission.ts'
import type { JoinTarget } from '../school/availability.ts'
import { requireSignInPolicy } from '../school/sign-in-policy.ts'
import { personWrites } from './names.ts'
import {
  type Access,
  emailPointer,
  type GlobalUser,
  type Session,
  type TenantUser,
  tenantUser,
  usernameGuard,
} from './records.ts'
import { usernameKeyOf } from './usernames.ts'

type MembershipContext = JoinTarget & { readonly table: Table; now(): Date; newId(): string }

/** Roles of users who join on their own (rules/identity 30). */
const joinRoles = ['user']

/** A new record of a person at this school, with copies from the global user. */
const newTenantUser = ({ now, newId }: MembershipContext, user: GlobalUser, username: string): TenantUser => {
  const at = now().toISOString()
  return {
    id: newId(),
    globalUserId: user.id,
    email: user.email,
    username,
    usernameKey: usernameKeyOf(username),
    name: user.name,
    picture: user.picture,
    googleId: user.googleId,
    appleId: user.appleId,
    samlId: user.samlId,
    samlProvider: user.samlProvider,
    roles: joinRoles,
    clubAssociations: [],
    tags: [],
    onboarded: false,
    onboardingResponses: {},
    onboardingCompletedSteps: [],
    approvalRoles: [],
    darkModePreference: false,
    affiliatedEmailVerified: false,
    accessSuspended: false,
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
}

/** The same rights with an active membership at this school. */
const withMembership = (rights: Access, { tenant, now }: MembershipContext, member: TenantUser): Access => ({
  ...rights,
  memberships: {
    ...rights.memberships,
    [tenant.key]: {
      status: 'active',
      tenantUserId: member.id,
      roles: member.roles,
      since: now().toISOString(),
    },
  },
})

/** The rights of a new person. */
export const newAccess = (globalUserId: string): Access => ({
  globalUserId,
  memberships: {},
  platformRoles: [],
  epoch: 0,
  version: 0,
})

/** The rows of a new member: user, username guard, and index words. */
const memberWrites = (member: TenantUser): { user: Write; username: Write; words: readonly Write[] } => ({
  user: put(tenantUser, member, { absent: true }),
  username: put(
    usernameGuard,
    { usernameKey: member.usernameKey, tenantUserId: member.id, globalUserId: member.globalUserId },
    { absent: true },
  ),
  words: personWrites(member),
})

export type NewMember = {
  readonly member: TenantUser
  readonly rights: Access
  readonly rows: ReturnType<typeof memberWrites>
  /** Conditions for the admission, checked in the write. */
  readonly admitted: readonly Write[]
}

/** The facts of a new membership. */
type Entry = Omit<Applicant, 'user' | 'memberships' | 'proof'> & {
  readonly username: string
  /** The session's sign-in method and proof. */
  readonly opened: Pick<Session, 'authMethod'> & Partial<Session>
  readonly fields?: Partial<TenantUser> | undefined
}

/**
 * Makes a person a member of this school. It is the only way to become one, so that the school's admission rules and
 * sign-in policy always apply. Nothing is stored yet.
 */
export const newMember = async (
  context: MembershipContext,
  { user, rights }: { readonly user: GlobalUser; readonly rights: Access },
  { username, opened, fields, ...entry }: Entry,
): Promise<NewMember> => {
  const admitted = await requireAdmission(context, {
    user,
    memberships: rights.memberships,
    proof: opened.proof,
    ...entry,
  })
  requireSignInPolicy(context, rights, opened)
  const member = { ...newTenantUser(context, user, username), ...fields }
  return { member, rights: withMembership(rights, context, member), rows: memberWrites(member), admitted }
}

type EmailPointer = ValueOf<typeof emailPointer>

const homesOf = ({ memberships }: Access): NonNullable<EmailPointer['homes']> =>
  Object.fromEntries(
    Object.entries(memberships).flatMap(([tenantKey, { status, tenantUserId }]) =>
      status === 'active' && tenantUserId ? [[tenantKey, tenantUserId]] : [],
    ),
  )

/** Stores a new person's home schools at their address, so that a sign-in can prefetch. */
export const withHomeSchools = (pointer: Write, rights: Access): Write =>
  pointer.does === 'put'
    ? { ...pointer, value: { ...(pointer.value as EmailPointer), homes: homesOf(rights) } }
    : pointer

/** Updates the home schools stored at a person's address. */
export const homeSchoolsWrite = ({ id, email }: GlobalUser, rights: Access): Write =>
  update(emailPointer, { email }, { set: { homes: homesOf(rights) } }, { equals: { globalUserId: id } })
