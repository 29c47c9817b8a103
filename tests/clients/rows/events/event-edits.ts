import type { SheetRow } from '../../row.ts'
import { eventBy, happened } from '../../scene.ts'
import { png } from '../identity/people.ts'
import { atTheDoor, hostedBy, template, times } from './planning.ts'

/** Each tab of the event's page saves what it shows. */
const editing: readonly (readonly [string, object])[] = [
  [
    'the editor',
    {
      name: 'Autumn Open',
      description: 'Nine rounds',
      type: 'Competition',
      visibility: 'public',
      expectedAttendance: 40,
      contact: '',
      externalLink: '',
      ...times,
      classroom_id: null,
      resourceId: null,
      location: 'Main hall',
      customFields: {},
    },
  ],
  ['whether people can register', { registrationEnabled: false }],
  [
    'how people register',
    {
      registrationRequired: false,
      registrationDeadline: null,
      maxAttendees: null,
      registrationFormId: null,
      notificationEmailQuestionId: null,
    },
  ],
  ['how people check in', { checkInSettings: atTheDoor }],
]

export const eventEdits: readonly SheetRow[] = [
  {
    call: 'POST /upload-event-image',
    as: 'owner',
    sends: ({ eventId }) => ({ form: { image: png, eventId } }),
    reads: { imageUrl: 'text' },
  },
  ...editing.map(
    ([when, body]): SheetRow => ({
      call: 'PUT /org-event-management/:orgId/events/:eventId',
      when,
      as: 'owner',
      sends: async (scene) => ({
        path: { orgId: scene.orgId, eventId: await eventBy(scene.people.owner.device, hostedBy(scene)) },
        body,
      }),
      reads: { 'data.event._id': 'text' },
    }),
  ),
  {
    call: 'PUT /org-event-management/:orgId/events/:eventId',
    when: 'a form that asks who comes, and one about how it was',
    as: 'owner',
    sends: async (scene) => {
      const { people, orgId } = scene
      const form = {
        title: 'How was it',
        description: '',
        questions: [{ type: 'short', question: 'And?', options: [] }],
      }
      const { body } = await happened(people.owner.device.createEventForm({ orgId, form }))
      return {
        path: { orgId, eventId: await eventBy(people.owner.device, hostedBy(scene)) },
        body: { feedbackFormId: body.data._id },
      }
    },
    reads: { 'data.event.feedbackFormId': 'text' },
  },
  {
    call: 'PUT /org-event-management/:orgId/events/:eventId',
    when: 'a way to check in that is not offered',
    as: 'owner',
    sends: ({ orgId, eventId }) => ({
      path: { orgId, eventId },
      body: { checkInSettings: { ...atTheDoor, autoCheckIn: true } },
    }),
    refused: 400,
  },
  {
    call: 'DELETE /org-event-management/:orgId/events/:eventId',
    as: 'owner',
    sends: async (scene) => ({
      path: { orgId: scene.orgId, eventId: await eventBy(scene.people.owner.device, hostedBy(scene)) },
    }),
  },
  {
    call: 'POST /org-event-management/:orgId/events/:eventId/check-room-availability',
    as: 'owner',
    sends: ({ orgId, eventId }) => ({
      path: { orgId, eventId },
      body: { startTime: times.start_time, endTime: times.end_time },
    }),
    reads: { 'data.isAvailable': 'flag' },
  },
  {
    call: 'GET /org-event-management/:orgId/event-templates',
    as: 'owner',
    sends: async (scene) => {
      await template(scene)
      return { path: { orgId: scene.orgId } }
    },
    reads: {
      'data[]._id': 'text',
      'data[].name': 'text',
      'data[].description': 'text',
      'data[].templateData': 'object',
      'data[].createdAt': 'text',
    },
  },
  {
    call: 'PUT /org-event-management/:orgId/event-templates/:templateId',
    as: 'owner',
    sends: async (scene) => ({
      path: { orgId: scene.orgId, templateId: await template(scene) },
      body: {
        name: 'Game night',
        description: '',
        templateData: { name: '', type: 'meeting', location: '' },
      },
    }),
  },
  {
    call: 'DELETE /org-event-management/:orgId/event-templates/:templateId',
    as: 'owner',
    sends: async (scene) => ({ path: { orgId: scene.orgId, templateId: await template(scene) } }),
  },
]
