import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

const message = (path: string): Record<string, Kind> => ({
  [`${path}._id`]: 'text',
  [`${path}.content`]: 'text',
  [`${path}.authorId._id`]: 'text',
  [`${path}.authorId.name`]: 'text',
  [`${path}.authorId.username`]: 'text',
  [`${path}.authorId.picture`]: 'text?',
  [`${path}.authorRoleDisplayName`]: 'text',
  [`${path}.sendAsOrg`]: 'flag',
  [`${path}.likes`]: 'list',
  [`${path}.likeCount`]: 'number',
  [`${path}.replyCount`]: 'number',
  [`${path}.createdAt`]: 'text',
})

const mentioned: Record<string, Kind> = {
  'messages[].mentionedEvents[]._id': 'text',
  'messages[].mentionedEvents[].name': 'text',
  'messages[].mentionedEvents[].start_time': 'text',
  'messages[].mentionedEvents[].location': 'text',
  'messages[].mentionedEvents[].image': 'text?',
  'messages[].mentionedEvents[].type': 'text',
}

/** The owner has written, and mentioned an event. */
const written = async ({ people, orgId, eventId }: Scene) => {
  const content = `Come to our event: @event:${eventId}`
  const { body } = await happened(people.owner.device.postMessage({ orgId, content }))
  return { orgId, messageId: body.data._id }
}

export const messages: readonly SheetRow[] = [
  {
    call: 'POST /org-messages/:orgId/messages',
    as: 'owner',
    sends: ({ orgId, eventId }) => ({
      path: { orgId },
      body: { content: `Soon: @event:${eventId}`, visibility: 'members_only', sendAsOrg: false },
    }),
    reads: message('data'),
  },
  {
    call: 'GET /org-messages/:orgId/messages',
    as: 'member',
    sends: async (scene) => {
      await written(scene)
      return { path: { orgId: scene.orgId }, query: { page: '1', limit: '20' } }
    },
    reads: { ...message('messages[]'), ...mentioned, 'pagination.pages': 'number' },
  },
  {
    call: 'GET /org-messages/:orgId/messages/:messageId',
    as: 'member',
    sends: async (scene) => {
      const path = await written(scene)
      await happened(scene.people.owner.device.replyToMessage({ ...path, content: 'And you?' }))
      return { path }
    },
    reads: message('replies[]'),
  },
  {
    call: 'DELETE /org-messages/:orgId/messages/:messageId',
    as: 'owner',
    sends: async (scene) => ({ path: await written(scene) }),
  },
  {
    call: 'POST /org-messages/:orgId/messages/:messageId/like',
    as: 'member',
    sends: async (scene) => ({ path: await written(scene), body: {} }),
    reads: { liked: 'flag', likeCount: 'number' },
  },
  {
    call: 'POST /org-messages/:orgId/messages/:messageId/reply',
    as: 'officer',
    sends: async (scene) => ({ path: await written(scene), body: { content: 'Gladly' } }),
  },
]

/** Somebody comes to the event. */
const expected = async ({ people, orgId, eventId }: Scene) => {
  await happened(people.member.device.registerForEvent({ event_id: eventId }))
  return { orgId, eventId }
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

export const announcements: readonly SheetRow[] = [
  {
    call: 'POST /org-messages/:orgId/events/:eventId/announcements',
    as: 'owner',
    sends: async (scene) => ({
      path: await expected(scene),
      body: {
        content: 'Bring a warm coat.',
        sendAsOrg: true,
        excludeUserIds: [],
        channels: { inApp: true, email: true },
      },
    }),
  },
  {
    call: 'POST /org-messages/:orgId/events/:eventId/announcements',
    when: 'as a form with a file',
    as: 'owner',
    sends: async (scene) => ({
      path: await expected(scene),
      form: {
        content: 'The plan is attached.',
        subject: 'The plan',
        sendAsOrg: 'true',
        excludeUserIds: '[]',
        excludeEmails: '[]',
        additionalEmails: JSON.stringify([scene.w.email('helper')]),
        channels: JSON.stringify({ inApp: true, email: true }),
        attachments: pdf,
      },
    }),
  },
  {
    call: 'GET /org-messages/:orgId/events/:eventId/announcements',
    as: 'owner',
    sends: async (scene) => ({ path: await expected(scene) }),
    reads: {
      'data.announcements[].subject': 'text?',
      'data.announcements[].content': 'text',
      'data.announcements[].createdAt': 'text',
      'data.announcements[].channels.inApp': 'flag',
      'data.announcements[].channels.email': 'flag',
      'data.announcements[].authorId.name': 'text',
      'data.announcements[].sendAsOrg': 'flag',
    },
  },
  {
    call: 'GET /org-messages/:orgId/events/:eventId/announcement-recipients',
    as: 'owner',
    sends: async (scene) => ({ path: await expected(scene) }),
    reads: {
      'data.recipients[].userId': 'text',
      'data.recipients[].name': 'text',
      'data.recipients[].email': 'text?',
      'data.recipients[].isAnonymous': 'flag?',
      'data.anonymousWithNoEmailCount': 'number',
    },
  },
  {
    call: 'GET /events/:eventId/announcements',
    as: 'outsider',
    sends: async (scene) => {
      const { eventId } = await expected(scene)
      await scene.people.outsider.device.registerForEvent({ event_id: eventId })
      return { path: { eventId } }
    },
    reads: {
      'data.announcements[]._id': 'text',
      'data.announcements[].authorId.name': 'text',
      'data.announcements[].authorId.picture': 'text?',
      'data.announcements[].subject': 'text?',
      'data.announcements[].content': 'text',
      'data.announcements[].createdAt': 'text',
    },
  },
]
