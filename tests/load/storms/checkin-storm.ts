import { parseArgs } from 'node:util'
import { print, rounded, say } from '../figures.ts'
import { seeded } from '../seeded.ts'
import { type Arena, inArena } from './arena.ts'
import { percentiles } from './percentiles.ts'
import { expecting, jsonIn, openDoors } from './stage.ts'
import { peopleOn } from './storm-checks.ts'
import { rush, home as school, tableOf } from './storm-world.ts'
import type { SignedIn } from './visitors.ts'

// Everybody comes at once, by four doors. Two doors are online, and scan every fifth person twice at the same moment; two
// have lost their connection and bring their scans later, both of them those of the people between them, each batch twice.
const { values } = parseArgs({ options: { people: { type: 'string', default: '2000' } } })
const count = Number(values.people)
const random = seeded(7)
const batchSize = 200
const doorNames = ['North', 'South', 'East', 'West'] as const

const storm = async (arena: Arena): Promise<boolean> => {
  const { ask, runtime, people } = arena
  const [host, ...visitors] = (await people(school, count + 1)) as [SignedIn, ...SignedIn[]]
  const table = tableOf(runtime)
  const card = await expecting(runtime, host, visitors)
  const [north = '', south = '', ...offline] = await openDoors(ask, host, card, doorNames)
  say(`${count} people stand before ${doorNames.length} doors`)
  const half = Math.floor(visitors.length / 2)
  const desk = `/events/${card.eventId}/check-in`
  const took: number[] = []
  const odd: string[] = []
  const firsts = new Map<string, number>()
  const scan = async ({ id }: SignedIn, doorCredential: string): Promise<void> => {
    const answer = await ask({
      domain: 'checkins',
      method: 'POST',
      path: `${desk}/${id}`,
      school,
      body: { doorCredential },
    })
    took.push(answer.ms)
    if (answer.status !== 200) odd.push(`${answer.status} for ${id}: ${answer.text.slice(0, 120)}`)
    else if (!jsonIn(answer).data.alreadyCheckedIn) firsts.set(id, (firsts.get(id) ?? 0) + 1)
  }
  const begun = performance.now()
  await rush(visitors.slice(0, half), async (one, at) => {
    const twice = random.next() < 0.2
    const other = at % 2 === 0 ? south : north
    await Promise.all([scan(one, at % 2 === 0 ? north : south), ...(twice ? [scan(one, other)] : [])])
  })
  const seconds = (performance.now() - begun) / 1000
  say(`${half} people are in after ${rounded(seconds)} s; the doors without a connection come back`)
  const scans = visitors.slice(half).map(({ id }, at) => ({
    clientId: `scan-${at}`,
    at: new Date(Date.now() - 30_000 + at).toISOString(),
    person: `u-${id}`,
    action: 'in' as const,
  }))
  const batches = Array.from({ length: Math.ceil(scans.length / batchSize) }, (_, at) =>
    scans.slice(at * batchSize, (at + 1) * batchSize),
  )
  const bring = async (doorCredential: string, some: typeof scans): Promise<void> => {
    const body = { doorCredential, scans: some }
    const answer = await ask({ domain: 'checkins', method: 'POST', path: `${desk}/batch`, school, body })
    const results: { result: string }[] = answer.status === 200 ? jsonIn(answer).data.results : []
    const refused = some.length - results.filter(({ result }) => result !== 'refused').length
    if (refused > 0) odd.push(`${answer.status}: ${refused} scans of a batch were refused`)
  }
  const begunOffline = performance.now()
  for (const some of batches) await Promise.all(offline.map((door) => bring(door, some)))
  const before = await peopleOn(table, card)
  for (const some of batches) await bring(offline[0] ?? '', some)
  const offlineSeconds = (performance.now() - begunOffline) / 1000
  const after = await peopleOn(table, card)
  const outside = after.rows.filter(({ checkedIn }) => !checkedIn)
  const twice = [...firsts].filter(([, times]) => times > 1)
  const moved = after.rows.filter(({ personId, checkedInAt, version }) =>
    before.rows.some(
      (row) => row.personId === personId && (row.checkedInAt !== checkedInAt || row.version !== version),
    ),
  )
  for (const line of odd.slice(0, 10)) say(`  ${line}`)
  print({
    figure: 'check-ins a second, scan by scan',
    value: rounded(took.length / seconds),
    unit: 'a second',
    people: count,
    ...percentiles(took),
  })
  print({
    figure: 'check-ins a second, in batches of doors that were offline',
    value: rounded((scans.length * 3) / offlineSeconds),
    unit: 'a second',
    batches: batches.length,
  })
  const verdicts = [
    ['people outside although they were scanned', outside.length],
    ['people who came in for the first time more than once', twice.length],
    ['people a batch changed when it came again', moved.length],
    ['rows too many or too few', Math.abs(after.rows.length - count)],
    ['correct scans that were refused', odd.length],
  ] as const
  for (const [figure, value] of verdicts) print({ figure, value, unit: 'findings', budget: 0 })
  return verdicts.every(([, value]) => value === 0)
}

await inArena({ domains: ['checkins'], seconds: 170 }, storm)
