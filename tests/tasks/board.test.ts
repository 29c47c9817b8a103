import { beforeAll, describe, expect, it } from 'vitest'
import { ColumnInUse } from '../../functions/tasks/contract/failures.ts'
import { another, type Staged, staged } from '../agendas/events.ts'
import { refused } from '../support/agent.ts'
import { founded } from '../support/societies.ts'

let s: Staged
beforeAll(async () => {
  s = await staged('boards')
})

const owner = () => s.club.owner.device
const usual = [
  { key: 'todo', label: 'To do', category: 'backlog', order: 0 },
  { key: 'in_progress', label: 'In progress', category: 'active', order: 1 },
  { key: 'done', label: 'Done', category: 'done', order: 2 },
]
const wanted = [
  { key: 'Ideas', label: ' Ideas ', category: 'backlog', order: 7 },
  { key: 'todo', label: 'To do', category: 'active', order: 8 },
  { key: 'done', label: 'Done', category: 'done', order: 9 },
]
const ideas = [
  { key: 'ideas', label: 'Ideas', category: 'backlog', order: 0 },
  { key: 'todo', label: 'To do', category: 'active', order: 1 },
  { key: 'done', label: 'Done', category: 'done', order: 2 },
]
/** An organization without any task yet, of the same owner. */
const club = async () => {
  const { orgId } = await founded(s.club.owner)
  return { orgId }
}
const columnsOf = async (at: { orgId: string }) => (await owner().getTaskBoard(at)).body.data.statuses
const titles = ({ body }: { body: { data: { tasks: { title: string }[] } } }) =>
  body.data.tasks.map(({ title }) => title)

describe('the columns of a board', () => {
  // rules/tasks 10
  it('are the usual three, those of the organization, and the usual three again', async () => {
    const at = await club()
    expect(await columnsOf(at)).toEqual(usual)
    expect((await owner().saveTaskBoard({ ...at, statuses: wanted })).body.data.statuses).toEqual(ideas)
    expect(await columnsOf(at)).toEqual(ideas)
    const { task } = (await owner().createOrgTask({ ...at, title: 'x' })).body.data
    expect(task.status).toBe('ideas')
    await owner().deleteOrgTask({ ...at, taskId: task._id })
    expect((await owner().saveTaskBoard({ ...at, reset: true })).body.data.statuses).toEqual(usual)
    expect(await columnsOf(at)).toEqual(usual)
  })

  // rules/tasks 11
  it.each([
    ['Provide between 1 and 10 columns', []],
    [
      'Provide between 1 and 10 columns',
      Array.from({ length: 11 }, (_, at) => ({ ...wanted[0], key: `k${at}` })),
    ],
    [
      'Invalid key "1st" (use lowercase letters, numbers, underscores; max 40 chars)',
      [{ ...wanted[0], key: '1st' }, ...wanted],
    ],
    ['Each column needs a label (1–64 characters)', [{ ...wanted[0], label: ' ' }, ...wanted]],
    ['Each column needs a label (1–64 characters)', [{ ...wanted[0], label: 'x'.repeat(65) }, ...wanted]],
    ['Invalid category', [{ ...wanted[0], category: 'late' }, ...wanted]],
    ['Duplicate key: ideas', [...wanted, { ...wanted[0], key: 'ideas' }]],
    ['At least one column must have category "done"', wanted.slice(0, 2)],
    ['At least one column must be backlog or active', wanted.slice(2)],
  ])('are refused: %s', async (message, statuses) => {
    const { status, body } = await owner().saveTaskBoard({ orgId: s.club.orgId, statuses })
    expect([status, body.code, body.message]).toEqual([400, 'INVALID_COLUMNS', message])
    expect(await columnsOf(s.club)).toEqual(usual)
  })

  // rules/tasks 13
  it('stay while tasks stand in them', async () => {
    const at = await club()
    const { task } = (await owner().createOrgTask({ ...at, title: 'x', status: 'in_progress' })).body.data
    const kept = await owner().saveTaskBoard({ ...at, statuses: wanted })
    expect(kept).toMatchObject({
      ...refused(ColumnInUse),
      body: { message: 'Cannot remove column(s) still used by 1 task(s). Move those tasks first.' },
    })
    await owner().updateOrgTask({ ...at, taskId: task._id, status: 'done' })
    expect((await owner().saveTaskBoard({ ...at, statuses: wanted })).status).toBe(200)
  })
})

