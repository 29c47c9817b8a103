import type { Kind, SheetRow } from '../row.ts'

/** Who hosts an event: without the list of roles, pages that draw it stay blank. */
export const hostAt = (path: string): Record<string, Kind> => ({
  [`${path}._id`]: 'text',
  [`${path}.name`]: 'text',
  [`${path}.org_name`]: 'text?',
  [`${path}.org_profile_image`]: 'text?',
  [`${path}.image`]: 'text?',
  [`${path}.roles`]: 'list',
})

const card = {
  'events[]._id': 'text',
  'events[].name': 'text',
  'events[].type': 'text',
  'events[].status': 'text',
  'events[].start_time': 'text',
  'events[].end_time': 'text',
  'events[].location': 'text?',
  'events[].image': 'text?',
  ...hostAt('events[].hostingId'),
} as const satisfies Record<string, Kind>

export const events: readonly SheetRow[] = [
  {
    call: 'GET /get-future-events',
    when: 'anonymous',
    sends: () => ({ query: { roles: '', page: '1', limit: '15', filter: '{}' } }),
    reads: card,
  },
  {
    call: 'GET /get-future-events',
    when: 'filtered',
    as: 'member',
    sends: () => ({
      query: {
        page: '1',
        limit: '100',
        filter: '{"type":{"$in":["Competition"]},"hostingType":{"$in":["User","Admin","Org"]}}',
      },
    }),
    reads: card,
  },
  { call: 'GET /get-all-events', as: 'member', reads: card },
  {
    call: 'GET /get-my-events',
    as: 'owner',
    sends: ({ orgId }) => ({ query: { orgId, type: 'future', sort: 'asc', limit: '5' } }),
    reads: card,
  },
  {
    call: 'GET /get-my-events',
    when: 'of a person',
    as: 'outsider',
    sends: () => ({ query: { sort: 'desc', limit: '100' } }),
    reads: card,
  },
  {
    call: 'GET /going-events',
    as: 'member',
    sends: async ({ people, eventId }) => {
      await people.member.device.registerForEvent({ event_id: eventId })
      return { query: { limit: '100' } }
    },
    reads: card,
  },
  {
    call: 'GET /events-by-creator/:eventId',
    sends: async ({ people, ownId }) => {
      await people.outsider.device.createEventByForm({
        name: 'Another evening',
        type: 'Social',
        start_time: '2026-04-02T18:00:00.000Z',
        end_time: '2026-04-02T20:00:00.000Z',
        location: 'Room 2',
        visibility: 'public',
        expectedAttendance: 4,
      })
      return { path: { eventId: ownId }, query: { limit: '3' } }
    },
    reads: card,
  },
  { call: 'GET /event-recommendation', as: 'member', sends: () => ({ query: { limit: '5' } }), reads: card },
  {
    call: 'GET /:orgId/events',
    as: 'member',
    sends: ({ orgId }) => ({ path: { orgId }, query: { page: '1', limit: '10' } }),
    reads: card,
  },
]
