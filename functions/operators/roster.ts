import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { rosterEntry, rosterHead } from '../../lib/identity/school/roster.ts'
import { signInChanged } from '../../lib/identity/session/sign-in-notice.ts'
import { key } from '../../lib/table/entity.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { type Read, readRoster, type Sent } from './roster-list.ts'
import { mostAtOnce, mostListed, RosterFull, RosterTooLong, RosterUnseen } from './roster-shapes.ts'

type AdminContext = Context<'admin'>
type Wanted = Sent & { readonly mode: 'add' | 'remove' | 'replace' }

const at = { name: 'HEAD' } as const
/** Changes of one transaction, which holds the head, the log and a notice beside them. */
const mostInOne = 90

const readHead = async ({ table }: AdminContext) =>
  (await table.get(rosterHead, at, { strong: true })) ?? { ...at, count: 0, version: 0, saved: '' }

/** Of the addresses given, and for a replacement of all others too, those that the roster has. */
const readListed = async ({ table }: AdminContext, mode: Wanted['mode'], emails: readonly string[]) => {
  if (mode === 'replace') {
    const [entries] = await table.collect([rosterEntry] as const, {}, { strong: true })
    return entries.map(({ email }) => email)
  }
  const refs = emails.map((email) => key(rosterEntry, { email }))
  const found = await table.batchGet(refs, { strong: true })
  return found.flatMap((entry) => entry?.email ?? [])
}

/** What a list would change, and what shows that somebody has seen it: of this list, with the roster as it is. */
const planOf = async (context: AdminContext, { mode }: Wanted, { emails }: Read) => {
  // The head first: a change that comes in between shows itself when the plan is carried out.
  const head = await readHead(context)
  const listed = new Set(await readListed(context, mode, emails))
  const given = new Set(emails)
  const added = mode === 'remove' ? [] : emails.filter((email) => !listed.has(email))
  const left = mode === 'add' ? [] : [...listed].filter((email) => given.has(email) === (mode === 'remove'))
  if (added.length + left.length > mostAtOnce) fail(RosterTooLong)
  const total = head.count + added.length - left.length
  if (added.length > 0 && total > mostListed) fail(RosterFull)
  const said = JSON.stringify([mode, emails, head.version])
  return { head, added, left, total, seen: createHash('sha256').update(said).digest('base64url') }
}

/** What a list would change; nothing is changed. */
export const previewRoster = async (context: AdminContext, wanted: Wanted) => {
  const read = await readRoster(wanted)
  const { added, left, total, seen } = await planOf(context, wanted, read)
  return {
    added: added.length,
    removed: left.length,
    kept: total - added.length,
    total,
    wrong: read.wrong.length,
    wrongEmails: read.wrong.slice(0, 20),
    seen,
  }
}

/** The log has numbers: whoever reads it has no need of everybody's address. */
const recorded = (context: AdminContext, { mode }: Wanted, added: number, removed: number): Write =>
  audit(context, {
    action: 'tenant.roster',
    actor: context.caller,
    targetType: 'tenant',
    targetId: context.tenant.key,
    detail: { mode, added: String(added), removed: String(removed) },
  })

/**
 * Carries out what was looked at, in parts, each on the condition that nobody else has changed the roster since (rules/auth
 * 46). What broke off on the way, or whose answer was lost, goes on when the same is sent again.
 */
export const saveRoster = async (context: AdminContext, wanted: Wanted, seen: string) => {
  const { table, now } = context
  const { head, added, left, total, ...plan } = await planOf(context, wanted, await readRoster(wanted))
  const goesOn = head.saved === seen
  if (!goesOn && plan.seen !== seen) fail(RosterUnseen)
  const addedAt = now().toISOString()
  const changes = [
    ...added.map((email) => ({ by: 1, write: put(rosterEntry, { email, addedAt }, { absent: true }) })),
    ...left.map((email) => ({ by: -1, write: remove(rosterEntry, { email }, { exists: true }) })),
  ]
  const told = `The roster of who may become a member was changed: ${added.length} new, ${left.length} removed.`
  let { count, version } = head
  for (let from = 0; from < changes.length; from += mostInOne) {
    const part = changes.slice(from, from + mostInOne)
    count += part.reduce((sum, { by }) => sum + by, 0)
    const next = { ...at, count, version: version + 1, saved: seen }
    const written = await table.write([
      put(rosterHead, next, version === 0 ? { absent: true } : { equals: { version } }),
      ...part.map(({ write }) => write),
      ...(from === 0 ? [recorded(context, wanted, added.length, left.length)] : []),
      ...(from === 0 && !goesOn ? [signInChanged(context, told, { ended: false })] : []),
    ])
    if (!written.ok) fail(ConcurrentChange)
    version = next.version
  }
  return { added: added.length, removed: left.length, total }
}

type Asked = Parameters<typeof pageOf>[0] & { readonly email?: string | undefined }

/** The roster in pages, by address; with `email` that address alone, if it is on it. */
export const listRoster = async (context: AdminContext, { email, ...asked }: Asked) => {
  const { table } = context
  const { limit, cursor } = pageOf(asked)
  const read =
    email === undefined
      ? table.list(rosterEntry, { holes: {}, limit, cursor, strong: true })
      : table.get(rosterEntry, { email: normalAddress(email) }, { strong: true }).then((entry) => ({
          items: entry ? [entry] : [],
          cursor: undefined,
        }))
  const [{ count }, { items, cursor: next }] = await Promise.all([readHead(context), read])
  return { entries: [...items], total: count, ...(next === undefined ? {} : { cursor: next }) }
}
