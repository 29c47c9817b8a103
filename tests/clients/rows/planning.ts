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
]
