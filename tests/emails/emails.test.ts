import { describe, expect, it } from 'vitest'
import { AffiliatedTaken, AlreadyVerified, EduRequired, NotLinked } from '../../functions/emails/contract.ts'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import { NotAMember, RateLimited } from '../../lib/contract/failures.ts'
import { globalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { wrongFor } from '../support/resets.ts'
import { type World, world } from '../support/world.ts'

let numbers = 0
/** A .edu address that no other test uses. */
const edu = (name: string): string => {
  numbers += 1
  return `${name}.${process.pid}.${numbers}@school.example.edu`
}

const codeOf = async (w: World, { device }: Person, email: string): Promise<string> => {
  const { status } = await device.requestAffiliatedEmailCode({ email })
  if (status !== 200) throw new Error(`the request was answered ${status}`)
  await w.deliver()
  return w.codeFor(email.toLowerCase())
}

const linked = async (w: World, person: Person, email: string) =>
  person.device.verifyAffiliatedEmail({ email, code: await codeOf(w, person, email) })

describe('the form of an address', () => {
  it.each([
    ['ada@students.example.edu', 'deliverable'],
    ['ada', 'undeliverable'],
    ['ada@example', 'undeliverable'],
    ['ada@@example.edu', 'undeliverable'],
    ['ada@example.edu, ben@example.edu', 'undeliverable'],
  ])('of %s is %s', async (email, result) => {
    const w = await world()
    const reply = await w.device().checkEmail({ email })
    expect([reply.status, reply.body]).toEqual([200, { success: true, data: { result } }])
  })

  it('is checked a bounded number of times', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const ask = () => w.device().checkEmail({ email: 'a@b.edu' }, { sourceIp: '203.0.113.9' })
    const replies = [await ask(), await ask(), await ask(), await ask()]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  })
})

describe("the account's own address", () => {
  // rules/passwords 20
  it('is proven by the code that was sent to it', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    expect((await ada.device.requestEmailCode()).status).toBe(200)
    await w.deliver()
    const code = w.codeFor(ada.email)
    expect(await ada.device.confirmEmail({ code: wrongFor(code) })).toMatchObject(refused(InvalidCode))
    expect((await ada.device.confirmEmail({ code })).status).toBe(200)
    expect(await w.table().get(globalUser, { id: ada.user.globalUserId })).toMatchObject({
      emailVerified: true,
    })
    expect(await ada.device.confirmEmail({ code })).toMatchObject(refused(InvalidCode))
    expect(await ada.device.requestEmailCode()).toMatchObject(refused(AlreadyVerified))
    expect((await ada.device.validateToken()).status).toBe(200)
  })

  // rules/identity 33, rules/passwords 20
  it("is not proven by somebody else's code, nor by a code for a reset", async () => {
    const w = await world()
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    await ada.device.requestEmailCode()
    await ben.device.requestEmailCode()
    // Two mails of one delivery have no order.
    await w.deliver()
    await w.device().forgotPassword({ email: ben.email }, { sourceIp: '203.0.113.10' })
    await w.deliver()
    const resetCode = w.codeFor(ben.email)
    expect((await ben.device.confirmEmail({ code: w.codeFor(ada.email) })).status).toBe(400)
    expect((await ben.device.confirmEmail({ code: resetCode })).status).toBe(400)
  })

  // rules/passwords 21
  it('brings what the deployment promises to the address', async () => {
    const email = `chief.${process.pid}@students.example.edu`
    const settings = { PLATFORM_ADMIN_EMAILS: email, REQUIRE_VERIFIED_EMAIL: 'true' }
    const w = await world({ settings })
    const device = w.device()
    await device.register({ email, password })
    const platformRoles = async () => (await device.validateToken()).body.data.platformRoles
    expect(await platformRoles()).toEqual([])
    await device.requestEmailCode()
    await w.deliver()
    await device.confirmEmail({ code: w.codeFor(email) })
    expect(await platformRoles()).toEqual(['platform_admin'])
  })

  // rules/passwords 22
  it('gets five codes an hour', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    for (let at = 0; at < 5; at += 1) await ada.device.requestEmailCode()
    expect(await ada.device.requestEmailCode()).toMatchObject(refused(RateLimited))
  })
})

