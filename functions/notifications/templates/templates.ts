import type { NotificationType } from '../../../lib/contract/notification.ts'
import type { Translate } from '../../../lib/contract/text/locale.ts'
import { describeTimeAndPlace, durationText } from '../../../lib/contract/time-and-place.ts'
import type { TemplateName } from '../contract/kinds.ts'
import { eventTemplates, named, reasonText, type Template } from './event.ts'
import { orgStatusTemplates } from './org-status.ts'
import { memberTemplates, orgTemplates } from './organization.ts'
import { securityTemplates } from './security.ts'

type Params = Parameters<Template['title']>[0]

/** Values of a text about an event of an organization, or of the school. */
const hosted = (params: Params, t: Translate) => ({
  ...named(params, t),
  organization: params.orgName ?? '',
})

const submittedText = (params: Params, t: Translate): string =>
  params.orgName
    ? t('{event} by {organization} was submitted.', hosted(params, t))
    : t('{event} was submitted.', named(params, t))

const decisionText = (params: Params, t: Translate): string =>
  params.orgName
    ? t('{event} by {organization} needs your decision.', hosted(params, t))
    : t('{event} needs your decision.', named(params, t))

const startText = (params: Params, t: Translate): string =>
  params.timeUntil
    ? t('{event} starts in {time}.', {
        ...named(params, t),
        time: durationText(params.timeUntil, t),
      })
    : t('{event} starts soon.', named(params, t))

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
    title: (params, t) => t('New event: {event}', named(params, t)),
    message: (params, t) => `${submittedText(params, t)} ${describeTimeAndPlace(params, t)}`,
  },
  approval_required: {
    type: 'approval',
    kind: 'approvals',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Approval required: {event}', named(params, t)),
    message: (params, t) => `${decisionText(params, t)} ${describeTimeAndPlace(params, t)}`,
  },
  event_approved: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Approved: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} was approved.', named(params, t))} ${describeTimeAndPlace(params, t)}`,
  },
  event_rejected: {
    type: 'approval',
    kind: 'decisions',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params, t) => t('Rejected: {event}', named(params, t)),
    message: (params, t) =>
      `${t('{event} was rejected.', named(params, t))}${reasonText(params, t)} ${describeTimeAndPlace(params, t, 'was to begin')}`,
  },
  event_reminder: {
    type: 'reminder',
    kind: 'reminders',
    priority: 'high',
    channels: ['in_app', 'push'],
    title: (params, t) => t('Reminder: {event}', named(params, t)),
    message: (params, t) => `${startText(params, t)} ${describeTimeAndPlace(params, t)}`,
  },
  ...eventTemplates,
  ...orgTemplates,
  ...memberTemplates,
  ...orgStatusTemplates,
  ...securityTemplates,
  /** Organization templates. Params: `orgName`, and for some `senderName`, `reason`. */
  org_member_applied: {
    type: 'membership',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: ({ orgName }, t) =>
      t('New application to join {organization}', { organization: orgName ?? t('your organization') }),
    message: ({ senderName, orgName }, t) =>
      t('{person} applied to join {organization}.', {
        person: senderName ?? t('Somebody'),
        organization: orgName ?? t('your organization'),
      }),
  },
  org_application_approved: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email', 'push'],
    title: ({ orgName }, t) =>
      t('Welcome to {organization}', { organization: orgName ?? t('The organization') }),
    message: ({ orgName }, t) =>
      t('Your application to join {organization} was approved.', {
        organization: orgName ?? t('the organization'),
      }),
  },
  org_application_rejected: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: ({ orgName }, t) =>
      t('Your application to {organization}', { organization: orgName ?? t('the organization') }),
    message: (params, t) =>
      `${t('Your application to join {organization} was declined.', { organization: params.orgName ?? t('the organization') })}${reasonText(params, t)}`,
  },
  system: authoredTemplate('system'),
  custom: authoredTemplate('custom'),
} as const satisfies Readonly<Record<TemplateName, Template>>

/** Undefined for an unknown name. */
export const findTemplate = (template: string): Template | undefined =>
  (templates as Readonly<Record<string, Template>>)[template]
