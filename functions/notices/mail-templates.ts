import type { Tenant } from '../../lib/context.ts'
import { describeTimeAndPlace, momentParams } from '../../lib/contract/time-and-place.ts'
import { type Draft, nameInMail, renderMail, renderMassMail } from '../../lib/gateways/mail.ts'
import { addressOf, clientUrl } from '../../lib/identity/school/addresses.ts'
import { accountMails, type MailValues } from './account-mails.ts'

type RenderedMail = ReturnType<typeof renderMail>

/** An organization's message to its event's people, one paragraph a line. */
const authoredLines = (text = ''): Draft['lines'] =>
  text.split(/\n+/).flatMap((line) => (line.trim() === '' ? [] : [{ written: line }]))

const renderAnnouncement = ({ school, params }: Pick<MailValues, 'school' | 'params'>) =>
  renderMassMail(
    {
      subject: params.subject || (params.eventTitle ?? ''),
      words: params.content ?? '',
      orgName: params.orgName,
      senderName: undefined,
    },
    school,
  )

const eventLink = (school: Tenant, { eventId = '' }: MailValues['params']): string =>
  addressOf(school, 'event', { eventId })

/** A path of the platform from the mail's cause. The school's client may use another path. */
const linkOf = (school: Tenant, { link = '' }: MailValues['params']): string =>
  school.web ? clientUrl(school.web, link) : `${school.origin}${link}`

export type { MailValues as LetterValues }

export const templates: Readonly<Record<string, (values: MailValues) => Draft>> = {
  ...accountMails,
  org_invite: ({ school, params }) => ({
    subject: `Invitation to ${params.orgName ?? ''}`,
    lines: [
      `${params.inviterName ?? ''} invites you to join ${params.orgName ?? ''} at ${school.name}.`,
      'To join, open this address within seven days and sign in or sign up with this e-mail address:',
      `${school.origin}/org-invites/landing/${params.token ?? ''}`,
      'If you do not want to join, do nothing.',
    ],
  }),
  event_registered: ({ school, params }) => ({
    subject: `Registered: ${params.eventTitle ?? ''}`,
    lines: [
      `You are registered for ${params.eventTitle ?? 'an event'} at ${school.name}. ${describeTimeAndPlace(params)}`,
      `To withdraw, open ${eventLink(school, params)}.`,
    ],
  }),
  event_waitlisted: ({ school, params }) => ({
    subject: `On the waitlist: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'The event'} at ${school.name} is full. You are on the waitlist and hear from us when a seat is free. ${describeTimeAndPlace(params)}`,
      `To withdraw, open ${eventLink(school, params)}.`,
    ],
  }),
  waitlist_promoted: ({ school, params }) => ({
    subject: `You have a seat: ${params.eventTitle ?? ''}`,
    lines: [
      `A seat was free: you are registered for ${params.eventTitle ?? 'an event'} at ${school.name}. ${describeTimeAndPlace(params)}`,
      `If you cannot come, withdraw so that somebody else can: ${eventLink(school, params)}`,
    ],
  }),
  registration_withdrawn: ({ school, params }) => ({
    subject: `No longer registered: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.name} is for members of its organization only. Your registration was withdrawn. ${describeTimeAndPlace(params)}`,
    ],
  }),
  event_cancelled: ({ school, params }) => ({
    subject: `Cancelled: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.name} does not take place. ${describeTimeAndPlace(params, 'It was to begin')}`,
      ...(params.reason ? [{ said: `Reason: ${params.reason}` }] : []),
    ],
  }),
  event_updated: ({ school, params }) => ({
    subject: `Changed: ${params.eventTitle ?? ''}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.name} was changed. ${describeTimeAndPlace(params)}`,
      `If you cannot come, withdraw so that somebody else can: ${eventLink(school, params)}`,
    ],
  }),
  event_reminder: ({ school, params }) => ({
    subject: `${params.eventTitle ?? 'An event'} begins in ${params.timeUntil ?? 'a while'}`,
    lines: [
      `${params.eventTitle ?? 'An event'} at ${school.name} begins in ${params.timeUntil ?? 'a while'}. ${describeTimeAndPlace(params)}`,
      eventLink(school, params),
    ],
  }),
  org_event_announcement: ({ school, params }) => ({
    ...renderAnnouncement({ school, params }),
    lines: [
      `${params.orgName ?? ''} at ${school.name} writes about ${params.eventTitle ?? 'an event'}.`,
      ...renderAnnouncement({ school, params }).lines,
      ...authoredLines(params.attachments),
      describeTimeAndPlace(params),
      linkOf(school, params),
    ],
  }),
}

/** Params that are not names: messages to the readers, and values built from addresses. */
const verbatimParams: readonly string[] = [
  ...['content', 'attachments', 'link', 'token', 'address'],
  ...momentParams,
]

const cleanedParams = (params: MailValues['params']): MailValues['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      verbatimParams.includes(name) ? value : nameInMail(value),
    ]),
  )

/** Renders a template as text and HTML. Throws for an unknown template. */
export const renderTemplate = (template: string, values: MailValues): RenderedMail => {
  const draft = Object.hasOwn(templates, template) ? templates[template] : undefined
  if (!draft) throw new Error(`unknown template ${template}`)
  return renderMail(draft({ ...values, params: cleanedParams(values.params) }), values)
}
