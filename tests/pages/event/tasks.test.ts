import { beforeAll, describe, expect, it } from 'vitest'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, joined } from '../../support/societies.ts'
import { world } from '../../support/world.ts'
import { signedIn } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
beforeAll(async () => {
  m = await managing()
})

const part = () => `${m.path}?part=tasks`
const desk = () => `/club-dashboard/${m.orgId}`
const tasks = async () => (await m.ada.device.listOrgTasks({ orgId: m.orgId })).body.data.tasks
const task = async (title: string) => (await tasks()).find((one: { title: string }) => one.title === title)
const day = () => new Date(m.w.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10)

/** Titles in the order of the page. */
const shown = (text: string, ...titles: readonly string[]): readonly string[] =>
  titles.filter((title) => text.includes(title)).sort((a, b) => text.indexOf(a) - text.indexOf(b))

describe('the tasks of an event', () => {
  it('begin with suggestions, of which the selected ones are added', async () => {
    expect((await m.officer.open(part())).text).toContain('No tasks yet')
    await m.officer.follow('Add suggested tasks')
    const added = await m.officer.post(m.path, { do: 'tasks-apply', 'pick-kickoff': 'yes' })
    expect(added.text).toMatch(/Tasks added\. .*Agree on the plan/)
    expect(await tasks()).toHaveLength(1)
    expect(await task('Agree on the plan')).toMatchObject({ dueRule: { anchorType: 'event_start' } })
  })

  it('offer the members by name, the reader first', async () => {
    const abel = await registered(m.w, 'abel', { username: 'abel', name: 'Abel' })
    await joined(m.society, abel)
    for (const path of [part(), `${desk()}?part=tasks`])
      expect((await m.officer.open(path)).text).toContain('Nobody yet Ada Abel Ben')
  })

  it('are added with a person and a date, and return with what was entered', async () => {
    await m.officer.open(part())
    const refused = await m.officer.send(m.path, { do: 'tasks-add', title: 'Print', due: '2026-02-30T10:00' })
    expect([refused.status, refused.html]).toEqual([400, expect.stringMatching(/id="due-wrong"/)])
    expect(refused.html).toContain('value="Print"')
    const added = await m.officer.send(m.path, {
      do: 'tasks-add',
      title: 'Print posters',
      due: `${day()}T20:00`,
      owner: m.ben.user._id,
      priority: 'critical',
    })
    expect(added.text).toMatch(/Print posters Urgent Due .*Ben/)
  })

  it('are edited, keep a rule for their date, and move through columns', async () => {
    const plan = await task('Agree on the plan')
    await m.officer.open(`${part()}&id=${plan._id}`)
    await m.officer.send(m.path, { do: 'tasks-edit', title: 'Agree on a plan', status: 'in_progress' })
    expect(await task('Agree on a plan')).toMatchObject({
      status: 'in_progress',
      dueRule: { anchorType: 'event_start' },
    })
    await m.officer.open(part())
    const id = (await task('Print posters'))._id
    const done = await m.officer.send(m.path, { do: 'tasks-done', id })
    expect(done.text).toContain('Done.')
    expect((await task('Print posters')).status).toBe('done')
  })

  it('are put in order by buttons', async () => {
    for (const title of ['First', 'Second'])
      await m.ada.device.createEventTask({ orgId: m.orgId, eventId: m.eventId, title })
    const before = shown((await m.officer.open(part())).text, 'First', 'Second')
    const id = (await task(before[1] ?? ''))._id
    const after = await m.officer.send(m.path, { do: 'tasks-up', id })
    expect(shown(after.text, 'First', 'Second')).toEqual([...before].reverse())
    const down = await m.officer.send(m.path, { do: 'tasks-down', id })
    expect(shown(down.text, 'First', 'Second')).toEqual(before)
  })

  it('say how ready the event is, and are deleted', async () => {
    expect((await m.officer.open(part())).text).toMatch(/Readiness .*of 100/)
    await m.officer.open(`${part()}&id=${(await task('Second'))._id}`)
    await m.officer.send(m.path, { do: 'tasks-delete' })
    expect(await task('Second')).toBeUndefined()
  })

  it('are for people who manage the event', async () => {
    expect((await m.student.open(part())).status).toBe(404)
    expect((await m.student.post(m.path, { do: 'tasks-add', title: 'Mine' })).status).toBe(404)
    expect(await task('Mine')).toBeUndefined()
  })
})

