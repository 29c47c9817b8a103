import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Agent, Reply } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

const minutes = 60

/** A person with a browser, and somebody who has a copy of all its cookies. */
const stage = async () => {
  const w = await world()
  const owner = await registered(w)
  const copy = w.device({ jar: new Map(owner.device.jar) })
  return { w, owner: owner.device, copy, email: owner.email }
}

const statusOf = async (reply: Promise<Reply>): Promise<number> => (await reply).status

const isOver = async (w: World, devices: readonly Agent[], email: string) => {
  for (const device of devices) expect((await device.refreshToken()).status).toBe(401)
  await w.deliver()
  const told = w.mails.filter(({ to, subject }) => to === email && subject === 'A device was signed out')
  expect(told).toHaveLength(1)
}

type Step = 'owner' | 'copy' | 'owner uses' | 'copy uses' | number
const stepsOf = (line: string): Step[] =>
  line.split(', ').map((word) => (/^\d+ s$/.test(word) ? Number.parseInt(word, 10) : (word as Step)))

/** Carries a line of steps out, and says what each exchange was answered. */
const played = async (line: string) => {
  const { w, owner, copy, email } = await stage()
  const answers: number[] = []
  for (const step of stepsOf(line)) {
    if (typeof step === 'number') w.clock.advance(step)
    else if (step === 'owner uses') await owner.validateToken()
    else if (step === 'copy uses') await copy.validateToken()
    else answers.push(await statusOf((step === 'owner' ? owner : copy).refreshToken()))
  }
  return { w, owner, copy, email, answers }
}

describe('a copy of a refresh token', () => {
  it.each([
    ['at once, in turn', 'owner, copy, owner, copy'],
    ['at once, the copy first', 'copy, owner, copy, owner'],
    ['within the seconds in which tabs cross', 'owner, 20 s, copy, 900 s, owner, 20 s, copy'],
    ['the copy first within those seconds', 'copy, 20 s, owner, 900 s, copy, 20 s, owner'],
    ['like a lost answer', 'owner, 300 s, copy, 300 s, owner, copy'],
    ['like a lost answer of the copy', 'copy, 300 s, owner, owner uses, 300 s, copy'],
    ['after the owner went on', 'owner, owner uses, 31 s, copy'],
    ['before the owner, and used', 'copy, copy uses, 31 s, owner'],
    ['within the seconds of tabs, by an owner who goes on', 'copy, owner, 31 s, owner uses, 900 s, copy'],
    ['twice before the owner', 'copy, 40 s, copy, 40 s, owner'],
    ['long after', 'owner, 900 s, owner, 900 s, copy'],
    ['twenty seconds behind at each exchange', 'owner, 20 s, copy, 900 s, owner, 40 s, copy'],
  ])('used %s is noticed by the second exchange: %s', async (_, line) => {
    const { w, owner, copy, email, answers } = await played(line)
    expect(answers.at(-1)).toBe(401)
    expect(answers.slice(0, -1)).toEqual(answers.slice(0, -1).map(() => 200))
    await isOver(w, [owner, copy], email)
  })

  it('that never changes is noticed too', async () => {
    const { w, owner, copy, email } = await stage()
    const cookies = [`refreshToken=${copy.jar.get('refreshToken')}`]
    const answers: number[] = []
    for (let round = 0; round < 3; round += 1) {
      answers.push(await statusOf(owner.refreshToken()))
      answers.push(await statusOf(w.device().refreshToken({}, { cookies })))
      await owner.validateToken()
      w.clock.advance(31)
    }
    expect(answers).toEqual([200, 200, 200, 401, 401, 401])
    await isOver(w, [owner], email)
  })

  it('used by both at the same moment ends the session once', async () => {
    const { w, owner, copy, email } = await stage()
    await owner.refreshToken()
    await copy.refreshToken()
    await owner.refreshToken()
    const replies = await Promise.all([copy.refreshToken(), copy.refreshToken(), copy.refreshToken()])
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
    await isOver(w, [owner, copy], email)
  })
})

type Event =
  | { readonly kind: 'tabs'; readonly lost: readonly boolean[]; readonly last: number }
  | { readonly kind: 'straggler' | 'use' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'copy exchanges' | 'copy uses' }

const tabs = fc.record({
  kind: fc.constant('tabs' as const),
  lost: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
  last: fc.nat(3),
})
const wait = fc.record({
  kind: fc.constant('wait' as const),
  seconds: fc.constantFrom(1, 29, 30, 31, 10 * minutes, 15 * minutes, 3 * 3600),
})
const plain = <K extends Event['kind']>(...kinds: K[]) => fc.record({ kind: fc.constantFrom(...kinds) })
const honest = fc.oneof(tabs, wait, plain('straggler', 'use')) as fc.Arbitrary<Event>
const dishonest = fc.oneof(honest, plain('copy exchanges', 'copy uses')) as fc.Arbitrary<Event>

/** What was shown, and how it was answered. */
type Exchange = { readonly token: string; readonly status: number; readonly arrived: boolean }

