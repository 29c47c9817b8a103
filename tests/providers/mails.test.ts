import { describe, expect, it } from 'vitest'
import { samlSchool, signIn } from '../saml/school.ts'
import { registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { idOf, linked, tokenOf } from '../support/ways.ts'
import { type World, world } from '../support/world.ts'

/** What somebody has been told of their ways to sign in, oldest first. */
const told = async (w: World, email: string): Promise<string[]> => {
  await w.deliver()
  return w.mails
    .filter(({ to, subject }) => to === email && /way to sign in/.test(subject))
    .map(({ subject, text }) => `${subject}: ${text.split('\n')[2]}`)
}

describe('a mail', () => {
  // rules/providers 28
  it('tells of a way that was linked, and of one that was taken away', async () => {
    const w = await world()
    const { device, email } = await registered(w, 'ada')
    await linked(w, device, 'google', 'private')
    expect(await told(w, email)).toEqual([
      `A new way to sign in: Google now signs you in to your account at ${w.home}.`,
    ])
    await device.unlinkWay({ wayId: await idOf(device, 'google') })
    expect((await told(w, email)).slice(1)).toEqual([
      `A way to sign in was removed: Google no longer signs you in to your account at ${w.home}.`,
    ])
  })

  // rules/providers 28
  it('is not sent when nothing changed', async () => {
    const w = await world()
    const { device, email } = await registered(w, 'ada')
    await linked(w, device, 'google', 'private')
    await linked(w, device, 'google', 'private')
    expect((await linked(w, device, 'google', 'another')).status).toBe(409)
    expect(await told(w, email)).toHaveLength(1)
  })

  it('is not sent to somebody new, who has just come in that way', async () => {
    const w = await world()
    await w.device().googleLogin({ idToken: await tokenOf(w, 'google', 'ada') })
    expect(await told(w, w.email('ada'))).toEqual([])
  })

  it('tells of a provider that was linked because it vouches for the address', async () => {
    const w = await world()
    const { email } = await registered(w, 'ada')
    await w.device().googleLogin({ idToken: await tokenOf(w, 'google', 'ada') })
    expect(await told(w, email)).toEqual([
      `A new way to sign in: Google now signs you in to your account at ${w.home}.`,
    ])
  })
})

describe('what somebody reads of themselves', () => {
  it('shows at once the provider that was linked because it vouches for the address', async () => {
    const w = await world()
    await registered(w, 'ada')
    const device = w.device()
    const { body } = await device.googleLogin({ idToken: await tokenOf(w, 'google', 'ada') })
    expect(body.data.user.googleId).toBe(true)
    expect((await device.validateToken()).body.data.user.googleId).toBe(true)
    await device.appleLogin({ idToken: await tokenOf(w, 'apple', 'ada') })
    expect((await device.validateToken()).body.data.user).toMatchObject({ googleId: true, appleId: true })
  })

  it("shows at once the school's identity provider, and who else was told", async () => {
    const school = await samlSchool()
    const { w } = school
    const { email } = await registered(w, 'ada')
    await enrolSchool(w, w.home, { emailDomains: [email.split('@')[1] ?? ''] })
    const { device, reply } = await signIn(school)
    expect(reply.status).toBe(200)
    expect((await device.validateToken()).body.data.user.samlProvider).toBe(w.home)
    expect(await told(w, email)).toEqual([
      `A new way to sign in: The identity provider of School ${w.home} now signs you in to your account at School ${w.home}.`,
    ])
  })
})
