import { type Answer, type CallResult, call, type PageContext, refusalOf } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { checkbox, type Filled, field, hidden, refusedForm, textArea, wrongIn } from '../layout/forms.ts'
import {
  collapsible,
  confirmationForm,
  empty,
  type Html,
  html,
  nextPageLink,
  raw,
  userText,
} from '../layout/page.ts'
import { currentLocale, t } from '../locale.ts'

import type { EventPart, FormResult, ManagedEvent, PartForm, ShowPart } from './parts.ts'

type Announcement = Answer<'announcements', 'listAnnouncements'>['announcements'][number]
type Recipients = Answer<'announcements', 'listAnnouncementRecipients'>

const perPage = '100'
const prefix = 'to-'
/** The people whose boxes the form had. */
const offeredField = 'offered'
/** In the address: the form shows its recipients. */
const recipientsId = 'recipients'
const sendForm = 'messages-send'
const showRecipients = 'messages-recipients'

const offeredIn = (values: Filled['values']): string[] =>
  (values[offeredField] ?? '').split(' ').filter((id) => id !== '')

/** The people who were offered and are not selected. */
const leftOutIn = (values: Filled['values']): string[] =>
  offeredIn(values).filter((id) => values[`${prefix}${id}`] !== 'yes')

const message = ({ subject, content, createdAt, authorId }: Announcement, now: Date): Html =>
  html`<li><div class="stack-s">${subject ? html`<h3><bdi>${subject}</bdi></h3>` : ''}${userText(content)}<small><bdi>${authorId.name}</bdi>, <time datetime="${createdAt}">${agoWords(createdAt, now)}</time></small></div></li>`

/** The recipients of a message, each with a checkbox. All are selected at first. */
const recipientList = (
  { recipients, nextCursor, anonymousWithNoEmailCount }: Recipients,
  filled: Filled,
): Html => {
  const count = recipients.length
  const { language } = currentLocale()
  const byName = [...recipients].sort((a, b) => a.name.localeCompare(b.name, language))
  const heading = nextCursor
    ? t('Recipients: {count, number} or more', { count })
    : t('Recipients: {count, number}', { count })
  const unreached =
    anonymousWithNoEmailCount > 0
      ? html`<p class="soft">${t('{count, plural, one {# more has no email address and cannot be reached.} other {# more have no email address and cannot be reached.}}', { count: anonymousWithNoEmailCount })}</p>`
      : ''
  const offered = offeredIn(filled.values)
  const selected: Filled = {
    values: Object.fromEntries(
      recipients
        .map(({ userId }) => [`${prefix}${userId}`, userId] as const)
        .filter(([box, userId]) => !offered.includes(userId) || filled.values[box] === 'yes')
        .map(([box]) => [box, 'yes']),
    ),
  }
  return html`<fieldset><legend>${heading}</legend>${recipients.length === 0 ? html`<p class="soft">${t('Nobody has registered yet.')}</p>` : html`<p class="soft">${t('Selected people get the message.')}</p>`}${hidden(offeredField, recipients.map(({ userId }) => userId).join(' '))}${byName.map(
    ({ userId, name, email }) =>
      checkbox(selected, `${prefix}${userId}`, `${name}${email ? ` (${email})` : ''}`),
  )}${nextCursor ? html`<p class="soft">${t('Everybody else with a registration receives it too.')}</p>` : ''}${unreached}</fieldset>`
}

/** How many people get the message, before it is sent. */
const reach = (count: number): string =>
  count === 0
    ? t('Nobody has registered yet, so nobody gets this message.')
    : t('{count, plural, one {# registered person gets} other {# registered people get}} this message.', {
        count,
      })

const form = ({ path }: ManagedEvent, filled: Filled, recipients: Html): Html => {
  const isOwn = [sendForm, 'announce', showRecipients].includes(filled.values.do ?? '')
  const own: Filled = isOwn ? filled : { values: { mail: 'yes', inbox: 'yes' } }
  const subjectFields = [
    field(own, { name: 'subject', label: t('Subject'), longest: 200, optional: true }),
    textArea(own, { name: 'content', label: t('Message'), longest: 2000 }),
  ]
  const noChannel = wrongIn(own, 'channels')
  // The return key presses the first button of a form: it sends the message, or says what is missing.
  const atEnter = html`<button class="vh" name="do" value="${sendForm}" tabindex="-1" aria-hidden="true">${t('Send message')}</button>`
  return html`<form class="card stack" method="post" action="${path}">${atEnter}<h2>${t('Message attendees')}</h2>${isOwn ? refusedForm(own, ['subject', 'content', 'channels', 'additionalEmails']) : ''}${subjectFields}<fieldset${noChannel === undefined ? '' : raw(' aria-describedby="channels-wrong"')}><legend>${t('Send')}</legend>${checkbox(own, 'inbox', t('To their notifications'))}${checkbox(own, 'mail', t('By email'))}${noChannel === undefined ? '' : html`<span class="wrong" id="channels-wrong">${noChannel}</span>`}</fieldset>${recipients}${collapsible(
    t('Also send to other addresses'),
    field(own, {
      name: 'additionalEmails',
      label: t('Email addresses'),
      optional: true,
      longest: 2000,
      hint: t('Separated by commas, at most 20. By email only.'),
    }),
    Boolean(own.values.additionalEmails),
  )}<button class="btn" name="do" value="${sendForm}">${t('Send message')}</button></form>`
}

