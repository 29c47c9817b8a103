import type { SheetRow } from '../../row.ts'
import { at, staffed } from './management.ts'

export const managedMembers: readonly SheetRow[] = [
  {
    call: `GET ${at}/:orgId/members`,
    as: 'dean',
    sends: async (scene) => ({ path: await staffed(scene) }),
    reads: {
      'members[]._id': 'text',
      'members[].user_id._id': 'text',
      'members[].user_id.name': 'text',
      'members[].user_id.username': 'text',
      'members[].user_id.email': 'text',
      'members[].user_id.picture': 'text?',
      'members[].role': 'text',
    },
  },
  {
    call: `PUT ${at}/:orgId/members/:userId/role`,
    as: 'dean',
    sends: async (scene) => ({ path: await staffed(scene), body: { role: 'officer' } }),
  },
  {
    call: `DELETE ${at}/:orgId/members/:userId`,
    as: 'dean',
    sends: async (scene) => ({ path: await staffed(scene) }),
  },
]
