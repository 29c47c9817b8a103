import { describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { mustDecide, rowsOf } from '../../infra/derive/step-up.ts'
import { freshProofOf } from '../../lib/contract/consequence.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded, joined } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { withTotp } from './factors.ts'

const minutes = 60

/** A fresh sign-in with the app, as a thief would copy its cookies right away. */
const signedInBy = async (w: World, email: string, code: string) => {
  const device = w.device()
  await device.login({ email, password })
  await device.verifyTotp({ code })
  return device
}

const stale = async (w: World, ...people: readonly Person[]): Promise<void> => {
  w.clock.advance(16 * minutes)
  for (const { device } of people) await device.refreshToken()
}

describe('the consequence of an operation', () => {
  // rules/mfa 30
  it('is named by every row with a sensitive name', () => {
    const undecided = rowsOf(routes).filter((each) => mustDecide(each) && each.row.consequence === undefined)
    expect(undecided.map(({ domain, operation }) => `${domain}.${operation}`)).toEqual([])
  })

  // rules/mfa 30
  it.each([
    ['assignHeadRole', 'POST', '/heads/:userId/role'],
    ['giveAway', 'PUT', '/org/:orgId/owner'],
    ['downloadMembers', 'GET', '/members/export'],
    ['eraseEverybody', 'POST', '/everybody'],
    ['sendSchoolMessage', 'POST', '/words'],
    ['listPeople', 'GET', '/admin/roster/people'],
  ] as const)('has to be named by a new row of a sensitive family: %s', (operation, method, path) => {
    const [{ row }] = rowsOf(routes) as never as [{ row: object }]
    const made = { ...row, method, path, access: 'admin', consequence: undefined } as never
    expect(mustDecide({ domain: 'new', operation, row: made })).toBe(true)
  })

  // rules/mfa 30
  it('has to be named by a row that writes a sensitive item, whatever it is called', () => {
    const quiet = { method: 'POST', path: '/quiet', access: 'member' } as never
    expect(mustDecide({ domain: 'new', operation: 'tidyUp', row: quiet }, ['Room'])).toBe(false)
    expect(mustDecide({ domain: 'new', operation: 'tidyUp', row: quiet }, ['Room', 'OrgMember'])).toBe(true)
  })

  it('is none where nobody has a session', () => {
    const open = rowsOf(routes).filter(({ row }) => row.access === 'anyone' && freshProofOf(row) !== 'none')
    expect(open).toEqual([])
  })

  // rules/mfa 30
  it('keeps a stolen cookie of an administrator from the people of the school', async () => {
    const { w, dean } = await admins()
    await enrolSchool(w, w.home)
    const ben = await registered(w, 'ben')
    const made = await founded(dean)
    await joined(made, ben)
    await withTotp(w, dean.device)
    await stale(w, dean)
    const { orgId } = made
    const userId = ben.user._id
    const { device } = dean
    const notice = { title: 'Your account ends today', message: 'Confirm it', channels: ['in_app', 'email'] }
    const tries = [
      device.createSystemNotification(notice),
      device.createNotificationBatch({ recipients: [{ id: userId }], ...notice }),
      device.createOrganizationNotification({ orgId, ...notice }),
      device.toggleUserRole({ userId, role: 'admin' }),
      device.assignOrgRole({ orgId, userId, role: 'officer' }),
      device.assignManagedRole({ orgId, userId, role: 'officer' }),
      device.transferOrgOwnership({ orgId, newOwnerUserId: userId }),
      device.transferManagedOrganization({ orgId, newOwnerId: userId }),
      device.findSchoolUsers({ q: 'be' }),
      device.listRoster(),
      device.exportOrganizations(),
    ]
    for (const reply of await Promise.all(tries)) expect(reply).toMatchObject(refused(StrongProofRequired))
    await w.deliver()
    expect(w.mails.filter(({ subject }) => subject.includes('ends today'))).toEqual([])
    expect((await device.listAuditEntries()).status).toBe(200)
  })

  // rules/mfa 30
  it('requires nothing more of people without a factor', async () => {
    const w = await world()
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const made = await founded(ada)
    await joined(made, ben)
    await stale(w, ada)
    const { orgId } = made
    const granted = await ada.device.assignOrgRole({ orgId, userId: ben.user._id, role: 'officer' })
    expect(granted.status).toBe(200)
    expect((await ada.device.getMyData()).status).toBe(200)
  })
})

describe('the personal export and the end of an account', () => {
  // rules/mfa 31
  it('require a factor shown after the sign-in, which showed one too', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const app = await withTotp(w, ada.device)
    const thief = await signedInBy(w, ada.email, app.code())
    const details = { methods: ['totp'] }
    for (const reply of [await thief.getMyData(), await thief.deleteAccount({ password })]) {
      expect(reply).toMatchObject(refused(StrongProofRequired))
      expect(reply.body.details).toEqual(details)
    }
    // Other operations take the sign-in.
    expect((await thief.getMfaStatus()).body.data.strongUntil).not.toBeNull()
    expect((await thief.confirmByCode({ code: app.code() })).status).toBe(200)
    expect((await thief.getMyData()).status).toBe(200)
    expect((await thief.deleteAccount({})).status).toBe(200)
  })

  // rules/mfa 31
  it('are closed to a session from before the factor', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const thief = w.device()
    await thief.login({ email: ada.email, password })
    await withTotp(w, ada.device)
    expect(await thief.getMyData()).toMatchObject(refused(StrongProofRequired))
    expect(await thief.deleteAccount({ password })).toMatchObject(refused(StrongProofRequired))
    expect((await ada.device.validateToken()).status).toBe(200)
  })

  // rules/users 13
  it('take the password or a sign-in just now from people without a factor', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await stale(w, ada)
    expect((await ada.device.deleteAccount({})).status).toBe(403)
    expect((await ada.device.deleteAccount({ password })).status).toBe(200)
  })
})
