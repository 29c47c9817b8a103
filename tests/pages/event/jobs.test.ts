import { beforeAll, describe, expect, it } from 'vitest'
import { password } from '../../support/people.ts'
import { type Browser, signedIn } from '../browser.ts'
import { type Managing, managing } from './managing.ts'

let m: Managing
let member: Browser
beforeAll(async () => {
  m = await managing()
  member = await signedIn(m.w, m.ben.email, password)
})

const part = () => `${m.path}?part=jobs`
const page = () => `/event/${m.eventId}`
const jobs = async () =>
  (await m.ada.device.listEventJobs({ orgId: m.orgId, eventId: m.eventId })).body.data.roles
const job = async (name: string) => (await jobs()).find((one: { name: string }) => one.name === name)
const day = () => new Date(m.w.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)

describe('jobs on the manage page', () => {
  it('begin empty, are added with the people they need, and show a refused field', async () => {
    expect((await m.officer.open(part())).text).toContain('No jobs yet')
    const times = { shiftStart: `${day()}T18:00`, shiftEnd: `${day()}T17:00` }
    const refused = await m.officer.send(m.path, { do: 'jobs-add', name: 'Usher', ...times })
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/id="shiftEnd-wrong">Enter an end after the start/)
    expect(refused.html).toContain('value="Usher"')
    const added = await m.officer.send(m.path, {
      do: 'jobs-add',
      requiredCount: '2',
      shiftEnd: `${day()}T20:00`,
    })
    expect(added.text).toMatch(/Usher .*0 of 2 people/)
  })

  it('say when they are far outside of the event, and are saved', async () => {
    await m.officer.open(part())
    const dayAfter = (days: number) =>
      new Date(Date.parse(day()) + days * 86_400_000).toISOString().slice(0, 10)
    const saved = async (name: string, days?: number) => {
      const date = days === undefined ? undefined : dayAfter(days)
      const times: Record<string, string> = date
        ? { shiftStart: `${date}T10:00`, shiftEnd: `${date}T11:00` }
        : {}
      const { text } = await m.officer.send(m.path, { do: 'jobs-add', name, ...times })
      await m.ada.device.deleteEventJob({ orgId: m.orgId, eventId: m.eventId, roleId: (await job(name))._id })
      return [
        text.includes("Job saved. It is outside the event's time"),
        text.split("Outside the event's time").length,
      ]
    }
    expect(await saved('Early', -9)).toEqual([true, 2])
    expect(await saved('Late', 9)).toEqual([true, 2])
    expect(await saved('During')).toEqual([false, 1])
  })

  it('are edited and get members by name', async () => {
    await m.officer.follow('Usher')
    await m.officer.send(m.path, { do: 'jobs-edit', name: 'Head usher', openToAll: 'yes' })
    expect(await job('Head usher')).toMatchObject({ requiredCount: 2, openToAll: true })
    const { _id } = await job('Head usher')
    const found = await m.officer.open(`${part()}&id=${_id}`)
    expect(found.text).toMatch(/Assign people .*Ben/)
    const assigned = await m.officer.send(m.path, { do: 'jobs-assign' })
    expect(assigned.text).toMatch(/Assigned\. .*Ben .*Assigned/)
    const confirmed = await m.officer.send(m.path, { do: 'jobs-confirm' })
    expect(confirmed.text).toContain('Confirmed')
    await m.officer.send(m.path, { do: 'jobs-unassign' })
    expect((await job('Head usher')).filledCount).toBe(0)
  })

  it('come from templates of the club', async () => {
    await m.officer.open(part())
    await m.officer.follow('Job templates of the club')
    await m.officer.send(m.path, { do: 'jobs-template', name: 'Ticket desk', description: 'Sells tickets' })
    const twice = await m.officer.send(m.path, { do: 'jobs-template', name: 'ticket desk' })
    expect([twice.status, twice.html]).toEqual([409, expect.stringMatching(/id="name-wrong"/)])
    await m.officer.open(`${part()}&id=templates`)
    const renamed = await m.officer.send(m.path, { do: 'jobs-retitle', name: 'Tickets' })
    expect(renamed.text).toContain('Tickets')
    const fresh = await m.officer.open(part())
    const [, template = ''] = /<option value="([^"]+)">Tickets/.exec(fresh.html) ?? []
    await m.officer.send(m.path, { do: 'jobs-add', template })
    expect(await job('Tickets')).toBeDefined()
    await m.officer.open(`${part()}&id=templates`)
    expect((await m.officer.send(m.path, { do: 'jobs-untemplate' })).text).toContain('No job templates')
  })

  it('are for people who manage the event', async () => {
    expect((await m.student.open(part())).status).toBe(404)
    const { _id: id } = await job('Tickets')
    expect((await m.student.post(m.path, { do: 'jobs-delete', id })).status).toBe(404)
    expect(await job('Tickets')).toBeDefined()
  })
})

describe('helping at an event', () => {
  it('is offered on the event page to those who may, and decided by the organizers', async () => {
    const shown = await m.student.open(page())
    expect(shown.text).not.toContain('Head usher')
    const open = await m.student.follow('Volunteering')
    expect(open.text).toMatch(/Head usher .*0 of 2 people/)
    expect(open.text).not.toContain('Tickets')
    const offered = await m.student.send(page(), { do: 'offer-help' })
    expect(offered.text).toMatch(/Thank you\. .*Waiting for the organizers/)
    const pending = await m.officer.open(part())
    expect(pending.text).toMatch(/1 person offers to help Cleo|Cleo/)
    const accepted = await m.officer.send(m.path, { do: 'jobs-approve' })
    expect(accepted.text).toMatch(/Accepted\. .*1 of 2 people/)
    const declined = await (async () => {
      await m.student.open(`${page()}?part=help`)
      return m.student.send(page(), { do: 'decline-job' })
    })()
    expect(declined.text).toContain('You declined')
    const again = await m.student.send(page(), { do: 'confirm-job' })
    expect(again.text).toContain('You help here')
  })

  it('is withdrawn by the person, declined by organizers, and a refusal is shown', async () => {
    await member.open(`${page()}?part=help`)
    const { _id: tickets } = await job('Tickets')
    await member.send(page(), { do: 'offer-help', job: tickets })
    const withdrawn = await member.send(page(), { do: 'withdraw-help' })
    expect(withdrawn.text).toContain('Offer to help withdrawn.')
    await member.send(page(), { do: 'offer-help', job: tickets })
    const twice = await member.post(page(), { do: 'offer-help', job: tickets })
    expect([twice.status, twice.text]).toEqual([400, expect.stringContaining('already signed up')])
    await m.officer.open(part())
    await m.officer.send(m.path, { do: 'jobs-reject' })
    expect((await member.open(`${page()}?part=help`)).text).toContain('Not needed this time')
  })
})