describe('a school address', () => {
  // rules/passwords 24
  it('is linked, shown and unlinked', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const email = edu('Ada')
    expect((await linked(w, ada, email)).body).toEqual({
      success: true,
      message: 'Email verified successfully',
    })
    const shown = async () => (await ada.device.validateToken()).body.data.user
    expect(await shown()).toMatchObject({
      affiliatedEmail: email.toLowerCase(),
      affiliatedEmailVerified: true,
    })
    // rules/passwords 29
    await w.table().update(globalUser, { id: ada.user.globalUserId }, { set: { emailVerified: true } })
    await w.deliver()
    const [mail, ...more] = w.mails.filter(({ kind }) => kind === 'address_linked')
    expect([mail?.to, more.length]).toEqual([ada.email, 0])
    expect((await ada.device.unlinkAffiliatedEmail()).body.message).toBe('School email unlinked successfully')
    expect(await shown()).toMatchObject({ affiliatedEmailVerified: false })
    expect(await w.table().get(tenantUser, { id: ada.user._id })).not.toHaveProperty('affiliatedEmail')
    expect(await ada.device.unlinkAffiliatedEmail()).toMatchObject(refused(NotLinked))
  })

  it.each(['ada@example.com', 'ada@edu', 'ada', 'a,b@x.edu', 'ada@x.edu.evil.com'])(
    'is not %s',
    async (email) => {
      const w = await world()
      const ada = await registered(w, 'ada')
      expect(await ada.device.requestAffiliatedEmailCode({ email })).toMatchObject(refused(EduRequired))
    },
  )

  // rules/passwords 25
  it('is of no use to another person who learns the code', async () => {
    const w = await world()
    const [ada, eve] = [await registered(w, 'ada'), await registered(w, 'eve')]
    const email = edu('ada')
    const code = await codeOf(w, ada, email)
    expect(await eve.device.verifyAffiliatedEmail({ email, code })).toMatchObject(refused(InvalidCode))
    expect((await ada.device.verifyAffiliatedEmail({ email, code })).status).toBe(200)
  })

  // rules/passwords 24
  it('belongs to one user, also when two confirm it at once', async () => {
    const w = await world()
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const email = edu('both')
    const send = async (person: Person) => {
      const code = await codeOf(w, person, email)
      return () => person.device.verifyAffiliatedEmail({ email, code })
    }
    const both = [await send(ada), await send(ben)]
    const replies = await Promise.all(both.map((confirm) => confirm()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    const loser = replies[0]?.status === 200 ? ben : ada
    expect(await loser.device.requestAffiliatedEmailCode({ email })).toMatchObject(refused(AffiliatedTaken))
  })

  // rules/passwords 26
  it('becomes free for others when it is replaced or unlinked', async () => {
    const w = await world()
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const [first, second] = [edu('first'), edu('second')]
    await linked(w, ada, first)
    await linked(w, ada, second)
    expect((await linked(w, ben, first)).status).toBe(200)
    await ada.device.unlinkAffiliatedEmail()
    expect((await linked(w, ben, second)).status).toBe(200)
  })

  // rules/passwords 26
  it('belongs to a user of each school', async () => {
    const w = await world()
    const email = edu('ada')
    expect((await linked(w, await registered(w, 'ada'), email)).status).toBe(200)
    expect((await linked(w, await registered(w, 'bea', {}, w.sister), email)).status).toBe(200)
  })

  // rules/passwords 27
  it('is not for guests, and a mailbox gets five codes an hour', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const email = edu('ada')
    const guest = ada.device.on(w.sister)
    expect(await guest.requestAffiliatedEmailCode({ email })).toMatchObject(refused(NotAMember))
    for (let at = 0; at < 5; at += 1) await ada.device.requestAffiliatedEmailCode({ email })
    const ben = await registered(w, 'ben')
    expect(await ben.device.requestAffiliatedEmailCode({ email })).toMatchObject(refused(RateLimited))
  })
})
