import { beforeAll, describe, expect, it } from 'vitest'
import { CharterRequired, NoOpenRenewal, RenewalTooSoon } from '../../functions/management/failures.ts'
import { taskHandlers } from '../../functions/management/renewal/renewal.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { attendanceStream } from '../attendance/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { sweep } from '../support/due.ts'
import { listed } from '../support/inboxes.ts'
import { type Person, password, registered } from '../support/people.ts'
import { founded, type Society, society } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let club: Awaited<ReturnType<typeof society>>
let stream: Awaited<ReturnType<typeof attendanceStream>>

const day = 24 * 3600

beforeAll(async () => {
  ;({ w, dean } = await admins())
  // The stream keeps the school's lists of organizations, so it starts before them.
  stream = await attendanceStream(w)
  club = await society(w, 'renewal')
})

const inDays = (days: number): string => new Date(w.clock.now().getTime() + days * day * 1000).toISOString()

const started = async (days: number, more: object = {}) => {
  const sent = { title: 'Year 2026', dueAt: inDays(days), ...more }
  const reply = await dean.device.startOrgRenewal(sent)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}

/** Sessions end while days pass. */
const signedInAgain = async (people: readonly Person[]): Promise<void> => {
  for (const { device, email } of people) expect((await device.login({ email, password })).status).toBe(200)
}

/** Lets the days pass, each with its due work. */
const passed = async (days: number, ...people: Person[]): Promise<void> => {
  for (let at = 0; at < days; at += 1) {
    await sweep(w, taskHandlers)
    w.clock.advance(day)
  }
  await sweep(w, taskHandlers)
  await stream.drain()
  await signedInAgain([dean, club.owner, club.member, ...people])
}

const confirmed = ({ orgId, owner }: Society, more: object = {}) =>
  owner.device.confirmOrgRenewal({ orgId, officersConfirmed: true, ...more })

const stateOf = async ({ orgId }: Society): Promise<string | undefined> => {
  const { body } = await dean.device.listOrgRenewals({ limit: '100' })
  return body.data.find(({ _id }: { _id: string }) => _id === orgId)?.state
}

const titlesOf = async (person: Person, about: string): Promise<readonly string[]> =>
  (await listed(person, { limit: '100' })).data
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title.includes(about))

describe('a renewal', () => {
  // rules/management 36
  it('asks every organization once, and reminds those that have not confirmed', async () => {
    const owner = await registered(w, 'silent', { username: 'silent' })
    const silent = await founded(owner)
    // More than one page of the tasks.
    const founder = await registered(w, 'founder', { username: 'founder' })
    const many: Society[] = []
    for (let at = 0; at < 45; at += 1) many.push(await founded(founder))
    await started(20)
    await passed(5, owner)
    expect(await stateOf(silent)).toBe('open')
    expect(await titlesOf(owner, 'Confirm')).toHaveLength(1)
    expect((await confirmed(club)).body.data).toMatchObject({ state: 'confirmed', by: club.owner.user._id })
    expect(await titlesOf(club.owner, 'Confirm')).toHaveLength(1)
    await passed(14.5, owner)
    expect(await titlesOf(owner, 'Confirm')).toHaveLength(4)
    expect(await titlesOf(club.owner, 'Confirm')).toHaveLength(1)
    await passed(2, owner)
    expect([await stateOf(silent), await stateOf(club)]).toEqual(['lapsed', 'confirmed'])
    const { body } = await dean.device.listOrgRenewals({ state: 'lapsed', limit: '100' })
    const lapsed = body.data.map(({ _id }: { _id: string }) => _id).sort()
    expect(lapsed).toEqual([silent, ...many].map(({ orgId }) => orgId).sort())
    expect(await titlesOf(owner, 'has lapsed')).toHaveLength(1)
    // rules/management 38
    const exported = await dean.device.exportOrganizations()
    const row = exported.body.data.find(({ _id }: { _id: string }) => _id === silent.orgId)
    expect(row.renewal.state).toBe('lapsed')
    // rules/management 37
    expect((await confirmed(silent)).status).toBe(200)
    expect(await stateOf(silent)).toBe('confirmed')
  }, 60_000)

  // rules/management 37
  it('is confirmed by those who manage the organization, with a charter where the school requires one', async () => {
    const campaign = await started(30, { requiresCharter: true })
    expect((await club.member.device.getOrgRenewal()).body.data).toEqual(campaign)
    const byMember = await club.member.device.confirmOrgRenewal({
      orgId: club.orgId,
      officersConfirmed: true,
    })
    expect(byMember.status).toBe(403)
    expect(await confirmed(club)).toMatchObject(refused(CharterRequired))
    expect((await confirmed(club, { charterUrl: 'javascript:alert(1)' })).status).toBe(400)
    expect((await confirmed(club, { officersConfirmed: false })).status).toBe(400)
    // rules/management 39
    const answerFor = async ({ device }: Person) =>
      (await device.getOrganizationByName({ name: club.name })).body.overview.renewal
    expect((await answerFor(club.member)).campaign).not.toBe(campaign._id)
    await signedInAgain([club.outsider])
    expect(await answerFor(club.outsider)).toBeUndefined()
    const charterUrl = 'https://example.edu/charter.pdf'
    expect((await confirmed(club, { charterUrl })).body.data).toMatchObject({ charterUrl })
  })

  // rules/management 36
  it('replaces an earlier one, whose reminders and end change nothing any more', async () => {
    await started(2)
    const later = await started(60)
    await passed(3)
    expect(await stateOf(club)).toBe('open')
    expect(later.dueAt > inDays(50)).toBe(true)
  })

  // rules/management 36, rules/management 37
  it('needs a day’s time, and approved organizations', async () => {
    const soon = await dean.device.startOrgRenewal({ title: 'Now', dueAt: inDays(0.5) })
    expect(soon).toMatchObject(refused(RenewalTooSoon))
    const { orgId } = club
    await w.table().update(organization, { orgId }, { set: { approvalStatus: 'pending' } }, { exists: true })
    expect(await stateOf(club)).toBeUndefined()
    expect(await confirmed(club)).toMatchObject(refused(NoOpenRenewal))
    await w.table().update(organization, { orgId }, { set: { approvalStatus: 'approved' } }, { exists: true })
    const none = await club.owner.device.confirmOrgRenewal({ orgId: 'none', officersConfirmed: true })
    expect(none).toMatchObject(refused(OrganizationNotFound))
    const other = await admins()
    expect(await other.dean.device.listOrgRenewals({ limit: '100' })).toMatchObject(refused(NoOpenRenewal))
    expect((await other.dean.device.getOrgRenewal()).body.data).toBeNull()
  })
})
