import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import {
  EventNotFound,
  InvalidDueDate,
  NoSuggestions,
  OwnerNotMember,
  TaskNotFound,
  TaskTitleRequired,
  TooManyTasks,
} from '../../functions/tasks/contract/failures.ts'
import { task, taskBoard } from '../../functions/tasks/repository.ts'
import { another, type Staged, staged } from '../agendas/events.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'

let s: Staged
let stream: WholeStream
beforeAll(async () => {
  s = await staged('tasks')
  stream = await wholeStream(s.w)
})

const owner = () => s.club.owner.device
const place = async () => (await s.hosted()).at
type At = Awaited<ReturnType<typeof place>>
const made = async (at: At, more: object = {}) => {
  const { status, body } = await owner().createEventTask({ ...at, title: 'Chairs', ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.task
}
const boardOf = async (at: At, query: object = {}): Promise<{ title: string; _id: string }[]> =>
  (await owner().listEventTasks({ ...at, ...query })).body.data.tasks

describe('a task', () => {
  // rules/tasks 3
  it('is made with what an existing client sends, and read with its event and its owner', async () => {
    const { at, card } = await s.hosted()
    const { user } = s.club.member
    const { status, body } = await owner().createEventTask({
      ...at,
      title: ' Carry chairs ',
      description: '<p>Forty</p>',
      status: 'todo',
      priority: 'high',
      isCritical: true,
      ownerUserId: user._id,
      dueRule: { anchorType: 'event_start', offsetValue: 2, offsetUnit: 'days', direction: 'before' },
    })
    expect([status, body.message]).toEqual([201, 'Task created'])
    const { _id, createdAt, urgencyScore, ...shown } = body.data.task
    expect(shown).toMatchObject({
      orgId: at.orgId,
      eventId: { _id: at.eventId, name: card.name, start_time: card.start_time, end_time: card.end_time },
      title: 'Carry chairs',
      description: '<p>Forty</p>',
      status: 'todo',
      effectiveStatus: 'todo',
      boardRank: 0,
      priority: 'high',
      priorityWeight: 3,
      isCritical: true,
      ownerUserId: { _id: user._id, name: user.name, username: user.username },
      source: 'manual',
      userConfirmed: true,
      dueAt: new Date(Date.parse(card.start_time) - 2 * 86_400_000).toISOString(),
      overdue: false,
      completedAt: null,
      updatedAt: createdAt,
    })
    expect(urgencyScore).toBeGreaterThan(0)
    expect((await owner().getEventTask({ ...at, taskId: _id })).body.data.task).toEqual(body.data.task)
    expect((await owner().getOrgTask({ orgId: at.orgId, taskId: _id })).body.data.task).toEqual(
      body.data.task,
    )
    const list = (await owner().listEventTasks(at)).body.data
    expect(list).toEqual({
      event: { _id: at.eventId, name: card.name, start_time: card.start_time, end_time: card.end_time },
      tasks: [body.data.task],
    })
  })

  it('needs a title, a date that is one, and an event and a task that are there', async () => {
    const at = await place()
    const one = await made(at)
    expect(await owner().createEventTask(at)).toMatchObject(refused(TaskTitleRequired))
    expect(await owner().createEventTask({ ...at, title: ' ' })).toMatchObject(refused(TaskTitleRequired))
    expect(await owner().createOrgTask({ orgId: at.orgId })).toMatchObject(refused(TaskTitleRequired))
    expect(await owner().updateEventTask({ ...at, taskId: one._id, title: '' })).toMatchObject(
      refused(TaskTitleRequired),
    )
    const soon = { title: 'x', dueAt: 'soon' }
    expect(await owner().createEventTask({ ...at, ...soon })).toMatchObject(refused(InvalidDueDate))
    expect(await owner().createOrgTask({ orgId: at.orgId, ...soon })).toMatchObject(refused(InvalidDueDate))
    for (const taskId of ['none', `${at.eventId}.none`, one._id.replace(at.eventId, 'other')]) {
      for (const gone of [
        owner().getEventTask({ ...at, taskId }),
        owner().updateEventTask({ ...at, taskId, title: 'x' }),
        owner().deleteEventTask({ ...at, taskId }),
        owner().getOrgTask({ orgId: at.orgId, taskId }),
        owner().updateOrgTask({ orgId: at.orgId, taskId, title: 'x' }),
        owner().deleteOrgTask({ orgId: at.orgId, taskId }),
      ])
        expect(await gone).toMatchObject(refused(TaskNotFound))
    }
    const nowhere = { ...at, eventId: 'nowhere' }
    for (const gone of [
      owner().listEventTasks(nowhere),
      owner().createEventTask({ ...nowhere, title: 'x' }),
      owner().orderEventTasks({ ...nowhere, taskIds: [] }),
      owner().recomputeDueDates(nowhere),
      owner().applyTaskSuggestions({ ...nowhere, suggestions: [{ title: 'x' }] }),
      owner().getEventTask({ ...nowhere, taskId: one._id }),
      owner().updateEventTask({ ...nowhere, taskId: one._id, title: 'x' }),
      owner().deleteEventTask({ ...nowhere, taskId: one._id }),
      owner().listTaskSuggestions(nowhere),
      owner().getEventReadiness(nowhere),
      owner().createOrgTask({ ...nowhere, title: 'x' }),
    ])
      expect(await gone).toMatchObject(refused(EventNotFound))
  })

  // rules/tasks 5
  it('is given to active members alone', async () => {
    const at = await place()
    const one = await made(at)
    const ownerUserId = s.club.outsider.user._id
    const stranger = { ownerUserId, title: 'x' }
    for (const given of [
      owner().createEventTask({ ...at, ...stranger }),
      owner().createOrgTask({ orgId: at.orgId, ...stranger }),
      owner().applyTaskSuggestions({ ...at, suggestions: [stranger] }),
      owner().updateEventTask({ ...at, taskId: one._id, ...stranger }),
      owner().updateOrgTask({ orgId: at.orgId, taskId: one._id, ...stranger }),
    ])
      expect(await given).toMatchObject(refused(OwnerNotMember))
    expect(await boardOf(at)).toEqual([one])
  })

  // rules/tasks 6
  it('is nobody’s when its owner leaves', async () => {
    const at = await place()
    const person = await another(s, 'leaver')
    const one = await made(at, { ownerUserId: person.user._id })
    expect((await owner().getTaskAssignees({ orgId: at.orgId })).body.data.assigneesByEventId).toEqual(
      expect.objectContaining({ [at.eventId]: [one.ownerUserId] }),
    )
    await stream.drain()
    await person.device.leaveOrganization({ orgId: at.orgId })
    await stream.drain(2)
    expect(await boardOf(at)).toMatchObject([{ _id: one._id, ownerUserId: null }])
  })

  // rules/tasks 4
  it('goes with its event', async () => {
    const { at, card } = await s.hosted()
    await made(at)
    const before = await s.w.table().get(taskBoard, { orgId: at.orgId })
    await stream.drain()
    await s.w.table().remove(eventCard, { eventId: card.eventId })
    await stream.drain(2)
    expect((await s.w.table().list(task, { holes: at, limit: 9 })).items).toEqual([])
    const after = await s.w.table().get(taskBoard, { orgId: at.orgId })
    expect(after?.taskCount).toBe((before?.taskCount ?? 0) - 1)
  })

  // rules/tasks 9
  it('keeps what a change does not name, and what another changed at the same moment', async () => {
    const at = await place()
    const { _id: taskId } = await made(at, { description: 'Forty', tags: ['hall'] })
    const changes = await Promise.all([
      owner().updateEventTask({ ...at, taskId, priority: 'critical' }),
      owner().updateOrgTask({ orgId: at.orgId, taskId, title: 'Carry chairs' }),
      owner().updateEventTask({ ...at, taskId, blockers: [{ label: 'No key' }] }),
    ])
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await boardOf(at)).toMatchObject([
      {
        title: 'Carry chairs',
        description: 'Forty',
        tags: ['hall'],
        priority: 'critical',
        blockers: [{ type: 'manual', label: 'No key', resolved: false }],
        status: 'todo',
        effectiveStatus: 'blocked',
      },
    ])
  })

  // rules/tasks 8
  it('is completed and cancelled by its column, and open again without a trace', async () => {
    const at = await place()
    const { _id: taskId } = await made(at, { dueAt: '2020-01-01T00:00:00Z' })
    const moved = async (status: string) =>
      (await owner().updateEventTask({ ...at, taskId, status })).body.data.task
    expect(await moved('in_progress')).toMatchObject({ overdue: true, completedAt: null })
    const done = await moved('done')
    expect(done).toMatchObject({ status: 'done', overdue: false, completedAt: done.updatedAt })
    expect((await moved('done')).completedAt).toBe(done.completedAt)
    expect(await moved('nonsense')).toMatchObject({ status: 'todo', completedAt: null })
    expect(await moved('blocked')).toMatchObject({ status: 'in_progress', effectiveStatus: 'in_progress' })
  })

  it('is removed', async () => {
    const at = await place()
    const [one, other] = [await made(at), await made(at, { title: 'Tables' })]
    expect((await owner().deleteEventTask({ ...at, taskId: one._id })).body.message).toBe('Task deleted')
    expect((await owner().deleteOrgTask({ orgId: at.orgId, taskId: other._id })).status).toBe(200)
    expect(await boardOf(at)).toEqual([])
  })

  // rules/tasks 15
  it('is one of at most 500 of its organization', async () => {
    const at = await place()
    const one = await made(at)
    const table = s.w.table()
    const board = await table.get(taskBoard, { orgId: at.orgId })
    const room = 500 - (board?.taskCount ?? 0)
    await table.update(taskBoard, { orgId: at.orgId }, { add: { taskCount: room - 1 } }, { exists: true })
    const two = [{ title: 'a' }, { title: 'b' }]
    expect(await owner().applyTaskSuggestions({ ...at, suggestions: two })).toMatchObject(
      refused(TooManyTasks),
    )
    expect((await owner().createEventTask({ ...at, title: 'last' })).status).toBe(201)
    expect(await owner().createEventTask({ ...at, title: 'more' })).toMatchObject(refused(TooManyTasks))
    expect(await owner().createOrgTask({ orgId: at.orgId, title: 'more' })).toMatchObject(
      refused(TooManyTasks),
    )
    await table.update(taskBoard, { orgId: at.orgId }, { add: { taskCount: 1 - room } }, { exists: true })
    expect((await boardOf(at)).map(({ title }) => title).sort()).toEqual([one.title, 'last'].sort())
  })
})

describe('dates', () => {
  // rules/tasks 7
  it('follow the event when it moves, unless they were set by hand', async () => {
    const { at, card } = await s.hosted()
    const rule = (anchorType: string, direction: string) => ({
      dueRule: { anchorType, offsetValue: 3, offsetUnit: 'hours', direction },
    })
    await made(at, { title: 'before', ...rule('event_start', 'before') })
    await made(at, { title: 'after', ...rule('event_end', 'after') })
    await made(at, { title: 'granted', ...rule('approval_granted', 'after') })
    await made(at, { title: 'by hand', dueAt: '2026-01-02T03:04:05Z' })
    await made(at, { title: 'never' })
    const dates = async () =>
      Object.fromEntries(
        (await boardOf(at)).map((one) => [one.title, (one as never as { dueAt: string }).dueAt]),
      )
    const hours = (from: string, by: number) => new Date(Date.parse(from) + by * 3_600_000).toISOString()
    const hand = { 'by hand': '2026-01-02T03:04:05.000Z', granted: null, never: null }
    expect(await dates()).toEqual({
      before: hours(card.start_time, -3),
      after: hours(card.end_time, 3),
      ...hand,
    })
    const [start_time, end_time] = [hours(card.start_time, 48), hours(card.end_time, 48)]
    await s.w.table().put(eventCard, { ...card, start_time, end_time })
    expect(await dates()).toEqual({ before: hours(start_time, -3), after: hours(end_time, 3), ...hand })
    const { body } = await owner().recomputeDueDates(at)
    expect([body.message, body.data]).toEqual(['Due dates recomputed', { updatedCount: 3 }])
  })

  // rules/tasks 7
  it('are taken away with null, and replaced by a rule', async () => {
    const at = await place()
    const { _id: taskId } = await made(at, { dueAt: '2026-01-02T03:04:05Z' })
    const changed = async (change: object) =>
      (await owner().updateEventTask({ ...at, taskId, ...change })).body.data.task
    expect(await changed({ dueAt: null })).toMatchObject({ dueAt: null, dueRule: { anchorType: 'none' } })
    const dueRule = { anchorType: 'absolute', absoluteDate: '2026-05-01' }
    expect((await changed({ dueRule })).dueAt).toBe('2026-05-01T00:00:00.000Z')
    expect((await changed({ title: 'Same day' })).dueAt).toBe('2026-05-01T00:00:00.000Z')
  })
})

describe('suggestions', () => {
  // rules/tasks 18
  it('are those of every event and of its type, and become tasks as they are sent back', async () => {
    const { at } = await s.hosted({ type: 'Workshop' })
    const { suggestions } = (await owner().listTaskSuggestions(at)).body.data
    const keys = suggestions.map(({ key }: { key: string }) => key)
    expect(keys).toEqual(['kickoff', 'promotion', 'staffing', 'runbook', 'debrief', 'materials'])
    const other = (await owner().listTaskSuggestions({ ...at, eventType: 'social' })).body.data.suggestions
    expect(other.at(-1)).toMatchObject({ key: 'guest-flow' })
    const { status, body } = await owner().applyTaskSuggestions({ ...at, suggestions })
    expect([status, body.message, body.data.createdCount]).toEqual([201, 'Suggested tasks applied', 6])
    expect(body.data.tasks[0]).toMatchObject({
      title: suggestions[0].title,
      source: 'template_applied',
      dueRule: suggestions[0].dueRule,
    })
    expect(await boardOf(at)).toHaveLength(6)
    expect(await owner().applyTaskSuggestions({ ...at, suggestions: [] })).toMatchObject(
      refused(NoSuggestions),
    )
  })
})
