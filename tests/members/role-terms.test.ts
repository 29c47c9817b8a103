import { beforeAll, describe, expect, it } from 'vitest'
import { OwnTermStays } from '../../functions/members/contract/failures.ts'
import { termChanges } from '../../functions/members/terms/term-tasks.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { orgRoles } from '../../lib/identity/org/organizations.ts'
import { orgRoleCount, orgRoleHolder } from '../../lib/identity/org/records.ts'
import { refused } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { joined } from '../support/societies.ts'
import type { World } from '../support/world.ts'
import {
  assign,
  dayMs,
  idOf,
  inDays,
  newYork,
  strike,
  strikeAt,
  termClub,
  termsDue,
  termsOf,
} from './role-terms.ts'

let w: World
let rowOf: ReturnType<typeof termsOf>['rowOf']
let rolesOf: ReturnType<typeof termsOf>['rolesOf']
let told: ReturnType<typeof termsOf>['told']

beforeAll(async () => {
  w = await newYork()
  ;({ rowOf, rolesOf, told } = termsOf(w))
})

describe('a term', () => {
  // rules/members 43
  it.each([
    ['ends in the past', { roleTermEnd: '2026-03-01T00:00:00Z' }, 'roleTermEnd'],
    ['ends now', { roleTermEnd: '2026-03-02T12:00:00.000Z' }, 'roleTermEnd'],
    ['ended yesterday', { roleTermEnd: '2026-03-01' }, 'roleTermEnd'],
    [
      'ends before it starts',
      { roleTermStart: '2026-03-02T20:00:00Z', roleTermEnd: '2026-03-02T19:00:00Z' },
      'roleTermEnd',
    ],
    ['starts on a later day', { roleTermStart: '2026-03-03' }, 'roleTermStart'],
    ['starts on a later day, at night', { roleTermStart: '2026-03-03T05:00:00Z' }, 'roleTermStart'],
    ['is no moment', { roleTermEnd: 'soon' }, 'roleTermEnd'],
    ['is a day that no calendar has', { roleTermEnd: '2027-02-29' }, 'roleTermEnd'],
    ['is an hour that no day has', { roleTermEnd: '2027-02-28T25:00:00Z' }, 'roleTermEnd'],
    ['is of members alone', { role: 'member', roleTermEnd: '2027-01-31' }, 'roleTermEnd'],
    ['is of members alone, since when', { role: 'member', roleTermStart: '2026-01-31' }, 'roleTermStart'],
  ])('that %s is refused, and changes nothing', async (_, sent, field) => {
    const c = await termClub(w)
    const before = await rowOf(c, c.member)
    const { status, body } = await assign(c, c.owner, c.member, { role: 'officer', ...sent })
    expect([status, body.code, body.field]).toEqual([400, ValidationError.code, field])
    expect(await rowOf(c, c.member)).toEqual(before)
  })

  // rules/members 43
  it('of an owner covers only other roles, because ownership has no end', async () => {
    const c = await termClub(w)
    const reply = await assign(c, c.owner, c.owner, { role: 'owner', roleTermEnd: '2027-01-31' })
    expect(reply).toMatchObject(refused(ValidationError))
    const end = inDays(w, 20)
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: end })
    const handed = await c.owner.device.transferOrgOwnership({
      orgId: c.orgId,
      newOwnerUserId: idOf(c.officer),
    })
    expect(handed.status).toBe(200)
    await strikeAt(w, end)
    expect(await rolesOf(c, c.officer)).toEqual(['owner'])
    expect(await w.table().get(orgRoles, { orgId: c.orgId })).toMatchObject({ owner: idOf(c.officer) })
    await strike(w)
    expect(await rolesOf(c, c.officer)).toEqual(['owner'])
  })

  it.each([
    ['a day, which it includes', '2026-11-01', '2026-11-02T04:59:59.999Z'],
    ['a time of the school’s clocks', '2026-07-01T12:00', '2026-07-01T16:00:00.000Z'],
    ['a moment', '2026-07-01T12:00:00+02:00', '2026-07-01T10:00:00.000Z'],
  ])('ends with %s, and is shown to members and in the history', async (_, roleTermEnd, end) => {
    const c = await termClub(w)
    const today = w.clock.now().toISOString().slice(0, 10)
    const given = { role: 'officer', roleTermStart: today, roleTermEnd }
    expect((await assign(c, c.owner, c.member, given)).status).toBe(200)
    const shown = { roleTermStart: expect.stringContaining(today), roleTermEnd: end }
    const { body } = await c.officer.device.listOrgMembers({ orgId: c.orgId })
    const mine = ({ user_id }: { user_id: { _id: string } }) => user_id._id === idOf(c.member)
    expect(body.members.find(mine)).toMatchObject(shown)
    const history = await c.owner.device.getMemberHistory({ orgId: c.orgId, userId: idOf(c.member) })
    expect(history.body).toMatchObject(shown)
  })

  // rules/members 44
  it('stays when a change omits it, and is removed by null, with the last role, and with the membership', async () => {
    const c = await termClub(w)
    const end = inDays(w, 30)
    const given = { roleTermEnd: end }
    await assign(c, c.owner, c.member, { role: 'officer', ...given })
    await assign(c, c.owner, c.member, { role: 'admin' })
    expect(await rowOf(c, c.member)).toMatchObject({ roles: ['admin'], ...given })
    await assign(c, c.owner, c.member, { role: 'admin', roleTermEnd: null })
    expect(await rowOf(c, c.member)).not.toHaveProperty('roleTermEnd')
    for (const lose of [
      () => assign(c, c.owner, c.member, { role: 'member' }),
      () => c.owner.device.removeOrgMember({ orgId: c.orgId, userId: idOf(c.member) }),
      () => c.member.device.leaveOrganization({ orgId: c.orgId }),
    ]) {
      await assign(c, c.owner, c.member, { role: 'officer', ...given })
      expect(await rowOf(c, c.member)).toMatchObject(given)
      expect((await lose()).status).toBe(200)
      if (!(await rowOf(c, c.member))) await joined(c, c.member)
      await assign(c, c.owner, c.member, { role: 'officer' })
      expect(await rowOf(c, c.member)).not.toHaveProperty('roleTermEnd')
    }
    expect(await termsDue(w, [end, inDays(w, 16)])).toEqual([])
  })
})

