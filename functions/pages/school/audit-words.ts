import type { AuditAction } from '../../../lib/identity/audit/actions.ts'
import { msg, t } from '../locale.ts'

type Names = Readonly<Record<string, string>>

/** Actions of the audit log in words. */
export const auditActions: Readonly<Record<AuditAction, string>> = {
  'account.delete': msg('Account deleted'),
  'account.leave': msg('Left the school'),
  'account.secured': msg('Account secured'),
  'affiliated_email.link': msg('School address linked'),
  'affiliated_email.unlink': msg('School address removed'),
  'announcement.send': msg('Announcement sent'),
  'announcement.upload': msg('Picture of an announcement uploaded'),
  'approvals.approve': msg('Event approved'),
  'approvals.delegate': msg('Decision delegated'),
  'approvals.domain.create': msg('Department or facility created'),
  'approvals.domain.delete': msg('Department or facility deleted'),
  'approvals.domain.update': msg('Department or facility changed'),
  'approvals.flow': msg('Approval steps changed'),
  'approvals.reject': msg('Event rejected'),
  'approvals.request_changes': msg('Changes to an event requested'),
  'approvals.role.assign': msg('Approver appointed'),
  'approvals.role.create': msg('Approver role created'),
  'approvals.role.unassign': msg('Approver removed'),
  'approvals.role.update': msg('Approver role changed'),
  'approvals.settings': msg('Event settings changed'),
  'budget.created': msg('Budget created by an administrator'),
  'budget.edited': msg('Budget edited by an administrator'),
  'budget.rejected': msg('Budget rejected by an administrator'),
  'budget.revision_requested': msg('Changes to a budget requested by an administrator'),
  'budget.stage_approved': msg('Budget stage approved by an administrator'),
  'budget.submitted': msg('Budget submitted by an administrator'),
  'budget.deleted': msg('Budget deleted by an administrator'),
  'budget.withdrawn': msg('Budget withdrawn by an administrator'),
  'email.verify': msg('Email address confirmed'),
  'event.attendance_added': msg('Attendance added later'),
  'event.attendance_taken_back': msg('Check-in removed later'),
  'event.attendees_exported': msg('Attendees exported'),
  'event.door_credential_made': msg('Helper link created'),
  'event.door_credential_revoked': msg('Helper link ended'),
  'event.report_exported': msg('Event report exported'),
  'event.scans_brought_late': msg('Late check-in scans received'),
  'export.finished': msg('Export finished'),
  'export.handed_out': msg('Export downloaded'),
  'export.removed': msg('Export deleted'),
  'export.started': msg('Export started'),
  'factor.added': msg('Second factor added'),
  'factor.assistance': msg('Lost second factor handled'),
  'factor.recovery': msg('Second factors recovered'),
  'factor.removed': msg('Second factor removed'),
  'factor.renamed': msg('Second factor renamed'),
  'factor.renewed': msg('Recovery codes renewed'),
  'factor.used': msg('Second factor used'),
  'finance.config': msg('Budget settings changed'),
  'form.delete': msg('Form deleted'),
  'identity.link': msg('Sign-in method linked'),
  'identity.move': msg('Identity moved'),
  'identity.unlink': msg('Sign-in method removed'),
  'impersonation.start': msg('Started acting as another person'),
  'impersonation.stop': msg('Stopped acting as another person'),
  'management.config': msg('Club settings changed'),
  'management.renewal': msg('Yearly renewal started'),
  'notification.batch': msg('Notifications sent'),
  'notification.create': msg('Notification sent'),
  'notification.organization': msg('Notification to a club sent'),
  'notification.system': msg('Announcement to the school sent'),
  'organization.approval_type': msg('Approval group changed'),
  'organization.approve': msg('Club approved'),
  'organization.change': msg('Club changed'),
  'organization.delete': msg('Club deleted'),
  'organization.edit': msg('Club edited by an administrator'),
  'organization.lifecycle': msg('Club status changed'),
  'organization.members_exported': msg('Club members exported'),
  'organization.ownership': msg('Club ownership transferred'),
  'organization.ownership_offer': msg('Club ownership offered'),
  'organization.ownership_withdraw': msg('Offer of club ownership withdrawn'),
  'organization.refuse': msg('Club refused'),
  'organization.renewal': msg('Club renewal confirmed'),
  'organization.restore': msg('Club restored'),
  'organization.resubmit': msg('Club submitted again'),
  'organization.roles': msg('Club role assigned'),
  'password.change': msg('Password changed'),
  'password.reset': msg('Password reset'),
  'password.set': msg('Password set'),
  'platform_admin.add': msg('Platform administrator added'),
  'platform_admin.remove': msg('Platform administrator removed'),
  'room.create': msg('Room added'),
  'room.delete': msg('Room deleted'),
  'room.update': msg('Room changed'),
  'saml.configure': msg('Identity provider changed'),
  'saml.migration_close': msg('Migration period closed'),
  'saml.migration_list': msg('Migration list changed'),
  'saml.migration_move': msg('Account moved to the new provider'),
  'saml.migration_open': msg('Migration period opened'),
  'saml.refresh': msg('Identity provider metadata refreshed'),
  'session.break_glass': msg('Signed in by emergency access'),
  'session.own_proof': msg('Identity confirmed in a session'),
  'session.reuse': msg('Stolen session ended'),
  'tenant.break_glass_lost': msg('Emergency access lost'),
  'tenant.create': msg('School enrolled'),
  'tenant.door': msg('Sign-in rules changed'),
  'tenant.email_domain.claim': msg('Mail domain claimed'),
  'tenant.email_domain.remove': msg('Mail domain removed'),
  'tenant.email_domain.verify': msg('Mail domain verified'),
  'tenant.imported': msg('School imported'),
  'tenant.roster': msg('Roster changed'),
  'tenant.second_factor': msg('Second-factor rules changed'),
  'tenant.update': msg('School record changed'),
  'user.access': msg('Access suspended or restored'),
  'user.readmitted': msg('Suspension lifted'),
  'user.role_added': msg('Role added'),
  'user.role_removed': msg('Role removed'),
  'user.roles': msg('Role changed'),
  'user.suspended': msg('Person suspended'),
  'verification.review': msg('Verification reviewed'),
  'verification.submit': msg('Verification requested'),
  'ways.removed': msg('Sign-in methods removed'),
}

