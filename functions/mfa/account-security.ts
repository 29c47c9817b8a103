import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { findCredential } from '../../lib/identity/credential/password.ts'
import { requireOwnRecentFactor } from '../../lib/identity/factor/strength.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import {
  type Access,
  type Credential,
  credential,
  globalUser,
  type Membership,
  session,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { accessWrite, rankOf, storedRank, withoutSchoolLinks } from '../../lib/identity/person/roles.ts'
import { linkMarks } from '../../lib/identity/school/provider-links.ts'
import { ownCopyWrites } from '../../lib/identity/school/tenants.ts'
import { endEverything, keepPassword } from '../../lib/identity/session/recovery.ts'
import { isLive } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { check, remove, update, type Write } from '../../lib/table/write.ts'
import {
  findWaysIn,
  planRemoval,
  removalMailParams,
  type WayRemoval,
  type WaysIn,
} from '../sessions/index.ts'
import { reachesBeyond } from './assistance-rules.ts'
import type { contract } from './contract.ts'
import { isOldEnough } from './recovery-wait.ts'
import { FactorEstablished, MemberNotFound, Outranked, OwnRecovery } from './shapes.ts'

type Rows = (typeof contract)['rows']

type AdminContext = Context<'admin'>
type Scope = 'account' | 'school'
type Way = WaysIn['ways'][number]

/** Sessions that one write ends at a school. A person has thirty, or a few more. */
const maxEndedSessions = 60

/**
 * A member of the school whom the caller may secure: another person who does not rank above the caller (rules/mfa 29).
 */
const requireMember = async (context: AdminContext, userId: string): Promise<Person> => {
  const { table, tenant, caller, now } = context
  requireOwnRecentFactor(caller, now())
  const user = await table.get(tenantUser, { id: userId }, { strong: true })
  const person = user && (await findPerson(table, user.globalUserId))
  if (person?.rights.memberships[tenant.key]?.status !== 'active') return fail(MemberNotFound)
  if (person.user.id === identityOf(caller)) fail(OwnRecovery)
  if (storedRank(person.rights, tenant.key) > rankOf(caller)) fail(Outranked)
  return person
}

/**
 * Of an account that reaches beyond it, a school's administrators change only the school's own part. Other schools
 * would feel the rest. A membership elsewhere counts after fourteen days: otherwise a thief would join another school
 * to keep the rest.
 */
const scopeOf = (context: AdminContext, person: Person): Scope => {
  const isOld = ({ since }: Membership) => isOldEnough({ createdAt: since }, context.now())
  return reachesBeyond(context, person, context.tenant.key, isOld) ? 'school' : 'account'
}

const isFactor = ({ kind }: Way): boolean => ['passkey', 'totp', 'recovery_codes'].includes(kind)

const belongsToSchool = ({ tenant }: AdminContext, { kind, school }: Way): boolean =>
  school === tenant.key && (kind === 'push' || kind === 'calendar')

/**
 * A single administrator removes no factor that the owner has had for fourteen days, however recent the owner's last
 * sign-in. Otherwise anyone who reads the school's mail could take over the account. Two administrators together can do
 * it (rules/mfa 24).
 */
const isRemovable = (context: AdminContext, scope: Scope, way: Way): boolean =>
  scope === 'school'
    ? belongsToSchool(context, way)
    : !isFactor(way) || !isOldEnough({ createdAt: way.addedAt }, context.now())

/** The person's ways in at other schools are not shown. */
const isVisible =
  ({ tenant }: AdminContext, scope: Scope) =>
  ({ school }: Way): boolean =>
    school === tenant.key || (scope === 'account' && school === null)

const visibleWays = (context: AdminContext, scope: Scope, { ways }: WaysIn): Way[] =>
  ways.filter(isVisible(context, scope))

const sessionsInScope = ({ tenant }: AdminContext, scope: Scope, { rights, sessions }: Person) =>
  sessions.filter((one) => isLive(one, rights) && (scope === 'account' || one.tenantKey === tenant.key))

/** Returns the ways into a member's account, and how far the administrator reaches. */
export const getAccountSecurity: Operation<Rows['getAccountSecurity']> = async ({ userId }, context) => {
  const person = await requireMember(context, userId)
  const scope = scopeOf(context, person)
  const ways = visibleWays(context, scope, await findWaysIn(context, person))
  return {
    scope,
    sessions: sessionsInScope(context, scope, person).length,
    ways: ways.map((way) => ({ ...way, isRemovable: isRemovable(context, scope, way) })),
  }
}

type AccountSecuring = {
  readonly person: Person
  readonly removal: Pick<WayRemoval, 'removed' | 'kept'>
  readonly scope: Scope
  readonly endsPassword: boolean
}

