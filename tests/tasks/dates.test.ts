import { beforeAll, describe, expect, it } from 'vitest'
import { eventCard } from '../../functions/events/index.ts'
import { NoSuggestions } from '../../functions/tasks/contract/failures.ts'
import { type Staged, staged } from '../agendas/events.ts'
import { refused } from '../support/agent.ts'
import { type Work, workOf } from './work.ts'

let s: Staged
let work: Work
beforeAll(async () => {
  s = await staged('dates')
  work = workOf(s)
})

describe('dates', () => {
  // rules/tasks 7
  it('follow the event when it moves, unless they were set by hand', async () => {
    const { at, card } = await s.hosted()
    const rule = (anchorType: string, direction: string) => ({
      dueRule: { anchorType, offsetValue: 3, offsetUnit: 'hours', direction },
    })
    await work.made(at, { title: 'before', ...rule('event_start', 'before') })
    await work.made(at, { title: 'after', ...rule('event_end', 'after') })
    await work.made(at, { title: 'granted', ...rule('approval_granted', 'after') })
    await work.made(at, { title: 'by hand', dueAt: '2026-01-02T03:04:05Z' })
    await work.made(at, { title: 'never' })
    const dates = async () =>
      Object.fromEntries((await work.boardOf(at)).map((one) => [one.title, one.dueAt]))
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
    const { body } = await work.owner.recomputeDueDates(at)
    expect([body.message, body.data]).toEqual(['Due dates recomputed', { updatedCount: 3 }])
  })

  // rules/tasks 7
  it('are taken away with null, and replaced by a rule', async () => {
    const at = await work.place()
    const { _id: taskId } = await work.made(at, { dueAt: '2026-01-02T03:04:05Z' })
    const changed = async (change: object) =>
      (await work.owner.updateEventTask({ ...at, taskId, ...change })).body.data.task
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
    const { suggestions } = (await work.owner.listTaskSuggestions(at)).body.data
    const keys = suggestions.map(({ key }: { key: string }) => key)
    expect(keys).toEqual(['kickoff', 'promotion', 'staffing', 'runbook', 'debrief', 'materials'])
    const other = (await work.owner.listTaskSuggestions({ ...at, eventType: 'social' })).body.data.suggestions
    expect(other.at(-1)).toMatchObject({ key: 'guest-flow' })
    const { status, body } = await work.owner.applyTaskSuggestions({ ...at, suggestions })
    expect([status, body.message, body.data.createdCount]).toEqual([201, 'Suggested tasks applied', 6])
    expect(body.data.tasks[0]).toMatchObject({
      title: suggestions[0].title,
      source: 'template_applied',
      dueRule: suggestions[0].dueRule,
    })
    expect(await work.boardOf(at)).toHaveLength(6)
    expect(await work.owner.applyTaskSuggestions({ ...at, suggestions: [] })).toMatchObject(
      refused(NoSuggestions),
    )
  })
})
