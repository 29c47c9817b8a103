import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

/** Somebody, where the key says that an id is there. */
export const personAt = (path: string): Record<string, Kind> => ({
  [`${path}._id`]: 'text',
  [`${path}.name`]: 'text',
  [`${path}.username`]: 'text',
  [`${path}.picture`]: 'text?',
})

/** A member and a guest of the sister school have answered the form of an event and come. */
const attended = async ({ people, orgId, formEventId: eventId }: Scene) => {
  const { member, visitor } = people
  for (const { device } of [member, visitor])
    await happened(device.registerForEvent({ event_id: eventId, guestCount: 1, formAnswers: ['Soup', ''] }))
  return { path: { orgId, eventId, event_id: eventId } }
}

export const attendance: readonly SheetRow[] = [
  {
    call: 'GET /attendees/:event_id',
    as: 'officer',
    sends: attended,
    reads: { ...personAt('attendees[].userId'), registrationCount: 'number' },
  },
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/registration-responses',
    as: 'owner',
    sends: attended,
    reads: {
      ...personAt('data.registrations[].userId'),
      'data.registrations[].userId.email': 'text',
      'data.registrations[].registeredAt': 'text',
      'data.registrations[].guestCount': 'number',
      'data.registrations[].checkedIn': 'flag',
      'data.formResponses[]._id': 'text',
      ...personAt('data.formResponses[].submittedBy'),
      'data.formResponses[].submittedBy.email': 'text',
      'data.formResponses[].submittedAt': 'text',
      'data.formResponses[].formSnapshot.questions': 'list',
      'data.formResponses[].answers': 'list',
      'data.registrationFormId': 'text',
    },
  },
  {
    call: 'DELETE /org-event-management/:orgId/events/:eventId/registrations/:userId',
    when: 'a guest by the id that the list shows',
    as: 'owner',
    sends: async (scene) => {
      const { path } = await attended(scene)
      const { body } = await happened(
        scene.people.owner.device.listRegistrations({ orgId: path.orgId, eventId: path.eventId }),
      )
      const guests = body.data.registrations.filter(
        ({ globalUserId }: { globalUserId?: string }) => globalUserId,
      )
      return { path: { ...path, userId: guests[0].userId._id } }
    },
    reads: {},
  },
  {
    call: 'POST /rsvp/:event_id',
    as: 'outsider',
    sends: ({ formEventId }) => ({
      path: { event_id: formEventId },
      body: { guestCount: 1, formAnswers: ['Soup', ''] },
    }),
  },
  {
    call: 'POST /rsvp/:event_id',
    when: 'a guest of the sister school',
    as: 'visitor',
    sends: ({ ownId }) => ({ path: { event_id: ownId }, body: { guestCount: 1 } }),
  },
  {
    call: 'POST /rsvp/:event_id',
    when: 'a stranger, who has to sign in',
    sends: ({ formEventId, w }) => ({
      path: { event_id: formEventId },
      body: { guestCount: 1, formAnswers: ['Soup', ''], guestName: 'Gil', guestEmail: w.email('gil') },
    }),
    refused: 401,
  },
  {
    call: 'DELETE /rsvp/:event_id',
    as: 'outsider',
    sends: async ({ people, eventId }) => {
      await happened(people.outsider.device.registerForEvent({ event_id: eventId }))
      return { path: { event_id: eventId } }
    },
  },
  {
    call: 'GET /my-rsvp/:event_id',
    as: 'member',
    sends: ({ eventId }) => ({ path: { event_id: eventId } }),
    reads: { rsvp: 'object?' },
  },
  {
    call: 'GET /my-rsvps',
    as: 'member',
    sends: async ({ people, eventId, ownId }) => {
      await happened(people.member.device.registerForEvent({ event_id: eventId }))
      return { query: { eventIds: `${eventId},${ownId}` } }
    },
    reads: { rsvps: 'object' },
  },
  {
    call: 'GET /events/:event_id/registration-form',
    as: 'member',
    sends: ({ formEventId }) => ({ path: { event_id: formEventId } }),
    reads: {
      'form.questions[]._id': 'text',
      'form.questions[].type': 'text',
      'form.questions[].question': 'text',
      'form.questions[].required': 'flag',
      'form.questions[].options': 'list',
      'form.allowAnonymous': 'flag',
      'form.collectGuestDetails': 'flag',
    },
  },
  {
    call: 'DELETE /org-event-management/:orgId/events/:eventId/registration-responses/:responseId',
    as: 'owner',
    sends: async (scene) => {
      const { path } = await attended(scene)
      const { body } = await happened(
        scene.people.owner.device.listRegistrations({ orgId: path.orgId, eventId: path.eventId }),
      )
      return { path: { ...path, responseId: body.data.formResponses[0]._id } }
    },
  },
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/feedback-responses',
    as: 'owner',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId } }),
    reads: { 'data.responses': 'list', 'data.aggregated': 'object', 'data.responseCount': 'number' },
  },
]
