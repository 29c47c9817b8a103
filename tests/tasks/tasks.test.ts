import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import {
  EventNotFound,
  InvalidDueDate,
  OwnerNotMember,
  TaskNotFound,
  TasksChanged,
  TaskTitleRequired,
  TooManyTasks,
} from '../../functions/tasks/contract/failures.ts'
import { task, taskBoard } from '../../functions/tasks/repository.ts'
import { another, type Staged, staged } from '../agendas/events.ts'
import { loseEveryRace } from '../operations/lost-to-others.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { refused } from '../support/agent.ts'
import { type Work, workOf } from './work.ts'

let s: Staged
let work: Work
let stream: WholeStream
beforeAll(async () => {
  s = await staged('tasks')
  work = workOf(s)
  stream = await wholeStream(s.w)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a task', () => {
  // rules/tasks 3
  it('is made with what an existing client sends, and read with its event and its owner', async () => {
    const { at, card } = await s.hosted()
    const { user } = s.club.member
    const { status, body } = await work.owner.createEventTask({
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
    expect((await work.owner.getEventTask({ ...at, taskId: _id })).body.data.task).toEqual(body.data.task)
    expect((await work.owner.getOrgTask({ orgId: at.orgId, taskId: _id })).body.data.task).toEqual(
      body.data.task,
    )
    const list = (await work.owner.listEventTasks(at)).body.data
    expect(list).toEqual({
      event: { _id: at.eventId, name: card.name, start_time: card.start_time, end_time: card.end_time },
      tasks: [body.data.task],
    })
  })

  it('needs a title, a date that is one, and an event and a task that are there', async () => {
    const at = await work.place()
    const one = await work.made(at)
    expect(await work.owner.createEventTask(at)).toMatchObject(refused(TaskTitleRequired))
    expect(await work.owner.createEventTask({ ...at, title: ' ' })).toMatchObject(refused(TaskTitleRequired))
    expect(await work.owner.createOrgTask({ orgId: at.orgId })).toMatchObject(refused(TaskTitleRequired))
    expect(await work.owner.updateEventTask({ ...at, taskId: one._id, title: '' })).toMatchObject(
      refused(TaskTitleRequired),
    )
    const soon = { title: 'x', dueAt: 'soon' }
    expect(await work.owner.createEventTask({ ...at, ...soon })).toMatchObject(refused(InvalidDueDate))
    expect(await work.owner.createOrgTask({ orgId: at.orgId, ...soon })).toMatchObject(
      refused(InvalidDueDate),
    )
    for (const taskId of ['none', `${at.eventId}.none`, one._id.replace(at.eventId, 'other')]) {
      for (const gone of [
        work.owner.getEventTask({ ...at, taskId }),
        work.owner.updateEventTask({ ...at, taskId, title: 'x' }),
        work.owner.deleteEventTask({ ...at, taskId }),
        work.owner.getOrgTask({ orgId: at.orgId, taskId }),
        work.owner.updateOrgTask({ orgId: at.orgId, taskId, title: 'x' }),
        work.owner.deleteOrgTask({ orgId: at.orgId, taskId }),
      ])
        expect(await gone).toMatchObject(refused(TaskNotFound))
    }
    const nowhere = { ...at, eventId: 'nowhere' }
    for (const gone of [
      work.owner.listEventTasks(nowhere),
      work.owner.createEventTask({ ...nowhere, title: 'x' }),
      work.owner.orderEventTasks({ ...nowhere, taskIds: [] }),
      work.owner.recomputeDueDates(nowhere),
      work.owner.applyTaskSuggestions({ ...nowhere, suggestions: [{ title: 'x' }] }),
      work.owner.getEventTask({ ...nowhere, taskId: one._id }),
      work.owner.updateEventTask({ ...nowhere, taskId: one._id, title: 'x' }),
      work.owner.deleteEventTask({ ...nowhere, taskId: one._id }),
      work.owner.listTaskSuggestions(nowhere),
      work.owner.getEventReadiness(nowhere),
      work.owner.createOrgTask({ ...nowhere, title: 'x' }),
    ])
      expect(await gone).toMatchObject(refused(EventNotFound))
  })

  // rules/tasks 5
  it('is given to active members alone', async () => {
    const at = await work.place()
    const one = await work.made(at)
    const ownerUserId = s.club.outsider.user._id
    const stranger = { ownerUserId, title: 'x' }
    for (const given of [
      work.owner.createEventTask({ ...at, ...stranger }),
      work.owner.createOrgTask({ orgId: at.orgId, ...stranger }),
      work.owner.applyTaskSuggestions({ ...at, suggestions: [stranger] }),
      work.owner.updateEventTask({ ...at, taskId: one._id, ...stranger }),
      work.owner.updateOrgTask({ orgId: at.orgId, taskId: one._id, ...stranger }),
    ])
      expect(await given).toMatchObject(refused(OwnerNotMember))
    expect(await work.boardOf(at)).toEqual([one])
  })

  // rules/tasks 6
  it('is nobody’s when its owner leaves', async () => {
    const at = await work.place()
    const person = await another(s, 'leaver')
    const one = await work.made(at, { ownerUserId: person.user._id })
    expect((await work.owner.getTaskAssignees({ orgId: at.orgId })).body.data.assigneesByEventId).toEqual(
      expect.objectContaining({ [at.eventId]: [one.ownerUserId] }),
    )
    await stream.drain()
    await person.device.leaveOrganization({ orgId: at.orgId })
    await stream.drain(2)
    expect(await work.boardOf(at)).toMatchObject([{ _id: one._id, ownerUserId: null }])
  })

  // rules/tasks 4
  it('goes with its event', async () => {
    const { at, card } = await s.hosted()
    await work.made(at)
    const before = await s.w.table().get(taskBoard, { orgId: at.orgId })
    await stream.drain()
    await s.w.table().remove(eventCard, { eventId: card.eventId })
    await stream.drain(2)
    expect((await s.w.table().list(task, { keyParams: at, limit: 9 })).items).toEqual([])
    const after = await s.w.table().get(taskBoard, { orgId: at.orgId })
    expect(after?.taskCount).toBe((before?.taskCount ?? 0) - 1)
  })

  // rules/tasks 9
  it('keeps what a change does not name, and what another changed at the same moment', async () => {
    const at = await work.place()
    const { _id: taskId } = await work.made(at, { description: 'Forty', tags: ['hall'] })
    const changes = await Promise.all([
      work.owner.updateEventTask({ ...at, taskId, priority: 'critical' }),
      work.owner.updateOrgTask({ orgId: at.orgId, taskId, title: 'Carry chairs' }),
      work.owner.updateEventTask({ ...at, taskId, blockers: [{ label: 'No key' }] }),
    ])
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await work.boardOf(at)).toMatchObject([
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

  it('that changes all the time says so', async () => {
    const at = await work.place()
    const { _id: taskId } = await work.made(at)
    loseEveryRace(s.w)
    expect(await work.owner.updateEventTask({ ...at, taskId, title: 'Tables' })).toMatchObject(
      refused(TasksChanged),
    )
  })

  // rules/tasks 8
  it('is completed and cancelled by its column, and open again without a trace', async () => {
    const at = await work.place()
    const { _id: taskId } = await work.made(at, { dueAt: '2020-01-01T00:00:00Z' })
    const moved = async (status: string) =>
      (await work.owner.updateEventTask({ ...at, taskId, status })).body.data.task
    expect(await moved('in_progress')).toMatchObject({ overdue: true, completedAt: null })
    const done = await moved('done')
    expect(done).toMatchObject({ status: 'done', overdue: false, completedAt: done.updatedAt })
    expect((await moved('done')).completedAt).toBe(done.completedAt)
    expect(await moved('nonsense')).toMatchObject({ status: 'todo', completedAt: null })
    expect(await moved('blocked')).toMatchObject({ status: 'in_progress', effectiveStatus: 'in_progress' })
  })

  it('is removed', async () => {
    const at = await work.place()
    const [one, other] = [await work.made(at), await work.made(at, { title: 'Tables' })]
    expect((await work.owner.deleteEventTask({ ...at, taskId: one._id })).body.message).toBe('Task deleted')
    expect((await work.owner.deleteOrgTask({ orgId: at.orgId, taskId: other._id })).status).toBe(200)
    expect(await work.boardOf(at)).toEqual([])
  })

  // rules/tasks 15
  it('is one of at most 500 of its organization', async () => {
    const at = await work.place()
    const one = await work.made(at)
    const table = s.w.table()
    const board = await table.get(taskBoard, { orgId: at.orgId })
    const room = 500 - (board?.taskCount ?? 0)
    await table.update(taskBoard, { orgId: at.orgId }, { add: { taskCount: room - 1 } }, { exists: true })
    const two = [{ title: 'a' }, { title: 'b' }]
    expect(await work.owner.applyTaskSuggestions({ ...at, suggestions: two })).toMatchObject(
      refused(TooManyTasks),
    )
    expect((await work.owner.createEventTask({ ...at, title: 'last' })).status).toBe(201)
    expect(await work.owner.createEventTask({ ...at, title: 'more' })).toMatchObject(refused(TooManyTasks))
    expect(await work.owner.createOrgTask({ orgId: at.orgId, title: 'more' })).toMatchObject(
      refused(TooManyTasks),
    )
    await table.update(taskBoard, { orgId: at.orgId }, { add: { taskCount: 1 - room } }, { exists: true })
    expect((await work.boardOf(at)).map(({ title }) => title).sort()).toEqual([one.title, 'last'].sort())
  })
})
