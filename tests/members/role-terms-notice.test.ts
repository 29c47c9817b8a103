import { beforeAll, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../functions/members/scheduled-tasks.ts'
import { permissionRequired } from '../../lib/contract/permissions.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { dueMark } from '../../lib/scheduled/sweep-state.ts'
import { formatMoment } from '../../lib/zones.ts'
import { refused } from '../support/agent.ts'
import { hourMs, sweep } from '../support/due.ts'
import { password, registered } from '../support/people.ts'
import { joined } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import { assign, idOf, inDays, newYork, strike, strikeAt, termClub, termsOf } from './role-terms.ts'

let w: World
let rolesOf: ReturnType<typeof termsOf>['rolesOf']
let told: ReturnType<typeof termsOf>['told']

beforeAll(async () => {
  w = await newYork()
  ;({ rolesOf, told } = termsOf(w))
})

let bens = 0

describe('two weeks before the end of a term', () => {
  const around = async () => {
    const c = await termClub(w)
    bens += 1
    const ben = await registered(w, `ben${bens}`, { username: `ben${bens}` })
    await joined(c, ben, ['officer'])
    return { c, ben, end: inDays(w, 20), notice: inDays(w, 6) }
  }
  const when = (moment: string) => formatMoment(moment, 'America/New_York')

  // rules/members 48
  it('the member, the owner and managers are notified once, and that no other member has the role', async () => {
    const { c, ben, end, notice } = await around()
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: end })
    await assign(c, c.owner, ben, { role: 'officer', roleTermEnd: end })
    await strikeAt(w, notice, [c.officer, c.owner, c.admin, c.member, ben])
    for (let again = 0; again < 3; again += 1) await strike(w)
    const rest = `Nobody else holds Officer. Assign a successor before ${when(end)}.`
    const own = `Your term as Officer in ${c.name} ends on ${when(end)}. ${rest}`
    expect((await told(c.officer)).filter((text) => text.includes('Your term'))).toEqual([own])
    const others = [c.officer, ben].map(
      ({ user }) => `The term of ${user.name} as Officer in ${c.name} ends on ${when(end)}. ${rest}`,
    )
    for (const who of [c.owner, c.admin])
      expect((await told(who)).filter((text) => text.includes('The term of')).sort()).toEqual(others.sort())
    expect((await told(c.member)).filter((text) => text.includes('term'))).toEqual([])
  })

  // rules/members 48
  it('they learn who else has the role for longer', async () => {
    const { c, ben, end, notice } = await around()
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: end })
    await assign(c, c.owner, ben, { role: 'officer', roleTermEnd: inDays(w, 21) })
    await strikeAt(w, notice, [c.officer])
    expect(await told(c.officer)).toContain(
      `Your term as Officer in ${c.name} ends on ${when(end)}. Others who hold them: Officer: ${ben.user.name}.`,
    )
  })

  // rules/members 49
  it('they are notified of a shorter term at once, and of an expired one only of its end', async () => {
    const { c, end, notice } = await around()
    const soon = inDays(w, 3)
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: soon })
    await strike(w)
    const isOf = (text: string) => text.includes(`ends on ${when(soon)}`)
    expect((await told(c.officer)).filter(isOf)).toHaveLength(1)
    await assign(c, c.owner, c.member, { role: 'officer', roleTermEnd: end })
    // The clock stood still for two weeks and struck again when the term was over.
    const hour = Math.floor(Date.parse(notice) / hourMs)
    await w.table('www').put(dueMark, { name: 'sweep', hour, at: notice })
    w.clock.advance((Date.parse(end) - w.clock.now().getTime()) / 1000)
    await sweep(w, taskHandlers)
    expect(await rolesOf(c, c.member)).toEqual(['member'])
    await c.member.device.login({ email: c.member.email, password })
    expect((await told(c.member)).filter((text) => text.includes('term'))).toEqual([
      `Your term as Officer in ${c.name} has ended. Your roles are now: Member.`,
    ])
  })
})

// rules/members 46
it('a term without its tasks still ends the permissions of its roles', async () => {
  const { orgId, officer, owner } = await termClub(w)
  const roleTermEnd = inDays(w, 3)
  const place = { orgId, userId: idOf(officer) }
  await w.table().update(orgMember, place, { set: { roleTermEnd } }, { exists: true })
  const { device, email } = officer
  const asked = async () => [
    await device.listOrgEvents({ orgId }),
    // Here the path names no organization.
    await device.listMyEvents({ orgId }),
  ]
  for (const reply of await asked()) expect(reply.status).toBe(200)
  w.clock.advance((Date.parse(roleTermEnd) - w.clock.now().getTime()) / 1000 - 1)
  await device.login({ email, password })
  for (const reply of await asked()) expect(reply.status).toBe(200)
  w.clock.advance(1)
  for (const reply of await asked()) expect(reply).toMatchObject(refused(permissionRequired('manage_events')))
  expect((await device.listOrganizationMembers({ orgId })).status).toBe(200)
  await owner.device.login({ email: owner.email, password })
  const again = { orgId, userId: place.userId, roles: ['officer'], roleTermEnd: null }
  expect((await owner.device.assignOrgRole(again)).status).toBe(200)
  for (const reply of await asked()) expect(reply.status).toBe(200)
})
