import { describe, expect, it, vi } from 'vitest'
import { NoPassword, PasswordExists, SignInAgain, WrongPassword } from '../../functions/passwords/contract.ts'
import { PasswordWeak } from '../../lib/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { fresh, loginOf, requestCode, withoutPassword } from '../support/resets.ts'
import { isWriteOf, meanwhile } from '../support/table/instead.ts'
import { type World, world } from '../support/world.ts'

describe('a sign-in with the old password that a reset overtakes', () => {
  /** Holds back the next write of a new session until `meanwhile` has happened. */
  const overtake = (w: World, meanwhile: () => Promise<unknown>) => {
    const { documents } = w.runtime.client
    const send = documents.send.bind(documents)
    let held = false
    return vi.spyOn(documents, 'send').mockImplementation((async (command: { input: unknown }) => {
      if (!held && JSON.stringify(command.input).includes('"entity":"Session"')) {
        held = true
        await meanwhile()
      }
      return send(command as never)
    }) as never)
  }

  // rules/auth 17
  it.each(['home', 'sister'] as const)('leaves no session, at %s', async (school) => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const code = await requestCode(w, ada.email)
    const thief = w.device({ tenant: w[school] })
    const spy = overtake(w, async () => {
      const reply = await w.device().resetPassword({ email: ada.email, code, newPassword: fresh })
      expect(reply.status).toBe(200)
    })
    await loginOf(thief, ada.email, password)
    spy.mockRestore()
    expect((await thief.validateToken()).status).toBe(401)
    expect((await thief.refreshToken()).status).toBe(401)
    expect(await loginOf(w.device({ tenant: w[school] }), ada.email, fresh)).toBe(200)
  })
})

describe('a changed password', () => {
  // rules/passwords 17
  it('keeps this device and signs the others out', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const other = w.device()
    await loginOf(other, ada.email, password)
    const body = { currentPassword: password, newPassword: fresh }
    expect((await ada.device.changePassword(body)).body).toEqual({
      success: true,
      message: 'Password changed successfully',
    })
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await ada.device.refreshToken()).status).toBe(200)
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await other.validateToken()).status).toBe(401)
    await w.deliver()
    expect(w.mails.at(-1)).toMatchObject({ to: ada.email, kind: 'password_changed' })
    expect(await loginOf(w.device(), ada.email, fresh)).toBe(200)
  })

  // rules/passwords 16
  it('needs the current one, and twenty tries a day are enough', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const guess = () => ada.device.changePassword({ currentPassword: 'not it', newPassword: fresh })
    expect(await guess()).toMatchObject(refused(WrongPassword))
    const more = await Promise.all(Array.from({ length: 20 }, guess))
    expect(more.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  // rules/passwords 16
  it('has to be another one', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    expect(
      await ada.device.changePassword({ currentPassword: password, newPassword: password }),
    ).toMatchObject({ status: 400, body: { code: PasswordWeak.code } })
  })

  // rules/passwords 16
  it('reports a wrong current password and a weak new one together', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const reply = await ada.device.changePassword({ currentPassword: 'not it', newPassword: 'short' })
    const { field, details } = reply.body
    expect(reply).toMatchObject(refused(WrongPassword))
    expect([field, details.map((one: { field: string }) => one.field)]).toEqual([
      'currentPassword',
      ['currentPassword', 'newPassword'],
    ])
  })

  it('needs one to be there', async () => {
    const w = await world()
    const ada = await withoutPassword(w, 'ada')
    const body = { currentPassword: password, newPassword: fresh }
    expect(await ada.device.changePassword(body)).toMatchObject(refused(NoPassword))
    expect((await w.device().changePassword(body)).status).toBe(401)
  })
})

describe('a first password', () => {
  // rules/passwords 18
  it('is set within a quarter of an hour of signing in', async () => {
    const w = await world()
    const ada = await withoutPassword(w, 'ada')
    w.clock.advance(14 * 60)
    expect((await ada.device.setPassword({ newPassword: fresh })).status).toBe(200)
    expect(await loginOf(w.device(), ada.email, fresh)).toBe(200)
    expect(await ada.device.setPassword({ newPassword: 'yet another password' })).toMatchObject(
      refused(PasswordExists),
    )
  })

  // rules/passwords 18
  it('is set once where two devices set one at the same time', async () => {
    const w = await world()
    const ada = await withoutPassword(w, 'ada')
    const first: number[] = []
    meanwhile(w, isWriteOf('Credential'), async () => {
      first.push((await ada.device.setPassword({ newPassword: fresh })).status)
    })
    expect(await ada.device.setPassword({ newPassword: 'yet another password' })).toMatchObject(
      refused(PasswordExists),
    )
    expect(first).toEqual([200])
    expect(await loginOf(w.device(), ada.email, fresh)).toBe(200)
  })

  // rules/passwords 18
  it('is refused on an older session', async () => {
    const w = await world()
    const ada = await withoutPassword(w, 'ada')
    w.clock.advance(14 * 60)
    await ada.device.refreshToken()
    w.clock.advance(2 * 60)
    expect(await ada.device.setPassword({ newPassword: fresh })).toMatchObject(refused(SignInAgain))
  })
})
