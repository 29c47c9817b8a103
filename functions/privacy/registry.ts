import type { PersonalData } from '../../lib/personal-data.ts'
import { personalData as analytics } from '../analytics/personal-data.ts'
import { personalData as announcements } from '../announcements/personal-data.ts'
import { personalData as approvals } from '../approvals/personal-data.ts'
import { personalData as attendance } from '../attendance/personal-data.ts'
import { personalData as audit } from '../audit/personal-data.ts'
import { personalData as budgets } from '../budgets/personal-data.ts'
import { personalData as calendars } from '../calendars/personal-data.ts'
import { personalData as checkins } from '../checkins/personal-data.ts'
import { personalData as forms } from '../forms/personal-data.ts'
import { personalData as invites } from '../invites/personal-data.ts'
import { personalData as jobs } from '../jobs/personal-data.ts'
import { personalData as members } from '../members/personal-data.ts'
import { personalData as messages } from '../messages/personal-data.ts'
import { personalData as notifications } from '../notifications/personal-data.ts'
import { personalData as planning } from '../planning/personal-data.ts'
import { personalData as providers } from '../providers/personal-data.ts'
import { personalData as saml } from '../saml/personal-data.ts'
import { personalData as sessions } from '../sessions/personal-data.ts'
import { personalData as stakeholders } from '../stakeholders/personal-data.ts'
import { personalData as users } from '../users/personal-data.ts'
import { personalData as verification } from '../verification/personal-data.ts'
import { personalData as house } from './personal-data.ts'

/** Every domain's rows, in the order of the export. */
export const everything: readonly PersonalData[] = [
  ...users,
  ...sessions,
  ...providers,
  ...saml,
  ...members,
  ...invites,
  ...messages,
  ...verification,
  ...announcements,
  ...forms,
  ...budgets,
  ...calendars,
  ...planning,
  ...attendance,
  ...checkins,
  ...analytics,
  ...jobs,
  ...stakeholders,
  ...approvals,
  ...notifications,
  ...audit,
  ...house,
]

/** Kinds of items that tell nothing about a person, and why. */
export const impersonal: Readonly<Record<string, string>> = {
  AdminCount: 'a number',
  ApprovalGroup: 'settings of an organization',
  ApprovalFlow: 'settings of a school',
  AuditDue: 'an hour of a school',
  AuditHead: 'an hour of a school',
  AuditLeaves: 'hashes of audit rows',
  AuditSeal: 'hashes of audit rows',
  BudgetCount: 'numbers of a school',
  BudgetGuard: 'that an organization has a budget of a year',
  BudgetPlace: 'when a budget of an organization was changed',
  DayTop: 'numbers of events',
  Desk: 'how people check in to an event',
  Domain: 'settings of a school',
  DomainClaim: 'a mail domain of a school',
  DueLater: 'that something of an event could not be carried out, by its id; ends after a month',
  DueMark: 'a sign of life of the platform',
  DueRow:
    'when something is due, by the id of what it is about, such as a membership whose term ends; ends when it has been carried out, and with the membership',
  Engagement: 'numbers of an organization',
  EventAgenda: 'the agenda of an event',
  EventStats: 'numbers of an event',
  FeedbackTally: 'how often the options of an event’s feedback were chosen',
  EventSystemConfig: 'settings of a school',
  ExportJob: 'that a school writes a file, and how far it is',
  FinanceConfig: 'settings of a school',
  GrowthMonth: 'numbers of an event',
  GuestNews: 'that guests of an event are told something; ends after 7 days',
  InviteSweep: 'ids of invitations of an organization; ends after 7 days',
  JobCount: 'a number',
  JobSweep: 'ids of an event and a job; ends after 7 days',
  MailTrouble: 'that a mail failed, not whose',
  OrgEventRoleName: 'the name of a job',
  PushTrouble: 'that push messages failed, not whose',
  ManagementConfig: 'settings of a school',
  MessageCount: 'numbers of an organization',
  NoticeSeen: 'that a notice was carried out, by where its row stood; ends after two days',
  OrgName: 'the name of an organization',
  OrgRoleCount: 'a number',
  OrgShelf: 'the name of an organization, and which lists it stands in',
  OrgSize: 'the name of an organization, and how many members it has',
  OrgStat: 'numbers',
  OrgTombstone: 'when a deleted organization goes',
  OrgRoles: 'roles of an organization, and the id of its owner, who cannot leave',
  Organization: 'an organization, and the id of its owner, who cannot leave',
  OrganizationBody: 'an organization',
  Plant: 'a plant',
  Probe: 'a sign of life of the platform',
  Pulse: 'a sign of life of the platform',
  PulseSeen: 'a sign of life of the platform',
  RolledUp: 'numbers of an event',
  RollupMonth: 'numbers of a school or an organization',
  Room: 'a room of a school',
  RoomDay: 'when a room is taken, by the id of the event',
  SamlConfig: 'settings of a school',
  SamlKey: 'a key of a school',
  SamlSeen: 'a hash of a message; ends after minutes',
  ScheduleRun: 'a sign of life of the platform',
  SchoolEvent: 'the name and the state of an event, and when it is',
  SchoolImport: 'that a school was brought here from a file',
  ScheduledEvent: 'when an event begins, by its id',
  SeatCounter: 'how many seats of an event are taken',
  SetupCount: 'numbers of a school',
  SigningKey: 'a public key',
  TemplateCount: 'a number',
  TenantListing: 'a school',
  TenantRecord: 'a school',
  TopEvents: 'names and numbers of events',
  TierUse: 'a number',
  VerificationCount: 'numbers',
  VerificationGuard: 'that an organization has asked for something',
}
