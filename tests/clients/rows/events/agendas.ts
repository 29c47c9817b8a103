import type { SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'

const item = {
  id: 'item-1775064000000',
  title: 'Doors open',
  description: '',
  location: '',
  startTime: '2026-04-01T18:00:00.000Z',
  endTime: '2026-04-01T18:30:00.000Z',
  type: 'Activity',
  isPublic: true,
  assignedRoles: [],
}

const at = '/org-event-management/:orgId/events/:eventId/agenda'

/** An event of the club with one point on its agenda. */
const planned = async ({ people, orgId }: Scene) => {
  const { device } = people.owner
  const eventId = await eventBy(device, { hostingType: 'Org', hostingId: orgId })
  const { body } = await happened(device.saveAgenda({ orgId, eventId, items: [item] }))
  return { orgId, eventId, itemId: body.data.agenda.items[0].id as string }
}

export const agendas: readonly SheetRow[] = [
  {
    call: `GET ${at}`,
    as: 'owner',
    sends: async (scene) => ({ path: await planned(scene) }),
    reads: {
      'data.agenda.items[].id': 'text',
      'data.agenda.items[].title': 'text',
      'data.agenda.items[].description': 'text?',
      'data.agenda.items[].startTime': 'text',
      'data.agenda.items[].endTime': 'text',
      'data.agenda.items[].type': 'text',
      'data.agenda.items[].location': 'text?',
      'data.agenda.items[].order': 'number',
      'data.agenda.items[].isPublic': 'flag',
      'data.agenda.isPublished': 'flag',
    },
  },
  {
    call: `POST ${at}`,
    as: 'owner',
    sends: async ({ people, orgId }) => ({
      path: { orgId, eventId: await eventBy(people.owner.device, { hostingType: 'Org', hostingId: orgId }) },
      body: { items: [item] },
    }),
  },
  {
    call: `DELETE ${at}/items/:itemId`,
    as: 'owner',
    sends: async (scene) => ({ path: await planned(scene) }),
  },
  {
    call: `POST ${at}/publish`,
    as: 'owner',
    sends: async (scene) => ({ path: await planned(scene), body: {} }),
  },
  {
    call: 'POST /update-event-agenda/:eventId',
    as: 'outsider',
    sends: ({ ownId }) => {
      const { title, description, startTime, endTime, location } = item
      return {
        path: { eventId: ownId },
        body: { agenda: [{ title, description, startTime, endTime, location }] },
      }
    },
    reads: { event: 'object' },
  },
  {
    call: 'POST /update-event-agenda/:eventId',
    when: 'of a club, which has operations of its own for it',
    as: 'owner',
    sends: ({ eventId }) => {
      const { title, description, startTime, endTime, location } = item
      return { path: { eventId }, body: { agenda: [{ title, description, startTime, endTime, location }] } }
    },
    refused: 403,
  },
]
