import type { SheetRow } from '../row.ts'
import { happened } from '../scene.ts'
import { hostAt } from './events.ts'

export const analytics: readonly SheetRow[] = [
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/dashboard',
    as: 'owner',
    sends: async ({ people, orgId, eventId, helperId }) => {
      await happened(people.owner.device.inviteCollaborators({ id: eventId, collaboratorOrgIds: [helperId] }))
      await happened(
        people.owner.device.saveAgenda({
          orgId,
          eventId,
          items: [
            {
              id: 'item-1775064000000',
              title: 'Doors open',
              description: '',
              location: '',
              startTime: '2026-04-01T18:00:00.000Z',
              endTime: '2026-04-01T18:30:00.000Z',
              type: 'Activity',
              assignedRoles: [],
            },
          ],
        }),
      )
      return { path: { orgId, eventId } }
    },
    reads: {
      'data.event._id': 'text',
      'data.event.name': 'text',
      'data.event.description': 'text',
      'data.event.contact': 'text',
      'data.event.externalLink': 'text',
      'data.event.type': 'text',
      'data.event.visibility': 'text',
      'data.event.expectedAttendance': 'number',
      'data.event.start_time': 'text',
      'data.event.end_time': 'text',
      'data.event.location': 'text',
      'data.event.classroom_id': 'text?',
      'data.event.customFields': 'object',
      'data.event.status': 'text',
      'data.event.image': 'text?',
      'data.event.registrationEnabled': 'flag',
      'data.event.registrationRequired': 'flag',
      'data.event.registrationDeadline': 'text?',
      'data.event.registrationFormId': 'text?',
      'data.event.maxAttendees': 'number?',
      'data.event.feedbackFormId': 'text?',
      'data.event.checkInEnabled': 'flag',
      'data.event.checkInSettings.method': 'text',
      'data.event.checkInSettings.allowOnPageCheckIn': 'flag',
      'data.event.checkInSettings.autoCheckIn': 'flag',
      ...hostAt('data.event.hostingId'),
      'data.event.collaboratorOrgs[].orgId.org_name': 'text',
      'data.event.collaboratorOrgs[].status': 'text',
      'data.agenda.items[].id': 'text',
      'data.agenda.isPublished': 'flag',
      'data.stats.registrationCount': 'number',
      'data.stats.operationalStatus': 'text',
      'data.stats.checkIn.totalCheckedIn': 'number',
      'data.stats.checkIn.checkInRate': 'number',
      'data.stats.checkIn.totalRegistrations': 'number',
    },
  },
]
