import type { Tenant } from '../../lib/context.ts'
import type { Translate } from '../../lib/contract/text/locale.ts'
import {
  describeTimeAndPlace,
  durationText,
  eventTitleText,
  momentParams,
} from '../../lib/contract/time-and-place.ts'
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
import { isMethodParam } from './sign-in-methods.ts'

type RenderedMail = ReturnType<typeof renderMail>

/** Lines that a person wrote, one paragraph each. */
const authoredLines = (text = ''): MailDraft['lines'] =>
  text.split(/\n+/).flatMap((line) => (line.trim() === '' ? [] : [{ written: line }]))

type Announcement = Pick<MailValues, 'school' | 'params' | 't'>

const announcementDraft = ({ school, params, t }: Announcement) =>
  renderMassMail(
    {
      subject: params.subject || (params.eventTitle ?? ''),
      words: params.content ?? '',
      orgName: params.orgName,
      senderName: undefined,
    },
    school,
    t,
  )

const viewEvent = (school: Tenant, t: Translate, { eventId = '' }: MailValues['params']): MailButton => ({
  button: t('View event'),
  url: addressOf(school, 'event', { eventId }),
})

/** A path of the platform from the mail's cause. The school's client may use another path. */
const viewLinkedEvent = (school: Tenant, t: Translate, { link = '' }: MailValues['params']): MailButton => ({
  button: t('View event'),
  url: school.web ? clientUrl(school.web, link) : `${school.origin}${link}`,
})

const titleOf = (params: MailValues['params'], t: Translate): string =>
  eventTitleText(params, t) ?? t('an event')

const cannotComeLine = (t: Translate): string =>
  t('If you cannot come, cancel your registration so that another person gets the seat.')

/** Values of texts about an event. */
const valuesOf = ({ school, params, t }: Announcement) => ({
  event: titleOf(params, t),
  school: school.name,
})

export type { MailValues } from './account-mails.ts'

type MailTemplate = (values: MailValues) => MailDraft

/** Mails to guests about their registration, who have no inbox at this school. Each notification of a user needs one. */
const registrationMails: Readonly<Record<RegistrationTemplate, MailTemplate>> = {
  event_registered: ({ t, school, params }) => ({
    subject: t('Registered: {event}', { event: titleOf(params, t) }),
    lines: [
      `${t('You are registered for {event} at {school}.', valuesOf({ t, school, params }))} ${describeTimeAndPlace(params, t)}`,
      t('You can cancel your registration on the event page.'),
      viewEvent(school, t, params),
    ],
  }),
  event_waitlisted: ({ t, school, params }) => ({
    subject: t('On the waitlist: {event}', { event: titleOf(params, t) }),
    lines: [
      `${t('You are on the waitlist for {event} at {school}, and get an email when you have a seat.', valuesOf({ t, school, params }))} ${describeTimeAndPlace(params, t)}`,
      t('You can leave the waitlist on the event page.'),
      viewEvent(school, t, params),
    ],
  }),
  waitlist_promoted: ({ t, school, params }) => ({
    subject: params.seats
      ? t('You have {seats} seats: {event}', { event: titleOf(params, t), seats: params.seats })
      : t('You have a seat: {event}', { event: titleOf(params, t) }),
    lines: [
      `${
        params.seats
          ? t('You got {seats} seats from the waitlist. You are registered for {event} at {school}.', {
              ...valuesOf({ t, school, params }),
              seats: params.seats,
            })
          : t(
              'You got a seat from the waitlist. You are registered for {event} at {school}.',
              valuesOf({ t, school, params }),
            )
      } ${describeTimeAndPlace(params, t)}`,
      cannotComeLine(t),
      viewEvent(school, t, params),
    ],
  }),
  registration_withdrawn: ({ t, school, params }) => ({
    subject: t('No longer registered: {event}', { event: titleOf(params, t) }),
    lines: [
      `${t('{event} at {school} is for members of its organization only. Your registration was cancelled.', valuesOf({ t, school, params }))} ${describeTimeAndPlace(params, t)}`,
    ],
  }),
}

