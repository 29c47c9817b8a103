import * as z from 'zod/mini'
import type { ChangeContext } from '../../../lib/consumer.ts'
import type { Tenant } from '../../../lib/context.ts'
import type { Translate } from '../../../lib/contract/text/locale.ts'
import type { Mail } from '../../../lib/gateways/gateways.ts'
import {
  fileLine,
  linkLine,
  type MailButton,
  type Paragraph,
  renderMail,
  renderMassMail,
} from '../../../lib/gateways/mail.ts'
import { allowsUnverifiedAddress } from '../../../lib/identity/person/addresses.ts'
import { globalUser, type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { addressOf, clientUrl } from '../../../lib/identity/school/addresses.ts'
import { type NamedSchool, readNamedSchool } from '../../../lib/identity/school/named.ts'
import { schoolTexts } from '../../../lib/school-texts.ts'
import { key } from '../../../lib/table/entity.ts'
import { type EventMailParts, findEventMailParts } from '../../calendars/index/event-mail.ts'
import { kindsWithoutLink } from '../contract/kinds.ts'
import { reasonFor, selectionName } from '../mail-words.ts'
import { kindOf, mutableOrganizationOf } from '../mutes.ts'
import { type Inbox, inbox, type Notification } from '../repository.ts'
import { findTemplate } from '../templates/templates.ts'
import { unsubscribeToken } from '../unsubscribe-token.ts'
import { claim, type DeliveryResult, settle } from './claim.ts'

type MailAddressee = {
  readonly school: NamedSchool
  readonly address: string
  /** Present once the person has verified the address. */
  readonly name: string | undefined
  /** Absent for kinds without an unsubscribe link. */
  readonly token: string | undefined
  readonly parts?: EventMailParts
  /** Texts in the school's language. */
  readonly t: Translate
}

const unsubscribeAddress = ({ origin }: Tenant, token: string): string =>
  `${origin}/notifications/unsubscribe?token=${encodeURIComponent(token)}`

/** Headers for one-click unsubscribe (RFC 8058). */
const headersOf = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The mails that this mail's unsubscribe link ends. */
const selectionOf = (row: Notification) => ({ kind: kindOf(row), orgId: mutableOrganizationOf(row) })

/** The name of the unsubscribe link. Memberships and events do not stop with their mails. */
const stopLabel = (row: Notification, t: Translate): string => {
  const mails = selectionName(selectionOf(row), row.origin?.orgName, t)
  const isText = kindOf(row) === 'announcements' || kindOf(row) === 'messages'
  return isText ? t('Stop {mails}', { mails }) : t('Stop emails about {mails}', { mails })
}

/** Renders a notification as a mail. Links stay only in text that a person wrote to the readers. */
export const renderNotification = (
  row: Notification,
  { school, address, name, token, t, parts: { link, ...parts } = {} }: MailAddressee,
): Mail => {
  const { title, message, metadata, origin, sender, template = 'custom' } = row
  const url = token === undefined ? undefined : unsubscribeAddress(school, token)
  const words = { subject: title, words: message, orgName: origin?.orgName, senderName: sender?.name }
  const ownText = {
    subject: title,
    lines: [findTemplate(template)?.written ? { written: message } : { plain: message }],
  }
  const { lines, ...head } = origin ? renderMassMail(words, school, t) : ownText
  const links = link === undefined ? [] : [linkLine(link, t)]
  const draft = {
    ...head,
    lines: [...lines, ...filesOf(metadata), ...links, buttonOf(metadata, template, school, t)],
  }
  const label = stopLabel(row, t)
  const footer = {
    reason: reasonFor(kindOf(row), origin?.orgName, t),
    unsubscribe: url ? { label, url } : undefined,
  }
  return {
    to: address,
    ...renderMail(draft, { school, name }, footer, t),
    ...parts,
    kind: template,
    ...(url ? { headers: headersOf(url) } : {}),
  }
}

/** Metadata for mails: a path at the school's address, and files. */
const ForMails = z.object({
  mailLink: z.optional(z.string().check(z.regex(/^\/(?![/\\])/))),
  attachments: z.optional(z.array(z.object({ filename: z.string(), url: z.string() }))),
})

const mailDataOf = (metadata: unknown): z.infer<typeof ForMails> => {
  const { success, data } = z.safeParse(ForMails, metadata ?? {})
  return success ? data : {}
}

const filesOf = (metadata: unknown): readonly Paragraph[] =>
  (mailDataOf(metadata).attachments ?? []).map(({ filename, url }) => ({ written: fileLine(filename, url) }))

/** The link of a notification that the platform wrote. A program's own link may be a place in its app. */
const deepLinkOf = (metadata: unknown, template: string): string | undefined => {
  const { navigation } = (metadata ?? {}) as { readonly navigation?: { readonly deepLink?: unknown } }
  const path = template === 'custom' ? undefined : navigation?.deepLink
  return typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : undefined
}

const buttonLabel = (path: string, t: Translate): string => {
  if (path.startsWith('/event/')) return t('View event')
  if (path.startsWith('/org/')) return t('View club')
  return path.startsWith('/form/') ? t('Open form') : t('View details')
}

/** The subject of the notification, or the school's first page. */
const buttonOf = (metadata: unknown, template: string, school: NamedSchool, t: Translate): MailButton => {
  const path = mailDataOf(metadata).mailLink ?? deepLinkOf(metadata, template)
  if (path === undefined)
    return { button: t('Open {school}', { school: school.name }), url: addressOf(school, 'home') }
  const url = school.web ? clientUrl(school.web, path) : `${school.origin}${path}`
  return { button: buttonLabel(path, t), url }
}

const EventMetadata = z.object({ eventId: z.optional(z.string()), eventIds: z.optional(z.array(z.string())) })

/** The events of a notification that the platform wrote. */
const eventIdsOf = ({ metadata, origin }: Notification): readonly string[] => {
  const { success, data } = z.safeParse(EventMetadata, metadata ?? {})
  if (!success || origin) return []
  return data.eventIds ?? (data.eventId === undefined ? [] : [data.eventId])
}

/** The recipient of a mail, as already read, with their inbox. */
type MailReader = { readonly user: TenantUser | undefined; readonly box: Inbox | undefined }

const findMailReader = async ({ table }: ChangeContext, { to }: Notification): Promise<MailReader> => {
  const [user, box] = await table.batchGet([key(tenantUser, { id: to }), key(inbox, { owner: to })])
  return { user, box }
}

const send = async (
  context: ChangeContext,
  row: Notification,
  { user, box }: MailReader,
): Promise<'sent' | 'failed'> => {
  const { table, settings } = context
  const person = user && (await table.get(globalUser, { id: user.globalUserId }, { strong: true }))
  if (!person || row.status === 'deleted') return 'failed'
  // A person who registered with an unverified address gets no mail there.
  if (row.type !== 'security' && !person.emailVerified && !allowsUnverifiedAddress(settings)) return 'failed'
  const mails = selectionOf(row)
  const isLinked = !kindsWithoutLink.includes(mails.kind)
  const school = await readNamedSchool(context, table.tenant ?? '')
  const mail = renderNotification(row, {
    school,
    t: await schoolTexts(school),
    parts: await findEventMailParts(context, row.template ?? '', eventIdsOf(row), school),
    address: person.email,
    name: person.emailVerified ? person.name : undefined,
    token: isLinked ? await unsubscribeToken(table, { person: row.to, mails }, box) : undefined,
  })
  const { mail: mailer } = context.gateways
  await mailer.send(mail)
  return 'sent'
}

/** Sends a mail that is already claimed, and settles the claim. Without its reader it becomes due again. */
export const sendClaimed = async (
  context: ChangeContext,
  row: Notification,
  reader: MailReader | undefined,
): Promise<DeliveryResult> => {
  const outcome = reader ? await send(context, row, reader).catch(() => 'later' as const) : 'later'
  return settle(context, row, 'email', outcome)
}

const sendOne = async (context: ChangeContext, row: Notification): Promise<DeliveryResult> => {
  const claimed = await claim(context, row, 'email')
  if (!claimed) return 'pending'
  return sendClaimed(context, claimed, await findMailReader(context, claimed).catch(() => undefined))
}

/** Mails sent in parallel. */
const atOnce = 5

/** Mails notifications to their readers, each independently. */
export const sendMails = async (
  context: ChangeContext,
  rows: readonly Notification[],
): Promise<DeliveryResult[]> => {
  const settled: DeliveryResult[] = []
  for (let at = 0; at < rows.length; at += atOnce)
    settled.push(...(await Promise.all(rows.slice(at, at + atOnce).map((row) => sendOne(context, row)))))
  return settled
}
