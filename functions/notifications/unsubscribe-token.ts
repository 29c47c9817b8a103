import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Table } from '../../lib/table/table.ts'
import { NotificationKind, NotificationType, organizationKinds } from './contract/kinds.ts'
import { newUnsubscribeKey } from './inbox/claims.ts'
import { orgIdPattern } from './mutes.ts'
import { type Inbox, inbox } from './repository.ts'

/**
 * The mails that a link ends: those of a kind, or of a kind from one organization. Links of mails that were sent before
 * kinds existed name a type.
 */
export type MailSelection =
  | { readonly kind: NotificationKind; readonly orgId?: string | undefined }
  | { readonly type: NotificationType }

/** A person and the mails that a link ends. It permits nothing else. */
export type Unsubscription = { readonly person: string; readonly mails: MailSelection }

const partsOf = (mails: MailSelection): readonly string[] =>
  'type' in mails ? [mails.type] : [mails.kind, mails.orgId ?? '']

const sign = (key: string, tenant: string, { person, mails }: Unsubscription): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['unsubscribe', tenant, person, ...partsOf(mails)]))
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
  requested: Unsubscription,
  box: Inbox | undefined,
): Promise<string> => {
  const key = await keyOf(table, requested.person, box)
  return [requested.person, ...partsOf(requested.mails), sign(key, table.tenant ?? '', requested)].join('.')
}

const selectionIn = (words: readonly string[]): MailSelection | undefined => {
  const [word = '', orgId] = words
  if (words.length === 1) {
    const type = NotificationType.options.find((one) => one === word)
    return type && { type }
  }
  const kind = NotificationKind.options.find((one) => one === word)
  if (!kind || words.length !== 2) return undefined
  if (orgId === '') return { kind }
  const isForOrganization = organizationKinds.some((one) => one === kind) && orgIdPattern.test(orgId ?? '')
  return isForOrganization ? { kind, orgId } : undefined
}

/** The content of a token, before its signature is checked. */
export const parseToken = (token: string): (Unsubscription & { readonly signature: string }) | undefined => {
  const [person = '', ...rest] = token.split('.')
  const signature = rest.pop() ?? ''
  const mails = selectionIn(rest)
  return mails && /^[\w-]{1,64}$/.test(person) ? { person, mails, signature } : undefined
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether a token's signature is that of its person, at this school. `box` is the person's inbox. */
export const isSigned = (
  table: Table,
  { signature, ...requested }: Unsubscription & { readonly signature: string },
  box: Inbox | undefined,
): boolean =>
  box?.unsubscribeKey !== undefined &&
  isSame(signature, sign(box.unsubscribeKey, table.tenant ?? '', requested))