/** An action in words; one without words by its own name. */
export const actionWords = (action: string): string => {
  const text = (auditActions as Names)[action]
  return text === undefined ? action.replaceAll(/[._]/g, ' ') : t(text)
}

/** Kinds of things that an action affects. */
const targets: Names = {
  approvalFlow: msg('Approval steps'),
  budget: msg('Budget'),
  domain: msg('Department or facility'),
  event: msg('Event'),
  eventSystemConfig: msg('Event settings'),
  export: msg('Export'),
  finance: msg('Budget settings'),
  form: msg('Form'),
  globalUser: msg('Account'),
  managementConfig: msg('Club settings'),
  notification: msg('Notification'),
  organization: msg('Club'),
  renewal: msg('Renewal'),
  room: msg('Room'),
  saml: msg('Identity provider'),
  session: msg('Session'),
  stakeholderRole: msg('Approver role'),
  tenant: msg('School'),
  tenantUser: msg('Person'),
  user: msg('Person'),
}

export const targetWords = (type: string): string => t(targets[type] ?? type)

/** Details of an entry in words. Others name rows of the table, which say nothing to a reader. */
const details: Names = {
  added: msg('Added'),
  by: msg('By'),
  changed: msg('Changed'),
  did: msg('Step'),
  currency: msg('Currency'),
  domain: msg('Domain'),
  dueAt: msg('Due'),
  emailDomains: msg('Mail domains'),
  endsAt: msg('Ends'),
  fields: msg('Fields'),
  format: msg('Format'),
  issuer: msg('Identity provider'),
  kind: msg('Kind'),
  locale: msg('Language and region'),
  location: msg('Place'),
  logo: msg('Logo'),
  color: msg('Color'),
  mode: msg('Change'),
  name: msg('Name'),
  newMembers: msg('Who can join'),
  parts: msg('Parts'),
  password: msg('Password'),
  people: msg('People'),
  purpose: msg('Purpose'),
  reason: msg('Reason'),
  removed: msg('Removed'),
  role: msg('Role'),
  roles: msg('Roles'),
  rows: msg('Rows'),
  school: msg('School'),
  scope: msg('Scope'),
  sessions: msg('Sessions'),
  status: msg('Status'),
  statusMessage: msg('Message to people'),
  timezone: msg('Time zone'),
  type: msg('Type'),
  verificationType: msg('Level'),
  webOrigin: msg('Address of its own web app'),
  what: msg('Method'),
}

