import type { Context } from '../../lib/context.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { type Code, codesGone } from '../../lib/identity/credential/codes.ts'
import { homesWrite } from '../../lib/identity/person/membership.ts'
import type { Person } from '../../lib/identity/person/person.ts'
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
import { putAccess } from '../../lib/identity/person/roles.ts'
import { adminCount, platformAdmin } from '../../lib/identity/platform-records.ts'
import { remove, update, type Write } from '../../lib/table/write.ts'

/** A write of a departure, and whether its condition guards the last platform administrator. */
export type Step = { readonly write: Write; readonly keepsAdmin?: true }

export type Leaver = {
  readonly person: Person
  readonly member: TenantUser | undefined
  readonly admin: boolean
  readonly codes: readonly Code[]
  /** The one platform administrator there is. */
  readonly lastAdmin: boolean
}

const step = (write: Write): Step => ({ write })

const memberSteps = (member: TenantUser | undefined): Step[] =>
  member
    ? [
        step(remove(tenantUser, { id: member.id }, { equals: { version: member.version } })),
        ...(member.affiliatedEmail
          ? [
              step(
                remove(
                  affiliatedGuard,
                  { email: member.affiliatedEmail },
                  { equals: { tenantUserId: member.id } },
                ),
              ),
            ]
          : []),
        step(
          remove(usernameGuard, { usernameKey: member.usernameKey }, { equals: { tenantUserId: member.id } }),
        ),
      ]
    : []

const adminSteps = (globalUserId: string): Step[] => [
  step(remove(platformAdmin, { globalUserId }, { exists: true })),
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

/** Everything that the platform knows of a person beyond the schools. */
const personSteps = ({ person, admin, codes }: Leaver): Step[] => {
  const { user, rights, sessions, links } = person
  const owner = { globalUserId: user.id }
  return [
    step(remove(access, owner, { equals: { version: rights.version } })),
    step(remove(globalUser, { id: user.id })),
    step(remove(credential, owner)),
    step(remove(emailPointer, { email: user.email }, { equals: owner })),
    ...codesGone(codes).map(step),
    ...links.flatMap((link) => [step(remove(providerPointer, link)), step(remove(providerLink, link))]),
    ...sessions.map(({ id }) => step(remove(session, { ...owner, id }))),
    ...(admin ? adminSteps(user.id) : []),
  ]
}

/** The person stays known to the other schools; the device that asked is signed out, its cookies are cleared. */
const schoolSteps = ({ person }: Leaver, { tenant, caller, now }: Context<'member'>): Step[] => {
  const { user, rights } = person
  const left = { status: 'left' as const, roles: [], since: now().toISOString() }
  const after = { ...rights, memberships: { ...rights.memberships, [tenant.key]: left } }
  return [
    step(putAccess(after)),
    step(homesWrite(user, after)),
    ...(caller.sid ? [step(remove(session, { globalUserId: user.id, id: caller.sid }))] : []),
  ]
}

/** Whether this is the last school of the person. */
export const leavesForGood = ({ person }: Leaver, { tenant }: Context<'member'>): boolean =>
  !Object.entries(person.rights.memberships).some(
    ([key, { status }]) => key !== tenant.key && status === 'active',
  )

/**
 * What a departure removes, all or nothing: always what belongs to this school, and with the last active membership the
 * person as a whole (rules/users 14).
 */
export const departureSteps = (leaver: Leaver, context: Context<'member'>): Step[] => {
  const { caller } = context
  const last = leavesForGood(leaver, context)
  const deed = {
    action: last ? 'account.delete' : 'account.leave',
    actor: caller,
    targetType: 'user',
    targetId: caller.tenantUserId,
  }
  return [
    ...memberSteps(leaver.member),
    ...(last ? personSteps(leaver) : schoolSteps(leaver, context)),
    step(audit(context, deed)),
  ]
}
