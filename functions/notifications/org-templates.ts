import type { Template } from './template.ts'

type Params = Parameters<Template['title']>[0]

const org = ({ orgName = 'an organization' }: Params): string => orgName

/** Notices of organizations: params `orgName`, and where they apply `senderName`, `inviterName`, `authorName`, `messagePreview`, `reason`. */
export const orgTemplates = {
  org_member_applied: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `New application to ${org(params)}`,
    message: (params) => `${params.senderName ?? 'Somebody'} wants to join ${org(params)}.`,
  },
  org_application_approved: {
    type: 'membership',
    channels: ['in_app', 'email', 'push'],
    title: (params) => `Welcome to ${org(params)}`,
    message: (params) => `Your application to ${org(params)} was approved.`,
  },
  org_application_rejected: {
    type: 'membership',
    channels: ['in_app', 'email'],
    title: (params) => `Your application to ${org(params)}`,
    message: (params) =>
      `Your application to ${org(params)} was not accepted.${params.reason ? ` Reason: ${params.reason}` : ''}`,
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
} as const satisfies Readonly<Record<string, Template>>
