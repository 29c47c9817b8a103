import type { Kind, SheetRow } from '../../row.ts'
import { happened } from '../../scene.ts'

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
  'events[].description': 'text?',
  ...hostAt('events[].hostingId'),
} as const satisfies Record<string, Kind>

export const events: readonly SheetRow[] = [
  {
    call: 'GET /get-event/:event_id',
    as: 'owner',
    sends: async ({ people, eventId, helperId }) => {
      await happened(people.owner.device.inviteCollaborators({ id: eventId, collaboratorOrgIds: [helperId] }))
      return { path: { event_id: eventId } }
    },
    reads: {
      'event.name': 'text',
      'event.status': 'text',
      'event.start_time': 'text',
      'event.end_time': 'text',
      'event.image': 'text?',
      'event.tags': 'list',
      ...hostAt('event.hostingId'),
      'event.collaboratorOrgs[].orgId._id': 'text',
      'event.collaboratorOrgs[].orgId.org_name': 'text',
      'event.collaboratorOrgs[].orgId.org_profile_image': 'text',
      'event.collaboratorOrgs[].status': 'text',
      'event.registrationForm': 'object?',
      'event.registrationFormId': 'text?',
      'event.registrationCount': 'number',
      'event.maxAttendees': 'number?',
      'event.checkInEnabled': 'flag',
      'event.checkInSettings.method': 'text',
      'event.currentUserCheckedIn': 'flag',
      'event.canManageEvent': 'flag',
      'event.manageableOrgId': 'text',
      'event.manageableOrgName': 'text',
    },
  },
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
  {
    call: 'GET /get-events-by-range',
    when: 'of one host',
    as: 'officer',
    sends: ({ orgId }) => ({
      query: {
        start: '2026-03-29T00:00:00.000Z',
        end: '2026-05-02T23:59:59.999Z',
        filter: JSON.stringify({ hostingId: { $eq: orgId } }),
      },
    }),
    reads: card,
  },
  {
    call: 'GET /get-events-by-range',
    when: 'for staff',
    as: 'dean',
    sends: ({ people }) => ({
      query: {
        start: '2026-03-29T00:00:00.000Z',
        end: '2026-05-02T23:59:59.999Z',
        filter: JSON.stringify({
          type: { $in: ['Competition'] },
          creator: { $in: [people.owner.user._id] },
          status: { $in: ['approved', 'not-applicable'] },
        }),
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
    reads: { ...card, 'events[].approvalReference': 'object?' },
  },
  {
    call: 'GET /going-events',
    as: 'member',
    sends: async ({ people, eventId }) => {
      await happened(people.member.device.registerForEvent({ event_id: eventId }))
      return { query: { limit: '100' } }
    },
    reads: card,
  },
  {
    call: 'GET /events-by-creator/:eventId',
    sends: async ({ people, ownId }) => {
      await happened(
        people.outsider.device.createEventByForm({
          name: 'Another evening',
          type: 'Social',
          start_time: '2026-04-02T18:00:00.000Z',
          end_time: '2026-04-02T20:00:00.000Z',
          location: 'Room 2',
          visibility: 'public',
          expectedAttendance: 4,
        }),
      )
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
