import { reasonText, type Template } from './event.ts'

type Params = Parameters<Template['title']>[0]

const org = ({ orgName = 'an organization' }: Params): string => orgName

/**
 * Organization templates. Params: `orgName`, and for some `senderName`, `inviterName`, `authorName`, `messagePreview`.
 */
export const orgTemplates = {
  org_message_new: {
    type: 'org',
    kind: 'messages',
    channels: ['in_app', 'push'],
    title: ({ orgName = '' }) => `New message in ${orgName}`,
    message: ({ authorName = '', messagePreview = '' }) => `${authorName}: ${messagePreview}`,
  },
  org_message_reply: {
    type: 'org',
    kind: 'messages',
    channels: ['in_app', 'push'],
    title: ({ orgName = '' }) => `New reply in ${orgName}`,
    message: ({ authorName = '', messagePreview = '' }) => `${authorName}: ${messagePreview}`,
  },
  /** Also `eventTitle`. */
  org_message_event_mention: {
    type: 'org',
    kind: 'messages',
    channels: ['in_app', 'push'],
    title: ({ orgName = '', eventTitle = '' }) => `${orgName} mentions ${eventTitle}`,
    message: ({ authorName = '', messagePreview = '' }) => `${authorName}: ${messagePreview}`,
  },
  org_pending_approval: {
    type: 'org',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: (params) => `Approval required: ${org(params)}`,
    message: (params) => `${org(params)} was created and needs your approval.`,
  },
  org_approved: {
    type: 'org',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params) => `${org(params)} was approved`,
    message: (params) => `${org(params)} was approved by the school.`,
  },
  verification_submitted: {
    type: 'org',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: (params) => `New request from ${org(params)}`,
    message: (params) => `${org(params)} requests ${params.what ?? 'verification'}.`,
  },
  verification_escalated: {
    type: 'org',
    kind: 'approvals',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `Still open: request from ${org(params)}`,
    message: (params) =>
      `The request from ${org(params)} for ${params.what ?? 'verification'} still needs a decision.`,
  },
  verification_reviewed: {
    type: 'org',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: (params) => `Request decided: ${org(params)}`,
    message: (params) =>
      `The request of ${org(params)} is now ${params.status ?? 'reviewed'}.${params.reason ? ` Note: ${params.reason}` : ''}`,
  },
  /** Budget templates. Params: `orgName`, `budgetTitle`, and an optional `note`. */
  budget_stage_waiting: {
    type: 'approval',
    kind: 'approvals',
    channels: ['in_app', 'email'],
    title: ({ budgetTitle = 'A budget' }) => `Approval required: ${budgetTitle}`,
    message: (params) => `${params.budgetTitle} of ${org(params)} needs your decision.`,
  },
  budget_approved: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: ({ budgetTitle = 'A budget' }) => `Approved: ${budgetTitle}`,
    message: (params) => `${params.budgetTitle} of ${org(params)} was approved.`,
  },
  budget_rejected: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: ({ budgetTitle = 'A budget' }) => `Rejected: ${budgetTitle}`,
    message: (params) =>
      `${params.budgetTitle} of ${org(params)} was rejected.${reasonText({ reason: params.note ?? '' })}`,
  },
  budget_revision_requested: {
    type: 'approval',
    kind: 'decisions',
    channels: ['in_app', 'email'],
    title: ({ budgetTitle = 'A budget' }) => `Changes requested: ${budgetTitle}`,
    message: (params) => `Changes were requested for ${params.budgetTitle} of ${org(params)}: ${params.note}`,
  },
  org_member_added: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `You are a member of ${org(params)}`,
    message: (params) =>
      `${params.senderName ?? 'Somebody'} added you as a member of ${org(params)}. If you refuse, nobody there can add you again for thirty days.`,
  },
  org_invite: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app'],
    title: ({ orgName = '' }) => `Invitation to ${orgName}`,
    message: ({ orgName = '', inviterName = '' }) => `${inviterName} invites you to join ${orgName}.`,
  },
} as const satisfies Readonly<Record<string, Template>>

/** Lists the roles without other holders, and the holders of the others. */
const successorText = ({ held, alone, when }: Params): string =>
  [
    alone ? ` Nobody else holds ${alone}. Assign a successor${when ? ` before ${when}` : ''}.` : '',
    held ? ` Others who hold them: ${held}.` : '',
  ].join('')

/**
 * Membership templates. Params: `orgName`, and for some `roles`, `reason`, `ownerName`. Terms also have `memberName`,
 * `when`, `alone` (roles without other holders), `held` (holders of the others), and `left` (remaining roles).
 */
export const memberTemplates = {
  org_roles_changed: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `Your roles in ${org(params)}`,
    message: (params) => `Your roles in ${org(params)} are now: ${params.roles || 'none'}.`,
  },
  org_member_removed: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `No longer a member of ${org(params)}`,
    message: (params) => `You are no longer a member of ${org(params)}.${reasonText(params)}`,
  },
  org_ownership_offered: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `You are offered the ownership of ${org(params)}`,
    message: (params) =>
      `The owner of ${org(params)} offers you the ownership. Accept or decline within 14 days. If you accept, you become the owner at once.`,
  },
  /** Also `memberName`. */
  org_ownership_declined: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `Ownership of ${org(params)} declined`,
    message: (params) =>
      `${params.memberName || 'The member'} declined the ownership of ${org(params)}. You remain the owner.`,
  },
  org_ownership_given: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `You are the owner of ${org(params)}`,
    message: (params) => `You are now the owner of ${org(params)}.`,
  },
  org_ownership_taken: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params) => `New owner: ${org(params)}`,
    message: (params) => `${params.ownerName ?? 'Somebody else'} is now the owner of ${org(params)}.`,
  },
  org_term_ending: {
    type: 'membership',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Your term in ${org(params)} ends`,
    message: (params) =>
      `Your term as ${params.roles} in ${org(params)} ends on ${params.when}.${successorText(params)}`,
  },
  org_term_ending_of: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `A term in ${org(params)} ends`,
    message: (params) =>
      `The term of ${params.memberName} as ${params.roles} in ${org(params)} ends on ${params.when}.${successorText(params)}`,
  },
  org_term_ended: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `Your term in ${org(params)} has ended`,
    message: (params) =>
      `Your term as ${params.roles} in ${org(params)} has ended. Your roles are now: ${params.left}.`,
  },
  org_term_ended_of: {
    type: 'membership',
    kind: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `A term in ${org(params)} has ended`,
    message: (params) =>
      `The term of ${params.memberName} as ${params.roles} in ${org(params)} has ended.${successorText(params)}`,
  },
} as const satisfies Readonly<Record<string, Template>>
