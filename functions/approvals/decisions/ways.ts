import type { judgeNamed } from '../../forms/index.ts'

export type Answers = Parameters<typeof judgeNamed>[1]

/** What somebody decides. Without `stepId` it counts for every step of the stage that waits for them. */
export type Decision = {
  readonly event_id: string
  readonly stepId?: string | undefined
  readonly reason?: string | undefined
  readonly comment?: string | undefined
  readonly formResponses?: Answers | undefined
}

/** The ways to decide: the right that it takes, what the decision is called, where the event goes, what its submitter is told. */
export const ways = {
  approve: { right: 'approve_events', decision: 'approved', to: 'approved', tells: 'event_approved' },
  reject: { right: 'reject_events', decision: 'rejected', to: 'rejected', tells: 'event_rejected' },
  change: {
    right: 'request_changes',
    decision: 'changes_requested',
    to: 'draft',
    tells: 'event_changes_requested',
  },
} as const
export type Way = keyof typeof ways
