import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { NotAMember } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { type AuditedAction, audit } from '../../lib/identity/audit/audit.ts'
import { type Code, listLiveCodes, removeCodes } from '../../lib/identity/credential/codes.ts'
import { findCredential, passwordMatches } from '../../lib/identity/credential/password.ts'
import { type Factors, findFactors, removeFactors } from '../../lib/identity/factor/factors.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { homeSchoolsWrite } from '../../lib/identity/person/membership.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import {
  access,
  affiliatedGuard,
  credential,
  emailPointer,
  globalUser,
  providerLink,
  providerPointer,
  session,
  type TenantUser,
  tenantUser,
  usernameGuard,
} from '../../lib/identity/person/records.ts'
import { accessWrite } from '../../lib/identity/person/roles.ts'
import { adminCount, platformAdmin } from '../../lib/identity/platform-records.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove, update, type Write } from '../../lib/table/write.ts'
import { leaveAllOrgs } from '../members/index.ts'
import type { contract } from './contract.ts'
import { deletionLimits } from './contract.ts'
import { removePicture } from './profile.ts'
import { LastPlatformAdmin, RecentLoginRequired, UserNotFound } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** A write of a departure, and whether its condition protects the last platform administrator. */
export type DepartureStep = { readonly write: Write; readonly keepsAdmin?: true }

export type DepartingPerson = {
  readonly person: Person
  readonly member: TenantUser | undefined
  readonly admin: boolean
  readonly codes: readonly Code[]
  readonly factors: Factors
  /** Whether the person is the only platform administrator. */
  readonly lastAdmin: boolean
}

const stepOf = (write: Write): DepartureStep => ({ write })

const memberSteps = (member: TenantUser | undefined): DepartureStep[] =>
  member
    ? [
        stepOf(remove(tenantUser, { id: member.id }, unchanged(member))),
        ...(member.affiliatedEmail
          ? [
              stepOf(
                remove(
                  affiliatedGuard,
                  { email: member.affiliatedEmail },
                  { equals: { tenantUserId: member.id } },
                ),
              ),
            ]
          : []),
        stepOf(
          remove(usernameGuard, { usernameKey: member.usernameKey }, { equals: { tenantUserId: member.id } }),
        ),
      ]
    : []

const adminSteps = (globalUserId: string): DepartureStep[] => [
  stepOf(remove(platformAdmin, { globalUserId }, { exists: true })),
  {
    write: update(
      adminCount,
      { name: 'COUNT' },
      { add: { count: -1 } },
      { exists: true, atLeast: { count: 2 } },
    ),
    keepsAdmin: true,
  },
]

/** Removes all data of a person beyond the schools. */
const personSteps = ({ person, admin, codes, factors }: DepartingPerson): DepartureStep[] => {
  const { user, rights, sessions, links } = person
  const owner = { globalUserId: user.id }
  return [
    stepOf(remove(access, owner, unchanged(rights))),
    stepOf(remove(globalUser, { id: user.id })),
    stepOf(remove(credential, owner)),
    stepOf(remove(emailPointer, { email: user.email }, { equals: owner })),
    ...removeCodes(codes).map(stepOf),
    ...removeFactors(factors).map(stepOf),
    ...links.flatMap((link) => [stepOf(remove(providerPointer, link)), stepOf(remove(providerLink, link))]),
    ...sessions.map(({ id }) => stepOf(remove(session, { ...owner, id }))),
    ...(admin ? adminSteps(user.id) : []),
  ]
}

/** The person stays a member of other schools. The requesting device is signed out, and its cookies are cleared. */
const schoolSteps = (
  { person }: DepartingPerson,
  { tenant, caller, now }: Context<'member'>,
): DepartureStep[] => {
  const { user, rights } = person
  const leftMembership = { status: 'left' as const, roles: [], since: now().toISOString() }
  const after = { ...rights, memberships: { ...rights.memberships, [tenant.key]: leftMembership } }
  return [
    stepOf(accessWrite(after)),
    stepOf(homeSchoolsWrite(user, after)),
    ...(caller.sid ? [stepOf(remove(session, { globalUserId: user.id, id: caller.sid }))] : []),
  ]
}

/** Whether this is the last school of the person. */
const isLastSchool = ({ person }: DepartingPerson, { tenant }: Context<'member'>): boolean =>
  !Object.entries(person.rights.memberships).some(
    ([key, { status }]) => key !== tenant.key && status === 'active',
  )

/**
 * Writes of a departure, all or nothing. They remove what belongs to this school and, with the last active membership,
 * the person as a whole (rules/users 14).
 */
