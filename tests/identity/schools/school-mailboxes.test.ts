import { describe, expect, it } from 'vitest'
import { MailboxOfSchool } from '../../../lib/contract/failures.ts'
import { globalUser, tenantListing } from '../../../lib/identity/person/records.ts'
import { EmailInUse } from '../../../lib/identity/session/linking.ts'
import { admins } from '../../support/administrators.ts'
import { type Agent, refused } from '../../support/agent.ts'
import { linkIn } from '../../support/outbox.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { tokenOf } from '../../support/ways.ts'
import { type World, world } from '../../support/world.ts'

const next = 'another horse battery'

const platformRolesOf = async (device: Agent): Promise<string[] | undefined> =>
  (await device.validateToken()).body.data?.platformRoles

/** The home school runs the mail server of everybody here, or of nobody. */
const mailServer = (w: World, isOfSchool: boolean) =>
  enrolSchool(w, w.home, isOfSchool ? { emailDomains: ['students.example.edu'] } : {})

const withDomain = async <T>(w: World, isOfSchool: boolean, then: () => Promise<T>): Promise<T> => {
  await mailServer(w, isOfSchool)
  try {
    return await then()
  } finally {
    await w.table().remove(tenantListing, { tenantKey: w.home })
  }
}

const mailedCode = async (w: World, device: Agent, email: string): Promise<string> => {
  w.clock.advance(1)
  await device.forgotPassword({ email })
  await w.deliver()
  return w.codeFor(email)
}

type Way = (w: World, device: Agent, email: string) => Promise<unknown>

/** What somebody can do who reads the mail of an address and knows nothing else of its owner. */
const byReading: Readonly<
  Record<string, { readonly way: Way; readonly refusal: Parameters<typeof refused>[0] }>
> = {
  'a new password by code': {
    refusal: MailboxOfSchool,
    way: async (w, device, email) => {
      const code = await mailedCode(w, device, email)
      const reply = await device.resetPassword({ email, code, newPassword: next })
      if (reply.status === 200) await device.login({ email, password: next })
      return reply
    },
  },
  'a new password by the link of the mail': {
    refusal: MailboxOfSchool,
    way: async (w, device, email) => {
      await mailedCode(w, device, email)
      const code = linkIn(w.mails, email)
      const reply = await device.resetPassword({ email, code, newPassword: next })
      if (reply.status === 200) await device.login({ email, password: next })
      return reply
    },
  },
  "an account of Google's with the address": {
    refusal: EmailInUse,
    way: async (w, device, email) =>
      device.googleLogin({ idToken: await tokenOf(w, 'google', 'somebody', { email }) }),
  },
  "an account of Apple's with the address": {
    refusal: EmailInUse,
    way: async (w, device, email) =>
      device.appleLogin({ idToken: await tokenOf(w, 'apple', 'somebody', { email }) }),
  },
}

describe.each(Object.entries(byReading))('%s', (_, { way, refusal }) => {
  // rules/identity 16
  it("opens no administrator's account of the platform to who runs a school's mail server", async () => {
    const { w, root } = await admins()
    await w.table().update(globalUser, { id: root.user.globalUserId }, { set: { emailVerified: true } })
    const stranger = w.device()
    await withDomain(w, true, async () => {
      expect(await way(w, stranger, root.email)).toMatchObject(refused(refusal))
      expect(await platformRolesOf(stranger)).toBeUndefined()
      // And throws nobody out.
      expect(await platformRolesOf(root.device)).toEqual(['platform_admin'])
      expect((await w.device().login({ email: root.email, password })).status).toBe(200)
    })
  })

  it('opens it to the owner of any other address', async () => {
    const { w, root } = await admins()
    await w.table().update(globalUser, { id: root.user.globalUserId }, { set: { emailVerified: true } })
    const owner = w.device()
    await withDomain(w, false, async () => {
      expect(await way(w, owner, root.email)).toMatchObject({ status: 200 })
      expect(await platformRolesOf(owner)).toEqual(['platform_admin'])
    })
  })

  it("opens everybody else's account there to its owner", async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const owner = w.device()
    await withDomain(w, true, async () => {
      expect(await way(w, owner, ada.email)).toMatchObject({ status: 200 })
    })
  })
})

/** By what an address that the deployment names is proven in that moment. */
const byProving: Readonly<Record<string, Way>> = {
  "an account of Google's": async (w, device, email) =>
    device.googleLogin({ idToken: await tokenOf(w, 'google', 'somebody', { email }) }),
  "an account of Apple's": async (w, device, email) =>
    device.appleLogin({ idToken: await tokenOf(w, 'apple', 'somebody', { email }) }),
  'a password with a code': async (w, device, email) => {
    await registered(w, 'chief')
    return device.login({ email, password, code: await mailedCode(w, device, email) })
  },
  'a code that proves the address': async (w, device, email) => {
    await device.register({ email, password })
    await device.requestEmailCode()
    await w.deliver()
    return device.confirmEmail({ code: w.codeFor(email) })
  },
}

describe.each(Object.entries(byProving))('what the deployment promises to an address, by %s', (_, way) => {
  const promised = async (isOfSchool: boolean) => {
    const w = await world({ settings: { STAGE: 'test', RATE_LIMIT_SCALE: '100' } })
    const email = w.email('chief')
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: email })
    const device = w.device()
    return withDomain(w, isOfSchool, async () => {
      expect((await way(w, device, email)) as object).toMatchObject({ status: 200 })
      return platformRolesOf(device)
    })
  }

  // rules/identity 17
  it("is not handed to who runs a school's mail server", async () => {
    expect(await promised(true)).toEqual([])
  })

  it('is handed to the owner of any other address', async () => {
    expect(await promised(false)).toEqual(['platform_admin'])
  })
})
