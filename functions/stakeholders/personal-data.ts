import type { PersonalData } from '../../lib/personal-data.ts'
import { findHeldRoles } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'stakeholderRoles',
    of: 'school',
    entities: ['StakeholderMember', 'StakeholderRole'],
    holds: 'Stakeholder roles that you hold, since when and by whom they were given',
    removed: 'Within minutes',
    kept: {
      why: 'A role keeps the ids of those who are asked in its place, and of who gave it to others, until an administrator changes it',
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
    holds: 'Approvals of events that you took part in',
    removed: 'Not with the account; with the event, 30 days after it was deleted',
    kept: {
      why: 'That an event was approved, and by whom, is a record of the school; it names people by an id, which after the deletion leads nowhere',
      entities: { ApprovalInstance: 'ids', ApprovalWait: 'ids' },
    },
    withheld: 'Approvals are kept by event: read them there',
  },
]
