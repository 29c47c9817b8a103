import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

const text = z.string()

/** One person's decision on one step. The key allows one decision for each submission, person and step. */
export const ApprovalDecision = z.object({
  eventId: text,
  submission: text,
  userId: text,
  stage: text,
  role: text,
  decision: z.enum(['approved', 'rejected', 'changes_requested', 'acknowledged']),
  reason: z.optional(text),
  /** In the order of the step's questions. */
  answers: z.optional(z.array(z.nullable(z.union([text, z.array(text)])))),
  at: text,
})
export type ApprovalDecision = z.infer<typeof ApprovalDecision>
export const approvalDecision = entity('ApprovalDecision', ApprovalDecision, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'APD#{submission}#{userId}#{stage}#{role}',
})

/** The limit of steps that one person can decide on in one submission. */
const mostOwn = 100

/** Reads one person's decisions on a submission. Strongly consistent. */
export const readOwnDecisions = async (
  table: Table,
  eventId: string,
  submission: string,
  userId: string,
): Promise<readonly ApprovalDecision[]> => {
  const keyParams = { eventId, submission, userId }
  return (await table.list(approvalDecision, { keyParams, limit: mostOwn, strong: true })).items
}

export const listDecisions = async (
  table: Table,
  eventId: string,
  submission: string,
): Promise<readonly ApprovalDecision[]> =>
  (await table.list(approvalDecision, { keyParams: { eventId, submission }, limit: 200 })).items
