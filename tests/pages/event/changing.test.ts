import { beforeAll, describe, expect, it } from 'vitest'
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
    expect(described.text).toContain('Saved.')
    expect(described.text).not.toContain(notified)
    expect((await change({ start_time: local(41) })).text).toContain(`Saved. ${notified} of the change.`)
    const pending = await change({ requiresApproval: 'yes', location: 'Yard' })
    expect(pending.text).toContain('Saved. The event needs approval again and is hidden until then.')
    expect(pending.text).toContain('Waiting for approval')
    expect((await change({ location: 'Park' })).text).not.toContain(notified)
  })

  it('of a series names the other dates, which stay as they are', async () => {
    const published = await submit({ name: 'Chess club', frequency: 'weekly', count: '3' })
    expect(published.text).toContain('Event published. The other dates of its series follow')
    await m.drain()
    const eventId = idIn(published.address)
    const dates = async (path: string, sentence: string): Promise<number> => {
      const { text, html } = await m.officer.open(path)
      expect(text).toContain(`${sentence} The next dates stay as they are:`)
      return [...html.matchAll(/<a href="\/event\/[^"/]+\/dashboard">\w+, /g)].length
    }
    expect(await dates(`/create-event?event=${eventId}`, 'Only this date of the series changes.')).toBe(2)
    const cancelled = 'Only this date of the series is cancelled.'
    expect(await dates(`/event/${eventId}/dashboard`, cancelled)).toBe(2)
    expect((await m.officer.open(m.path)).text).not.toContain(cancelled)
  })
})
