import type { SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'
import { png } from '../identity/people.ts'
import { hostAt } from './events.ts'

export const times = { start_time: '2026-05-01T18:00:00.000Z', end_time: '2026-05-01T20:00:00.000Z' } as const

/** What the form of the client sends while little of it is filled in. */
export const typed = (hostingId: string) => ({
  name: 'Early thoughts',
  type: 'Meeting',
  event_tags: '[]',
  hostingId,
  hostingType: 'Org',
  going: '[]',
  location: '',
  description: '',
  visibility: '',
  contact: '',
  registrationEnabled: 'false',
  registrationRequired: 'false',
  orgId: hostingId,
  collaboratorOrgIds: '[]',
  asDraft: 'false',
})

export const hostedBy = ({ orgId }: Scene) => ({ hostingType: 'Org', hostingId: orgId })

const drafted = async (scene: Scene): Promise<string> => {
  const { device } = scene.people.owner
  const draft = { ...hostedBy(scene), asDraft: true, requiresApproval: true }
  return eventBy(device, draft)
}

export const template = async ({ people, orgId }: Scene): Promise<string> => {
  const sent = { name: 'Club night', description: '', templateData: { type: 'meeting' } }
  return (await happened(people.owner.device.createEventTemplate({ orgId, ...sent }))).body.data._id
}

export const atTheDoor = {
  method: 'both',
  allowEarlyCheckIn: true,
  autoCheckIn: false,
  requireRegistration: false,
  allowOnPageCheckIn: true,
  allowAnonymousCheckIn: false,
  checkOutRequired: false,
}

export const planning: readonly SheetRow[] = [
  {
    call: 'GET /org-event-management/:orgId/events',
    as: 'owner',
    sends: ({ orgId }) => ({
      path: { orgId },
      query: {
        page: '1',
        limit: '10000',
        status: 'all',
        type: 'all',
        timeRange: 'all',
        sortBy: 'start_time',
        sortOrder: 'asc',
        search: '',
      },
    }),
    reads: {
      'data.events[]._id': 'text',
      'data.events[].name': 'text',
      'data.events[].status': 'text',
      'data.events[].type': 'text',
      'data.events[].start_time': 'text',
      'data.events[].end_time': 'text',
      'data.events[].location': 'text?',
      'data.events[].description': 'text?',
      'data.events[].expectedAttendance': 'number',
      'data.events[].registrationCount': 'number',
      'data.events[].collaborationRole': 'text',
      ...hostAt('data.events[].hostingId'),
      'data.pagination': 'object',
    },
  },
  {
    call: 'GET /org-event-management/:orgId/events/:eventId',
    as: 'owner',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId } }),
    reads: { 'data.event._id': 'text', ...hostAt('data.event.hostingId'), 'data.analytics': 'object' },
  },
  {
    call: 'POST /preview-approvals',
    when: 'as soon as a type is chosen',
    as: 'owner',
    sends: () => ({
      body: {
        location: '',
        type: 'Meeting',
        start_time: null,
        end_time: null,
        expectedAttendance: 0,
        name: '',
        description: '',
        visibility: '',
        customFields: {},
        classroom_id: null,
        resourceId: null,
      },
    }),
    reads: {
      'data.approvals': 'list',
      'data.acknowledgements': 'list',
      'data.notifications': 'list',
      'data.total': 'number',
    },
  },
  {
    call: 'POST /org-event-management/:orgId/event-templates',
    as: 'owner',
    sends: ({ orgId }) => ({
      path: { orgId },
      body: {
        name: 'Club night',
        description: '',
        templateData: {
          name: '',
          type: 'meeting',
          location: '',
          description: '',
          expectedAttendance: 50,
          visibility: 'public',
          contact: '',
          registrationEnabled: false,
          registrationRequired: false,
          maxAttendees: null,
          externalLink: '',
        },
      },
    }),
    reads: { 'data._id': 'text', 'data.name': 'text', 'data.templateData': 'object' },
  },
  {
    call: 'POST /create-event',
    when: 'a draft without a visibility',
    as: 'owner',
    sends: ({ orgId }) => ({
      body: {
        name: 'Early thoughts',
        type: 'Meeting',
        event_tags: '[]',
        hostingId: orgId,
        hostingType: 'Org',
        going: '[]',
        location: '',
        start_time: '2026-05-01T18:00:00.000Z',
        end_time: '2026-05-01T20:00:00.000Z',
        description: '',
        visibility: '',
        contact: '',
        registrationEnabled: 'false',
        registrationRequired: 'false',
        orgId,
        collaboratorOrgIds: '[]',
        asDraft: 'true',
      },
    }),
    reads: { eventId: 'text', orgId: 'text', orgName: 'text' },
  },
  {
    call: 'POST /create-event',
    when: 'a draft without times',
    as: 'owner',
    sends: ({ orgId }) => ({ form: { ...typed(orgId), asDraft: 'true' } }),
    reads: { eventId: 'text', orgId: 'text', orgName: 'text' },
  },
  {
    call: 'POST /create-event',
    when: 'as a form with a picture',
    as: 'owner',
    sends: ({ orgId }) => ({
      form: {
        ...typed(orgId),
        ...times,
        location: 'Main hall',
        description: 'What happens there',
        visibility: 'public',
        expectedAttendance: '40',
        maxAttendees: '50',
        rsvpEnabled: 'true',
        rsvpRequired: 'false',
        image: png,
      },
    }),
    reads: { eventId: 'text' },
  },
  {
    call: 'POST /create-event',
    when: 'by a person',
    as: 'outsider',
    sends: ({ people }) => {
      const { orgId: _, ...own } = typed(people.outsider.user._id)
      return {
        form: {
          ...own,
          ...times,
          hostingType: 'User',
          location: 'Room 2',
          description: 'Bring a game',
          visibility: 'public',
          expectedAttendance: '4',
        },
      }
    },
    reads: { eventId: 'text' },
  },
  {
    call: 'POST /publish-event/:eventId',
    as: 'owner',
    sends: async (scene) => ({ path: { eventId: await drafted(scene) }, body: {} }),
    reads: { status: 'text' },
  },
  {
    call: 'PUT /update-event/:event_id',
    as: 'outsider',
    sends: async ({ people }) => ({
      path: { event_id: await eventBy(people.outsider.device) },
      body: {
        name: 'Renamed',
        description: 'Told anew',
        contact: '',
        externalLink: '',
        expectedAttendance: 12,
        rsvpEnabled: true,
        rsvpRequired: false,
        rsvpDeadline: null,
        maxAttendees: null,
        visibility: 'public',
        type: 'Social',
        location: 'Room 3',
      },
    }),
    reads: { 'event.name': 'text' },
  },
  {
    call: 'DELETE /delete-event/:event_id',
    as: 'outsider',
    sends: async ({ people }) => ({ path: { event_id: await eventBy(people.outsider.device) } }),
  },
]
