import type { Channel, NotificationType, Priority } from '../../../lib/contract/notification.ts'
import { defuseLinks, truncate, visibleLine, visibleText } from '../../../lib/contract/text/plain-text.ts'
import { describeTimeAndPlace } from '../../../lib/contract/text/time-and-place.ts'
import type { NotificationKind } from '../contract/kinds.ts'

/** Characters of a message. */
export const maxMessageLength = 1000
/** Characters of a message that lists events: 52 dates that moved. */
export const maxListLength = 12_000

type Params = Readonly<Record<string, string>>

/** The text of a notification, from its params. Values are text, never markup. */
export type Template = {
  readonly type: NotificationType
  readonly kind: NotificationKind
  readonly priority?: Priority
  readonly channels: readonly Channel[]
  /** The message was written by a person to its readers, with links of their own. */
  readonly written?: true
  title(params: Params): string
  message(params: Params): string
}

const ended = /[.!?\u2026\u3002\uFF01\uFF1F]["')\]\u00BB\u201D\u2019]*\s*$/u

/** Text by a person, as a full sentence. */
export const sentence = (text: string): string => (ended.test(text) ? text : `${text}.`)

/** The reason of a decision, to append to a sentence. Empty without a reason. */
export const reasonText = ({ reason }: Params): string => (reason ? ` Reason: ${sentence(reason)}` : '')

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

const name = ({ eventTitle = 'an event' }: Params): string => eventTitle

const changed: Readonly<Record<string, string>> = {
  time: 'has a new time',
  place: 'has a new place',
  name: 'has a new name',
  link: 'has a new link, shown on the event page',
  unlinked: 'no longer has a link',
  approval: 'needs approval again',
  confirmed: 'was approved and takes place',
  withdrawn: 'was withdrawn for now',
}

/** `changes` lists keys of `changed`, separated by commas. */
const whatChanged = ({ changes = '' }: Params): string =>
  changes
    .split(',')
    .flatMap((change) => (Object.hasOwn(changed, change) ? [changed[change]] : []))
    .join(' and ') || 'was changed'

const oldTitleText = ({ oldTitle }: Params): string =>
  oldTitle === undefined ? '' : ` Its name was ${sentence(oldTitle)}`

/** Text by a person, shortened to leave room for the facts. */
const followed = (params: Params, facts: string): string => {
  const { content = '' } = params
  if (facts === '') return content
  // Links stay only in text that a person wrote to the readers.
  const tail = truncate(defuseLinks(visibleLine(`${name(params)}: ${facts}`)), maxMessageLength / 2)
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
    title: (params) => `Cancelled: ${name(params)}`,
    message: (params) =>
      `${name(params)} was cancelled.${reasonText(params)} ${describeTimeAndPlace(params, 'It was to begin')}`,
  },
  event_updated: {
    type: 'event',
    kind: 'registrations',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Changed: ${name(params)}`,
    message: (params) =>
      `${name(params)} ${whatChanged(params)}.${oldTitleText(params)} ${describeTimeAndPlace(params)}`,
  },
  /** Params: `feedbackFormId`. */
  event_feedback: {
    type: 'event',
    kind: 'feedback',
    channels: ['in_app', 'email'],
    title: (params) => `How was ${name(params)}?`,
    message: (params) =>
      `Give the organizers of ${name(params)} your feedback. ${describeTimeAndPlace(params, 'It began')}`,
  },
  event_registered: {
    type: 'event',
    kind: 'confirmations',
    channels: ['in_app', 'email'],
    title: (params) => `Registered: ${name(params)}`,
    message: (params) => `You are registered for ${name(params)}. ${describeTimeAndPlace(params)}`,
  },
  event_waitlisted: {
    type: 'event',
    kind: 'confirmations',
    channels: ['in_app', 'email'],
    title: (params) => `On the waitlist: ${name(params)}`,
    message: (params) => `${name(params)} is full. You are on the waitlist. ${describeTimeAndPlace(params)}`,
  },
  waitlist_promoted: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `You have a seat: ${name(params)}`,
    message: (params) =>
      `A seat became free. You are registered for ${name(params)}. ${describeTimeAndPlace(params)}`,
  },
  registration_withdrawn: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `No longer registered: ${name(params)}`,
    message: (params) =>
      `${name(params)} is for members of its organization only, and you are no longer a member. Your registration was cancelled. ${describeTimeAndPlace(params)}`,
  },
  event_series_failed: {
    type: 'event',
    kind: 'organizing',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `Differs from its series: ${name(params)}`,
    message: (params) =>
      params.unmade === undefined
        ? `${name(params)} could not follow its series. Check its time and room. ${describeTimeAndPlace(params)}`
        : `${name(params)} could not be created with its series, because its room or a form no longer exists. Create it again, or leave it out. ${describeTimeAndPlace(params)}`,
  },
  event_collaboration_invite: {
    type: 'event',
    kind: 'organizing',
    channels: ['in_app', 'email'],
    title: (params) => `Invitation to help with ${name(params)}`,
    message: (params) =>
      `${params.orgName ?? 'An organization'} asks your organization to help with ${name(params)}. ${describeTimeAndPlace(params)}`,
  },
  event_collaboration_accepted_host: {
    type: 'event',
    kind: 'organizing',
    channels: ['in_app'],
    title: (params) => `${params.orgName ?? 'An organization'} helps with ${name(params)}`,
    message: (params) =>
      `${params.orgName ?? 'An organization'} now helps to run ${name(params)}. ${describeTimeAndPlace(params)}`,
  },
  event_changes_requested: {
    type: 'approval',
    kind: 'decisions',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Changes requested: ${name(params)}`,
    message: (params) =>
      `${name(params)} needs changes before it can be approved.${params.reason ? ` ${sentence(params.reason)}` : ''} ${describeTimeAndPlace(params, 'It is to begin')}`,
  },
  approval_stuck: {
    type: 'approval',
    kind: 'approvals',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `Needs an approver: ${name(params)}`,
    message: (params) =>
      `${name(params)} waits for a decision by ${params.roleName ?? 'an approver'}, and nobody has decided yet. ${describeTimeAndPlace(params, 'It is to begin')}`,
  },
  approval_expired: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params) => `Approval expired: ${name(params)}`,
    message: (params) =>
      `${name(params)} ended before all approvers had decided. It is a draft again. ${describeTimeAndPlace(params, 'It was to begin')}`,
  },
  /** Params: `orgName`, `subject` and `content`. */
  org_event_announcement: {
    type: 'event',
    kind: 'announcements',
    channels: ['in_app', 'push'],
    written: true,
    title: (params) => `${params.orgName ?? 'An organization'}: ${params.subject || name(params)}`,
    message: (params) => followed(params, describeTimeAndPlace(params)),
  },
  job_withdrawn: {
    type: 'event',
    kind: 'registrations',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `Shift cancelled: ${name(params)}`,
    message: (params) =>
      `You no longer work at ${name(params)}, because its jobs are for members of its organization. ${describeTimeAndPlace(params, 'Your shift was to begin')}`,
  },
  job_assigned: {
    type: 'event',
    kind: 'registrations',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Shift assigned: ${name(params)}`,
    message: (params) =>
      `You are assigned to ${params.roleName ?? 'a job'} at ${name(params)}. Please confirm or decline. ${describeTimeAndPlace(params, 'Your shift begins')}`,
  },
} as const satisfies Readonly<Record<string, Template>>
