import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { spendWrite } from '../../lib/identity/limit/limits.ts'
import { type Caller, callerOf, identityOf, showsSchool } from '../../lib/identity/person/caller.ts'
import type { Session } from '../../lib/identity/person/records.ts'
import { isLinkAlive } from '../../lib/identity/person/roles.ts'
import { filterTrusted, isTrusted } from '../../lib/identity/school/provider-trust.ts'
import { satisfiesSignInPolicy } from '../../lib/identity/school/sign-in-policy.ts'
import { deviceInfoOf } from '../../lib/identity/session/sessions.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Write } from '../../lib/table/write.ts'
import { CalendarLinkNotFound, CalendarNotFound, tokenLimits } from './contract.ts'
import {
  type CalendarFeed,
  feedRemoval,
  feedWrites,
  findFeed,
  findPointer,
  findPointerOwner,
  findRights,
  listFeeds,
} from './repository.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The caller's epoch and the session of the request. */
type SessionState = { readonly epoch: number; readonly own: Session }

/** Writes a change of the feed and retries after conflicts. */
const changeFeed = async (
  { table, tenant, caller }: Context<'caller'>,
  writesOf: (before: CalendarFeed | undefined, standing: SessionState) => readonly Write[],
): Promise<void> => {
  await table.retryOnConflict(async () => {
    const { sid = fail(SessionRevoked) } = caller
    const found = await findFeed(table, identityOf(caller), tenant.key, sid)
    const { feed, epoch = fail(SessionRevoked), own = fail(SessionRevoked) } = found
    const writes = writesOf(feed, { epoch, own })
    return writes.length === 0 || (await table.write(writes)).ok || conflicted
  })
}

/** Creates the address of the caller's calendar. The previous address is invalid from then on. */
export const createCalendarToken = async (_: unknown, context: Context<'caller'>) => {
  const { caller, tenant, now, newId } = context
  const globalUserId = identityOf(caller)
  const limit = spendWrite(context, 'calendar-token', tokenLimits.person, `${tenant.key} ${globalUserId}`)
  const token = randomBytes(32).toString('base64url')
  const createdAt = now().toISOString()
  const device = deviceInfoOf(context.device.userAgent)
  const made = { id: newId(), globalUserId, school: tenant.key, hash: hashOf(token), createdAt, device }
  await changeFeed(context, (before, { epoch, own: { authMethod, proof, came } }) => [
    limit,
    ...feedWrites(before, {
      ...made,
      epoch,
      authMethod,
      proof,
      came,
      version: (before?.version ?? 0) + 1,
    }),
  ])
  return {
    token,
    url: `${tenant.origin}/my-events/calendar.ics?token=${token}`,
    createdAt,
  }
}

export const revokeCalendarToken = async (_: unknown, context: Context<'caller'>): Promise<undefined> => {
  await changeFeed(context, (before) => (before ? feedRemoval(before) : []))
  return undefined
}

/** The caller's valid links, newest first, that the session's sign-in method may see. */
const liveFeeds = async ({ table, caller, tenant }: Context<'caller'>): Promise<readonly CalendarFeed[]> => {
  const globalUserId = identityOf(caller)
  const [feeds, rights] = await Promise.all([listFeeds(table, globalUserId), findRights(table, globalUserId)])
  const trusted = await filterTrusted(table, feeds)
  return trusted
    .filter((one) => isLinkAlive(one, rights, one.school) && showsSchool(caller, tenant.key, one.school))
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

export const listCalendarLinks = async (_: unknown, context: Context<'caller'>) => ({
  links: (await liveFeeds(context)).map(({ id, school, createdAt }) => ({ id, school, createdAt })),
})

/** Removes one link, at any of the person's schools. */
export const removeCalendarLink = async (
  { linkId }: { readonly linkId: string },
  context: Context<'caller'>,
): Promise<undefined> => {
  const feed = (await liveFeeds(context)).find(({ id }) => id === linkId) ?? fail(CalendarLinkNotFound)
  await context.table.at(feed.school).commit(feedRemoval(feed), CalendarLinkNotFound)
  return undefined
}

/**
 * Finds the owner of a secret with current rights. Two round trips. Fails with 404 for an unknown secret, and for a
 * suspended or removed owner. Fails with 404 for a link made before its owner's sessions were revoked, or in a session
 * that the school revoked. Fails too while the school's sign-in policy does not accept the sign-in method of that
 * session (rules/calendars 21).
 */
export const ownerOf = async (
  token: string | undefined,
  { table, tenant, now, school: own }: Context<'anyone'>,
): Promise<Caller & { readonly globalUserId: string }> => {
  const pointer = token ? await findPointer(table, hashOf(token)) : undefined
  if (!pointer) return fail(CalendarNotFound)
  const { globalUserId, proof } = pointer
  const { rights, school } = await findPointerOwner(table, pointer)
  if (!rights || !isLinkAlive(pointer, rights, tenant.key)) return fail(CalendarNotFound)
  if (!isTrusted(pointer, proof?.school, school)) fail(CalendarNotFound)
  const isMember = rights.memberships[tenant.key]?.status === 'active'
  if (isMember && !satisfiesSignInPolicy(own, rights, pointer)) fail(CalendarNotFound)
  const claims = { globalUserId, roles: [], sid: '', school: tenant.key }
  const { suspended, ...owner } = callerOf(claims, {}, rights, tenant.key, 'bearer')
  if (suspended) fail(CalendarNotFound)
  // A calendar link has no session, so the owner's administrator rights do not apply.
  return { ...owner, globalUserId, at: now().toISOString(), authority: [], platformRoles: [] }
}
