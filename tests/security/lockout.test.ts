import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loginLimits, SignInCodeRequired } from '../../functions/auth/contract.ts'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import { guesses } from '../../lib/contract/limit.ts'
import { session } from '../../lib/identity/person/records.ts'
import { type Agent, refused } from '../support/agent.ts'
import { linkIn } from '../support/outbox.ts'
import { type Person, password, registered } from '../support/people.ts'
import { fresh, requestCode } from '../support/resets.ts'
import { type World, world } from '../support/world.ts'

const wrong = 'a wrong password'

/** One of so many addresses that no other test uses. */
const address = (at: number) => ({ sourceIp: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` })

const login = (device: Agent, email: string, from = {}, more: object = {}) =>
  device.login({ email, password, ...more }, from)

/** So many wrong tries, each from the address of its number. Some come at once. */
const attack = async (count: number, send: (at: number) => Promise<{ status: number }>) => {
  const statuses: Record<number, number> = {}
  for (let from = 0; from < count; from += 10) {
    const batch = Array.from({ length: Math.min(10, count - from) }, (_, at) => send(from + at))
    for (const { status } of await Promise.all(batch)) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const guessAt =
  (w: World, email: string, from = address) =>
  (at: number) =>
    w.device().login({ email, password: wrong }, from(at))

/** Lets `deed` happen while the next request reads a person, when it has looked at the tries so far. */
const whileReading = ({ runtime }: World, { user }: Person, deed: () => Promise<unknown>): void => {
  const { documents } = runtime.client
  const send = documents.send.bind(documents) as (command: unknown) => Promise<unknown>
  const reads = ({ input }: { input: { ExpressionAttributeValues?: Record<string, unknown> } }) =>
    input.ExpressionAttributeValues?.[':pk'] === `G#U#${user.globalUserId}`
  const spy = vi.spyOn(documents, 'send').mockImplementation((async (command: never) => {
    if (!reads(command)) return send(command)
    spy.mockRestore()
    await deed()
    return send(command)
  }) as never)
}

describe('a thousand tries from a thousand addresses', () => {
  let w: World
  let ada: Person

  beforeAll(async () => {
    w = await world({ ownTable: true })
    ada = await registered(w, 'ada')
    await ada.device.logout()
    const passwords = await attack(1000, guessAt(w, ada.email))
    expect(passwords).toEqual({ 401: loginLimits.account.max, 429: 1000 - loginLimits.account.max })
    const requests = await attack(18, (at) => w.device().forgotPassword({ email: ada.email }, address(at)))
    expect(requests).toEqual({ 200: 18 })
    const codes = await attack(1000, (at) =>
      w.device().verifyCode({ email: ada.email, code: String(100_000 + at) }, address(at)),
    )
    expect(Object.keys(codes).map(Number)).not.toContain(200)
  }, 300_000)

  it('ask a device that was never signed in for a code', async () => {
    expect(await login(w.device(), ada.email, address(70_000))).toMatchObject(refused(SignInCodeRequired))
  })

  // rules/identity 39
  it('do not keep the owner from signing in on a device that was signed in before', async () => {
    expect((await login(ada.device, ada.email, address(70_000))).status).toBe(200)
    expect((await ada.device.validateToken()).status).toBe(200)
  })

  it('do not keep the owner from recovering by mail on a new device, which is known then', async () => {
    const device = w.device()
    await device.forgotPassword({ email: ada.email }, address(70_001))
    await w.deliver()
    const code = linkIn(w.mails, ada.email)
    const reset = { email: ada.email, code, newPassword: fresh }
    expect((await device.resetPassword(reset, address(70_001))).status).toBe(200)
    expect((await login(w.device(), ada.email, address(70_002), { password: fresh })).status).toBe(429)
    expect((await login(device, ada.email, address(70_001), { password: fresh })).status).toBe(200)
  })

  it('end with the owner knowing the devices of before no more, since a recovery throws out whoever had one', async () => {
    expect((await login(ada.device, ada.email, address(70_000), { password: fresh })).status).toBe(429)
  })
})

describe('ten thousand wrong tries from one address', () => {
  const campus = address(80_000)
  let w: World
  let ben: Person

  beforeAll(async () => {
    w = await world({ ownTable: true })
    ben = await registered(w, 'ben', { username: 'benny' })
    // Once they are used up, each further try is refused alike: a thousand show what ten thousand do.
    const { max } = loginLimits.address
    const statuses = await attack(1000, (at) => guessAt(w, w.email(`many${at}`), () => campus)(at))
    expect(statuses).toEqual({ 401: max, 429: 1000 - max })
  }, 180_000)

  it('cost a neighbour on a new device a code by mail, and no more', async () => {
    const device = w.device()
    expect(await login(device, ben.email, campus)).toMatchObject(refused(SignInCodeRequired))
    expect((await device.forgotPassword({ email: ben.email }, campus)).status).toBe(200)
    await w.deliver()
    const code = w.codeFor(ben.email)
    const wrongCode = code === '000000' ? '000001' : '000000'
    expect(await login(device, ben.email, campus, { code: wrongCode })).toMatchObject(refused(InvalidCode))
    expect((await login(device, ben.email, campus, { code, password: wrong })).status).toBe(401)
    expect((await login(device, 'benny', campus, { code })).status).toBe(200)
    expect((await device.validateToken()).status).toBe(200)
    expect(await login(w.device(), ben.email, campus, { code })).toMatchObject(refused(InvalidCode))
    expect((await login(device, ben.email, campus)).status).toBe(200)
  })

  it('cost a neighbour on a known device nothing, and one elsewhere nothing', async () => {
    expect((await login(ben.device, ben.email, campus)).status).toBe(200)
    expect((await login(w.device(), ben.email, address(80_001))).status).toBe(200)
  })
})

describe('wrong tries over many accounts from many addresses', () => {
  it('are bounded together, and then strangers need a code', async () => {
    const w = await world({ ownTable: true, settings: { RATE_LIMIT_SCALE: '0.1' } })
    const ada = await registered(w, 'ada')
    const bound = (guesses.password.parts * guesses.password.limit.max) / 10
    const statuses = await attack(200, (at) => guessAt(w, w.email(`spray${at}`))(at))
    expect(statuses).toEqual({ 401: bound, 429: 200 - bound })
    expect((await login(w.device(), ada.email, address(90_000))).status).toBe(429)
    expect((await login(ada.device, ada.email, address(90_000))).status).toBe(200)
    w.clock.advance(guesses.password.limit.seconds)
    expect((await login(w.device(), ada.email, address(90_000))).status).toBe(200)
  })

  // rules/auth 12
  it('sign nobody in who guessed right while they were used up', async () => {
    const w = await world({ ownTable: true })
    const ada = await registered(w, 'ada')
    const sessions = async () => (await w.table().collect([session] as const, ada.user))[0].length
    const before = await sessions()
    whileReading(w, ada, () => attack(loginLimits.account.max, guessAt(w, ada.email)))
    expect(await login(w.device(), ada.email, address(61))).toMatchObject(refused(SignInCodeRequired))
    expect(await sessions()).toBe(before)
    const { signIns } = (await ada.device.listSignIns()).body.data
    expect(signIns.filter(({ outcome }: { outcome: string }) => outcome === 'success')).toHaveLength(1)
  })
})

describe('a known device', () => {
  const tried = async (w: World, device: Agent, email: string, count: number) => {
    const statuses: number[] = []
    for (let at = 0; at < count; at += 1) {
      await w.caughtUp()
      statuses.push((await device.login({ email, password: wrong }, address(at))).status)
    }
    return statuses
  }

  // rules/auth 13
  it('has tries of its own, and then those of strangers', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const { device, account } = loginLimits
    const statuses = await tried(w, ada.device, ada.email, device.max + account.max + 1)
    expect(statuses.lastIndexOf(401)).toBe(device.max + account.max - 1)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is known for the account that signed in there, and for others that did', async () => {
    const w = await world()
    const [ada, ben, eve] = [
      await registered(w, 'ada'),
      await registered(w, 'ben'),
      await registered(w, 'eve'),
    ]
    expect((await login(ada.device, ben.email)).status).toBe(200)
    for (const { email } of [ada, ben, eve]) await attack(12, guessAt(w, email))
    const open = async (device: Agent, { email }: Person) => (await login(device, email)).status
    expect(await open(ada.device, ada)).toBe(200)
    expect(await open(ada.device, ben)).toBe(200)
    expect(await open(ada.device, eve)).toBe(429)
  })

  it('carries its proof in a header where there are no cookies', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const native = { 'x-client': 'mobile' }
    const { headers, cookies, body } = await login(w.device({ headers: native }), ada.email)
    const proof = headers['x-known-device'] ?? ''
    expect([proof.length > 40, cookies, JSON.stringify(body).includes(proof)]).toEqual([true, [], false])
    await attack(12, guessAt(w, ada.email))
    const known = { ...native, 'x-known-device': proof }
    expect((await login(w.device({ headers: native }), ada.email)).status).toBe(429)
    expect((await login(w.device({ headers: known }), ada.email)).status).toBe(200)
  })

  // rules/identity 40
  it('is known by nothing that was altered, is too old, or was kept from before everything ended', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const proof = ada.device.jar.get('knownDevice') ?? ''
    const parts = proof.split('.')
    const with_ = (at: number, value: string) =>
      parts.map((part, index) => (index === at ? value : part)).join('.')
    await attack(12, guessAt(w, ada.email))
    const open = async (value: string) =>
      (
        await w
          .device({ headers: { cookie: '' } })
          .login({ email: ada.email, password }, { cookies: [`knownDevice=${value}`] })
      ).status
    for (const value of [
      with_(1, 'another'),
      with_(2, '7'),
      with_(3, '99999999999'),
      with_(4, 'A'.repeat(22)),
      '',
    ])
      expect(await open(value)).toBe(429)
    expect(await open(proof)).toBe(200)
    expect(await open(`planted~${proof}`)).toBe(200)
    await ada.device.login({ email: ada.email, password })
    const code = await requestCode(w, ada.email)
    await w.device().resetPassword({ email: ada.email, code, newPassword: password })
    expect(await open(proof)).toBe(429)
  })

  it('stays known when somebody signs out, until the account is deleted', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await ada.device.logout()
    expect(ada.device.jar.has('knownDevice')).toBe(true)
    await ada.device.login({ email: ada.email, password })
    await ada.device.deleteAccount()
    expect([...ada.device.jar.keys()]).toEqual([])
  })
})
