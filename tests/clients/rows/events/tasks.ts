import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

const event = '/org-event-management/:orgId/events/:eventId'
const board = '/org-event-management/:orgId/task-board-statuses'
const hub = '/org-event-management/:orgId/tasks/hub'

/** As the client's form sends a task. */
const drafted = {
  title: 'Bring the boards',
  description: 'Nineteen by nineteen',
  priority: 'medium',
  status: 'todo',
  isCritical: false,
  userConfirmed: true,
  dueRule: { anchorType: 'event_start', offsetValue: 14, offsetUnit: 'days', direction: 'before' },
}

const made = async ({ people, orgId, eventId }: Scene) => {
  const at = { orgId, eventId }
  const { body } = await happened(people.owner.device.createEventTask({ ...at, ...drafted }))
  const taskId: string = body.data.task._id
  const owned = { ...at, taskId, ownerUserId: people.member.user._id }
  await happened(people.owner.device.updateEventTask(owned))
  return { path: { ...at, taskId } }
}

const taskAt = (path: string): Record<string, Kind> => ({
  [`${path}._id`]: 'text',
  [`${path}.title`]: 'text',
  [`${path}.status`]: 'text',
  [`${path}.priority`]: 'text',
  [`${path}.overdue`]: 'flag',
  [`${path}.dueAt`]: 'text?',
  [`${path}.ownerUserId`]: 'object?',
  [`${path}.eventId.name`]: 'text?',
})

/** What pages call that were still to come when the sheet was written. */
export const tasks: readonly SheetRow[] = [
  {
    call: `GET ${event}/tasks`,
    as: 'owner',
    sends: async (scene) => ({ ...(await made(scene)), query: { status: 'all', priority: 'all' } }),
    reads: { ...taskAt('data.tasks[]'), 'data.tasks[].ownerUserId.name': 'text?' },
  },
  {
    call: `POST ${event}/tasks`,
    as: 'officer',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId }, body: drafted }),
    reads: taskAt('data.task'),
  },
  {
    call: `GET ${event}/tasks/:taskId`,
    as: 'owner',
    sends: made,
    reads: { ...taskAt('data.task'), 'data.task.ownerUserId.name': 'text', 'data.task.blockers': 'list' },
  },
  {
    call: `PUT ${event}/tasks/:taskId`,
    as: 'owner',
    sends: async (scene) => ({ ...(await made(scene)), body: { status: 'done' } }),
    reads: taskAt('data.task'),
  },
  { call: `DELETE ${event}/tasks/:taskId`, as: 'owner', sends: made },
  {
    call: `PUT ${event}/tasks/column-order`,
    as: 'owner',
    sends: async (scene) => {
      const { path } = await made(scene)
      return { path, body: { taskIds: [path.taskId] } }
    },
  },
  {
    call: `GET ${event}/task-suggestions`,
    as: 'owner',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId } }),
    reads: { 'data.suggestions[].key': 'text', 'data.suggestions[].title': 'text' },
  },
  {
    call: `POST ${event}/tasks/apply-suggestions`,
    as: 'owner',
    sends: async ({ people, orgId, eventId }) => {
      const at = { orgId, eventId }
      const { body } = await happened(people.owner.device.listTaskSuggestions(at))
      return { path: at, body: { suggestions: body.data.suggestions } }
    },
    reads: { 'data.createdCount': 'number', ...taskAt('data.tasks[]') },
  },
  {
    call: `POST ${event}/tasks/recompute-due-dates`,
    as: 'owner',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId }, body: {} }),
    reads: { data: 'object' },
  },
  {
    call: `GET ${event}/readiness`,
    as: 'owner',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId } }),
    reads: {
      'data.score': 'number',
      'data.band': 'text',
      'data.dimensions.taskCompletion': 'number',
      'data.blockers': 'list',
    },
  },
  {
    call: `GET ${hub}`,
    as: 'owner',
    sends: async (scene) => ({
      ...(await made(scene)),
      query: { status: 'all', priority: 'all', sortBy: 'urgency' },
    }),
    reads: { ...taskAt('data.tasks[]'), 'data.summary.total': 'number', 'data.summary.overdue': 'number' },
  },
  {
    call: `POST ${hub}`,
    as: 'owner',
    sends: ({ orgId }) => {
      const { dueRule: _, userConfirmed: __, ...plain } = drafted
      return { path: { orgId }, body: { ...plain, dueAt: null, ownerUserId: null } }
    },
    reads: taskAt('data.task'),
  },
  {
    call: `GET ${board}`,
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: {
      'data.statuses[].key': 'text',
      'data.statuses[].label': 'text',
      'data.statuses[].category': 'text',
    },
  },
  {
    call: `PUT ${board}`,
    as: 'owner',
    sends: async ({ people, orgId }) => {
      const { body } = await happened(people.owner.device.getTaskBoard({ orgId }))
      const more = { key: 'new_column', label: 'New column', category: 'backlog', order: 3 }
      return { path: { orgId }, body: { statuses: [...body.data.statuses, more] } }
    },
    reads: { 'data.statuses[].key': 'text' },
  },
]
