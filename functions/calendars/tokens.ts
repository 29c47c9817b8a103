import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { type Caller, callerOf, identityOf } from '../../lib/identity/caller.ts'
import { spending } from '../../lib/identity/limits.ts'
import { access } from '../../lib/identity/records.ts'
import { pause } from '../../lib/table/pause.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Write } from '../../lib/table/write.ts'
import { tokenLimits } from './contract.ts'
import { CalendarNotFound } from './failures.ts'
import { type CalendarFeed, feedGone, feedWrites, findFeed, findOwner } from './repository.ts'

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const attempts = 5

/** Carries out a change of what was read, anew when somebody was faster. `refused` hears which writes stood in the way. */
const changing = async (
  table: Table,
  globalUserId: string,
  writesOf: (before: CalendarFeed | undefined) => readonly Write[],
  refused: (failed: readonly number[]) => void = () => undefined,
): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const writes = writesOf(await findFeed(table, globalUserId))
    const written = writes.length === 0 ? undefined : await table.write(writes)
    if (!written || written.ok) return
    refused(written.failed)
    await pause(attempt)
  }
  fail(ConcurrentChange)
}

/** Makes the address of the caller's calendar. The one before it opens nothing from then on. */
export const makeToken = async (_: unknown, context: Context<'caller'>) => {
  const { table, caller, tenant, now } = context
  const globalUserId = identityOf(caller)
  const limit = spending(context, 'calendar-token', tokenLimits.person, `${tenant.key} ${globalUserId}`)
  const token = randomBytes(32).toString('base64url')
  const made = { globalUserId, hash: hashOf(token), createdAt: now().toISOString() }
  await changing(
    table,
    globalUserId,
    (before) => [limit.write, ...feedWrites(before, { ...made, version: (before?.version ?? 0) + 1 })],
    (failed) => {
      if (failed.includes(0)) limit.refuse()
    },
  )
  return {
    token,
    url: `${tenant.origin}/my-events/calendar.ics?token=${token}`,
    createdAt: made.createdAt,
  }
}

export const revokeToken = async (_: unknown, { table, caller }: Context<'caller'>): Promise<undefined> => {
  await changing(table, identityOf(caller), (before) => (before ? feedGone(before) : []))
  return undefined
}

/**
 * Whose calendar a secret opens, as they stand now: two round trips. Fails with 404 for a secret that opens nothing, and
 * for who is suspended or gone.
 */
export const ownerOf = async (
  token: string | undefined,
  { table, tenant }: Context<'anyone'>,
): Promise<Caller & { readonly globalUserId: string }> => {
  const globalUserId = token ? await findOwner(table, hashOf(token)) : undefined
  if (globalUserId === undefined) return fail(CalendarNotFound)
  const rights = await table.get(access, { globalUserId }, { strong: true })
  if (!rights) return fail(CalendarNotFound)
  const claims = { globalUserId, roles: [], sid: '', school: tenant.key }
  const { suspended, ...owner } = callerOf(claims, rights, tenant.key, 'bearer')
  if (suspended) fail(CalendarNotFound)
  // No session stands behind it: what the owner may do as an administrator is no part of their calendar.
  return { ...owner, globalUserId, authority: [], platformRoles: [] }
}
