import { beforeAll, describe, expect, it } from 'vitest'
import { type Managing, managing } from './managing.ts'

let m: Managing
beforeAll(async () => {
  m = await managing()
})

const part = () => `${m.path}?part=agenda`
const stored = async () =>
  (await m.ada.device.getAgenda({ orgId: m.orgId, eventId: m.eventId })).body.data.agenda
const titles = async () => (await stored()).items.map(({ title }: { title: string }) => title)

const day = () => new Date(m.w.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
const item = (title: string, from: string, to: string) => ({
  do: 'agenda-add',
  title,
  start: `${day()}T${from}`,
  end: `${day()}T${to}`,
})

describe('the agenda of an event', () => {
  it('begins empty, says what belongs there, and takes items with time, place and speaker', async () => {
    const fresh = await m.officer.open(part())
    expect(fresh.text).toContain('No agenda yet')
    const added = await m.officer.send(m.path, {
      ...item('Opening', '18:00', '18:30'),
      location: 'Stage',
      type: 'Speaker',
      description: 'Dr. Lima',
    })
    expect(added.text).toMatch(/Agenda saved\. .*Opening .*Stage Talk or speaker/)
    expect((await stored()).items[0]).toMatchObject({
      title: 'Opening',
      location: 'Stage',
      type: 'Speaker',
      description: 'Dr. Lima',
    })
  })

  it('returns a refused item with what was entered and the error at its field', async () => {
    await m.officer.open(part())
    const refused = await m.officer.send(m.path, item('Backwards', '19:00', '18:00'))
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/id="end-wrong">The end must be after the start/)
    expect(refused.html).toContain('value="Backwards"')
    const untimed = await m.officer.send(m.path, {
      ...item('Never', '19:00', '20:00'),
      start: '2026-02-30T10:00',
    })
    expect(untimed.html).toMatch(/id="start-wrong"/)
    expect(await titles()).toEqual(['Opening'])
  })

  it('is edited, moved and sorted by time', async () => {
    await m.officer.open(part())
    await m.officer.send(m.path, item('Break', '17:00', '17:30'))
    expect(await titles()).toEqual(['Opening', 'Break'])
    const unsorted = await m.officer.open(part())
    expect(unsorted.text).toContain('Sort by time')
    await m.officer.send(m.path, { do: 'agenda-sort' })
    expect(await titles()).toEqual(['Break', 'Opening'])
    await m.officer.open(part())
    await m.officer.send(m.path, { do: 'agenda-move', by: '1' })
    expect(await titles()).toEqual(['Opening', 'Break'])
    const edit = m.officer.page().links.find(({ text }) => text === 'Edit')
    const form = await m.officer.open(edit?.href ?? '')
    expect(form.html).toContain('value="Opening"')
    await m.officer.send(m.path, { do: 'agenda-edit', title: 'Welcome' })
    expect(await titles()).toEqual(['Welcome', 'Break'])
  })

  // rules/agendas 24
  it('is not reordered over a change that its reader has not seen', async () => {
    await m.officer.open(part())
    const [{ id }] = (await stored()).items
    // In the same millisecond: times cannot tell the two versions apart.
    await m.ada.device.updateAgendaItem({ orgId: m.orgId, eventId: m.eventId, itemId: id, title: 'Hello' })
    const refused = await m.officer.send(m.path, { do: 'agenda-move', by: '1' })
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('The agenda was changed by someone else'),
    ])
    expect(refused.text).toMatch(/Hello .*Break/)
    expect((await m.officer.post(m.path, { do: 'agenda-move', id, by: '1' })).status).toBe(409)
    expect(await titles()).toEqual(['Hello', 'Break'])
  })

  it('is public once it is published, and attendees read it on the event page', async () => {
    expect((await m.student.open(`/event/${m.eventId}`)).text).not.toContain('Hello')
    await m.officer.open(part())
    await m.officer.send(m.path, { do: 'agenda-notes', publicNotes: 'Bring a board.' })
    expect((await stored()).publicNotes).toBe('Bring a board.')
    const published = await m.officer.send(m.path, { do: 'agenda-publish' })
    expect(published.text).toContain('Attendees see this agenda.')
    expect((await m.student.open(`/event/${m.eventId}`)).text).toMatch(/Agenda .*Hello/)
    const deleted = await m.officer.send(m.path, { do: 'agenda-delete' })
    expect(deleted.text).toMatch(/Removed\. .*Not published/)
  })

  it('names the day of an item on another day, and its editor warns of it', async () => {
    const scope = { orgId: m.orgId, eventId: m.eventId }
    const { event } = (await m.ada.device.getEvent({ event_id: m.eventId })).body
    const at = (start: string, hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString()
    const add = (title: string, from: number, to: number) =>
      m.ada.device.createAgendaItem({
        ...scope,
        title,
        startTime: at(event.start_time, from),
        endTime: at(event.start_time, to),
      })
    await add('Inside', 0, 1)
    await add('Tidying', 72, 73)
    const editor = await m.officer.open(part())
    expect(editor.text).toMatch(/Tidying [^|]*Outside the event's time/)
    expect(editor.text).not.toMatch(/Inside (?:(?!Tidying).)*Outside the event's time/)
    await m.officer.send(m.path, { do: 'agenda-publish' })
    const shown = await m.student.open(`/event/${m.eventId}`)
    expect(shown.text).toMatch(/Inside \d+:\d\d.[AP]M to \d+:\d\d/)
    expect(shown.text).toMatch(/Tidying \w{3}, \w{3} \d+, \d+:\d\d.[AP]M to \d+:\d\d/)
  })

  it('is neither shown to nor changed by people without a role', async () => {
    expect((await m.student.open(part())).status).toBe(404)
    expect((await m.student.post(m.path, item('Mine', '20:00', '21:00'))).status).toBe(404)
    expect(await titles()).toHaveLength(3)
  })
})
