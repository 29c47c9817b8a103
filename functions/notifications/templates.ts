import type { Channel, NotificationType, Priority } from '../../lib/contract/notification.ts'

type Params = Readonly<Record<string, string>>

/** What a notification says, from the params that its cause gives. Values are text, never markup. */
export type Template = {
  readonly type: NotificationType
  readonly priority?: Priority
  readonly channels: readonly Channel[]
  title(params: Params): string
  message(params: Params): string
}

const name = ({ eventTitle = 'an event' }: Params): string => eventTitle
const forWhom = ({ orgName }: Params): string => (orgName ? ` by ${orgName}` : '')
const because = ({ reason }: Params): string => (reason ? ` Reason: ${reason}` : '')

/** Shown as it is given: `title` and `message`. */
const given = (type: NotificationType): Template => ({
  type,
  channels: ['in_app'],
  title: ({ title = '' }) => title,
  message: ({ message = '' }) => message,
})

/**
 * Every template. The first five are the specification's (Events); their params are `eventTitle`, and where they apply
 * `orgName`, `reason`, `timeUntil`, `startTime`.
 */
export const templates = {
  event_created: {
    type: 'event',
    channels: ['in_app', 'email'],
    title: (params) => `New event: ${name(params)}`,
    message: (params) => `${name(params)}${forWhom(params)} was submitted.`,
  },
  approval_required: {
    type: 'approval',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Approval required: ${name(params)}`,
    message: (params) => `${name(params)}${forWhom(params)} waits for your decision.`,
  },
  event_approved: {
    type: 'approval',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Approved: ${name(params)}`,
    message: (params) => `${name(params)} was approved.`,
  },
  event_rejected: {
    type: 'approval',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Rejected: ${name(params)}`,
    message: (params) => `${name(params)} was rejected.${because(params)}`,
  },
  event_reminder: {
    type: 'reminder',
    priority: 'high',
    channels: ['in_app', 'push'],
    title: (params) => `Reminder: ${name(params)}`,
    message: (params) => `${name(params)} starts ${params.timeUntil ? `in ${params.timeUntil}` : 'soon'}.`,
  },
  org_message_new: {
    type: 'org',
    channels: ['in_app', 'push'],
    title: ({ orgName = '' }) => `New message in ${orgName}`,
    message: ({ authorName = '', messagePreview = '' }) => `${authorName}: ${messagePreview}`,
  },
  org_message_reply: {
    type: 'org',
    channels: ['in_app', 'push'],
    title: ({ orgName = '' }) => `New reply in ${orgName}`,
    message: ({ authorName = '', messagePreview = '' }) => `${authorName}: ${messagePreview}`,
  },
  org_invite: {
    type: 'membership',
    channels: ['in_app'],
    title: ({ orgName = '' }) => `Invitation to ${orgName}`,
    message: ({ orgName = '', inviterName = '' }) => `${inviterName} invites you to join ${orgName}.`,
  },
  system: given('system'),
  custom: given('custom'),
} as const satisfies Readonly<Record<string, Template>>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as [TemplateName, ...TemplateName[]]

/** Undefined for a name that stands for nothing. */
export const templateNamed = (template: string): Template | undefined =>
  (templates as Readonly<Record<string, Template>>)[template]