const recordSecuring = (
  context: AdminContext,
  { person, removal, scope, endsPassword }: AccountSecuring,
): Write[] => {
  const { id, email } = person.user
  const password = endsPassword ? 'ended' : 'kept'
  return [
    audit(context, {
      action: 'account.secured',
      actor: context.caller,
      targetType: 'globalUser',
      targetId: id,
      detail: { scope, password, removed: removal.removed.map(({ kind }) => kind).join(', ') },
    }),
    mailDue(context, {
      template: 'account_secured',
      to: email,
      params: { owner: id, scope, password, ...removalMailParams(removal) },
    }),
  ]
}

/** The password keeps the ended epoch and opens nothing until its owner sets another one by mail. */
const endPassword =
  ({ globalUserId }: Access, stored: Credential | undefined) =>
  (): Write =>
    check(credential, { globalUserId }, stored ? { equals: { hash: stored.hash } } : { absent: true })

/**
 * Ends every session and other access of the account. A wait for lost factors continues, as after every other end
 * (rules/mfa 20).
 */
const secureWholeAccount = async (
  context: AdminContext,
  person: Person,
  found: WaysIn,
  { chosen, requireNewPassword }: { chosen: (way: Way) => boolean; requireNewPassword: boolean },
) => {
  const { table, now, tenant } = context
  const stored = await findCredential(table, person.user.id)
  const removal = planRemoval(person, found, chosen)
  const { rights, links, removed, kept } = removal
  const endsPassword = requireNewPassword && stored?.epoch === person.rights.epoch
  const passwordOf = requireNewPassword ? endPassword(rights, stored) : keepPassword(rights, stored)
  const marks = { set: { updatedAt: now().toISOString() }, remove: linkMarks(person.user, links) }
  const securing = { person, removal, scope: 'account' as const, endsPassword }
  const written = await table.write([
    ...endEverything({ ...person, rights }, now(), passwordOf),
    ...removal.writes,
    ...removal.linkWrites,
    ...(marks.remove.length > 0
      ? [update(globalUser, { id: person.user.id }, marks), ...ownCopyWrites(tenant, rights, marks)]
      : []),
    ...recordSecuring(context, securing),
  ])
  const shown = isVisible(context, 'account')
  return written.ok
    ? { removed: removed.filter(shown), kept: kept.filter(shown), passwordEnded: endsPassword }
    : undefined
}

/** Ends the sessions that began at this school with their push devices, and the school's calendar addresses. */
const secureAtSchool = async (context: AdminContext, person: Person, found: WaysIn) => {
  const { table, now, tenant } = context
  const sessionsToEnd = sessionsInScope(context, 'school', person).slice(0, maxEndedSessions)
  const ids = new Set(sessionsToEnd.map(({ id }) => id))
  const pushGone = found.registrations.some(
    ({ school, user: { pushSession = '' } }) => school === tenant.key && ids.has(pushSession),
  )
  const ways = visibleWays(context, 'school', found)
  const isGone = ({ kind }: Way) => kind === 'calendar' || (kind === 'push' && pushGone)
  const removal = { removed: ways.filter(isGone), kept: ways.filter((way) => !isGone(way)) }
  const written = await table.write([
    accessWrite(withoutSchoolLinks(person.rights, tenant.key, now())),
    ...sessionsToEnd.map((one) => remove(session, one)),
    ...recordSecuring(context, { person, removal, scope: 'school', endsPassword: false }),
  ])
  return written.ok ? { ...removal, passwordEnded: false } : undefined
}

/** Takes a stolen account away from a thief. Plans again when the account changed meanwhile. */
export const secureAccount: Operation<Rows['secureAccount']> = async ({ userId, ...request }, context) =>
  context.table.retryOnConflict(async () => {
    const person = await requireMember(context, userId)
    const found = await findWaysIn(context, person)
    const scope = scopeOf(context, person)
    const { remove: requested, requireNewPassword = true } = request ?? {}
    const isShown = isVisible(context, scope)
    const chosen = (way: Way) =>
      requested && isShown(way)
        ? requested.includes(way.id)
        : way.isRecent && isRemovable(context, scope, way)
    const isRefused = (way: Way) => chosen(way) && !isRemovable(context, scope, way)
    if (scope === 'account' && found.ways.some(isRefused)) fail(FactorEstablished)
    const sessionsEnded = sessionsInScope(context, scope, person).length
    const secured =
      scope === 'account'
        ? await secureWholeAccount(context, person, found, { chosen, requireNewPassword })
        : await secureAtSchool(context, person, found)
    return secured ? { ...secured, scope, sessionsEnded } : conflicted
  })
