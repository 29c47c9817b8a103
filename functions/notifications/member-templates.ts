import type { Template } from './template.ts'

type Params = Parameters<Template['title']>[0]

const org = ({ orgName = 'an organization' }: Params): string => orgName

/** What others do to a membership: `orgName`, and where they apply `roles`, `reason`, `ownerName`. */
export const memberTemplates = {
  org_roles_changed: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `Your roles in ${org(params)}`,
    message: (params) => `Your roles in ${org(params)} are now: ${params.roles || 'none'}.`,
  },
  org_member_removed: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `No longer a member of ${org(params)}`,
    message: (params) =>
      `You are no longer a member of ${org(params)}.${params.reason ? ` Reason: ${params.reason}` : ''}`,
  },
  org_ownership_given: {
    type: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `You own ${org(params)}`,
    message: (params) => `${org(params)} was handed over to you. You are its owner now.`,
  },
  org_ownership_taken: {
    type: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `${org(params)} has another owner`,
    message: (params) => `${params.ownerName ?? 'Somebody else'} owns ${org(params)} now.`,
  },
} as const satisfies Readonly<Record<string, Template>>
