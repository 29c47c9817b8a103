import { parseArgs } from 'node:util'
import { print, rounded, say } from '../figures.ts'
import { seeded } from '../seeded.ts'
import { type Answer, inArena } from './arena.ts'
import { percentiles } from './percentiles.ts'
import { rush } from './storm-world.ts'
import type { SignedIn } from './visitors.ts'

// Every device of a campus refreshes at the same moment, as after a night: every third of them from two tabs at once, every
// tenth once more with the token it had before. Nobody may be signed out by that.
const { values } = parseArgs({
  options: { devices: { type: 'string', default: '4000' }, rounds: { type: 'string', default: '3' } },
})
const [devices, rounds] = [Number(values.devices), Number(values.rounds)]
const school = 'refreshing'

const tokenIn = ({ cookies }: Answer): string | undefined =>
  cookies.map((line) => /^refreshToken=([^;]+)/.exec(line)?.[1]).find((token) => token)

await inArena(
  { domains: ['auth', 'sessions'], seconds: 170, settings: { DEFAULT_TENANT: school } },
  async ({ ask, people }) => {
    const random = seeded(4)
    const all = await people(school, devices)
    say(`${devices} devices are signed in`)
    const holding = new Map(all.map((one) => [one, one.refreshToken]))
    const refresh = (refreshToken: string) =>
      ask({ domain: 'auth', method: 'POST', path: '/refresh-token', school, refreshToken })
    const wrong: string[] = []
    const took: number[] = []
    let asked = 0
    const part = async (one: SignedIn): Promise<void> => {
      const before = holding.get(one) ?? ''
      const tabs = random.next() < 1 / 3 ? 2 : 1
      const answers = await Promise.all(Array.from({ length: tabs }, () => refresh(before)))
      if (random.next() < 0.1) answers.push(await refresh(before))
      asked += answers.length
      const successors = new Set(answers.map(tokenIn))
      for (const { status, ms } of answers) {
        took.push(ms)
        if (status !== 200) wrong.push(`${status} for ${one.id}`)
      }
      if (successors.size !== answers.length) wrong.push(`one successor for several of ${one.id}`)
      holding.set(one, tokenIn(answers[0] as Answer) ?? before)
    }
    const begun = performance.now()
    for (let round = 1; round <= rounds; round += 1) {
      await rush(all, part)
      say(`Round ${round} of ${rounds}: ${asked} refreshes`)
    }
    const seconds = (performance.now() - begun) / 1000
    let gone = 0
    await rush(all, async (one) => {
      const { status } = await ask({ domain: 'sessions', path: '/sessions', school, token: one.token })
      const again = await refresh(holding.get(one) ?? '')
      if (status !== 200 || again.status !== 200) gone += 1
    })
    for (const line of wrong.slice(0, 10)) say(`  ${line}`)
    print({
      figure: 'refreshes a second',
      value: rounded(asked / seconds),
      unit: 'a second',
      devices,
      asked,
      ...percentiles(took),
    })
    print({
      figure: 'refreshes that were refused or shared a successor',
      value: wrong.length,
      unit: 'findings',
      budget: 0,
    })
    print({ figure: 'devices that are signed out after it', value: gone, unit: 'findings', budget: 0 })
    return wrong.length + gone === 0
  },
)
