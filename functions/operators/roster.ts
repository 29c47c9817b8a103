import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { rosterEntry, rosterHead } from '../../lib/identity/school/roster.ts'
import { notifySignInChanged } from '../../lib/identity/session/sign-in-notifications.ts'
import type { Operation } from '../../lib/operation.ts'
import { preparedText } from '../../lib/prepared-text.ts'
import { stored, unchanged } from '../../lib/table/condition.ts'
import { key, type ValueOf } from '../../lib/table/entity.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import type { contract } from './contract.ts'
import { type RosterList, readRoster } from './roster-list.ts'
import { maxChanges, maxRosterAddresses, RosterFull, RosterUnseen } from './roster-shapes.ts'

type Rows = (typeof contract)['rows']

type AdminContext = Context<'admin'>
type RosterChange = RosterList & { readonly mode: 'add' | 'remove' | 'replace' }

const headKey = { name: 'HEAD' } as const
const strong = { strong: true } as const
/** Changes of one transaction. The head, the audit row and a notification need the remaining room. */
const maxChangesPerWrite = 90

type HeadRow = ValueOf<typeof rosterHead>

const emptyHead: HeadRow = { ...headKey, count: 0, version: 0, from: 0, saved: '' }

/**
 * The head, and the given addresses that the roster holds. For a replacement or a long list it reads the whole roster.
 * Rows read together cost their partition a thirtieth of separate reads.
 */
const readRosterState = async (
  { table }: AdminContext,
  mode: RosterChange['mode'],
  emails: readonly string[],
) => {
  if (mode === 'replace' || emails.length > maxChanges) {
    const [[head = emptyHead], entries] = await table.collect([rosterHead, rosterEntry] as const, {}, strong)
    return { head, listed: entries.map(({ email }) => email) }
  }
  const refs = emails.map((email) => key(rosterEntry, { email }))
  const [head = emptyHead, ...entries] = await table.batchGet(
    [key(rosterHead, headKey), ...refs] as const,
    strong,
  )
  return { head, listed: entries.flatMap((entry) => entry?.email ?? []) }
}

/** Shows that the caller has previewed this list against the roster at this version. */
const seenOf = ({ mode }: RosterChange, emails: readonly string[], version: number): string =>
  createHash('sha256')
    .update(JSON.stringify([mode, emails, version]))
    .digest('base64url')

/** Plans the changes of a list. */
const planChange = async (context: AdminContext, { mode }: RosterChange, emails: readonly string[]) => {
  const { head, listed: found } = await readRosterState(context, mode, emails)
  const listed = new Set(found)
  const requested = new Set(emails)
  const added = mode === 'remove' ? [] : emails.filter((email) => !listed.has(email))
  const left =
    mode === 'add' ? [] : [...listed].filter((email) => requested.has(email) === (mode === 'remove'))
  const total = head.count + added.length - left.length
  if (added.length > 0 && total > maxRosterAddresses) fail(RosterFull)
  return { head, added, left, total }
}

/** Returns the changes of a list without making them. */
export const previewRoster: Operation<Rows['previewRoster']> = async (change, context) => {
  const { emails, wrong } = readRoster(change)
  const { head, added, left, total } = await planChange(context, change, emails)
  return {
    added: added.length,
    removed: left.length,
    kept: total - added.length,
    total,
    wrong: wrong.length,
    wrongEmails: wrong.slice(0, 20).map(({ value }) => value),
    wrongRows: wrong.slice(0, 20).flatMap(({ row, value }) => (row === undefined ? [] : [{ row, value }])),
    seen: seenOf(change, emails, head.version),
  }
}

type ChangeCounts = { readonly added: number; readonly removed: number }

/** The audit row holds numbers only: its readers do not need everybody's address. */
const auditRosterChange = (
  context: AdminContext,
  { mode }: RosterChange,
  { added, removed }: ChangeCounts,
): Write =>
  audit(context, {
    action: 'tenant.roster',
    actor: context.caller,
    targetType: 'tenant',
    targetId: context.tenant.key,
    detail: { mode, added: String(added), removed: String(removed) },
  })

type ChangePart = { readonly head: HeadRow; readonly by: number; readonly writes: readonly Write[] }

/** Applies a part of a change, on the condition that the roster has not changed since. */
const applyPart = async ({ table }: AdminContext, { head, by, writes }: ChangePart): Promise<HeadRow> => {
  const next = { ...head, count: head.count + by, version: head.version + 1 }
  await table.commit([put(rosterHead, next, unchanged(stored(head))), ...writes])
  return next
}

/**
 * Applies a previewed change in parts, additions first, so that no listed person is missing meanwhile. For a long list,
 * one request makes as many changes as it has time for, and repeating it continues. So does repeating a request that
 * was interrupted, or whose response was lost (rules/auth 46).
 */
export const saveRoster: Operation<Rows['saveRoster']> = async ({ seen, ...change }, context) => {
  const { emails } = readRoster(change)
  const { head: before, added, left: removed } = await planChange(context, change, emails)
  const isContinuation = seen === before.saved && seen === seenOf(change, emails, before.from)
  if (!isContinuation && seen !== seenOf(change, emails, before.version)) fail(RosterUnseen)
  const addedAt = context.now().toISOString()
  const all = [
    ...added.map((email) => ({ by: 1, write: put(rosterEntry, { email, addedAt }, { absent: true }) })),
    ...removed.map((email) => ({ by: -1, write: remove(rosterEntry, { email }, { exists: true }) })),
  ]
  const changes = all.slice(0, maxChanges)
  const addedCount = Math.min(added.length, changes.length)
  const done = { added: addedCount, removed: changes.length - addedCount }
  const summary = preparedText(
    'The roster of who may become a member was changed: {added} new, {removed} removed.',
    { added: added.length, removed: removed.length },
  )
  const extraWrites = [
    auditRosterChange(context, change, done),
    ...(isContinuation ? [] : [notifySignInChanged(context, summary, { ended: false })]),
  ]
  let head = isContinuation ? before : { ...before, from: before.version, saved: seen }
  for (let first = 0; first < changes.length; first += maxChangesPerWrite) {
    const part = changes.slice(first, first + maxChangesPerWrite)
    const writes = [...part.map(({ write }) => write), ...(first === 0 ? extraWrites : [])]
    head = await applyPart(context, { head, by: part.reduce((sum, { by }) => sum + by, 0), writes })
  }
  return { ...done, total: head.count, changesLeft: all.length - changes.length }
}

/** Lists the roster in pages, by address; with `email` only that address, if it is listed. */
export const listRoster: Operation<Rows['listRoster']> = async ({ email, ...query }, context) => {
  const { table } = context
  const { limit, cursor } = pageOf(query)
  const read =
    email === undefined
      ? table.list(rosterEntry, { keyParams: {}, limit, cursor, strong: true })
      : table.get(rosterEntry, { email: normalAddress(email) }, strong).then((entry) => ({
          items: entry ? [entry] : [],
          cursor: undefined,
        }))
  const [head = emptyHead, { items, cursor: next }] = await Promise.all([
    table.get(rosterHead, headKey, strong),
    read,
  ])
  return { entries: [...items], total: head.count, ...(next === undefined ? {} : { cursor: next }) }
}
