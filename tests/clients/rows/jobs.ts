import type { SheetRow } from '../row.ts'
import { happened } from '../scene.ts'

export const jobs: readonly SheetRow[] = [
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/roles',
    as: 'owner',
    sends: async ({ people: { owner, member }, orgId, eventId }) => {
      const at = { orgId, eventId }
      const { body: made } = await happened(
        owner.device.createOrgEventRole({ orgId, name: 'Usher', description: '' }),
      )
      const orgRoleId = made.data.role._id
      const { body } = await happened(owner.device.createEventJob({ ...at, orgRoleId, requiredCount: 1 }))
      const job = { roleId: body.data.role._id, memberId: member.user._id, status: 'assigned', notes: '' }
      await happened(owner.device.createAssignment({ ...at, ...job }))
      return { path: at }
    },
    reads: {
      'data.roles[]._id': 'text',
      'data.roles[].orgRoleId': 'text',
      'data.roles[].name': 'text',
      'data.roles[].requiredCount': 'number',
      'data.roles[].assignments[]._id': 'text',
      'data.roles[].assignments[].status': 'text',
      'data.roles[].assignments[].memberId._id': 'text',
      'data.roles[].assignments[].memberId.name': 'text',
      'data.roles[].assignments[].memberId.email': 'text',
    },
  },
]
