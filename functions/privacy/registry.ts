import { answerRetentionSeconds, keyedAnswer } from '../../lib/keyed-answer.ts'
import { firstRows, maxErasedPerPage, type PersonalData } from '../../lib/personal-data.ts'
import { personalData as analytics } from '../analytics/personal-data.ts'
import { personalData as announcements } from '../announcements/personal-data.ts'
import { personalData as answers } from '../answers/personal-data.ts'
import { personalData as approvals } from '../approvals/personal-data.ts'
import { personalData as attendance } from '../attendance/personal-data.ts'
import { personalData as audit } from '../audit/personal-data.ts'
import { personalData as budgets } from '../budgets/personal-data.ts'
import { personalData as calendars } from '../calendars/personal-data.ts'
import { personalData as checkins } from '../checkins/personal-data.ts'
import { personalData as invites } from '../invites/personal-data.ts'
import { personalData as jobs } from '../jobs/personal-data.ts'
import { personalData as members } from '../members/personal-data.ts'
import { personalData as messages } from '../messages/personal-data.ts'
import { personalData as mfa } from '../mfa/personal-data.ts'
import { personalData as notifications } from '../notifications/personal-data.ts'
import { personalData as operators } from '../operators/personal-data.ts'
import { personalData as planning } from '../planning/personal-data.ts'
import { personalData as providers } from '../providers/personal-data.ts'
import { personalData as saml } from '../saml/personal-data.ts'
import { personalData as sessions } from '../sessions/personal-data.ts'
import { personalData as stakeholders } from '../stakeholders/personal-data.ts'
import { personalData as tasks } from '../tasks/personal-data.ts'
import { personalData as users } from '../users/personal-data.ts'
import { personalData as verification } from '../verification/personal-data.ts'

/** Latest expiry of a row that was created before `since`. */
const lastExpiry = (since: string): string =>
  new Date(Date.parse(since) + answerRetentionSeconds * 1000).toISOString()

/** Rows that belong to no single domain. */
const sharedPersonalData: readonly PersonalData[] = [
  {
    name: 'repeatableAnswers',
    of: 'school',
    entities: ['KeyedAnswer'],
    holds:
      'Answers to requests with an Idempotency-Key, kept for 24 hours so that a repetition gets the same; without one the hash of what was asked to be made, for a minute',
    removed: 'Within minutes',
    async collect({ person }, table) {
      const keyParams = { person: person.user.id }
      const { items } = await firstRows((limit, cursor) =>
        table.list(keyedAnswer, { keyParams, limit, cursor }),
      )
      const rows = items.map(({ operation, key, status, body, expiresAt }) => ({
        operation,
        key,
        status,
        answer: body,
        expiresAt,
      }))
      return { rows }
    },
    async erase({ globalUserId, since }, table) {
      const keyParams = { person: globalUserId }
      const { items, cursor } = await table.list(keyedAnswer, { keyParams, limit: maxErasedPerPage })
      // A person who returns to the school is the same person, so later rows are not part of this erasure.
      const own = items.filter(({ expiresAt }) => expiresAt <= lastExpiry(since))
      await Promise.all(own.map((row) => table.remove(keyedAnswer, row)))
      return cursor !== undefined && own.length > 0
    },
  },
  {
    name: 'mails',
    of: 'school',
    entities: ['OutboxMail'],
    holds: 'Mails that are still to be sent: the address, the kind of mail and what it says',
    removed: 'Address and words as soon as the mail is sent or given up, which is a matter of minutes',
    withheld: 'A mail is in your mailbox moments later; what is left of it here names nobody',
  },
  {
    name: 'codes',
    of: 'person',
    entities: ['Code'],
    holds:
      'That a code was mailed: no code and no address, both only as what a secret or a hash makes of them',
    removed: 'At once',
    kept: {
      why: 'A code for a school address that was not linked yet is found by nobody but its owner; it ends after an hour',
      entities: { Code: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
  {
    name: 'limits',
    of: 'person',
    entities: ['RateWindow'],
    holds: 'How often something was tried within a window: no account and no address, only hashes of them',
    removed: 'By itself at the end of the window, a day at most',
    kept: {
      why: 'Whoever could empty a limit by deleting an account could go on guessing',
      entities: { RateWindow: 'ids' },
    },
    withheld: 'Nothing in it is readable',
  },
  {
    name: 'erasures',
    of: 'school',
    entities: ['Erasure'],
    holds: 'That somebody left, so that what arrives late is removed a day later',
    removed: 'By itself within four days',
    kept: { why: 'It is what the removal works from; it names ids', entities: { Erasure: 'ids' } },
    withheld: 'It begins with leaving',
  },
]

/** Rows of every domain, in the order of the export. */
export const allPersonalData: readonly PersonalData[] = [
  ...users,
  ...sessions,
  ...providers,
  ...mfa,
  ...saml,
  ...members,
  ...invites,
  ...operators,
  ...messages,
  ...verification,
  ...announcements,
  ...answers,
  ...budgets,
  ...calendars,
  ...planning,
  ...attendance,
  ...checkins,
  ...analytics,
  ...jobs,
  ...tasks,
  ...stakeholders,
  ...approvals,
  ...notifications,
  ...audit,
  ...sharedPersonalData,
]

/** Kinds of items that hold no personal data, and why. */
export const impersonalEntities: Readonly<Record<string, string>> = {
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
  FormUse: 'which events have begun to ask with a form of late',
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
  RosterHead: 'numbers of a school',
  Organization: 'an organization, and the id of its owner, who cannot leave',
  OrganizationBody: 'an organization',
  Plant: 'a plant',
  Probe: 'a sign of life of the platform',
  Pulse: 'a sign of life of the platform',
  PulseSeen: 'a sign of life of the platform',
  StreamLate: 'a sign of life of the platform',
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
  TaskBoard: 'columns and a number',
  TemplateCount: 'a number',
  TenantListing: 'a school',
  TenantRecord: 'a school',
  TopEvents: 'names and numbers of events',
  TierUse: 'a number',
  VerificationCount: 'numbers',
  VerificationGuard: 'that an organization has asked for something',
}