describe('all tasks of an organization', () => {
  // rules/tasks 14
  it('are of its events and of none, the most urgent first, with their sum', async () => {
    const { at, card } = await s.hosted()
    const person = await another(s, 'sorter')
    const days = (by: number) => new Date(s.w.clock.now().getTime() + by * 86_400_000).toISOString()
    const make = (more: object) => owner().createOrgTask({ orgId: at.orgId, title: 'x', ...more })
    await make({ title: 'calm', priority: 'low' })
    await make({ title: 'late', dueAt: days(-2), ownerUserId: person.user._id })
    await make({ title: 'tomorrow', dueAt: days(0.5), description: 'With KEYS' })
    await make({ title: 'held', priority: 'critical', isCritical: true, blockers: [{ label: 'No room' }] })
    await make({ title: 'of the event', eventId: at.eventId, dueAt: days(30) })
    const list = async (query: object = {}) => owner().listOrgTasks({ orgId: at.orgId, ...query })
    const { data } = (await list()).body
    expect(data.summary).toEqual({ total: 5, overdue: 1, blocked: 1, highPriority: 1 })
    expect(titles(await list())).toEqual(['held', 'late', 'tomorrow', 'of the event', 'calm'])
    expect(titles(await list({ sortBy: 'dueAt' })).slice(0, 3)).toEqual(['late', 'tomorrow', 'of the event'])
    expect(titles(await list({ sortBy: 'priority' }))[0]).toBe('held')
    expect(titles(await list({ status: 'all', priority: 'low' }))).toEqual(['calm'])
    expect(titles(await list({ status: 'blocked' }))).toEqual(['held'])
    expect(titles(await list({ onlyBlocked: 'true' }))).toEqual(['held'])
    expect(titles(await list({ onlyOverdue: 'true' }))).toEqual(['late'])
    expect(titles(await list({ search: 'keys' }))).toEqual(['tomorrow'])
    expect(titles(await list({ ownerUserId: person.user._id }))).toEqual(['late'])
    expect(titles(await list({ ownerUserId: 'unassigned' }))).toHaveLength(4)
    expect(titles(await list({ eventId: at.eventId }))).toEqual(['of the event'])
    expect(titles(await list({ eventId: 'null' }))).toHaveLength(4)
    const [own] = (await list({ eventId: at.eventId })).body.data.tasks
    expect(own.eventId).toMatchObject({ _id: at.eventId, name: card.name })
  })

  // rules/tasks 12
  it('stand in the order that somebody gave a column', async () => {
    const at = await club()
    const ids: string[] = []
    for (const title of ['a', 'b', 'c'])
      ids.push((await owner().createOrgTask({ ...at, title })).body.data.task._id)
    const { status, body } = await owner().orderOrgTasks({ ...at, taskIds: [ids[2], 'gone', ids[0], ids[1]] })
    expect([status, body.message]).toEqual([200, 'Order updated'])
    expect(titles(await owner().listOrgTasks(at))).toEqual(['c', 'a', 'b'])
    const { at: place } = await s.hosted()
    const made = async (title: string) =>
      (await owner().createEventTask({ ...place, title })).body.data.task._id
    const [first, second] = [await made('first'), await made('second')]
    await owner().orderEventTasks({ ...place, taskIds: [second, first] })
    const ranks = (await owner().listEventTasks({ ...place, sortBy: 'createdAt' })).body.data.tasks
    expect(
      ranks.map(({ title, boardRank }: { title: string; boardRank: number }) => [title, boardRank]).sort(),
    ).toEqual([
      ['first', 1],
      ['second', 0],
    ])
  })
})
