import type { NotificationKind } from './contract/kinds.ts'
import type { MailSelection } from './unsubscribe-token.ts'

/** The names of kinds, for sentences. */
export const kindNames: Readonly<Record<NotificationKind, string>> = {
  announcements: 'announcements of organizations',
  messages: 'messages of organizations',
  reminders: 'event reminders',
  feedback: 'feedback requests',
  approvals: 'approval requests',
  decisions: 'decisions on your events and requests',
  organizing: 'updates on events that you organize',
  membership: 'memberships and roles',
  news: 'school news',
  confirmations: 'registration confirmations',
  registrations: 'changes of your registrations and shifts',
  account: 'account and security',
}

/** The mails that a link ends, for sentences. */
export const selectionName = (mails: MailSelection, orgName = 'this organization'): string => {
  if ('type' in mails) return `mails of the type "${mails.type}"`
  return mails.orgId === undefined ? kindNames[mails.kind] : `${mails.kind} of ${orgName}`
}

/** Why somebody gets a mail of a kind. */
const reasons: Readonly<Record<NotificationKind, string>> = {
  announcements: 'an organization sends you announcements',
  messages: 'you are a member or follower of the organization',
  reminders: 'you registered for this event, or work at it',
  feedback: 'you attended this event',
  approvals: 'you can decide on this request',
  decisions: 'it is about a request of yours',
  organizing: 'you organize this event',
  membership: 'it is about your membership in an organization',
  news: 'you are a member of the school',
  confirmations: 'you registered for this event',
  registrations: 'it is about your own registration or shift. These mails cannot be turned off',
  account: 'it is about the security of your account or school. These mails cannot be turned off',
}

export const reasonFor = (kind: NotificationKind, orgName: string | undefined): string =>
  kind === 'announcements' && orgName
    ? `You get this mail because ${orgName} sends you announcements.`
    : `You get this mail because ${reasons[kind]}.`
