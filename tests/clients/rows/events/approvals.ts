import type { SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'
import { hostAt } from './events.ts'

/** An event of a person that waits for administrators. */
const waiting = ({ people }: Scene): Promise<string> =>
  eventBy(people.outsider.device, { name: 'Fireworks', requiresApproval: true })

export const approvals: readonly SheetRow[] = [
  {
    call: 'GET /oie/get-pending-events',
    when: 'of a role',
    as: 'dean',
    sends: async (scene) => {
      await waiting(scene)
      return { query: { role: 'event coordinator' } }
    },
    reads: { 'events[]._id': 'text', 'events[].image': 'text?', ...hostAt('events[].hostingId') },
  },
  {
    call: 'GET /oie/get-pending-events',
    when: 'without a role, by an administrator',
    as: 'dean',
    sends: async (scene) => {
      await waiting(scene)
      return {}
    },
    reads: { 'events[]._id': 'text', ...hostAt('events[].hostingId') },
  },
  {
    call: 'GET /get-event/:event_id',
    when: 'by whoever decides, with what was said',
    as: 'dean',
    sends: async (scene) => {
      const eventId = await waiting(scene)
      const { device } = scene.people.dean
      const first = { event_id: eventId, comment: 'Where do people stand?' }
      const { body } = await happened(device.addApprovalComment(first))
      const answer = { event_id: eventId, comment: 'Behind the line', parentCommentId: body.comment._id }
      await happened(scene.people.outsider.device.addApprovalComment(answer))
      return { path: { event_id: eventId }, query: { type: 'approval' } }
    },
    reads: {
      'event.approvalReference.currentStepIndex': 'number',
      'event.approvalReference.approvals[].role': 'text',
      'event.approvalReference.approvals[].status': 'text',
      'event.approvalReference.comments[].userId.name': 'text',
      'event.approvalReference.comments[].userId.picture': 'text?',
      'event.approvalReference.comments[].text': 'text',
      'event.approvalReference.comments[].createdAt': 'text',
      'event.approvalReference.comments[].parentCommentId': 'text?',
    },
  },
  {
    call: 'POST /approve-event',
    as: 'dean',
    sends: async (scene) => ({ body: { event_id: await waiting(scene) } }),
  },
  {
    call: 'POST /add-approval-comment',
    as: 'dean',
    sends: async (scene) => ({ body: { event_id: await waiting(scene), comment: 'Where is the exit?' } }),
    reads: { comment: 'object' },
  },
]
