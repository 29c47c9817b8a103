import { beforeAll, describe, expect, it } from 'vitest'
import { registered } from '../../support/people.ts'
import { founded, type Society } from '../../support/societies.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
let other: Society
beforeAll(async () => {
  m = await managing()
  other = await founded(await registered(m.w, 'dora', { username: 'dora', name: 'Dora' }), {
    org_name: 'Rowing Union',
  })
})

const part = () => `${m.path}?part=settings`
const desk = () => `/club-dashboard/${m.orgId}`
const event = async (eventId = m.eventId) => (await m.ada.device.getEvent({ event_id: eventId })).body.event
const templates = async () => (await m.ada.device.listEventTemplates({ orgId: m.orgId })).body.data

const another = async (name: string, more: object = {}): Promise<string> => {
  const start = m.w.clock.now().getTime() + 86_400_000
  const { body } = await m.ada.device.createEvent({
    name,
    type: 'Social',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3_600_000).toISOString(),
    location: 'Hall',
    expectedAttendance: 4,
    orgId: m.orgId,
    ...more,
  })
  return String(body.eventId)
}

describe('the settings of an event', () => {
  it('invite another club and withdraw the invitation', async () => {
    expect((await m.officer.open(part())).text).toContain('No other club')
    const invited = await m.officer.post(m.path, { do: 'settings-invite', club: other.orgId })
    expect(invited.text).toMatch(/Invited\. .*Rowing Union Invited/)
    expect((await event()).collaboratorOrgs).toHaveLength(1)
    await m.officer.send(m.path, { do: 'settings-remove' })
    expect((await event()).collaboratorOrgs).toHaveLength(0)
  })

  it('save a template with everything but the date, and show a refused name', async () => {
    await m.officer.open(part())
    const refused = await m.officer.send(m.path, { do: 'settings-template', name: '', description: 'Yearly' })
    expect([refused.status, refused.html]).toEqual([400, expect.stringMatching(/id="name-wrong"/)])
    expect(refused.text).toContain('Yearly')
    const saved = await m.officer.send(m.path, { do: 'settings-template', name: 'Open tournament' })
    expect(saved.text).toContain('Template saved.')
    const [{ templateData }] = await templates()
    expect(templateData).toMatchObject({ type: 'Competition', location: 'Main hall', expectedAttendance: 40 })
    expect(Object.keys(templateData)).not.toContain('start_time')
  })

  it('suggest a name for the template, cut at a word', async () => {
    const long = `Spring ${'tournament '.repeat(13)}`.trim()
    await m.officer.open(`/event/${await another(long)}/dashboard?part=settings`)
    const { fields } = m.officer.page().forms.find(({ html }) => html.includes('settings-template')) ?? {}
    expect(fields?.name).toMatch(/ tournament\u2026$/)
    expect(fields?.name?.length).toBeLessThanOrEqual(120)
  })

  it('end an event, after which it can be archived', async () => {
    const eventId = await another('Short evening', {
      start_time: new Date(m.w.clock.now().getTime() + 60_000).toISOString(),
      end_time: new Date(m.w.clock.now().getTime() + 120_000).toISOString(),
    })
    const path = `/event/${eventId}/dashboard`
    expect((await m.officer.open(`${path}?part=settings`)).text).not.toContain('Mark as completed')
    m.w.clock.advance(180)
    await m.officer.open(`${path}?part=settings`)
    await m.officer.send(path, { do: 'settings-status' })
    expect((await event(eventId)).status).toBe('completed')
    await m.officer.open(`${path}?part=settings`)
    await m.officer.send(path, { do: 'settings-status' })
    expect((await event(eventId)).status).toBe('archived')
  })

  it('are for people who manage the event', async () => {
    expect((await m.student.open(part())).status).toBe(404)
    const refused = await m.student.post(m.path, { do: 'settings-status', status: 'completed' })
    expect([refused.status, (await event()).status]).toEqual([404, 'not-applicable'])
  })
})

