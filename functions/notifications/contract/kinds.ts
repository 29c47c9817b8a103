import * as z from 'zod/mini'

/** Types that other files of this folder and other domains share. */
export {
  Channel,
  MessageOrigin,
  NotificationAction,
  NotificationType,
  notificationTypes,
  PersonalChannel,
  Priority,
  personalChannels,
  Sender,
} from '../../../lib/contract/notification.ts'

/** Templates that a notification may name. Their texts are in `templates/`. */
export const templateNames = [
  'event_created',
  'approval_required',
  'event_approved',
  'event_rejected',
  'event_reminder',
  'event_cancelled',
  'event_updated',
  'event_feedback',
  'event_registered',
  'event_waitlisted',
  'waitlist_promoted',
  'registration_withdrawn',
  'event_series_failed',
  'event_collaboration_invite',
  'event_collaboration_accepted_host',
  'event_changes_requested',
  'approval_stuck',
  'approval_expired',
  'org_event_announcement',
  'job_withdrawn',
  'job_assigned',
  'org_message_new',
  'org_message_reply',
  'org_message_event_mention',
  'org_pending_approval',
  'org_approved',
  'org_refused',
  'org_closed',
  'org_deleted',
  'org_restored',
  'org_renewal_due',
  'org_renewal_lapsed',
  'verification_submitted',
  'verification_escalated',
  'verification_reviewed',
  'budget_stage_waiting',
  'budget_approved',
  'budget_rejected',
  'budget_revision_requested',
  'org_member_added',
  'org_invite',
  'org_roles_changed',
  'org_member_removed',
  'org_ownership_offered',
  'org_ownership_declined',
  'org_ownership_given',
  'org_ownership_taken',
  'org_term_ending',
  'org_term_ending_of',
  'org_term_ended',
  'org_term_ended_of',
  'org_member_applied',
  'org_application_approved',
  'org_application_rejected',
  'system',
  'custom',
] as const

/** Templates about the security of a school, which only the platform sends. */
export const securityTemplateNames = [
  'sign_in_changed',
  'break_glass_used',
  'break_glass_lost',
  'sign_in_certificate_expiring',
  'administrator_added',
  'administrator_removed',
] as const

export type TemplateName = (typeof templateNames)[number] | (typeof securityTemplateNames)[number]

/**
 * What a notification means to its reader. A kind is finer than a type. Preferences and unsubscribe links name a kind,
 * so that a link in an announcement ends no cancellations.
 */
export const notificationKinds = [
  'announcements',
  'messages',
  'reminders',
  'feedback',
  'approvals',
  'decisions',
  'organizing',
  'membership',
  'news',
  'confirmations',
  'registrations',
  'account',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** Kinds that people can mute for one organization. */
export const organizationKinds = ['announcements', 'messages'] as const
export type OrganizationKind = (typeof organizationKinds)[number]

/** Kinds about the reader's own seat and account. They always reach the inbox, and the reader by mail. */
export const essentialKinds: readonly NotificationKind[] = ['registrations', 'account']

/** Mails of these kinds have no unsubscribe link. Confirmations answer an action of the reader. */
export const kindsWithoutLink: readonly NotificationKind[] = [...essentialKinds, 'confirmations']
