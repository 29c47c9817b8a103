import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { print, rounded, say } from '../../figures.ts'
import { seeded } from '../../seeded.ts'
import { type Arena, inArena } from '../arena.ts'
import { percentiles } from '../percentiles.ts'
import { nextDeed } from './mix.ts'
import { openSchool, type School } from './school.ts'

// From eight in the morning to ten at night in a few minutes. Requests come at their own times, whether or not those before
// them are answered: at noon as many as this machine carries at a comfortable load, less in the morning and at night.
const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '20000' },
    schools: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '120' },
    /** Of what the machine does at most. */
    load: { type: 'string', default: '0.5' },
  },
})
const [students, schoolCount, seconds, load] = [
  values.students,
  values.schools,
  values.seconds,
  values.load,
].map(Number) as [number, number, number, number]
const [morning, night] = [8, 22]
const random = seeded(11)
const calibrationMs = 4000

/** Of the busiest hour: quiet in the morning, full at noon, and once more in the evening. */
const share = (hour: number): number =>
  0.35 + 0.65 * Math.max(Math.exp(-(((hour - 12.5) / 2) ** 2)), 0.9 * Math.exp(-(((hour - 19) / 1.5) ** 2)))

type Day = { readonly took: Map<string, number[]>; readonly odd: string[]; answered: number }

const perform = async ({ ask }: Arena, schools: readonly School[], day: Day): Promise<void> => {
  const { operation, ask: wanted, after } = nextDeed(schools, random)
  const answer = await ask(wanted)
  after?.(answer)
  day.answered += 1
  const times = day.took.get(operation) ?? []
  times.push(answer.ms)
  day.took.set(operation, times)
  if (answer.status >= 300) day.odd.push(`${operation}: ${answer.status} ${answer.text.slice(0, 160)}`)
}

const newDay = (): Day => ({ took: new Map(), odd: [], answered: 0 })

/** Requests a second with sixteen in flight: what the machine does at most. */
const capacity = async (arena: Arena, schools: readonly School[]): Promise<number> => {
  const day = newDay()
  const end = performance.now() + calibrationMs
  const work = async (): Promise<void> => {
    while (performance.now() < end) await perform(arena, schools, day)
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return day.answered / (calibrationMs / 1000)
}

const live = async (arena: Arena, schools: readonly School[], most: number): Promise<Day> => {
  const day = newDay()
  const begun = performance.now()
  const open = new Set<Promise<void>>()
  let due = 0
  let shown = morning
  for (;;) {
    const passed = (performance.now() - begun) / 1000
    if (passed >= seconds) break
    const hour = morning + (passed / seconds) * (night - morning)
    due += most * load * share(hour) * 0.01
    while (due >= 1) {
      due -= 1
      const deed = perform(arena, schools, day).finally(() => open.delete(deed))
      open.add(deed)
    }
    if (hour >= shown) {
      say(`${Math.floor(hour)}:00, ${day.answered} requests answered, ${open.size} in flight`)
      shown += 1
    }
    await pause(10)
  }
  await Promise.all(open)
  return day
}

await inArena(
  {
    domains: ['auth', 'events', 'notifications', 'messages', 'organizations', 'attendance', 'checkins'],
    seconds: 340,
    settings: { RATE_LIMIT_SCALE: '100000', REQUIRE_VERIFIED_EMAIL: 'false' },
  },
  async (arena) => {
    const schools: School[] = []
    for (let at = 0; at < schoolCount; at += 1) {
      schools.push(
        await openSchool(arena, `school${at}`, { students: Math.round(students / schoolCount), events: 20 }),
      )
      say(`${at + 1} of ${schoolCount} schools are open`)
    }
    await capacity(arena, schools)
    const most = await capacity(arena, schools)
    say(
      `This machine answers ${Math.round(most)} requests a second at most; the day goes up to ${Math.round(most * load)}`,
    )
    const { took, odd, answered } = await live(arena, schools, most)
    for (const line of odd.slice(0, 10)) say(`  ${line}`)
    const all = [...took.values()].flat()
    const common = { students, schools: schoolCount, seconds, capacity: rounded(most) }
    print({ figure: 'requests of a day', value: answered, unit: 'requests', ...common })
    print({
      figure: 'requests a second at noon',
      value: rounded(most * load),
      unit: 'a second',
      ...percentiles(all),
    })
    for (const [operation, times] of [...took].sort()) {
      const { p50, p95, p99 } = percentiles(times)
      print({
        figure: operation,
        operation,
        value: p99,
        unit: 'ms (p99)',
        p50,
        p95,
        p99,
        requests: times.length,
      })
    }
    print({ figure: 'requests of the day that were refused', value: odd.length, unit: 'findings', budget: 0 })
    return odd.length === 0
  },
)
