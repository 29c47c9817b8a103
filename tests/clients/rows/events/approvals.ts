import type { SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'
import { hostAt } from './events.ts'
import { held } from './stakeholders.ts'

/** An event of a person that waits for administrators. */
const waiting = ({ people }: Scene): Promise<string> =>
  eventBy(people.outsider.device, { name: 'Fireworks', requiresApproval: true })

/** An event that waits for a role of a domain, and which domain that is. */
const waitingIn = async (scene: Scene, stakeholderId: string) => {
  const domainId = await held(scene, stakeholderId)
  const { device } = scene.people.dean
  const step = { role: stakeholderId, always: true }
  await happened(device.saveApprovalFlow({ steps: [step] }))
  const eventId = await waiting(scene)
  await happened(device.saveApprovalFlow({ steps: [] }))
  return { domainId, eventId }
}

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
  {
    call: 'GET /api/domain/:domainId/pending-approval-events',
    as: 'dean',
    sends: async (scene) => {
      const { domainId } = await waitingIn(scene, 'range-listed')
      return { path: { domainId } }
    },
    reads: {
      'events[]._id': 'text',
      'events[].name': 'text',
      'events[].image': 'text?',
      'events[].start_time': 'text',
      'events[].pendingStepRoleName': 'text',
      'events[].pendingStepRoleId': 'text',
      ...hostAt('events[].hostingId'),
    },
  },
  {
    call: 'POST /api/domain/:domainId/approval-events/:eventId/approve',
    as: 'dean',
    sends: async (scene) => ({ path: await waitingIn(scene, 'range-approves'), body: {} }),
    reads: { message: 'text' },
  },
  {
    call: 'POST /api/domain/:domainId/approval-events/:eventId/reject',
    when: 'without the reason that a rejection needs',
    as: 'dean',
    sends: async (scene) => ({ path: await waitingIn(scene, 'range-rejects'), body: {} }),
    refused: 400,
  },
  {
    call: 'POST /preview-approvals',
    when: 'of an event that has to be approved',
    as: 'owner',
    sends: async ({ people: { dean } }) => {
      await happened(dean.device.assignStakeholderRole({ id: 'event coordinator', userId: dean.user._id }))
      return { body: { type: 'Meeting', requiresApproval: true } }
    },
    reads: {
      'data.approvals[].stakeholderName': 'text',
      'data.approvals[].stakeholderType': 'text',
      'data.approvals[].description': 'text',
      'data.approvals[].domainId.name': 'text?',
      'data.approvals[].members[].isActive': 'flag',
      'data.approvals[].members[].userId.name': 'text',
    },
  },
  {
    call: 'POST /preview-approvals',
    when: 'while both dates are chosen and the hours are not',
    as: 'owner',
    sends: () => ({
      body: {
        location: '',
        type: 'Meeting',
        start_time: '2026-04-01T12:00:00.000Z',
        end_time: '2026-04-01T12:00:00.000Z',
        expectedAttendance: 1,
        name: 'Spring Open',
        description: '',
        visibility: '',
        customFields: {},
        classroom_id: null,
        resourceId: null,
      },
    }),
    reads: { 'data.approvals': 'list', 'data.total': 'number' },
  },
]
