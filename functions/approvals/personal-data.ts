import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'decisions',
    of: 'school',
    entities: ['ApprovalDecision', 'ApprovalComment'],
    holds: 'Decisions that you made on events, with reasons and answers, and remarks on their approval',
    removed: 'Not with the account; with the event, 30 days after it was deleted',
    kept: {
      why: 'That an event was approved, and by whom, is a record of the school; it names people by an id, which after the deletion leads nowhere',
      entities: { ApprovalDecision: 'ids', ApprovalComment: 'ids' },
    },
    withheld: 'Decisions are kept by event: read them there',
  },
]