/** Stored values of details in words. */
const values: Names = {
  account: msg('Account'),
  active: msg('Open'),
  add: msg('Added'),
  admin: msg('Administrator'),
  administrator: msg('Administrator'),
  administrators: msg('Administrators'),
  anybody: msg('Anyone'),
  approval_group: msg('Approval group'),
  approved: msg('Approved'),
  basic: msg('Basic'),
  begun: msg('Started'),
  budgetTemplates: msg('Budget templates'),
  calendar: msg('Calendar address'),
  changed: msg('Changed'),
  coming_soon: msg('Opens soon'),
  completed: msg('Completed'),
  confirmed: msg('Confirmed'),
  'deployment list': msg("Listed in the platform's configuration"),
  domains: msg('People with a verified school address'),
  ended: msg('Ended'),
  hidden: msg('Open, and not listed'),
  invited: msg('People invited by a club'),
  kept: msg('Unchanged'),
  maintenance: msg('Closed for now'),
  none: msg('None'),
  opened: msg('Started'),
  organization: msg('Club'),
  organizations: msg('Clubs'),
  passkey: msg('Passkey'),
  pending: msg('Pending'),
  platform_admin: msg('Platform administrator'),
  push: msg('Push messages'),
  recovery: msg('Account recovery'),
  recovery_code: msg('Recovery codes'),
  recovery_codes: msg('Recovery codes'),
  regular: msg('Club'),
  rejected: msg('Rejected'),
  remove: msg('Removed'),
  replace: msg('Replaced'),
  reset: msg('Password reset'),
  root: msg('Platform administrator'),
  rostered: msg('People on the roster'),
  saml: msg('School sign-in'),
  school: msg('School'),
  sign_out: msg('Signing out'),
  totp: msg('Authenticator app'),
  user: msg('Member'),
  wait: msg('Waiting period'),
  withdrawn: msg('Withdrawn'),
  workflowPresets: msg('Approval steps'),
}

/** Settings that an entry names as changed. Others show their own name, in words. */
const settings: Names = {
  allowIndividualUserHosting: msg('Hosting without a club'),
  blackoutDates: msg('Closed periods'),
  defaultEventSettings: msg('Defaults of new events'),
  formConfig: msg('Event form'),
  messaging: msg('News'),
  minBookingAdvance: msg('Minimum notice for new events'),
  notificationSettings: msg('Reminders'),
  orgApproval: msg('New clubs'),
  pageSettings: msg('Front page'),
  reporting: msg('Insights'),
  restrictedEventTypes: msg('Blocked event types'),
  userOnboarding: msg('Welcome text'),
  verificationEnabled: msg('Verification'),
}

const settingWords = (name: string): string => {
  const text = settings[name]
  return text === undefined ? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() : t(text)
}

/** Details that hold names and texts of people, which are shown as they are. */
const verbatim = new Set(['name', 'location', 'domain', 'emailDomains', 'issuer', 'logo', 'webOrigin'])

/** A value in words: the old and the new one of a change, or those of a list. */
const valueWords = (name: string, value: string): string => {
  // An empty list has no words on its side of a change.
  if (value.startsWith(' \u2192 ')) return `${t('None')}${value}`
  if (value.endsWith(' \u2192 ')) return `${value}${t('None')}`
  if (verbatim.has(name))
    return value
      .split(' \u2192 ')
      .map((side) => (side === 'none' ? t('None') : side))
      .join(' \u2192 ')
  if (name === 'changed') return value.split(', ').map(settingWords).join(', ')
  const separators = [' \u2192 ', ', ', ' ']
  const separator = Object.hasOwn(values, value) ? '' : separators.find((mark) => value.includes(mark))
  const parts = separator ? value.split(separator) : [value]
  const isChange = separator === separators[0]
  if (!isChange && !parts.every((part) => Object.hasOwn(values, part))) return value.replaceAll('_', ' ')
  const words = parts.map((part) => (Object.hasOwn(values, part) ? t(values[part] ?? '') : part))
  return words.join(isChange ? separator : ', ')
}

/** Counts that only their action explains. */
const counts: Readonly<Record<string, Names>> = {
  'approvals.flow': { added: msg('Steps added'), removed: msg('Steps removed'), steps: msg('Steps changed') },
  'tenant.roster': { added: msg('Addresses added'), removed: msg('Addresses removed') },
}

/** The details of an entry that a reader can use: name in words, and value. */
export const detailWords = (
  detail: Readonly<Record<string, string>> = {},
  action = '',
): (readonly [string, string])[] =>
  Object.entries(detail).flatMap(([name, value]) => {
    const text = counts[action]?.[name] ?? details[name]
    return text === undefined || value === '' ? [] : [[t(text), valueWords(name, value)] as const]
  })
