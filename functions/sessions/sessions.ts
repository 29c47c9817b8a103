import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { findCredential } from '../../lib/identity/credential/password.ts'
import { hasRecentFactor, requireFactorShown } from '../../lib/identity/factor/strength.ts'
import { identityOf, isSessionVisibleTo } from '../../lib/identity/person/caller.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { requireSelf } from '../../lib/identity/person/person.ts'
import type { Session } from '../../lib/identity/person/records.ts'
import { globalUser, session } from '../../lib/identity/person/records.ts'
import { accessWrite, withoutSchoolLinks } from '../../lib/identity/person/roles.ts'
import { linkMarks } from '../../lib/identity/school/provider-links.ts'
import { filterTrusted } from '../../lib/identity/school/provider-trust.ts'
import { ownCopyWrites } from '../../lib/identity/school/tenants.ts'
import { endEverything, keepPassword } from '../../lib/identity/session/recovery.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { update, type Write } from '../../lib/table/write.ts'
import type { contract } from './contract.ts'
import { SessionNotFound } from './contract.ts'
import { findWaysIn } from './ways-in.ts'
import type { WayRemoval } from './ways-removal.ts'
import { auditRemoval, planRemoval, removalMailParams, withOneWayLeft } from './ways-removal.ts'
import type { WayIn } from './ways-shapes.ts'

type Rows = (typeof contract)['rows']

/** Live sessions of a person: thirty, or a few more after parallel sign-ins. One page holds them. */
export const listOwnSessions = async (table: Table, globalUserId: string): Promise<readonly Session[]> => {
  const { items } = await table.list(session, { keyParams: { globalUserId }, limit: 100, strong: true })
  return items
}

/** Returns false when this person has no such session, or when another proof opened it. The key contains the owner. */
export const removeSession = async (
  table: Table,
  globalUserId: string,
  id: string,
  proof: Session['proof'],
): Promise<boolean> => {
  const condition = { exists: true as const, ...(proof === undefined ? {} : { equals: { proof } }) }
  return (await table.remove(session, { globalUserId, id }, condition)).ok
}

/** In parallel, one write each: a transaction costs twice, and a retry ends the rest after a failure. */
export const removeSessions = async (table: Table, sessions: readonly Session[]): Promise<void> => {
  await Promise.all(sessions.map(({ globalUserId, id }) => table.remove(session, { globalUserId, id })))
}

/**
 * Whether the caller may keep a way in that is removed by default. The session must have just shown an older factor
 * (rules/auth 49). Otherwise a thief with only a session would keep the ways in they planted.
 */
const canKeep = ({ strong }: Session, { addedAt }: WayIn, now: Date): boolean =>
  strong?.since !== undefined && hasRecentFactor(strong, now.toISOString()) && strong.since < addedAt

/**
 * Whether a session may remove ways in. A session that has shown none of the account's factors may not. Otherwise a
 * stolen session from before the factor would remove it, and no check would require one any longer (rules/auth 49). The
 * mailed reset removes a thief's factor.
 */
const canRemove = ({ rights: { factors = [] } }: Person, { strong }: Session): boolean =>
  factors.length === 0 || strong !== undefined

/**
 * Ends everything except this session, and removes ways in that were added lately; the password stays. Retries after a
 * conflict with the current state.
 */
const endOtherSessions = async (context: Context<'caller'>, keep: readonly string[]) => {
  const { table, caller, now, tenant } = context
  const globalUserId = identityOf(caller)
  return table.retryOnConflict(async () => {
    const [{ person, own }, stored] = await Promise.all([
      requireSelf(context, globalUserId),
      findCredential(table, globalUserId),
    ])
    const found = await findWaysIn(context, person)
    const waysToKeep = found.ways.filter(({ id, isRecent }) => isRecent && keep.includes(id))
    if (!waysToKeep.every((way) => canKeep(own, way, now())))
      fail(StrongProofRequired, { details: { methods: person.rights.factors ?? [] } })
    const isChosen = (way: WayIn) => canRemove(person, own) && way.isRecent && !keep.includes(way.id)
    const hasPassword = stored?.epoch === person.rights.epoch
    const removal = planRemoval(person, found, withOneWayLeft(found.ways, hasPassword, isChosen))
    // Otherwise a stolen cookie would remove the factor that its session has shown.
    if (removal.writes.length > 0) requireFactorShown(person.rights, own, now())
    const { rights, links, removed, kept } = removal
    const marks = { set: { updatedAt: now().toISOString() }, remove: linkMarks(person.user, links) }
    const written = await table.write([
      ...endEverything({ ...person, rights }, now(), keepPassword(rights, stored), ({ id }) => id === own.id),
      ...removal.writes,
      ...removal.linkWrites,
      ...(marks.remove.length > 0
        ? [update(globalUser, { id: globalUserId }, marks), ...ownCopyWrites(tenant, rights, marks)]
        : []),
      ...notifyRemoval(context, caller, person, removal),
    ])
    return written.ok ? { removed: [...removed], kept: [...kept] } : conflicted
  })
}

/** An audit row and a mail, where factors or links were removed. */
const notifyRemoval = (
  context: Context<'caller'>,
  actor: Context<'caller'>['caller'],
  person: Person,
  removal: WayRemoval,
): Write[] => {
  const audited = auditRemoval(context, actor, person, removal, 'sign_out')
  const { id, email } = person.user
  const params = { owner: id, ...removalMailParams(removal) }
  return audited.length === 0
    ? []
    : [...audited, mailDue(context, { template: 'ways_removed', to: email, params })]
}

/** Ends the other sessions that the same school's provider opened, and that school's calendar links. */
const endVisibleSessions = async (context: Context<'caller'>, school: string): Promise<void> => {
  const { table, caller, tenant, now } = context
  await table.retryOnConflict(async () => {
    const { person } = await requireSelf(context, identityOf(caller))
    const written = await table.write([accessWrite(withoutSchoolLinks(person.rights, school, now()))])
    const others = person.sessions.filter(({ id }) => id !== caller.sid)
    if (!written.ok) return conflicted
    await removeSessions(table, others.filter(isSessionVisibleTo(caller, tenant.key)))
    return true
  })
}

export const listSessions: Operation<Rows['listSessions']> = async (_, { caller, table, tenant }) => {
  const all = await listOwnSessions(table, identityOf(caller))
  const sessions = await filterTrusted(table, all.filter(isSessionVisibleTo(caller, tenant.key)))
  const epoch = sessions.find(({ id }) => id === caller.sid)?.epoch
  const newest = sessions
    .filter((one) => one.epoch === epoch)
    .sort((a, b) => (a.lastUsed < b.lastUsed ? 1 : -1))
  return { sessions: newest.map((session) => ({ ...session, isCurrent: session.id === caller.sid })) }
}

export const revokeSession: Operation<Rows['revokeSession']> = async ({ sessionId }, { caller, table }) => {
  const { proof } = caller
  if (!(await removeSession(table, identityOf(caller), sessionId, proof))) fail(SessionNotFound)
  return answer(undefined, { clearCookies: sessionId === caller.sid })
}

export const revokeAllOtherSessions: Operation<Rows['revokeAllOtherSessions']> = async (input, context) => {
  const { proof } = context.caller
  if (proof === undefined) return endOtherSessions(context, input?.keep ?? [])
  await endVisibleSessions(context, proof.school)
  return { removed: [], kept: [] }
}
