import type { NotificationType } from '../../../lib/contract/notification.ts'
import { describeTimeAndPlace } from '../../../lib/contract/text/time-and-place.ts'
import type { TemplateName } from '../contract/kinds.ts'
import { eventTemplates, reasonText, type Template } from './event.ts'
import { orgStatusTemplates } from './org-status.ts'
import { memberTemplates, orgTemplates } from './organization.ts'

type Params = Parameters<Template['title']>[0]

const name = ({ eventTitle = 'an event' }: Params): string => eventTitle
const forWhom = ({ orgName }: Params): string => (orgName ? ` by ${orgName}` : '')

/** Shows the given `title` and `message` unchanged. */
const authoredTemplate = (type: NotificationType): Template => ({
  type,
  kind: 'news',
  channels: ['in_app'],
  written: true,
  title: ({ title = '' }) => title,
  message: ({ message = '' }) => message,
})

/**
 * All templates. The first five have the params `eventTitle`, and for some `orgName`, `reason`, `timeUntil`,
 * `startTime`.
 */
export const templates = {
  event_created: {
    type: 'event',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: (params) => `New event: ${name(params)}`,
    message: (params) => `${name(params)}${forWhom(params)} was submitted. ${describeTimeAndPlace(params)}`,
  },
  approval_required: {
    type: 'approval',
    kind: 'approvals',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Approval required: ${name(params)}`,
    message: (params) =>
      `${name(params)}${forWhom(params)} needs your decision. ${describeTimeAndPlace(params)}`,
  },
  event_approved: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Approved: ${name(params)}`,
    message: (params) => `${name(params)} was approved. ${describeTimeAndPlace(params)}`,
  },
  event_rejected: {
    type: 'approval',
    kind: 'decisions',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Rejected: ${name(params)}`,
    message: (params) =>
      `${name(params)} was rejected.${reasonText(params)} ${describeTimeAndPlace(params, 'It was to begin')}`,
  },
  event_reminder: {
    type: 'reminder',
    kind: 'reminders',
    priority: 'high',
    channels: ['in_app', 'push'],
    title: (params) => `Reminder: ${name(params)}`,
    message: (params) =>
      `${name(params)} starts ${params.timeUntil ? `in ${params.timeUntil}` : 'soon'}. ${describeTimeAndPlace(params)}`,
  },
  ...eventTemplates,
  ...orgTemplates,
  ...memberTemplates,
  ...orgStatusTemplates,
  /** Organization templates. Params: `orgName`, and for some `senderName`, `reason`. */
  org_member_applied: {
    type: 'membership',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: ({ orgName = 'your organization' }) => `New application to join ${orgName}`,
    message: ({ senderName = 'Somebody', orgName = 'your organization' }) =>
      `${senderName} applied to join ${orgName}.`,
  },
  org_application_approved: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email', 'push'],
    title: ({ orgName = 'The organization' }) => `Welcome to ${orgName}`,
    message: ({ orgName = 'the organization' }) => `Your application to join ${orgName} was approved.`,
  },
  org_application_rejected: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: ({ orgName = 'the organization' }) => `Your application to ${orgName}`,
    message: (params) =>
      `Your application to join ${params.orgName ?? 'the organization'} was declined.${reasonText(params)}`,
  },
  system: authoredTemplate('system'),
  custom: authoredTemplate('custom'),
} as const satisfies Readonly<Record<TemplateName, Template>>

/** Undefined for an unknown name. */
export const findTemplate = (template: string): Template | undefined =>
  (templates as Readonly<Record<string, Template>>)[template]
