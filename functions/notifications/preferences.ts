import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { escapeHtml } from '../../lib/gateways/mail-layout.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { SecurityNotMutable, UnsubscribeInvalid } from './contract/failures.ts'
import { NotificationType, notificationTypes, personalChannels } from './contract/kinds.ts'
import type { Preferences } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { newUnsubscribeKey } from './inbox/claims.ts'
import { findInbox, type Inbox, inbox } from './repository.ts'

type Rows = (typeof contract)['rows']

export const preferencesOf = (box: Pick<Inbox, 'muted'> | undefined): Preferences => {
  const muted = new Set(box?.muted)
  const wanted = (type: string) =>
    Object.fromEntries(personalChannels.map((channel) => [channel, !muted.has(`${type}:${channel}`)]))
  return Object.fromEntries(notificationTypes.map((type) => [type, wanted(type)])) as Preferences
}

/** Changes a person's mutes, whatever their current state. */
const changeMuted = async (
  table: Table,
  owner: string,
  change: (muted: Set<string>) => void,
): Promise<readonly string[]> => {
  return table.retryOnConflict(async () => {
    const before = (await findInbox(table, owner, true))?.muted
    const muted = new Set(before)
    change(muted)
    const next = [...muted].sort()
    const seen = before ? { equals: { muted: before } } : { without: ['muted' as const] }
    const written = await table.update(
      inbox,
      { owner },
      { set: { muted: next } },
      { orAbsent: true, ...seen },
    )
    return written.ok ? next : conflicted
  })
}

/** Applies the named preferences. The others stay. */
export const setNotificationPreferences: Operation<Rows['setNotificationPreferences']> = async (
  { preferences: wishes },
  { table, caller },
) => {
  if (Object.values(wishes.security ?? {}).includes(false)) fail(SecurityNotMutable)
  const named = notificationTypes.flatMap((type) =>
    personalChannels.flatMap((channel) => {
      const wish = wishes[type]?.[channel]
      return wish === undefined ? [] : [{ name: `${type}:${channel}`, wish }]
    }),
  )
  const muted = await changeMuted(table, caller.tenantUserId, (set) => {
    for (const { name, wish } of named) {
      if (wish) set.delete(name)
      else set.add(name)
    }
  })
  return { preferences: preferencesOf({ muted: [...muted] }) }
}

/** Ends the mails of one kind to one person. */
const muteMails = async (table: Table, owner: string, kind: string): Promise<void> => {
  await changeMuted(table, owner, (set) => set.add(`${kind}:email`))
}

/** The page only posts to itself. */
const headers = {
  'content-security-policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
}

const requireToken = async (table: Table, token: string): Promise<Unsubscription> =>
  (await readUnsubscribeToken(table, token)) ?? fail(UnsubscribeInvalid)

const htmlOf = (paragraphs: readonly string[], title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head><body>${paragraphs.join('')}</body></html>`

/** Asks for confirmation first: programs that follow links in mails must not unsubscribe anybody. */
export const showUnsubscribePage = async (
  { token }: { token: string },
  { table, tenant }: Context<'anyone'>,
) => {
  const { kind } = await requireToken(table, token)
  const action = escapeHtml(`/notifications/unsubscribe?token=${encodeURIComponent(token)}`)
  const question = `Get no more mails of the kind "${escapeHtml(kind)}" from ${escapeHtml(tenant.key)}?`
  const button = `<form method="post" action="${action}"><button>Unsubscribe</button></form>`
  const page = htmlOf([`<p>${question}</p>`, button], 'Unsubscribe')
  return answer(page, { headers })
}

/** Ends the mails that the token names. Repeating it changes nothing. */
export const unsubscribe = async ({ token }: { token: string }, { table }: Context<'anyone'>) => {
  const { person, kind } = await requireToken(table, token)
  await muteMails(table, person, kind)
  const page = htmlOf([`<p>No more mails of the kind "${escapeHtml(kind)}".</p>`], 'Unsubscribed')
  return answer(page, { headers })
}

/** The person and kind whose mails a link ends. It permits nothing else. */
type Unsubscription = { readonly person: string; readonly kind: NotificationType }

const sign = (key: string, tenant: string, { person, kind }: Unsubscription): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['unsubscribe', tenant, person, kind]))
    .digest('base64url')

/**
 * The key for one person's links, created with their first mail. Each person has their own, so this public function
 * needs no secret of the platform.
 */
const keyOf = async (table: Table, owner: string, box: Inbox | undefined): Promise<string> => {
  if (box?.unsubscribeKey) return box.unsubscribeKey
  const unsubscribeKey = newUnsubscribeKey()
  const condition = { orAbsent: true as const, without: ['unsubscribeKey' as const] }
  const made = await table.update(inbox, { owner }, { set: { unsubscribeKey } }, condition)
  return made.ok ? unsubscribeKey : (made.found?.unsubscribeKey ?? unsubscribeKey)
}

/** A token for mails of one kind to one person of one school. */
export const unsubscribeToken = async (
  table: Table,
  wanted: Unsubscription,
  box: Inbox | undefined,
): Promise<string> => {
  const key = await keyOf(table, wanted.person, box)
  return [wanted.person, wanted.kind, sign(key, table.tenant ?? '', wanted)].join('.')
}

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The content of a token of this school. Undefined for any other. */
const readUnsubscribeToken = async (table: Table, token: string): Promise<Unsubscription | undefined> => {
  const [person = '', word = '', signature = '', ...rest] = token.split('.')
  const kind = NotificationType.options.find((type) => type === word)
  if (!kind || rest.length > 0 || !/^[\w-]{1,64}$/.test(person)) return undefined
  const key = (await table.get(inbox, { owner: person }, { strong: true }))?.unsubscribeKey
  const wanted = { person, kind }
  return key && same(signature, sign(key, table.tenant ?? '', wanted)) ? wanted : undefined
}

export const getNotificationPreferences: Operation<Rows['getNotificationPreferences']> = async (
  _,
  { table, caller },
) => ({ preferences: preferencesOf(await findInbox(table, caller.tenantUserId)) })