describe('a member with a term', () => {
  // rules/members 45
  it('cannot extend it, and may shorten it or give up the role; others can extend it', async () => {
    const c = await termClub(w)
    const end = inDays(w, 30)
    await assign(c, c.owner, c.admin, { role: 'admin', roleTermEnd: end })
    for (const roleTermEnd of [null, inDays(w, 31)]) {
      const own = await assign(c, c.admin, c.admin, { role: 'admin', roleTermEnd })
      expect(own).toMatchObject(refused(OwnTermStays))
    }
    expect((await assign(c, c.admin, c.admin, { role: 'admin' })).status).toBe(200)
    const shorter = await assign(c, c.admin, c.admin, { role: 'admin', roleTermEnd: inDays(w, 29) })
    expect(shorter.status).toBe(200)
    expect((await assign(c, c.owner, c.admin, { role: 'admin', roleTermEnd: end })).status).toBe(200)
    // The clock has not struck yet, and the role permits nothing any more.
    w.clock.advance((30 * dayMs) / 1000)
    await c.admin.device.login({ email: c.admin.email, password })
    const late = await assign(c, c.admin, c.admin, { role: 'admin' })
    expect([late.status, late.body.code]).toEqual([403, 'PERMISSION_REQUIRED'])
  })
})

describe('the end of a term', () => {
  // rules/members 46
  it('removes the roles and their permissions with the next request, and is notified', async () => {
    const c = await termClub(w)
    const end = inDays(w, 20)
    await assign(c, c.owner, c.admin, { roles: ['admin', 'member'], roleTermEnd: end })
    const asks = () => c.admin.device.listRoleMembers({ orgId: c.orgId, roleName: 'member' })
    expect((await asks()).status).toBe(200)
    await strikeAt(w, end, [c.admin, c.owner])
    expect((await asks()).status).toBe(403)
    expect((await c.admin.device.getMyPermissions({ orgId: c.orgId })).body).toMatchObject({ role: 'member' })
    const after = await rowOf(c, c.admin)
    expect(after).toMatchObject({ roles: ['member'], assignedAt: end })
    for (const gone of ['roleTermEnd', 'assignedBy', 'assigner']) expect(after).not.toHaveProperty(gone)
    const at = { orgId: c.orgId, roleId: 'admin' }
    expect(await w.table().get(orgRoleHolder, { ...at, userId: idOf(c.admin) })).toBeUndefined()
    expect((await w.table().get(orgRoleCount, at))?.count).toBe(0)
    const { body } = await c.owner.device.getMemberHistory({ orgId: c.orgId, userId: idOf(c.admin) })
    expect(body.roleHistory[0]).toEqual({
      role: 'member',
      assignedBy: 'system',
      assignedAt: end,
      reason: 'role_term_ended',
    })
    expect(await told(c.admin)).toContain(
      `Your term as Admin in ${c.name} has ended. Your roles are now: Member.`,
    )
    expect(await told(c.owner)).toContain(
      `The term of ${c.admin.user.name} as Admin in ${c.name} has ended. Nobody else holds Admin. Assign a successor.`,
    )
  })

  // rules/members 47
  it('happens once, however often the clock runs', async () => {
    const c = await termClub(w)
    const end = inDays(w, 20)
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: end })
    await strikeAt(w, end)
    const after = await rowOf(c, c.officer)
    for (let again = 0; again < 3; again += 1) await Promise.all([strike(w), strike(w)])
    expect(await rowOf(c, c.officer)).toEqual(after)
    expect(await termsDue(w, [end])).toEqual([])
  })

  // rules/members 47
  it('is that of the latest assignment: tasks of earlier ones have no effect', async () => {
    const c = await termClub(w)
    const [first, second] = [inDays(w, 20), inDays(w, 40)]
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: first })
    const row = await rowOf(c, c.officer)
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: second })
    const subject = `${c.orgId}.${idOf(c.officer)}`
    const moments = [first, second, inDays(w, 6), inDays(w, 26)]
    expect(await termsDue(w, moments)).toEqual([
      `term-end ${subject} ${second}`,
      `term-ending ${subject} ${inDays(w, 26)}`,
    ])
    // One that a transaction has left behind all the same.
    await w.table().write(termChanges({ table: w.table(), now: w.clock.now }, undefined, row))
    await strikeAt(w, inDays(w, 6))
    await strikeAt(w, first)
    expect(await rolesOf(c, c.officer)).toEqual(['officer'])
    await strikeAt(w, second)
    expect(await rolesOf(c, c.officer)).toEqual(['member'])
  })

  it('changes nothing in an organization that was deleted since', async () => {
    const c = await termClub(w)
    const end = inDays(w, 20)
    await assign(c, c.owner, c.officer, { role: 'officer', roleTermEnd: end })
    await w.table().update(orgRoles, { orgId: c.orgId }, { set: { deletedAt: inDays(w, 0) } })
    await strikeAt(w, end)
    expect(await rolesOf(c, c.officer)).toEqual(['officer'])
    expect(await termsDue(w, [end])).toEqual([])
  })
})
