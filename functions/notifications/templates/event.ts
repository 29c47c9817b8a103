import type { Channel, NotificationType, Priority } from '../../../lib/contract/notification.ts'
import type { Translate } from '../../../lib/contract/text/locale.ts'
import { defuseLinks, truncate, visibleLine, visibleText } from '../../../lib/contract/text/plain-text.ts'
import { describeTimeAndPlace, eventTitleText } from '../../../lib/contract/time-and-place.ts'
import type { NotificationKind } from '../contract/kinds.ts'

/** Characters of a message. */
export const maxMessageLength = 1000
/** Characters of a message that lists events: 52 dates that moved. */
export const maxListLength = 12_000

type Params = Readonly<Record<string, string>>

/** The text of a notification in the school's language, from its params. Values are text, never markup. */
export type Template = {
  readonly type: NotificationType
  readonly kind: NotificationKind
  readonly priority?: Priority
  readonly channels: readonly Channel[]
  /** Mails keep addresses in the message as they are: a person wrote it with links, or it has validated values only. */
  readonly written?: true
  title(params: Params, t: Translate): string
  message(params: Params, t: Translate): string
}

const ended = /[.!?\u2026\u3002\uFF01\uFF1F]["')\]\u00BB\u201D\u2019]*\s*$/u

/** Text by a person, as a full sentence. */
export const sentence = (text: string): string => (ended.test(text) ? text : `${text}.`)

/** The reason of a decision, to append to a sentence. Empty without a reason. */
export const reasonText = ({ reason }: Params, t: Translate): string =>
  reason ? ` ${t('Reason: {reason}', { reason: sentence(reason) })}` : ''

/** The text of a known word, in the school's language. */
export const wordText = (
  texts: Readonly<Record<string, (t: Translate) => string>>,
  word: string,
  t: Translate,
): string | undefined => (Object.hasOwn(texts, word) ? texts[word]?.(t) : undefined)

/**
 * Text for inboxes. Some clients show it as HTML, so no value may become markup. An invisible joiner follows a `<` that
 * could open a tag. As plain text it reads unchanged.
 */
export const plainText = (text: string, most: number): string => {
  const clean = visibleText(text.toWellFormed()).replaceAll('\t', ' ')
  return truncate(clean.replace(/<(?=[a-z/!?])/gi, '<\u2060'), most)
}

/** A single line: a title, or the subject of a mail. */
export const plainLine = (text: string, most: number): string => plainText(visibleLine(text), most)

/** The event's name, as a value of a text. */
export const named = (params: Params, t: Translate): { readonly event: string } => ({
  event: eventTitleText(params, t) ?? t('an event'),
})

const helperOf = ({ orgName }: Params, t: Translate): string => orgName ?? t('An organization')

const changeTexts: Readonly<Record<string, (t: Translate) => string>> = {
  time: (t) => t('has a new time'),
  place: (t) => t('has a new place'),
  name: (t) => t('has a new name'),
  link: (t) => t('has a new link, shown on the event page'),
  unlinked: (t) => t('no longer has a link'),
  approval: (t) => t('needs approval again'),
  confirmed: (t) => t('was approved and takes place'),
  withdrawn: (t) => t('is hidden while its organizers change it'),
}

const changesIn = ({ changes = '' }: Params): readonly string[] => changes.split(',')

/** Whether the event is hidden for now. Its registrations stay, and its time may still change. */
const isHidden = (params: Params): boolean =>
  changesIn(params).some((change) => change === 'approval' || change === 'withdrawn')

const keptText = (params: Params, t: Translate): string =>
  isHidden(params) ? ` ${t('Seats and places on the waitlist are kept.')}` : ''

/** `changes` lists keys of `changeTexts`, separated by commas. */
const whatChanged = (params: Params, t: Translate): string => {
  const texts = changesIn(params).flatMap((change) => wordText(changeTexts, change, t) ?? [])
  return texts.length === 0
    ? t('was changed')
    : texts.reduce((first, second) => t('{first} and {second}', { first, second }))
}

const oldTitleText = ({ oldTitle }: Params, t: Translate): string =>
  oldTitle === undefined ? '' : ` ${t('Its name was {name}', { name: sentence(oldTitle) })}`

/** Only the role of events without an approval flow has a name of ours. */
const approverTexts: Readonly<Record<string, (t: Translate) => string>> = {
  'event coordinator': (t) => t('the event coordinator'),
}

const approverText = ({ roleName }: Params, t: Translate): string =>
  roleName === undefined ? t('an approver') : (wordText(approverTexts, roleName, t) ?? roleName)

/** Text by a person, shortened to leave room for the facts. */
const followed = (params: Params, facts: string, t: Translate): string => {
  const { content = '' } = params
  if (facts === '') return content
  // Links stay only in text that a person wrote to the readers.
  const lines = [named(params, t).event, facts].map(visibleLine).join('\n')
  const tail = truncate(defuseLinks(lines), maxMessageLength / 2)
  return `${truncate(content, maxMessageLength - tail.length - 2)}\n\n${tail}`
}

/**
 * Event templates. Params: `eventTitle`, those of `describeTimeAndPlace`, and for some `changes`, `orgName`,
 * `roleName`.
 */
export const eventTemplates = {
  event_cancelled: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Cancelled: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} was cancelled.', named(params, t))}${reasonText(params, t)} ${describeTimeAndPlace(params, t, 'was to begin')}`,
  },
  event_updated: {
    type: 'event',
    kind: 'registrations',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Changed: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} {changes}.', { ...named(params, t), changes: whatChanged(params, t) })}${keptText(params, t)}${oldTitleText(params, t)} ${describeTimeAndPlace(params, t, 'begins')}`,
  },
  /** Params: `feedbackFormId`. */
  event_feedback: {
    type: 'event',
    kind: 'feedback',
    channels: ['in_app', 'email'],
    title: (params, t) => t('How was {event}?', named(params, t)),
    message: (params, t) =>
      `${t('Give the organizers of {event} your feedback.', named(params, t))} ${describeTimeAndPlace(params, t, 'began')}`,
  },
  event_registered: {
    type: 'event',
    kind: 'confirmations',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Registered: {event}', named(params, t)),
    message: (params, t) =>
      `${t('You are registered for {event}.', named(params, t))} ${describeTimeAndPlace(params, t)}`,
  },
  event_waitlisted: {
    type: 'event',
    kind: 'confirmations',
    channels: ['in_app', 'email'],
    title: (params, t) => t('On the waitlist: {event}', named(params, t)),
    message: (params, t) =>
      `${t('You are on the waitlist for {event}.', named(params, t))} ${describeTimeAndPlace(params, t)}`,
  },
  waitlist_promoted: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) =>
      params.seats
        ? t('You have {seats} seats: {event}', { ...named(params, t), seats: params.seats })
        : t('You have a seat: {event}', named(params, t)),
    message: (params, t) =>
      `${
        params.seats
          ? t('You got {seats} seats from the waitlist. You are registered for {event}.', {
              ...named(params, t),
              seats: params.seats,
            })
          : t('You got a seat from the waitlist. You are registered for {event}.', named(params, t))
      } ${describeTimeAndPlace(params, t)}`,
  },
  registration_withdrawn: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('No longer registered: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} is for members of its organization only, and you are no longer a member. Your registration was cancelled.', named(params, t))} ${describeTimeAndPlace(params, t)}`,
  },
  event_series_failed: {
    type: 'event',
    kind: 'organizing',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Differs from its series: {event}', named(params, t)),
    message: (params, t) =>
      params.unmade === undefined
        ? `${t('{event} could not follow its series. Check its time and room.', named(params, t))} ${describeTimeAndPlace(params, t)}`
        : `${t('{event} could not be created with its series, because its room or a form no longer exists. Create it again, or leave it out.', named(params, t))} ${describeTimeAndPlace(params, t)}`,
  },
  event_collaboration_invite: {
    type: 'event',
    kind: 'organizing',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Invitation to help with {event}', named(params, t)),
    message: (params, t) =>
      `${t('{organization} asks your organization to help with {event}.', { organization: helperOf(params, t), ...named(params, t) })} ${describeTimeAndPlace(params, t)}`,
  },
  event_collaboration_accepted_host: {
    type: 'event',
    kind: 'organizing',
    channels: ['in_app'],
    title: (params, t) =>
      t('{organization} helps with {event}', { organization: helperOf(params, t), ...named(params, t) }),
    message: (params, t) =>
      `${t('{organization} now helps to run {event}.', { organization: helperOf(params, t), ...named(params, t) })} ${describeTimeAndPlace(params, t)}`,
  },
  event_changes_requested: {
    type: 'approval',
    kind: 'decisions',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Changes requested: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} needs changes before it can be approved.', named(params, t))}${params.reason ? ` ${sentence(params.reason)}` : ''} ${describeTimeAndPlace(params, t, 'begins')}`,
  },
  approval_stuck: {
    type: 'approval',
    kind: 'approvals',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Needs an approver: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} waits for a decision by {role}.', { ...named(params, t), role: approverText(params, t) })} ${describeTimeAndPlace(params, t, 'begins')}`,
  },
  approval_expired: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Approval expired: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} ended before all approvers had decided. It is a draft again.', named(params, t))} ${describeTimeAndPlace(params, t, 'was to begin')}`,
  },
  /** Params: `orgName`, `subject` and `content`. */
  org_event_announcement: {
    type: 'event',
    kind: 'announcements',
    channels: ['in_app', 'push'],
    written: true,
    title: (params, t) => `${helperOf(params, t)}: ${params.subject || named(params, t).event}`,
    message: (params, t) => followed(params, describeTimeAndPlace(params, t), t),
  },
  job_withdrawn: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('Shift cancelled: {event}', named(params, t)),
    message: (params, t) =>
      `${t('You no longer work at {event}, because its jobs are for members of its organization.', named(params, t))} ${describeTimeAndPlace(params, t, 'shift was to begin')}`,
  },
  job_assigned: {
    type: 'event',
    kind: 'registrations',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Shift assigned: {event}', named(params, t)),
    message: (params, t) =>
      `${t('You are assigned to {job} at {event}. Please confirm or decline.', { job: params.roleName ?? t('a job'), ...named(params, t) })} ${describeTimeAndPlace(params, t, 'shift begins')}`,
  },
} as const satisfies Readonly<Record<string, Template>>
