import { because, type Template } from './template.ts'

type Params = Parameters<Template['title']>[0]

const org = ({ orgName = 'an organization' }: Params): string => orgName

/** Which of the roles nobody else has, and who has the others. */
const whoElse = ({ held, alone, when }: Params): string =>
  [
    alone ? ` Nobody else holds ${alone}. Assign a successor${when ? ` before ${when}` : ''}.` : '',
    held ? ` Others who hold them: ${held}.` : '',
  ].join('')

/**
 * What becomes of a membership: `orgName`, and where they apply `roles`, `reason`, `ownerName`; of a term also `memberName`,
 * `when`, `alone` (roles that nobody else has), `held` (who has the others), and `left` (roles behind it).
 */
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
    message: (params) => `You are no longer a member of ${org(params)}.${because(params)}`,
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
  org_term_ending: {
    type: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Your term in ${org(params)} ends`,
    message: (params) =>
      `Your term as ${params.roles} in ${org(params)} ends on ${params.when}.${whoElse(params)}`,
  },
  org_term_ending_of: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `A term in ${org(params)} ends`,
    message: (params) =>
      `The term of ${params.memberName} as ${params.roles} in ${org(params)} ends on ${params.when}.${whoElse(params)}`,
  },
  org_term_ended: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `Your term in ${org(params)} has ended`,
    message: (params) =>
      `Your term as ${params.roles} in ${org(params)} has ended. Your roles are now: ${params.left}.`,
  },
  org_term_ended_of: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `A term in ${org(params)} has ended`,
    message: (params) =>
      `The term of ${params.memberName} as ${params.roles} in ${org(params)} has ended.${whoElse(params)}`,
  },
} as const satisfies Readonly<Record<string, Template>>