describe('templates of a club', () => {
  it('give a draft at the dates entered, and are edited and deleted', async () => {
    const listed = await m.officer.open(`${desk()}?part=templates`)
    expect(listed.text).toMatch(/Open tournament .*Not yet/)
    await m.officer.follow('Open tournament')
    const wrong = await m.officer.send(desk(), {
      do: 'template-use',
      start: '2026-04-02T18:00',
      end: '2026-04-02T17:00',
    })
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringMatching(/id="end-wrong"/)])
    expect(wrong.html).toContain('value="2026-04-02T18:00"')
    const draft = await m.officer.send(desk(), { do: 'template-use', end: '2026-04-02T21:00' })
    expect([draft.address, draft.text]).toEqual([
      expect.stringContaining('/create-event?event='),
      expect.stringContaining('Draft created.'),
    ])
    const id = new URL(draft.address, 'http://x').searchParams.get('event') ?? ''
    expect(await event(id)).toMatchObject({ status: 'draft', location: 'Main hall' })
    await m.officer.open(`${desk()}?part=templates`)
    await m.officer.follow('Open tournament')
    const short = await m.officer.send(desk(), { do: 'template-use', start: '2026-04-03T18:00' })
    const shortId = new URL(short.address, 'http://x').searchParams.get('event') ?? ''
    const { start_time: start, end_time: end } = await event(shortId)
    expect(Date.parse(end) - Date.parse(start)).toBe(3_600_000)
    await m.officer.open(`${desk()}?part=templates`)
    await m.officer.follow('Edit template')
    await m.officer.send(desk(), { do: 'template-edit', name: 'Tournament', location: 'Small hall' })
    expect((await templates())[0]).toMatchObject({
      name: 'Tournament',
      templateData: { location: 'Small hall', type: 'Competition' },
    })
    await m.officer.open(`${desk()}?part=templates`)
    const gone = await m.officer.send(desk(), { do: 'template-delete' })
    expect(gone.text).toContain('No templates yet')
  })

  it('are for those who manage the events of the club', async () => {
    expect((await m.student.open(`${desk()}?part=templates`)).text).not.toContain('Event templates')
    const sent = { do: 'template-use', id: 'x', start: '2026-04-02T18:00', end: '2026-04-02T21:00' }
    expect((await m.student.post(desk(), sent)).status).toBeGreaterThan(399)
  })
})

describe('several events of a club', () => {
  it('are changed only after a question that names them and the consequence', async () => {
    const one = await another('Tea')
    const two = await another('Biscuits')
    await m.officer.open(`${desk()}?part=events`)
    const picked = { [`pick-${one}`]: 'yes', [`pick-${two}`]: 'yes' }
    const asked = await m.officer.send(desk(), { do: 'bulk-cancel', ...picked })
    expect(asked.text).toMatch(/Cancel these events\? .*Tea [A-Z][a-z]{2}, .*is notified/)
    expect(asked.headers['cache-control']).toBe('private, no-cache')
    expect((await event(one)).status).toBe('not-applicable')
    const done = await m.officer.send(desk(), { do: 'bulk-run', reason: 'No milk' })
    expect(done.text).toContain('All selected events were changed.')
    expect([(await event(one)).status, (await event(two)).status]).toEqual(['cancelled', 'cancelled'])
  })

  it('that an action does not change are named with the reason, before and after', async () => {
    const fresh = await another('Cake')
    const over = await another('Scones')
    await m.ada.device.setEventStatus({ orgId: m.orgId, eventId: over, status: 'cancelled' })
    const picked = { [`pick-${fresh}`]: 'yes' }
    const none = await m.officer.post(desk(), { do: 'bulk-archive', ...picked })
    expect(none.text).toMatch(/None of these events can be changed this way .*Cake .* It is published\./)
    expect(none.forms.filter(({ fields }) => fields.do === 'bulk-run')).toEqual([])
    const some = await m.officer.post(desk(), { do: 'bulk-archive', ...picked, [`pick-${over}`]: 'yes' })
    expect(some.text).toMatch(
      /Archive these events\? Scones .* 1 event stays as it is Cake .*It is published\./,
    )
    const sent = some.forms.find(({ fields }) => fields.do === 'bulk-run')?.fields ?? {}
    expect(Object.keys(sent)).toEqual(['do', 'action', `pick-${over}`])
    const left = await m.officer.post(desk(), { do: 'bulk-run', action: 'archive', ...picked })
    expect(left.text).toMatch(/1 event was not changed Cake .* It is published\./)
    const nothing = await m.officer.post(desk(), { do: 'bulk-delete' })
    expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining('Select the events first.')])
  })

  it('are changed by those who manage the events of the club', async () => {
    const refused = await m.student.post(desk(), {
      do: 'bulk-run',
      action: 'delete',
      [`pick-${m.eventId}`]: 'yes',
    })
    expect(refused.status).toBeGreaterThan(399)
    expect((await event()).name).toBe('Spring Open')
  })
})
