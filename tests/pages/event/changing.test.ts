import { beforeAll, describe, expect, it } from 'vitest'
import { withRoles } from '../../support/administrators.ts'
import { password, registered } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type Browser, signedIn } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing

beforeAll(async () => {
  m = await managing()
})

const local = (hours: number): string =>
  new Date(m.w.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 16)

const submit = async (more: Readonly<Record<string, string>>) => {
  await m.officer.open(`/create-event?org=${m.orgId}`)
  return m.officer.send('/create-event/form', {
    do: 'submit',
    type: 'Meeting',
    start_time: local(40),
    end_time: local(42),
    location: 'Main hall',
    expectedAttendance: '20',
    ...more,
  })
}

const idIn = (address: string): string => /event\/(\w+)\//.exec(address)?.[1] ?? ''

const notified = 'People who registered are notified'

describe('a change of a published event', () => {
  it('says what it leads to, before and after it is saved', async () => {
    const { address, text } = await submit({ name: 'Pub quiz' })
    expect(text).toContain('Event published. Share the link of its event page.')
    const change = async (fields: Readonly<Record<string, string>>) => {
      await m.officer.open(`/create-event?event=${idIn(address)}`)
      return m.officer.send('/create-event/form', { do: 'save', ...fields })
    }
    const form = await m.officer.open(`/create-event?event=${idIn(address)}`)
    expect(form.text).toContain(`${notified} of a new name, time, place or link.`)
    const described = await change({ description: 'Seven rounds' })
    expect(described.text).toContain('Event saved.')
    expect(described.text).not.toContain(notified)
    expect((await change({ start_time: local(41) })).text).toContain(
      `Event saved. ${notified} of the change.`,
    )
    const asked = await change({ requiresApproval: 'yes', location: 'Yard' })
    expect(asked.text).toContain('This hides the event until it is approved again.')
    expect(asked.text).toContain('Nobody is registered.')
    expect(asked.text).not.toContain('Waiting for approval')
    const pending = await m.officer.send('/create-event/form', { do: 'save', hide: 'yes' })
    expect(pending.text).toContain('Event saved. It needs approval again and is hidden until then.')
    expect(pending.text).toContain('Waiting for approval')
    expect((await change({ location: 'Park' })).text).not.toContain(notified)
  })

  // rules/planning 9
  it('into the past is saved only after a notice and a check box', async () => {
    const { address } = await submit({ name: 'Reading group' })
    await m.student.open(`/event/${idIn(address)}`)
    await m.student.send(`/event/${idIn(address)}`, { do: 'register', guestCount: '1' })
    await m.drain()
    await m.w.caughtUp()
    await m.officer.open(`/create-event?event=${idIn(address)}`)
    const past = { start_time: local(-40), end_time: local(-38) }
    const asked = await m.officer.send('/create-event/form', { do: 'save', ...past })
    expect(asked.text).toContain('This event would start in the past.')
    expect(asked.text).toContain('1 person is registered.')
    const again = await m.officer.send('/create-event/form', { do: 'save' })
    expect(again.text).toContain('This event would start in the past.')
    const { body } = await m.ada.device.getEvent({ event_id: idIn(address) })
    expect(Date.parse(body.event.start_time)).toBeGreaterThan(m.w.clock.now().getTime())
    const saved = await m.officer.send('/create-event/form', { do: 'save', past: 'yes' })
    expect(saved.text).toContain(`Event saved. ${notified} of the change.`)
  })

  // rules/planning 14, rules/planning 17, rules/planning 52
  it('asks before it hides the event, whoever makes it and however small its steps, and only then', async () => {
    const { address } = await submit({ name: 'Film night', maxAttendees: '10', requiresApproval: 'yes' })
    const dean = await registered(m.w, 'dean', { username: 'dean', name: 'Dean Wood' })
    const admin = await withRoles(m.w, dean, ['user', 'admin'])
    await admin.device.assignStakeholderRole({ id: 'event coordinator', userId: dean.user._id })
    await admin.device.approveEvent({ event_id: idIn(address) })
    const change = async (one: Browser, fields: Readonly<Record<string, string>>) => {
      await one.open(`/create-event?event=${idIn(address)}`)
      return one.send('/create-event/form', { do: 'save', ...fields })
    }
    expect((await change(m.officer, { maxAttendees: '11' })).text).toContain('Event saved.')
    expect((await change(m.officer, { maxAttendees: '12' })).text).toContain('Event saved.')
    const question = 'This hides the event until it is approved again.'
    // Each step is small, and the event was approved for 10.
    expect((await change(m.officer, { maxAttendees: '13' })).text).toContain(question)
    const staff = await signedIn(m.w, dean.email, password)
    expect((await change(staff, { location: 'Yard' })).text).toContain(question)
    expect((await change(staff, { tags: 'film' })).text).toContain('Event saved.')
    expect((await m.officer.open(`/event/${idIn(address)}/dashboard`)).text).toContain('Published')
  })

  it('that is refused says so at once, without a question', async () => {
    const { address } = await submit({ name: 'Open stage', maxAttendees: '10' })
    for (const browser of [m.officer, m.student]) {
      await browser.open(`/event/${idIn(address)}`)
      await browser.send(`/event/${idIn(address)}`, { do: 'register', guestCount: '1' })
    }
    await m.officer.open(`/create-event?event=${idIn(address)}`)
    const small = { maxAttendees: '1', requiresApproval: 'yes' }
    const refused = await m.officer.send('/create-event/form', { do: 'save', ...small })
    expect(refused.status).toBe(409)
    expect(refused.text).not.toContain('This hides the event')
  })

  it('of a series names the other dates, which stay as they are', async () => {
    const published = await submit({ name: 'Chess club', frequency: 'weekly', count: '3' })
    expect(published.text).toContain('Event published. The other dates of its series follow')
    await m.drain()
    const eventId = idIn(published.address)
    const dates = async (path: string, sentence: string): Promise<number> => {
      const { text, html } = await m.officer.open(path)
      expect(text).toContain(`${sentence} The other dates stay as they are:`)
      return [...html.matchAll(/<a href="\/event\/[^"/]+\/dashboard">\w+, /g)].length
    }
    expect(await dates(`/create-event?event=${eventId}`, 'Only this date of the series changes.')).toBe(2)
    const cancelled = 'Only this date of the series is cancelled.'
    expect(await dates(`/event/${eventId}/dashboard`, cancelled)).toBe(4)
    expect(m.officer.page().text).toMatch(/Other dates \w+, .*; \w+, /)
    const { address, text } = await m.officer.send(
      `/event/${eventId}/dashboard`,
      { do: 'picture' },
      {},
      { image: png(120, 60) },
    )
    expect([address.split('?')[0], text]).toEqual([
      `/event/${eventId}/dashboard`,
      expect.stringContaining('Picture saved for this date of the series only.'),
    ])
    expect((await m.officer.open(m.path)).text).not.toContain(cancelled)
  })
})