/** One person's browser. Its tabs share a jar, and the answers to several of them may come in any order, or not at all. */
const browserOf = (device: Agent) => {
  const jar = new Map(device.jar)
  const cookiesOf = (held: ReadonlyMap<string, string>) =>
    [...held].map(([name, value]) => `${name}=${value}`)
  const ask = async (held: ReadonlyMap<string, string> = jar) => {
    const token = held.get('refreshToken') ?? ''
    const reply = await device.refreshToken({}, { cookies: cookiesOf(held) })
    return { token, reply, status: reply.status }
  }
  const keep = ({ reply, status }: Awaited<ReturnType<typeof ask>>) => {
    const pairs = reply.cookies.map((line) => /^(\w+)=([^;]*)/.exec(line) ?? [])
    if (status === 200) for (const [, name = '', value = ''] of pairs) jar.set(name, value)
  }
  return {
    use: () => device.validateToken({}, { cookies: cookiesOf(jar) }),
    async tabs({ lost, last }: { readonly lost: readonly boolean[]; readonly last: number }) {
      const asked = []
      for (const _ of lost) asked.push(await ask())
      const arrived = asked.filter((_, at) => !lost[at])
      const final = arrived[last % Math.max(1, arrived.length)]
      if (final) keep(final)
      return asked.map((one, at): Exchange => ({ ...one, arrived: !lost[at] }))
    },
    /** Of two tabs one hears of its answer and asks with it, before the request of the other is there. */
    async straggler() {
      const before = new Map(jar)
      const first = await ask()
      keep(first)
      const second = await ask()
      const late = await ask(before)
      keep(second)
      keep(late)
      return [first, second, late].map((one): Exchange => ({ ...one, arrived: true }))
    },
  }
}

const signedInOn = async (w: World, email: string) => {
  const device = w.device()
  expect((await device.login({ email, password })).status).toBe(200)
  return device
}

/** Each asks with what two exchanges of the other have overtaken, and goes on from there. */
const overtaking: Event[] = [
  { kind: 'tabs', lost: [false], last: 0 },
  { kind: 'tabs', lost: [true], last: 0 },
  { kind: 'copy exchanges' },
  { kind: 'copy exchanges' },
  { kind: 'tabs', lost: [false], last: 0 },
  { kind: 'tabs', lost: [false], last: 0 },
  { kind: 'copy exchanges' },
  { kind: 'copy exchanges' },
]

const settings = { RATE_LIMIT_SCALE: '10000' }

describe('whatever happens to one browser', () => {
  // rules/auth 22
  it('signs nobody out: tabs in any order, answers that get lost, requests that are late', async () => {
    const w = await world({ settings })
    const { email } = await registered(w)
    const property = fc.asyncProperty(fc.array(honest, { minLength: 4, maxLength: 14 }), async (events) => {
      const browser = browserOf(await signedInOn(w, email))
      for (const event of events) {
        if (event.kind === 'wait') w.clock.advance(event.seconds)
        else if (event.kind === 'use') await browser.use()
        else {
          const asked = await (event.kind === 'tabs' ? browser.tabs(event) : browser.straggler())
          expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
        }
      }
    })
    await fc.assert(property, { numRuns: 30 })
  }, 120_000)
})

describe('whatever somebody does with a copy', () => {
  // rules/auth 21
  it('not both go on: once each has had an answer, who goes on with it ends it for the other', async () => {
    const w = await world({ settings })
    const { email } = await registered(w)
    let noticed = 0
    const property = fc.asyncProperty(
      fc.array(dishonest, { minLength: 6, maxLength: 16 }),
      async (events) => {
        const device = await signedInOn(w, email)
        const browser = browserOf(device)
        const thief = w.device({ jar: new Map(device.jar) })
        const shown = { owner: new Set<string>(), copy: new Set<string>() }
        const answered = new Set<string>()
        const goesOn = new Set<string>()
        /** Whether somebody was refused. Showing a token twice is one exchange whose answer was asked for again. */
        const noted = (who: 'owner' | 'copy', asked: readonly Exchange[]): boolean => {
          for (const { token, status, arrived } of asked) {
            if (status === 401) return true
            if (answered.size === 2 && !shown[who].has(token)) goesOn.add(who)
            shown[who].add(token)
            if (arrived) answered.add(who)
          }
          expect(goesOn.size).toBeLessThan(2)
          return false
        }
        const happens = async (event: Event): Promise<boolean> => {
          switch (event.kind) {
            case 'wait':
              w.clock.advance(event.seconds)
              return false
            case 'use':
            case 'copy uses':
              await (event.kind === 'use' ? browser.use() : thief.validateToken())
              return false
            case 'copy exchanges': {
              const token = thief.jar.get('refreshToken') ?? ''
              return noted('copy', [{ token, status: await statusOf(thief.refreshToken()), arrived: true }])
            }
            default:
              return noted('owner', await (event.kind === 'tabs' ? browser.tabs(event) : browser.straggler()))
          }
        }
        for (const event of events) {
          if (!(await happens(event))) continue
          noticed += 1
          expect((await browser.tabs({ lost: [false], last: 0 }))[0]?.status).toBe(401)
          expect(await statusOf(thief.refreshToken())).toBe(401)
          return
        }
      },
    )
    await fc.assert(property, { numRuns: 50, examples: [[overtaking]] })
    expect(noticed).toBeGreaterThan(10)
  }, 120_000)
})
