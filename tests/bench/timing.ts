import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bounded } from '../load/bounded.ts'
import { clientAt, type Question } from '../load/client.ts'
import { median, print, rounded } from '../load/figures.ts'
import { originOf, type Place, type PlatformProcess, placeIn } from '../load/platform-process.ts'
import { endAll, startTimed } from '../load/rounds.ts'
import { seeded } from '../load/seeded.ts'
import { toldApart } from './told-apart.ts'

// Whether the time of an answer says that an account exists: login and forgotten passwords of known and unknown addresses.
const root = join(import.meta.dirname, '..', '..')
const mostMs = 180_000
const pairs = 200
/** How often one answer's time may tell the two kinds apart; a coin does half the time. */
const budget = 0.6
const password = 'correct horse battery'
const folder = mkdtempSync(join(tmpdir(), 'quad-timing-'))
const random = seeded(7)
let place: Place | undefined
let platform: PlatformProcess | undefined

const address = (who: string): string => `${who}@students.example.edu`

const asks: Readonly<Record<string, (who: string) => Omit<Question, 'school'>>> = {
  'login with a wrong password': (who) => ({
    method: 'POST',
    path: '/login',
    body: { email: address(who), password: 'some other words' },
  }),
  'a forgotten password': (who) => ({
    method: 'POST',
    path: '/forgot-password',
    body: { email: address(who) },
  }),
  'a reset with a wrong code': (who) => ({
    method: 'POST',
    path: '/reset-password',
    body: { email: address(who), code: '123456', newPassword: 'yet another few words' },
  }),
}

const prove = async (): Promise<boolean> => {
  place = await placeIn(folder, root, ['--empty'])
  place = { ...place, settings: { RATE_LIMIT_SCALE: '1000' } }
  platform = (await startTimed(place)).platform
  const client = clientAt(originOf(place))
  const known = Array.from({ length: 20 }, (_, at) => `known${at}`)
  for (const who of known) {
    const body = { email: address(who), password }
    const { status } = await client({ method: 'POST', path: '/register', school: 'demo', body })
    if (status !== 201) throw new Error(`Nobody could register: ${status}`)
  }
  let within = true
  for (const [what, ask] of Object.entries(asks)) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const statuses = new Set<number>()
    const time = async (kind: 'known' | 'unknown', pair: number) => {
      const who = kind === 'known' ? (known[pair % known.length] ?? '') : `nobody${pair % known.length}`
      const from = performance.now()
      const { status } = await client({ ...ask(who), school: 'demo' })
      // The first pairs warm both up.
      if (pair >= 20) times[kind].push(performance.now() - from)
      statuses.add(status)
    }
    for (let pair = 0; pair < pairs + 20; pair += 1) {
      const first = random.next() < 0.5 ? 'known' : 'unknown'
      await time(first, pair)
      await time(first === 'known' ? 'unknown' : 'known', pair)
    }
    const value = Math.round(toldApart(times.known, times.unknown) * 100) / 100
    within &&= value <= budget && statuses.size === 1
    print({
      figure: `${what}: how often the time of one answer tells whether the account exists`,
      value,
      unit: 'of guesses',
      budget,
      withinBudget: value <= budget,
      knownMs: rounded(median(times.known)),
      unknownMs: rounded(median(times.unknown)),
      statuses: [...statuses].join(' '),
      pairs,
    })
  }
  return within
}

await bounded(mostMs, prove, async () => {
  if (place) await endAll(place, platform)
  rmSync(folder, { recursive: true, force: true })
})
