import { describe, expect, it } from 'vitest'
import { changeRights } from '../../lib/identity/person/roles.ts'
import type { Agent } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { world } from '../support/world.ts'

/**
 * Fifty requests are under way while something is taken from the caller; fifty more begin after the answer. Of those
 * none may succeed, whatever becomes of the first.
 */
const successesAfter = async (caller: Agent, take: () => Promise<unknown>): Promise<number> => {
  const fifty = () => Array.from({ length: 50 }, () => caller.validateToken())
  const before = fifty()
  await take()
  const after = await Promise.all(fifty())
  await Promise.all(before)
  return after.filter(({ status }) => status < 400).length
}

describe('access that was revoked', () => {
  // rules/identity 4
  it('is gone for every request that begins after a session was revoked', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    const other = w.device()
    await other.login({ email, password })
    const { sessions } = (await other.listSessions()).body.data
    const { id: sessionId } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expect(await successesAfter(device, () => other.revokeSession({ sessionId }))).toBe(0)
    expect((await other.validateToken()).status).toBe(200)
  })

  // rules/identity 6
  it('is gone for every request that begins after a suspension, at that school only', async () => {
    const w = await world()
    const { device, user } = await registered(w)
    const suspend = () =>
      changeRights(
        w.table(),
        user.globalUserId,
        w.home,
        () => ({ suspended: true }),
        () => [],
        w.clock.now(),
      )
    expect(await successesAfter(device, suspend)).toBe(0)
    expect((await device.validateToken()).body.code).toBe('ACCOUNT_SUSPENDED')
    expect((await device.on(w.sister).validateToken()).status).toBe(200)
  })

  // rules/identity 4
  it('is gone for every request that begins after a password was changed elsewhere', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    const other = w.device()
    await other.login({ email, password })
    const change = () =>
      other.changePassword({ currentPassword: password, newPassword: 'another long password' })
    expect(await successesAfter(device, change)).toBe(0)
  })
})
