import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'decisions',
    of: 'school',
    entities: ['ApprovalDecision', 'ApprovalComment'],
    holds: 'Your decisions on events, with reasons and answers, and your comments on approvals',
    removed: 'Not with the account. With the event, 30 days after its deletion.',
    kept: {
      why: 'The school keeps a record of who approved an event. People are ids that point to nobody after the deletion.',
      entities: { ApprovalDecision: 'ids', ApprovalComment: 'ids' },
    },
    withheld: 'Decisions are stored by event. Read them on the event.',
  },
]
