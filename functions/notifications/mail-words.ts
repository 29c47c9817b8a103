import type { Translate } from '../../lib/contract/text/locale.ts'
import { english } from '../../lib/message.ts'
import type { NotificationKind } from './contract/kinds.ts'
import type { MailSelection } from './unsubscribe-token.ts'

/** The names of kinds, for sentences. */
const names: Readonly<Record<NotificationKind, (t: Translate) => string>> = {
  announcements: (t) => t('announcements of organizations'),
  messages: (t) => t('messages of organizations'),
  reminders: (t) => t('event reminders'),
  feedback: (t) => t('feedback requests'),
  approvals: (t) => t('approval requests'),
  decisions: (t) => t('decisions on your events and requests'),
  organizing: (t) => t('updates on events that you organize'),
  membership: (t) => t('memberships and roles'),
  news: (t) => t('school news'),
  confirmations: (t) => t('registration confirmations'),
  registrations: (t) => t('changes of your registrations and shifts'),
  account: (t) => t('account and security'),
}

export const kindName = (kind: NotificationKind, t: Translate = english): string => names[kind](t)

const ofOrganization = (kind: NotificationKind, organization: string, t: Translate): string => {
  if (kind === 'announcements') return t('announcements of {organization}', { organization })
  return kind === 'messages' ? t('messages of {organization}', { organization }) : kindName(kind, t)
}

/** The mails that a link ends, for sentences. */
export const selectionName = (
  mails: MailSelection,
  orgName: string | undefined,
  t: Translate = english,
): string => {
  if ('type' in mails) return t('emails of the type "{type}"', { type: mails.type })
  return mails.orgId === undefined
    ? kindName(mails.kind, t)
    : ofOrganization(mails.kind, orgName ?? t('this organization'), t)
}

/** Why somebody gets a mail of a kind. */
const reasons: Readonly<Record<NotificationKind, (t: Translate) => string>> = {
  announcements: (t) => t('You receive this email because an organization sends you announcements.'),
  messages: (t) => t('You receive this email because you are a member or follower of the organization.'),
  reminders: (t) => t('You receive this email because you registered for this event, or work at it.'),
  feedback: (t) => t('You receive this email because you attended this event.'),
  approvals: (t) => t('You receive this email because you can decide on this request.'),
  decisions: (t) => t('You receive this email because it is about a request of yours.'),
  organizing: (t) => t('You receive this email because you organize this event.'),
  membership: (t) => t('You receive this email because it is about your membership in a club.'),
  news: (t) => t('You receive this email because you are a member of the school.'),
  confirmations: (t) => t('You receive this email because you registered for this event.'),
  registrations: (t) =>
    t(
      'You receive this email because it is about your own registration or shift. These emails cannot be turned off.',
    ),
  account: (t) =>
    t(
      'You receive this email because it is about the security of your account or school. These emails cannot be turned off.',
    ),
}

export const reasonFor = (kind: NotificationKind, organization: string | undefined, t: Translate): string =>
  kind === 'announcements' && organization
    ? t('You receive this email because {organization} sends you announcements.', { organization })
    : reasons[kind](t)
