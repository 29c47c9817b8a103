import { reasonText, type Template } from './event.ts'

type Params = Parameters<Template['title']>[0]

const org = ({ orgName = 'An organization' }: Params): string => orgName

const closedTitles: Readonly<Record<string, string>> = {
  inactive: 'is inactive',
  sunset: 'is closing down',
}

/** Consequences of a lifecycle status, for members. */
const closedMessages: Readonly<Record<string, string>> = {
  inactive:
    'was set to inactive. It admits no members, and its upcoming events are cancelled. Its page, its members and its past events remain.',
  sunset: 'is closing down. Its page, its members and its events remain for now.',
}

/**
 * Templates for decisions on a whole organization. Params: `orgName`, and an optional `reason`. `org_closed` also has
 * the lifecycle status as `status`.
 */
export const orgStatusTemplates = {
  org_refused: {
    type: 'org',
    kind: 'decisions',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `${org(params)} was not approved`,
    message: (params) =>
      `The school did not approve ${org(params)}.${reasonText(params)} You can change the organization and submit it again. If you have questions, ask your school's administrators.`,
  },
  org_closed: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `${org(params)} ${closedTitles[params.status ?? ''] ?? 'was closed'}`,
    message: (params) =>
      `${org(params)} ${closedMessages[params.status ?? ''] ?? 'was closed.'}${reasonText(params)}`,
  },
  org_deleted: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `${org(params)} was deleted`,
    message: (params) =>
      `${org(params)} was deleted.${reasonText(params)} You are no longer a member, and its upcoming events are cancelled.`,
  },
  org_restored: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `${org(params)} is active again`,
    message: (params) => `${org(params)} was restored and is active again.${reasonText(params)}`,
  },
  /** Also `title`, the name of the renewal, and `when`. */
  org_renewal_due: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `Confirm ${org(params)} by ${params.when}`,
    message: (params) =>
      `The school asks every organization to confirm its officers and charter: ${params.title}. Confirm ${org(params)} by ${params.when}.`,
  },
  org_renewal_lapsed: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `The renewal of ${org(params)} has lapsed`,
    message: (params) =>
      `${org(params)} was not confirmed by ${params.when}: ${params.title}. You can still confirm it.`,
  },
} as const satisfies Readonly<Record<string, Template>>