export const templates: Readonly<Record<string, MailTemplate>> = {
  ...accountMails,
  org_invite: ({ t, school, params: { orgName: organization = '', inviterName = '', token = '' } }) => ({
    subject: t('Invitation to {organization}', { organization }),
    lines: [
      t('{inviter} invites you to join {organization} at {school}.', {
        inviter: inviterName,
        organization,
        school: school.name,
      }),
      t('To join, open the invitation within seven days, and sign in or sign up with this email address.'),
      { button: t('View invitation'), url: `${school.origin}/org-invites/landing/${token}` },
      t('If you do not want to join, do nothing.'),
    ],
  }),
  ...registrationMails,
  event_cancelled: ({ t, school, params }) => ({
    subject: t('Cancelled: {event}', { event: titleOf(params, t) }),
    lines: [
      `${t('{event} at {school} was cancelled.', valuesOf({ t, school, params }))} ${describeTimeAndPlace(params, t, 'was to begin')}`,
      ...(params.reason ? [{ plain: t('Reason: {reason}', { reason: params.reason }) }] : []),
    ],
  }),
  event_updated: ({ t, school, params }) => ({
    subject: t('Changed: {event}', { event: titleOf(params, t) }),
    lines: [
      [
        t('{event} at {school} was changed.', valuesOf({ t, school, params })),
        ...(params.oldTitle ? [t('Its name was {name}.', { name: params.oldTitle })] : []),
        describeTimeAndPlace(params, t),
      ].join(' '),
      cannotComeLine(t),
      viewEvent(school, t, params),
    ],
  }),
  event_reminder: ({ t, school, params }) => {
    const values = {
      ...valuesOf({ t, school, params }),
      time: params.timeUntil === undefined ? t('a while') : durationText(params.timeUntil, t),
    }
    return {
      subject: t('{event} begins in {time}', values),
      lines: [
        `${t('{event} at {school} begins in {time}.', values)} ${describeTimeAndPlace(params, t)}`,
        viewEvent(school, t, params),
      ],
    }
  },
  org_event_announcement: ({ t, school, params }) => ({
    ...announcementDraft({ t, school, params }),
    lines: [
      t('{organization} at {school} writes about {event}.', {
        organization: params.orgName ?? '',
        ...valuesOf({ t, school, params }),
      }),
      ...announcementDraft({ t, school, params }).lines,
      ...authoredLines(params.attachments),
      describeTimeAndPlace(params, t),
      viewLinkedEvent(school, t, params),
    ],
  }),
}

/** Why an address without an inbox gets a mail. By default the mail is about the reader's account. */
const reasons: Readonly<Record<string, (values: MailValues) => string>> = {
  org_invite: ({ t, params }) =>
    t('You receive this email because {inviter} entered your address to invite you.', {
      inviter: params.inviterName ?? t('a member'),
    }),
  registration_code: ({ t, school }) =>
    t('You receive this email because somebody entered this address at {school}.', { school: school.name }),
  verify_affiliated_email: ({ t, school }) =>
    t('You receive this email because somebody entered this address at {school}.', { school: school.name }),
  org_event_announcement: ({ t, params }) =>
    t('You receive this email because {organization} sends announcements about {event} to you.', {
      organization: params.orgName ?? t('the organizer'),
      event: titleOf(params, t),
    }),
}

const reasonOf = (template: string, values: MailValues): string => {
  const reason = Object.hasOwn(reasons, template) ? reasons[template] : undefined
  if (reason) return reason(values)
  const { t, params, school } = values
  return /^(?:event|waitlist|registration)_/.test(template)
    ? t('You receive this email because you registered for {event}.', { event: titleOf(params, t) })
    : t(
        'You receive this email because it is about your account at {school}. Account emails cannot be turned off.',
        { school: school.name },
      )
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
      verbatimParams.includes(name) || isMethodParam(name) ? value : nameInMail(value),
    ]),
  )

/** Adds the link that organizers entered, before the button. */
const withLink = (lines: MailDraft['lines'], link: string | undefined, t: Translate): MailDraft['lines'] => {
  if (link === undefined) return lines
  const at = lines.findIndex((line) => typeof line === 'object' && 'button' in line)
  const place = at < 0 ? lines.length : at
  return [...lines.slice(0, place), linkLine(link, t), ...lines.slice(place)]
}

/** Renders a template as text and HTML. Throws for an unknown template. */
export const renderTemplate = (template: string, values: MailValues): RenderedMail => {
  const draft = Object.hasOwn(templates, template) ? templates[template] : undefined
  if (!draft) throw new Error(`unknown template ${template}`)
  const cleaned = { ...values, params: cleanedParams(values.params) }
  const { lines, ...head } = draft(cleaned)
  const shown = { ...head, lines: withLink(lines, values.link, values.t) }
  return renderMail(shown, values, { reason: reasonOf(template, cleaned) }, values.t)
}
