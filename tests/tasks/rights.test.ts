import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../functions/tasks/contract.ts'
import { type Attempt, type Cast, cast, organizers, type Place, through } from '../agendas/actors.ts'

let c: Cast
beforeAll(async () => {
  c = await cast('taskrights')
})

const taskAt = async (at: Place): Promise<string> =>
  (await c.club.owner.device.createEventTask({ ...at, orgId: c.club.orgId, title: 'Chairs' })).body.data.task
    ._id

type Row = readonly [string, Attempt]

/** Asked by whoever helps, they find the event and no task of the host's. */
const onEvents: readonly Row[] = [
  ['listEventTasks', (agent, at) => agent.listEventTasks(at)],
  ['createEventTask', (agent, at) => agent.createEventTask({ ...at, title: 'Chairs' })],
  ['orderEventTasks', (agent, at) => agent.orderEventTasks({ ...at, taskIds: [] })],
  ['recomputeDueDates', (agent, at) => agent.recomputeDueDates(at)],
  [
    'applyTaskSuggestions',
    (agent, at) => agent.applyTaskSuggestions({ ...at, suggestions: [{ title: 'Chairs' }] }),
  ],
  ['listTaskSuggestions', (agent, at) => agent.listTaskSuggestions(at)],
  ['getEventReadiness', (agent, at) => agent.getEventReadiness(at)],
]

const onTasks: readonly Row[] = [
  ['getEventTask', async (agent, at) => agent.getEventTask({ ...at, taskId: await taskAt(at) })],
  [
    'updateEventTask',
    async (agent, at) => agent.updateEventTask({ ...at, taskId: await taskAt(at), title: 'x' }),
  ],
  ['deleteEventTask', async (agent, at) => agent.deleteEventTask({ ...at, taskId: await taskAt(at) })],
  ['getOrgTask', async (agent, at) => agent.getOrgTask({ orgId: at.orgId, taskId: await taskAt(at) })],
  [
    'updateOrgTask',
    async (agent, at) => agent.updateOrgTask({ orgId: at.orgId, taskId: await taskAt(at), title: 'x' }),
  ],
  ['deleteOrgTask', async (agent, at) => agent.deleteOrgTask({ orgId: at.orgId, taskId: await taskAt(at) })],
]

const onOrganizations: readonly Row[] = [
  ['getTaskBoard', (agent, { orgId }) => agent.getTaskBoard({ orgId })],
  ['saveTaskBoard', (agent, { orgId }) => agent.saveTaskBoard({ orgId, reset: true })],
  ['getTaskAssignees', (agent, { orgId }) => agent.getTaskAssignees({ orgId })],
  ['listOrgTasks', (agent, { orgId }) => agent.listOrgTasks({ orgId })],
  ['createOrgTask', (agent, { orgId }) => agent.createOrgTask({ orgId, title: 'Keys' })],
  ['orderOrgTasks', (agent, { orgId }) => agent.orderOrgTasks({ orgId, taskIds: [] })],
]

const all = [...onEvents, ...onTasks, ...onOrganizations]

describe('tasks', () => {
  it('say of every operation whom it is for', () => {
    expect(all.map(([name]) => name).sort()).toEqual(Object.keys(contract.rows).sort())
  })

  // rules/tasks 1
  it.each(all)('answer %s to who manages events of the organization', async (_, attempt) => {
    expect(await through(c, attempt)).toEqual(organizers)
  })

  // rules/tasks 2
  it.each(onEvents)('answer %s to an organization that helps, with tasks of its own', async (_, attempt) => {
    const orgId = c.helper.orgId
    expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual(['helper', 'dean', 'root'])
  })

  // rules/tasks 2
  it.each(onTasks)('show %s no task of another organization, one that helps included', async (_, attempt) => {
    for (const { orgId } of [c.helper, c.other])
      expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual([])
  })

  // rules/tasks 2
  it.each(onEvents)(
    'answer %s to no organization that has nothing to do with the event',
    async (_, attempt) => {
      const orgId = c.other.orgId
      expect(await through(c, attempt, (at) => ({ ...at, orgId }))).toEqual([])
    },
  )
})
