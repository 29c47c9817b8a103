import type { IndexName } from '../../../lib/table/schema.ts'

type Bound = {
  /** So many are put beside what the sample has: what the code allows, less that, and a hundred at most. */
  readonly most: number
  readonly why: string
  /** Only where they are found by this index or by the table's own keys; in every list unless said. */
  readonly where?: IndexName | 'table'
}

/** Kinds of items of which there are never many in one place, and what keeps them few. */
const bounded: Readonly<Record<string, Bound>> = {
  SigningKey: { most: 0, why: 'one signs, and the one before it is still believed' },
  Access: { most: 0, why: 'one for each person' },
  GlobalUser: { most: 0, why: 'one for each person' },
  ProviderLink: { most: 0, why: 'one for each provider' },
  Code: { most: 11, why: 'six mails an hour to one mailbox, each with a code of an hour' },
  Passkey: { most: 9, why: 'mostPasskeys of a person' },
  TotpSetup: { most: 29, why: 'begun thirty times an hour at most, and over after fifteen minutes' },
  Session: { most: 28, why: 'the oldest goes when there are more than maxSessions' },
  PlatformAdmin: { most: 10, why: 'named by hand' },
  TenantListing: { most: 20, why: 'schools of the platform, kept by each instance' },
  ApprovalInstance: { most: 0, why: 'one for each submission, of which the newest is read' },
  ApprovalComment: { most: 45, why: 'mostComments' },
  ApprovalDecision: { most: 40, why: 'one for each role and submission' },
  ApprovalWait: { most: 10, why: 'mostOfStage', where: 'table' },
  ApprovalFlow: { most: 0, why: 'one for each school' },
  StakeholderRole: { most: 90, why: 'mostRoles of a school' },
  Domain: { most: 90, why: 'mostDomains' },
  BudgetRevision: { most: 0, why: 'numbered, and read by their number' },
  BudgetDeed: { most: 0, why: 'one for each step that a budget took' },
  Attendee: { most: 100, why: 'no person registers for more in the thirteen months of lists', where: 'gsi1' },
  Collaborator: { most: 15, why: 'mostHelpers of an event', where: 'table' },
  ExportJob: { most: 0, why: 'one for each kind of export, of which there are two' },
  EventJob: { most: 95, why: 'mostJobs' },
  EventTemplate: { most: 95, why: 'mostTemplates' },
  OrgEventRole: { most: 95, why: 'mostRoles of an organization' },
}

export const mostOf = (kind: string, index: IndexName | undefined): number => {
  const { most, where } = bounded[kind] ?? { most: Number.POSITIVE_INFINITY }
  return where === undefined || where === (index ?? 'table') ? most : Number.POSITIVE_INFINITY
}
