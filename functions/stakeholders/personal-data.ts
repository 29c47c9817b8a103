import type { PersonalData } from '../../lib/personal-data.ts'
import { findHeldRoles } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'stakeholderRoles',
    of: 'school',
    entities: ['StakeholderMember', 'StakeholderRole'],
    holds: 'Your stakeholder roles, with start and the person who assigned them',
    removed: 'Within minutes',
    kept: {
      why: 'A role keeps the ids of its backups and of the people who assigned it, until an administrator changes it',
      entities: { StakeholderMember: 'ids', StakeholderRole: 'ids' },
    },
    async collect({ user }, table) {
      const held = user ? await findHeldRoles(table, user) : []
      return {
        rows: held.map(({ stakeholderId, assignedAt, isActive }) => ({
          stakeholderId,
          assignedAt,
          isActive,
        })),
      }
    },
  },
  {
    name: 'approvals',
    of: 'school',
    entities: ['ApprovalInstance', 'ApprovalWait'],
    holds: 'Event approvals in which you took part',
    removed: 'Not with the account. With the event, 30 days after its deletion.',
    kept: {
      why: 'The school keeps a record of who approved an event. People are ids that point to nobody after the deletion.',
      entities: { ApprovalInstance: 'ids', ApprovalWait: 'ids' },
    },
    withheld: 'Approvals are stored by event. Read them on the event.',
  },
]
