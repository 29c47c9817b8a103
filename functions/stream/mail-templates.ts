import type { Tenant } from '../../lib/context.ts'
import { describeTimeAndPlace, momentParams } from '../../lib/contract/text/time-and-place.ts'
import {
  linkLine,
  type MailButton,
  type MailDraft,
  nameInMail,
  renderMail,
  renderMassMail,
} from '../../lib/gateways/mail.ts'
import { addressOf, clientUrl } from '../../lib/identity/school/addresses.ts'
import type { RegistrationTemplate } from '../attendance/index.ts'
import { accountMails, type MailValues } from './account-mails.ts'

type RenderedMail = ReturnType<typeof renderMail>

/** Lines that a person wrote, one paragraph each. */
const authoredLines = (text = ''): MailDraft['lines'] =>
  text.split(/\n+/).flatMap((line) => (line.trim() === '' ? [] : [{ written: line }]))

const announcementDraft = ({ school, params }: Pick<MailValues, 'school' | 'params'>) =>
  renderMassMail(
    {
      subject: params.subject || (params.eventTitle ?? ''),
      words: params.content ?? '',
      orgName: params.orgName,
      senderName: undefined,
    },
    school,
  )

const viewEvent = (school: Tenant, { eventId = '' }: MailValues['params']): MailButton => ({
  button: 'View event',
  url: addressOf(school, 'event', { eventId }),
})

/** A path of the platform from the mail's cause. The school's client may use another path. */
const viewLinkedEvent = (school: Tenant, { link = '' }: MailValues['params']): MailButton => ({
  button: 'View event',
  url: school.web ? clientUrl(school.web, link) : `${school.origin}${link}`,
})

const titleOf = ({ eventTitle = 'an event' }: MailValues['params']): string => eventTitle

const cannotCome = 'If you cannot come, cancel your registration so that another person gets the seat.'

export type { MailValues } from './account-mails.ts'

type MailTemplate = (values: MailValues) => MailDraft

/** Mails to guests about their registration, who have no inbox at this school. Each notification of a user needs one. */
const registrationMails: Readonly<Record<RegistrationTemplate, MailTemplate>> = {
  event_registered: ({ school, params }) => ({
    subject: `Registered: ${titleOf(params)}`,
    lines: [
      `You are registered for ${titleOf(params)} at ${school.name}. ${describeTimeAndPlace(params)}`,
      'You can cancel your registration on the event page.',
      viewEvent(school, params),
    ],
  }),
  event_waitlisted: ({ school, params }) => ({
    subject: `On the waitlist: ${titleOf(params)}`,
    lines: [
      `${titleOf(params)} at ${school.name} is full. You are on the waitlist, and get a mail when you have a seat. ${describeTimeAndPlace(params)}`,
      'You can leave the waitlist on the event page.',
      viewEvent(school, params),
    ],
  }),
  waitlist_promoted: ({ school, params }) => ({
    subject: `You have a seat: ${titleOf(params)}`,
    lines: [
      `A seat became free. You are registered for ${titleOf(params)} at ${school.name}. ${describeTimeAndPlace(params)}`,
      cannotCome,
      viewEvent(school, params),
    ],
  }),
  registration_withdrawn: ({ school, params }) => ({
    subject: `No longer registered: ${titleOf(params)}`,
    lines: [
      `${titleOf(params)} at ${school.name} is for members of its organization only. Your registration was cancelled. ${describeTimeAndPlace(params)}`,
    ],
  }),
}

export const templates: Readonly<Record<string, MailTemplate>> = {
  ...accountMails,
  org_invite: ({ school, params }) => ({
    subject: `Invitation to ${params.orgName ?? ''}`,
    lines: [
      `${params.inviterName ?? ''} invites you to join ${params.orgName ?? ''} at ${school.name}.`,
      'To join, open the invitation within seven days, and sign in or sign up with this e-mail address.',
      { button: 'View invitation', url: `${school.origin}/org-invites/landing/${params.token ?? ''}` },
      'If you do not want to join, do nothing.',
    ],
  }),
  ...registrationMails,
  event_cancelled: ({ school, params }) => ({
    subject: `Cancelled: ${titleOf(params)}`,
    lines: [
      `${titleOf(params)} at ${school.name} was cancelled. ${describeTimeAndPlace(params, 'It was to begin')}`,
      ...(params.reason ? [{ plain: `Reason: ${params.reason}` }] : []),
    ],
  }),
  event_updated: ({ school, params }) => ({
    subject: `Changed: ${titleOf(params)}`,
    lines: [
      `${titleOf(params)} at ${school.name} was changed.${params.oldTitle ? ` Its name was ${params.oldTitle}.` : ''} ${describeTimeAndPlace(params)}`,
      cannotCome,
      viewEvent(school, params),
    ],
  }),
  event_reminder: ({ school, params }) => ({
    subject: `${titleOf(params)} begins in ${params.timeUntil ?? 'a while'}`,
    lines: [
      `${titleOf(params)} at ${school.name} begins in ${params.timeUntil ?? 'a while'}. ${describeTimeAndPlace(params)}`,
      viewEvent(school, params),
    ],
  }),
  org_event_announcement: ({ school, params }) => ({
    ...announcementDraft({ school, params }),
    lines: [
      `${params.orgName ?? ''} at ${school.name} writes about ${titleOf(params)}.`,
      ...announcementDraft({ school, params }).lines,
      ...authoredLines(params.attachments),
      describeTimeAndPlace(params),
      viewLinkedEvent(school, params),
    ],
  }),
}

/** Why an address without an inbox gets a mail. By default the mail is about the reader's account. */
const reasons: Readonly<Record<string, (values: MailValues) => string>> = {
  org_invite: ({ params }) =>
    `You get this mail because ${params.inviterName ?? 'a member'} entered your address to invite you.`,
  registration_code: ({ school }) =>
    `You get this mail because somebody entered this address at ${school.name}.`,
  verify_affiliated_email: ({ school }) =>
    `You get this mail because somebody entered this address at ${school.name}.`,
  org_event_announcement: ({ params }) =>
    `You get this mail because ${params.orgName ?? 'the organizer'} sends announcements about ${titleOf(params)} to you.`,
}

const reasonOf = (template: string, values: MailValues): string => {
  const reason = Object.hasOwn(reasons, template) ? reasons[template] : undefined
  if (reason) return reason(values)
  return /^(?:event|waitlist|registration)_/.test(template)
    ? `You get this mail because you registered for ${titleOf(values.params)}.`
    : `You get this mail because it is about your account at ${values.school.name}. Account mails cannot be turned off.`
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

/** Adds the link that organizers entered, before the button. */
const withLink = (lines: MailDraft['lines'], link: string | undefined): MailDraft['lines'] => {
  if (link === undefined) return lines
  const at = lines.findIndex((line) => typeof line === 'object' && 'button' in line)
  const place = at < 0 ? lines.length : at
  return [...lines.slice(0, place), linkLine(link), ...lines.slice(place)]
}

/** Renders a template as text and HTML. Throws for an unknown template. */
export const renderTemplate = (template: string, values: MailValues): RenderedMail => {
  const draft = Object.hasOwn(templates, template) ? templates[template] : undefined
  if (!draft) throw new Error(`unknown template ${template}`)
  const cleaned = { ...values, params: cleanedParams(values.params) }
  const { lines, ...head } = draft(cleaned)
  const shown = { ...head, lines: withLink(lines, values.link) }
  return renderMail(shown, values, { reason: reasonOf(template, cleaned) })
}
