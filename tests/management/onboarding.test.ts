import { beforeAll, describe, expect, it } from 'vitest'
import { ValidationError } from '../../lib/contract/failures.ts'
import { admins } from '../support/administrators.ts'
import { registered } from '../support/people.ts'

let made: Awaited<ReturnType<typeof admins>>

beforeAll(async () => {
  made = await admins()
})

const off = {
  enabled: false,
  welcomeTitle: '',
  welcomeSubtitle: '',
  collectName: true,
  collectUsername: true,
  collectInterests: false,
  enforceMinInterests: false,
  enforceMaxInterests: false,
  minInterests: 0,
  maxInterests: 10,
  customSteps: [],
}

describe('the onboarding of a school', () => {
  // rules/management 10
  it('is off until the school turns it on, and is told to everybody who is signed in', async () => {
    const { w, dean } = made
    const ada = await registered(w, 'ada')
    const guest = (await registered(w, 'gil', {}, w.sister)).device
    const at = (device: typeof guest) => device.on(w.home).getOnboardingConfig()
    expect((await at(ada.device)).body).toEqual({ success: true, data: off })
    expect((await at(guest)).body.data).toEqual(off)
    expect((await w.device().getOnboardingConfig()).status).toBe(401)
    const wanted = { enabled: true, welcomeTitle: 'Welcome', collectInterests: true, minInterests: 2 }
    expect((await dean.device.updateManagementConfig({ userOnboarding: wanted })).status).toBe(200)
    for (const device of [ada.device, guest])
      expect((await at(device)).body.data).toEqual({ ...off, ...wanted })
    expect((await guest.getOnboardingConfig()).body.data).toEqual(off)
    expect((await ada.device.updateManagementConfig({ userOnboarding: wanted })).status).toBe(403)
  })

  it('asks for no more interests than it takes', async () => {
    const { dean } = made
    for (const userOnboarding of [
      { minInterests: 6, maxInterests: 5 },
      { maxInterests: 0 },
      { minInterests: 1.5 },
      { welcomeTitle: 'x'.repeat(121) },
      { customSteps: [{ title: 'A tour' }] },
      { logo: 'x' },
    ]) {
      const { status, body } = await dean.device.updateManagementConfig({ userOnboarding })
      expect([status, body.code], JSON.stringify(userOnboarding)).toEqual([400, ValidationError.code])
    }
  })

  it('comes back as it was read', async () => {
    const { dean } = made
    const { body } = await dean.device.getManagementConfig()
    expect(
      (await dean.device.updateManagementConfig({ userOnboarding: body.data.userOnboarding })).status,
    ).toBe(200)
  })
})