const departureSteps = (leaver: DepartingPerson, context: Context<'member'>): DepartureStep[] => {
  const { caller } = context
  const last = isLastSchool(leaver, context)
  const audited: AuditedAction = {
    action: last ? 'account.delete' : 'account.leave',
    actor: caller,
    targetType: 'user',
    targetId: caller.tenantUserId,
  }
  return [
    ...memberSteps(leaver.member),
    ...(last ? personSteps(leaver) : schoolSteps(leaver, context)),
    stepOf(audit(context, audited)),
  ]
}

/** A session this recent replaces the password. */
const recentSeconds = 15 * 60

const signedInRecently = ({ sessions }: Person, { caller, now }: Context<'member'>): boolean => {
  const current = sessions.find(({ id }) => id === caller.sid)
  return current !== undefined && now().getTime() - Date.parse(current.createdAt) <= recentSeconds * 1000
}

/**
 * A stolen cookie alone must not be enough to delete an account. People with a factor have just shown it (rules/mfa
 * 31).
 */
const requireProof = async (person: Person, password: string | undefined, context: Context<'member'>) => {
  if (context.caller.factors.length > 0 || signedInRecently(person, context)) return
  if (password === undefined) fail(RecentLoginRequired)
  const [stored] = await Promise.all([
    findCredential(context.table, person.user.id),
    spend(context, 'delete-account', deletionLimits.account, person.user.id),
  ])
  const matches = await passwordMatches(password, stored?.hash)
  if (!matches || stored?.epoch !== person.rights.epoch) fail(RecentLoginRequired)
}

/** The departing person and the record at this school, as they are now. */
const readDepartingPerson = async (
  globalUserId: string,
  { table, tenant, caller }: Context<'member'>,
): Promise<DepartingPerson> => {
  const [person, here, factors] = await Promise.all([
    findPerson(table, globalUserId),
    readSchoolRecord(table, caller.tenantUserId, globalUserId),
    findFactors(table, globalUserId),
  ])
  if (!person) return fail(UserNotFound)
  const membership = person.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || membership.tenantUserId !== caller.tenantUserId) fail(NotAMember)
  const codes = await Promise.all([
    listLiveCodes(table, 'password_reset', person.user.email),
    listLiveCodes(table, 'email', globalUserId),
  ])
  return { person, codes: codes.flat(), factors, ...here }
}

/** Runs first: if the file cannot be removed now, the account must not go and leave it behind. */
const forgetPicture = async (
  { member }: DepartingPerson,
  { gateways, tenant }: Context<'member'>,
): Promise<void> => {
  if (!member) return
  const { id: userId, picture } = member
  await removePicture(gateways.media, { tenantKey: tenant.key, userId, picture })
}

/** Retries with the current state when the person changed meanwhile. */
const depart = async (globalUserId: string, password: string | undefined, context: Context<'member'>) => {
  return context.table.retryOnConflict(async (turn) => {
    const leaver = await readDepartingPerson(globalUserId, context)
    if (turn === 0) {
      await requireProof(leaver.person, password, context)
      if (leaver.lastAdmin && isLastSchool(leaver, context)) fail(LastPlatformAdmin)
      await forgetPicture(leaver, context)
    }
    if (leaver.member && leaver.member.clubAssociations.length > 0) {
      await leaveAllOrgs(context, leaver.member)
      return conflicted
    }
    const steps = departureSteps(leaver, context)
    const written = await context.table.write(steps.map(({ write }) => write))
    if (written.ok) return leaver
    if (written.failed.every((at) => steps[at]?.keepsAdmin)) fail(LastPlatformAdmin)
    return conflicted
  })
}

/** The departing member's record at this school, and whether the person counts as a platform administrator. */
const readSchoolRecord = async (table: Table, userId: string, globalUserId: string) => {
  const refs = [
    key(tenantUser, { id: userId }),
    key(platformAdmin, { globalUserId }),
    key(adminCount, { name: 'COUNT' }),
  ] as const
  const [member, admin, admins] = await table.batchGet(refs, { strong: true })
  return { member, admin: admin !== undefined, lastAdmin: admin !== undefined && (admins?.count ?? 1) < 2 }
}

/** Removes the caller from this school, and from the platform with the last one (rules/users 13, rules/users 14). */
export const deleteAccount: Operation<Rows['deleteAccount']> = async ({ password }, context) => {
  await depart(identityOf(context.caller), password, context)
  return answer(undefined, { clearCookies: true, forgetsDevice: true })
}
