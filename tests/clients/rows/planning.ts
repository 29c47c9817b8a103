import type { SheetRow } from '../row.ts'
import { hostAt } from './events.ts'

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
]
