import { answerRetentionSeconds, keyedAnswer } from '../../lib/keyed-answer.ts'
import { firstRows, maxErasedPerPage, type PersonalData } from '../../lib/personal-data.ts'
import { personalData as analytics } from '../analytics/personal-data.ts'
import { personalData as announcements } from '../announcements/personal-data.ts'
import { personalData as approvals } from '../approvals/personal-data.ts'
import { personalData as attendance } from '../attendance/personal-data.ts'
import { personalData as audit } from '../audit/personal-data.ts'
import { personalData as budgets } from '../budgets/personal-data.ts'
import { personalData as calendars } from '../calendars/personal-data.ts'
import { personalData as checkins } from '../checkins/personal-data.ts'
import { personalData as answers } from '../form-records/personal-data.ts'
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
      'Responses to requests with an Idempotency-Key, stored for 24 hours so that a retry gets the same response. Without a key, a hash of the create request for a minute.',
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
    holds: 'Mails that are not yet sent: the address, the kind of mail and its text',
    removed: 'Address and text within minutes, when the mail is sent or abandoned',
    withheld: 'A mail reaches your mailbox within moments. The record that stays identifies nobody.',
  },
  {
    name: 'codes',
    of: 'person',
    entities: ['Code'],
    holds: 'Codes that were mailed. The code and the address are stored only as keyed values or hashes.',
    removed: 'At once',
    kept: {
      why: 'A code for a school address that is not linked yet can be found only by the owner of the address. It expires after an hour.',
      entities: { Code: 'ids' },
    },
    withheld: 'It contains nothing readable',
  },
  {
    name: 'limits',
    of: 'person',
    entities: ['RateWindow'],
    holds: 'The number of attempts within a time window. Accounts and addresses are stored only as hashes.',
    removed: 'Automatically at the end of the window, a day at most',
    kept: {
      why: 'Deleting an account must not reset a limit, because that would allow more guesses',
      entities: { RateWindow: 'ids' },
    },
    withheld: 'It contains nothing readable',
  },
  {
    name: 'erasures',
    of: 'school',
    entities: ['Erasure'],
    holds: 'The fact that you left, so that data arriving late is removed a day later',
    removed: 'Automatically within four days',
    kept: { why: 'The removal needs it. It contains ids only.', entities: { Erasure: 'ids' } },
    withheld: 'It is created when you leave',
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
  AddressKey: 'a key for names of addresses in the log; removed after its day',
  BlockedNetwork: 'a network whose requests are refused, by its range; expires after a day at most',
  Domain: 'settings of a school',
  DomainClaim: 'a mail domain of a school',
  DueLater: 'that a task of an event failed, by the event’s id; expires after a month',
  DueMark: 'a heartbeat of the platform',
  DueRow:
    'due time of a scheduled task, by the id of its subject, such as a membership whose term ends; removed when done, and with the membership',
  Engagement: 'numbers of an organization',
  EventAgenda: 'the agenda of an event',
  EventStats: 'numbers of an event',
  FeedbackTally: 'how often the options of an event’s feedback were chosen',
  EventSystemConfig: 'settings of a school',
  ExportJob: 'that a school writes a file, and how far it is',
  FinanceConfig: 'settings of a school',
  FormUse: 'events that recently started to use a form',
  GrowthMonth: 'numbers of an event',
  GroupedChange: 'a change of an event by an operation on several events; expires after 7 days',
  GuestNews: 'that guests of an event receive a message; expires after 7 days',
  InviteSweep: 'ids of an organization’s invitations; expires after 7 days',
  JobCount: 'a number',
  JobSweep: 'ids of an event and a job; expires after 7 days',
  MailTrouble: 'that a mail failed, without its recipient',
  OrgEventRoleName: 'the name of a job',
  PushTrouble: 'that push notifications failed, without their recipients',
  ManagementConfig: 'settings of a school',
  MessageCount: 'numbers of an organization',
  NoticeSeen: 'that a change event was handled, by the key of its row; expires after 32 days',
  OrgName: 'the name of an organization',
  OrgRoleCount: 'a number',
  OrgShelf: 'the name of an organization, and the lists that show it',
  OrgSize: 'the name of an organization, and how many members it has',
  OrgStat: 'numbers',
  OrgTombstone: 'when a deleted organization is removed',
  OrgRoles: 'roles of an organization, and the id of its owner, who cannot leave',
  RenewalCampaign: 'a deadline of a school',
  RosterHead: 'numbers of a school',
  Organization: 'an organization, and the id of its owner, who cannot leave',
  OrganizationBody: 'an organization',
  Plant: 'a plant',
  Probe: 'a heartbeat of the platform',
  Pulse: 'a heartbeat of the platform',
  PulseSeen: 'a heartbeat of the platform',
  StreamLate: 'a heartbeat of the platform',
  RolledUp: 'numbers of an event',
  RollupMonth: 'numbers of a school or an organization',
  Room: 'a room of a school',
  RoomDay: 'when a room is taken, by the id of the event',
  SamlConfig: 'settings of a school',
  SamlKey: 'a key of a school',
  SamlSeen: 'a hash of a message; expires after minutes',
  ScheduleRun: 'a heartbeat of the platform',
  SchoolEvent: 'the name, state and time of an event',
  SchoolImport: 'that a school was imported from a file',
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
  VerificationGuard: 'that an organization has an open request',
}
