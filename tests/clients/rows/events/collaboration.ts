import type { SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'

/** The helping club is asked to help with an event. */
const asked = async ({ people, orgId, helperId }: Scene) => {
  const hosted = { hostingType: 'Org', hostingId: orgId }
  const id = await eventBy(people.owner.device, hosted)
  await happened(people.owner.device.inviteCollaborators({ id, collaboratorOrgIds: [helperId] }))
  const { body } = await happened(people.member.device.listCollaborationInvites({ orgId: helperId }))
  const { _id: inviteId } = body.data.invites.find(
    ({ event }: { event: { _id: string } }) => event._id === id,
  )
  return { id, inviteId, orgId: helperId }
}

export const collaboration: readonly SheetRow[] = [
  {
    call: 'POST /events/:id/collaborators',
    as: 'owner',
    sends: async ({ people, orgId, helperId }) => ({
      path: { id: await eventBy(people.owner.device, { hostingType: 'Org', hostingId: orgId }) },
      body: { collaboratorOrgIds: [helperId] },
    }),
    reads: { message: 'text' },
  },
  {
    call: 'DELETE /events/:id/collaborators/:orgId',
    as: 'owner',
    sends: async (scene) => ({ path: await asked(scene) }),
    reads: { message: 'text' },
  },
  {
    call: 'GET /org-event-management/:orgId/collaboration-invites/pending',
    as: 'member',
    sends: async (scene) => ({ path: await asked(scene) }),
    reads: {
      'data.invites[]._id': 'text',
      'data.invites[].event.name': 'text',
      'data.invites[].event.start_time': 'text',
      'data.invites[].hostOrg.org_name': 'text',
    },
  },
  {
    call: 'POST /event-collaboration-invites/:inviteId/accept',
    as: 'member',
    sends: async (scene) => ({ path: await asked(scene), body: {} }),
    reads: { message: 'text' },
  },
  {
    call: 'POST /event-collaboration-invites/:inviteId/decline',
    as: 'member',
    sends: async (scene) => ({ path: await asked(scene), body: {} }),
    reads: { message: 'text' },
  },
]