const addressesIn = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** The people with a registration whom a message reaches, by what the form says. */
const reachedBy = ({ recipients }: Recipients, values: Filled['values']): number => {
  const leftOut = leftOutIn(values)
  return recipients.filter(
    ({ userId, isAnonymous, email }) =>
      !leftOut.includes(userId) && (!isAnonymous || (email !== null && values.mail === 'yes')),
  ).length
}

/** Asks before a message goes to selected people, with their number. */
const review = ({ path }: ManagedEvent, values: Filled['values'], recipients: Recipients): Html => {
  const count = reachedBy(recipients, values)
  const additional = addressesIn(values.additionalEmails)
  const others =
    additional.length > 0
      ? html` ${t('It also goes to {addresses}.', { addresses: html`<bdi>${additional.join(', ')}</bdi>` })}`
      : ''
  const { do: _, ...entered } = values
  const carried = Object.entries(entered).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return confirmationForm({
    action: path,
    title: recipients.nextCursor
      ? t('The message goes to {count, number} people or more', { count })
      : t('The message goes to {count, plural, one {# person} other {# people}}', { count }),
    consequence: html`${t('The message: {message}', { message: html`<bdi>${values.content}</bdi>` })}${others}`,
    button: t('Send message'),
    does: sendForm,
    carried: { ...Object.fromEntries(carried), confirmed: 'yes' },
    back: html`<button class="btn plain" name="do" value="${showRecipients}">${t('Edit message')}</button>`,
    danger: false,
  })
}

const isUnconfirmed = (values: Filled['values']): boolean =>
  values.confirmed !== 'yes' && offeredIn(values).length > 0 && (values.content ?? '').trim() !== ''

const show: ShowPart = async (managed, query, filled, context) => {
  const { event, orgId, path } = managed
  const eventId = event._id
  const isChoosing =
    query.id === recipientsId ||
    filled.values.do === showRecipients ||
    filled.values[offeredField] !== undefined
  const [listed, found] = await Promise.all([
    call(context, 'announcements', 'listAnnouncements', {
      orgId,
      eventId,
      limit: '10',
      cursor: query.cursor,
    }),
    isChoosing
      ? call(context, 'announcements', 'listAnnouncementRecipients', { orgId, eventId, limit: perPage })
      : undefined,
  ])
  if (!listed.ok) return listed
  if (found?.ok && filled.values.do === sendForm && !filled.refusal && isUnconfirmed(filled.values))
    return review(managed, filled.values, found.value)
  const { announcements, nextCursor } = listed.value
  const recipients = found?.ok
    ? recipientList(found.value, filled)
    : html`<div class="stack-s"><p class="soft">${reach(event.registrationCount)}</p><button class="btn plain small" name="do" value="${showRecipients}" formnovalidate>${t('Show and choose recipients')}</button></div>`
  const input =
    announcements.length === 0
      ? empty(
          t('No messages yet'),
          t('Messages to attendees appear here. Attendees also find them on the event page.'),
        )
      : html`<ul class="list">${announcements.map((one) => message(one, context.now()))}</ul>${nextPageLink(`${path}?part=messages`, nextCursor, t('Earlier messages'))}`
  return html`<div class="two list-first" id="message"><section class="rest stack"><h2>${t('Sent messages')}</h2>${input}</section><aside>${form(managed, filled, recipients)}</aside></div>`
}

/** Whether a form that offered recipients has none of them, and no other address. */
const isForNobody = (values: Filled['values']): boolean => {
  const offered = offeredIn(values)
  return (
    offered.length > 0 &&
    leftOutIn(values).length === offered.length &&
    addressesIn(values.additionalEmails).length === 0
  )
}

const send = async (
  input: PartForm,
  { orgId }: ManagedEvent,
  context: PageContext,
): Promise<CallResult<unknown>> => {
  if (isForNobody(input))
    return { ok: false, refusal: refusalOf(400, { message: t('Select at least one person.') }) }
  const leftOut = leftOutIn(input)
  const additional = addressesIn(input.additionalEmails)
  const result = await call(context, 'announcements', 'announce', {
    orgId,
    eventId: input.eventId,
    content: input.content ?? '',
    subject: input.subject || undefined,
    channels: { inApp: input.inbox === 'yes', email: input.mail === 'yes' },
    ...(leftOut.length > 0 ? { excludeUserIds: leftOut } : {}),
    ...(additional.length > 0 ? { additionalEmails: additional } : {}),
  })
  if (result.ok || !result.refusal.details.some(({ field: name }) => name.startsWith('additionalEmails')))
    return result
  const refusal = { field: 'additionalEmails', message: t('One of these is not an email address.') }
  return { ok: false, refusal: refusalOf(result.refusal.status, refusal) }
}

/** Shows the part again with everything that was entered, before anything is sent. */
const shownAgain = async (
  input: PartForm,
  managed: ManagedEvent,
  context: PageContext,
): Promise<FormResult> => ({
  done: '',
  result: { ok: true, value: undefined, message: '', status: 200 },
  page: (await import('./dashboard.ts')).managePage(
    context,
    managed,
    { eventId: input.eventId, part: 'messages' },
    { values: input },
  ),
})

/** Messages to the attendees of an event, with their recipients. */
export const messagesPart: EventPart = {
  show,
  forms: {
    recipients: shownAgain,
    send: async (input, managed, context) => {
      if (isUnconfirmed(input) && !isForNobody(input)) return shownAgain(input, managed, context)
      return { done: 'message-sent', result: await send(input, managed, context) }
    },
  },
}
