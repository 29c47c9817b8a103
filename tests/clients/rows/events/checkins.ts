import { answering } from '../../../checkins/door.ts'
import type { SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'
import { personAt } from './attendance.ts'

/** A member, an outsider and a guest of the sister school are registered for what goes on, and the desk is open. */
const opened = async ({ people, orgId, openId: eventId }: Scene) => {
  const { owner, member, outsider, visitor } = people
  for (const { device } of [member, outsider, visitor])
    await happened(device.registerForEvent({ event_id: eventId, guestCount: 1 }))
  await happened(owner.device.changeCheckInSettings({ eventId, settings: { allowEarlyCheckIn: true } }))
  await happened(owner.device.enableCheckIn({ eventId }))
  return { orgId, eventId }
}

/** With the token at the end of the link. */
const linked = async (scene: Scene) => {
  const { eventId } = await opened(scene)
  const { body } = await happened(scene.people.owner.device.getCheckInLink({ eventId }))
  return { eventId, token: body.checkInUrl.split('/').at(-1) }
}

/** The dean has answered the form of the event that goes on. */
const answered = async (scene: Scene) => {
  const { eventId } = await opened(scene)
  const { owner, dean } = scene.people
  return {
    eventId,
    responseId: await answering(scene.w, { orgId: scene.orgId, officer: owner }, eventId, dean),
  }
}

export const checkins: readonly SheetRow[] = [
  {
    call: 'GET /events/:eventId/check-in/self-registrations',
    as: 'outsider',
    sends: async (scene) => {
      const { eventId, token } = await linked(scene)
      return { path: { eventId }, query: { token } }
    },
    reads: {
      'data.registrations[].userId': 'text',
      'data.registrations[].formResponseId': 'text?',
      'data.registrations[].displayName': 'text',
    },
  },
  {
    call: 'GET /events/:eventId/check-in/self-registrations',
    when: 'anonymous',
    sends: async (scene) => {
      const { eventId, token } = await linked(scene)
      return { path: { eventId }, query: { token } }
    },
    reads: { 'data.registrations': 'list' },
  },
  {
    call: 'POST /events/:eventId/check-in/anonymous',
    as: 'outsider',
    sends: async (scene) => {
      const { eventId, token } = await linked(scene)
      return { path: { eventId }, body: { token, userId: scene.people.outsider.user._id } }
    },
    reads: {},
  },
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/check-in/registrations',
    as: 'owner',
    sends: async (scene) => ({ path: await opened(scene) }),
    reads: {
      'data.registrations[].type': 'text',
      'data.registrations[].userId': 'text',
      'data.registrations[].displayName': 'text',
      'data.registrations[].email': 'text?',
    },
  },
  {
    call: 'POST /events/:eventId/check-in/:userId',
    when: 'a guest of a sister school',
    as: 'owner',
    sends: async (scene) => {
      const path = await opened(scene)
      return { path: { ...path, userId: scene.people.visitor.user.globalUserId }, body: {} }
    },
    reads: {},
  },
  {
    call: 'GET /events/:eventId/check-in/attendees',
    as: 'owner',
    sends: async (scene) => {
      const path = await opened(scene)
      await happened(scene.people.member.device.checkInOnPage({ eventId: path.eventId }))
      return { path }
    },
    reads: {
      ...personAt('attendees[].userId'),
      'attendees[].checkedInAt': 'text',
      'stats.totalCheckedIn': 'number',
      'stats.totalRegistrations': 'number',
      'stats.checkInRate': 'number',
      'stats.anonymousBrowserCheckIns': 'number',
    },
  },
  {
    call: 'POST /events/:eventId/check-out/:userId',
    when: 'a guest of a sister school',
    as: 'owner',
    sends: async (scene) => {
      const path = await opened(scene)
      return { path: { ...path, userId: scene.people.visitor.user.globalUserId }, body: {} }
    },
    reads: {},
  },
  {
    call: 'POST /events/:eventId/check-in/enable',
    as: 'owner',
    sends: ({ openId }) => ({ path: { eventId: openId }, body: {} }),
  },
  {
    call: 'GET /events/:eventId/check-in/link',
    as: 'owner',
    sends: async (scene) => ({ path: await opened(scene) }),
    reads: { checkInUrl: 'text' },
  },
  {
    call: 'GET /events/:eventId/check-in/qr',
    as: 'owner',
    sends: async (scene) => ({ path: await opened(scene) }),
    reads: { qrCode: 'text' },
  },
  {
    call: 'POST /events/:eventId/check-in',
    as: 'member',
    sends: async (scene) => {
      const { eventId, token } = await linked(scene)
      return { path: { eventId }, body: { token } }
    },
  },
  {
    call: 'POST /events/:eventId/check-in',
    when: 'with a link that is none any more',
    as: 'member',
    sends: async (scene) => ({ path: await opened(scene), body: { token: 'worn' } }),
    refused: 403,
  },
  {
    call: 'POST /events/:eventId/check-in/self',
    as: 'member',
    sends: async (scene) => ({ path: await opened(scene), body: {} }),
  },
  {
    call: 'POST /events/:eventId/check-out',
    as: 'member',
    sends: async (scene) => ({ path: await opened(scene), body: {} }),
  },
  {
    call: 'POST /events/:eventId/check-in/disable',
    as: 'owner',
    sends: async (scene) => ({ path: await opened(scene), body: {} }),
  },
  {
    call: 'POST /events/:eventId/check-in/by-form-response/:responseId',
    as: 'owner',
    sends: async (scene) => ({ path: await answered(scene), body: {} }),
  },
  {
    call: 'POST /events/:eventId/check-out/form-response/:responseId',
    as: 'owner',
    sends: async (scene) => ({ path: await answered(scene), body: {} }),
  },
]