describe('the tasks of a club', () => {
  it('contain those of events and others, by a form with the event', async () => {
    const all = await m.officer.open(`${desk()}?part=tasks`)
    expect(all.text).toMatch(/First .*Spring Open/)
    const added = await m.officer.send(desk(), { do: 'task-add', title: 'Renew the room key', event: '' })
    expect(added.text).toMatch(/Task saved\. .*Renew the room key/)
    expect(await task('Renew the room key')).toMatchObject({ eventId: null })
    const refused = await m.officer.send(desk(), { do: 'task-add', title: '', description: 'Kept text' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Kept text')])
    expect(refused.html).toMatch(/id="title-wrong"/)
  })

  it('are edited, done, put in order and deleted', async () => {
    const { _id: id } = await task('Renew the room key')
    await m.officer.open(`${desk()}?part=tasks&id=${id}`)
    await m.officer.send(desk(), { do: 'task-edit', title: 'Renew the key', owner: m.ben.user._id })
    expect(await task('Renew the key')).toMatchObject({ ownerUserId: { name: 'Ben' } })
    await m.officer.open(`${desk()}?part=tasks`)
    await m.officer.send(desk(), { do: 'task-up', id })
    await m.officer.send(desk(), { do: 'task-done', id })
    expect((await task('Renew the key')).status).toBe('done')
    await m.officer.open(`${desk()}?part=tasks&id=${id}`)
    await m.officer.send(desk(), { do: 'task-delete' })
    expect(await task('Renew the key')).toBeUndefined()
  })

  it('show who has tasks at which event', async () => {
    expect((await m.officer.open(`${desk()}?part=tasks&id=people`)).text).toMatch(/Spring Open Ben/)
  })

  it('have columns that the club names, and keep columns with tasks', async () => {
    await m.officer.open(`${desk()}?part=tasks&id=columns`)
    const saved = await m.officer.send(desk(), {
      do: 'task-columns',
      'label-3': 'Given up',
      'category-3': 'cancelled',
    })
    expect(saved.status).toBe(200)
    const { body } = await m.ada.device.getTaskBoard({ orgId: m.orgId })
    expect(body.data.statuses.map(({ key }: { key: string }) => key)).toEqual([
      'todo',
      'in_progress',
      'done',
      'given_up',
    ])
    const refused = await m.officer.send(desk(), { do: 'task-columns', 'label-2': '' })
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('value="Given up"')])
    expect(refused.text).toContain('One column must be for tasks that are done.')
    await m.officer.send(desk(), { do: 'task-columns-reset' })
    expect((await m.officer.open(`${desk()}?part=tasks`)).text).not.toContain('Given up')
  })

  // rules/tasks 19
  it('keep the columns that another organizer saves while a page is open', async () => {
    const { orgId } = m
    const board = async () => (await m.ada.device.getTaskBoard({ orgId })).body.data
    await m.officer.open(`${desk()}?part=tasks&id=columns`)
    const { statuses, version } = await board()
    const named = (label: string) =>
      m.ada.device.saveTaskBoard({
        orgId,
        statuses: [...statuses, { key: label.toLowerCase(), label, category: 'active' }],
        version,
      })
    const replies = await Promise.all([named('Review'), named('Waiting')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await m.officer.send(desk(), { do: 'task-columns', 'label-3': 'Mine' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Tasks were changed by someone else.')
    expect(refused.html).toMatch(/value="(Review|Waiting)"/)
    expect((await m.officer.post(desk(), { do: 'task-columns-reset', orgId })).status).toBe(409)
    expect((await board()).statuses).toHaveLength(4)
    expect((await m.ada.device.saveTaskBoard({ orgId, reset: true })).status).toBe(200)
  })

  it('are for those who manage the events of the club', async () => {
    expect((await m.student.open(`${desk()}?part=tasks`)).text).not.toContain('Renew')
    expect((await m.student.post(desk(), { do: 'task-add', title: 'Mine' })).status).toBeGreaterThan(399)
    expect(await task('Mine')).toBeUndefined()
  })
})

describe('the due time of a club task', () => {
  it('is on the clock of the school', async () => {
    const w = await world()
    await enrolSchool(w, w.home, { timezone: 'America/New_York' })
    const dora = await registered(w, 'dora', { username: 'dora', name: 'Dora' })
    const { orgId } = await founded(dora, { org_name: 'Clock Club' })
    const officer = await signedIn(w, dora.email, password)
    await officer.open(`/club-dashboard/${orgId}?part=tasks`)
    const sent = { do: 'task-add', title: 'Open the hall', due: '2031-05-01T18:00', event: '' }
    expect((await officer.send(`/club-dashboard/${orgId}`, sent)).text).toContain('Task saved.')
    const { tasks } = (await dora.device.listOrgTasks({ orgId })).body.data
    expect(tasks[0].dueAt).toBe('2031-05-01T22:00:00.000Z')
  })
})
