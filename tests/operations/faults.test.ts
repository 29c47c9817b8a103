import { describe, expect, it } from 'vitest'
import { recoverClaims } from '../../functions/attendance/seats/claim-recovery.ts'
import { failing, faults, killedAfter, mayComeLate } from '../security/faults.ts'
import { putBack, rowsOf, type StoredRow } from '../security/rows.ts'
import { handlerFor } from '../support/handlers.ts'
import { type Campus, everySample, prepare, type Sample } from '../support/replay.ts'

/** What an operation did to the table: how many rows of each kind came, went or changed. */
type Deeds = Readonly<Record<string, number>>

/** Rows that say what was tried, not what is: they may stand alone. */
const traces = new Set(['RateWindow', 'SamlTrace', 'KeyedAnswer', 'Probe'])

/** Proofs that are spent before they are looked at, so that nobody tries them twice. */
const spent = new Set([
  'changed Code',
  'gone ProviderRequest',
  'changed SamlRequest',
  // A code of the second step is counted against its sign-in before it is compared.
  'changed PendingSignIn',
  // What holds by default, written down before it is changed.
  'made ManagementConfig',
  // Somebody has looked, which is not counted; no number of anybody's hangs on it.
  'made ViewMark',
  // Readers look below a message where nothing stands yet.
  'changed Message',
])

/** What follows from an outbox row anyway, and is only done early. */
const early = new Set(['made Inbox', 'changed Inbox', 'made Notification', 'changed Message'])

const addressed = (rows: readonly StoredRow[]): Map<string, StoredRow> =>
  new Map(rows.filter(({ entity }) => !traces.has(entity)).map((row) => [`${row.pk}\n${row.sk}`, row]))

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, part]) => [name, inOrder(part)] as const)
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}
const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

const deedsOf = (before: readonly StoredRow[], after: readonly StoredRow[]): Deeds => {
  const [then, now] = [addressed(before), addressed(after)]
  const deeds: Record<string, number> = {}
  const count = (what: string, { entity }: StoredRow) => {
    deeds[`${what} ${entity}`] = (deeds[`${what} ${entity}`] ?? 0) + 1
  }
  for (const [at, row] of now) {
    const old = then.get(at)
    if (!old) count('made', row)
    else if (!same(old, row)) count('changed', row)
  }
  for (const [at, row] of then) if (!now.has(at)) count('gone', row)
  return deeds
}

const without = (deeds: Deeds, kinds: ReadonlySet<string>): Deeds =>
  Object.fromEntries(Object.entries(deeds).filter(([kind]) => !kinds.has(kind)))

const isWhole = (deeds: Deeds, clean: Deeds): boolean =>
  same(without(deeds, spent), {}) || same(without(deeds, early), without(clean, early))

const everything = ({ w }: Campus): Promise<StoredRow[]> => rowsOf(w, '')

/** Longer than anybody goes on with a claim on seats, in seconds. */
const abandoned = 31

/** A claim on seats whose row never came is completed for its person (rules/attendance 33). */
const completed = async ({ w }: Campus, rows: readonly StoredRow[]): Promise<void> => {
  const events = rows.flatMap(({ entity, pk, claims }) =>
    entity === 'SeatCounter' && Object.keys(claims ?? {}).length > 0 ? [pk.split('#')[3] ?? ''] : [],
  )
  w.clock.advance(abandoned)
  for (const eventId of new Set(events)) await recoverClaims(eventId, { ...w.runtime, table: w.table() })
}

/** An operation with everything in place for it: `rows` is the whole table and `since` the time before it is tried. */
type Stage = Awaited<ReturnType<typeof prepare>> & {
  readonly sample: Sample
  readonly rows: readonly StoredRow[]
  readonly since: Date
}

/** Operations that move files, or remember between requests what they have read: each try has a world of its own. */
const aloneInWorld = new Set(['commitOrgUpload', 'confirmFactorRecovery', 'openFactorRecovery', 'verifyTotp'])

const staged = async (sample: Sample): Promise<Stage> => {
  const prepared = await prepare(sample)
  const { place } = prepared
  return { ...prepared, sample, rows: await everything(place), since: place.w.clock.now() }
}

const stagedAnew = (stage: Stage): Promise<Stage> | Stage =>
  aloneInWorld.has(stage.sample.operation) ? staged(stage.sample) : stage

/**
 * What was done in the end, which is undone again for the next try. Where a part is missing, what follows of itself has
 * happened by then.
 */
const deedsIn = async ({ place, rows, since }: Stage, clean?: Deeds): Promise<Deeds> => {
  const { w } = place
  let after = await everything(place)
  if (clean && !isWhole(deedsOf(rows, after), clean)) {
    await completed(place, after)
    after = await everything(place)
  }
  await putBack(w, rows, after)
  w.clock.advance((since.getTime() - w.clock.now().getTime()) / 1000)
  return deedsOf(rows, after)
}

type Fault = { readonly call: number; readonly name: string; readonly lost: boolean }

const performed = async (stage: Stage, fault?: Fault, clean?: Deeds) => {
  const { place, sample, invocation } = stage
  const { w } = place
  const plan = fault && {
    at: (call: number) => call === fault.call,
    error: faults[fault.name],
    lost: fault.lost,
  }
  const { client, seen, ended } = failing(w, plan as Parameters<typeof failing>[1])
  const handler = await handlerFor(sample.contract, { ...w.runtime, client })
  const { statusCode, body = '' } = await handler(invocation)
  await ended()
  const deeds = await deedsIn(stage, clean)
  return { statusCode, body, deeds, calls: seen.calls }
}

/** Reads of one turn share a call, so a request may end before the call that was to fail. Then it has to be a success. */
const expectWhole = ({ statusCode, deeds }: { statusCode: number; deeds: Deeds }, clean: Deeds): void => {
  expect(statusCode).toBeLessThan(400)
  expect(deeds).toEqual(clean)
}

/** What a process has done that is killed after one of its calls; all of it where it ends before that call. */
const killed = async (stage: Stage, call: number, clean: Deeds): Promise<Deeds> => {
  const { place, sample, invocation } = stage
  const { client, died, bury } = killedAfter(place.w, call)
  const handler = await handlerFor(sample.contract, { ...place.w.runtime, client })
  const ended = await Promise.race([handler(invocation), died])
  const deeds = await deedsIn(stage, clean)
  bury()
  if (ended !== 'died') expectWhole({ ...ended, deeds }, clean)
  return deeds
}

type Performed = Awaited<ReturnType<typeof performed>>

const names = Object.keys(faults)

/** One kind of fault for each call, in turn, and every call lost once: all kinds meet every kind of call over the table of operations. */
const faultsOf = (calls: number, turn: number): Fault[] =>
  Array.from({ length: calls }, (_, at) => at + 1).flatMap((call) => {
    const name = names[(call + turn) % names.length] ?? 'throttled'
    const late = [...mayComeLate][(call + turn) % mayComeLate.size] ?? 'broken'
    return [
      { call, name, lost: false },
      { call, name: late, lost: true },
    ]
  })

/** Pages say it to people in their own words. */
const isClear = (status: number, body: string): boolean =>
  status === 503 && (body.startsWith('<!doctype html>') || JSON.parse(body).success !== true)

/** One operation has words of its own for a failure of ours (500), which its row declares. */
const isDeclared = ({ fails = [] }: Sample['row'], status: number, body: string): boolean =>
  fails.some((kind) => kind.status === 500 && status === 500 && JSON.parse(body).message === kind.message)

/** An operation on many says of each what became of it. */
const saysOfEach = (body: string): boolean => /"ok":false,"message":"The service is temporarily/.test(body)

/** What is wrong after one fault; `unreached` when the request ended before it. */
const problemsWith = async (
  stage: Stage,
  fault: Fault,
  { deeds: clean }: Performed,
): Promise<unknown[] | 'unreached'> => {
  const { row } = stage.sample
  const { statusCode: status, body, deeds, calls } = await performed(stage, fault, clean)
  if (calls < fault.call) {
    expectWhole({ statusCode: status, deeds }, clean)
    return 'unreached'
  }
  if (!isWhole(deeds, clean)) return [{ fault, status, deeds, clean }]
  // Browsers are led to a page that says it.
  if (isClear(status, body) || (status === 302 && row.crossSite === 'any')) return []
  if (isDeclared(row, status, body)) return []
  if (status === 200 && saysOfEach(body)) return []
  // A success has to be one. A page is shown even if its visit is not counted.
  const isDone = same(deeds, clean) || stage.sample.name === 'pages.showEvent'
  return status < 400 && isDone ? [] : [{ fault, status, body }]
}

/**
 * Tries again where the fault was not reached: two reads of one turn are one call or two, depending on when the process
 * gets to them.
 */
const problemsWithAny = async (stage: Stage, fault: Fault, clean: Performed): Promise<unknown[]> => {
  for (let tries = 0; tries < 5; tries += 1) {
    const problems = await problemsWith(await stagedAnew(stage), fault, clean)
    if (problems !== 'unreached') return problems
  }
  return []
}

describe('with the engine failing at one call', () => {
  it.each(everySample.map((sample, turn) => ({ ...sample, turn })))(
    '$name is done, or is not, and says so',
    async ({ turn, ...sample }) => {
      const stage = await staged(sample)
      const clean = await performed(stage)
      expect(clean.statusCode).toBeLessThan(400)
      const wrong: unknown[] = []
      for (const fault of faultsOf(clean.calls, turn))
        wrong.push(...(await problemsWithAny(stage, fault, clean)))
      expect(wrong).toEqual([])
    },
    600_000,
  )
})

describe('killed after one of its calls', () => {
  it.each(everySample)(
    '$name has happened, or has not',
    async (sample) => {
      const stage = await staged(sample)
      const { calls, deeds: clean } = await performed(stage)
      const halves: unknown[] = []
      for (let call = 1; call < calls; call += 1) {
        const deeds = await killed(await stagedAnew(stage), call, clean)
        if (!isWhole(deeds, clean)) halves.push({ call, calls, deeds, clean })
      }
      expect(halves).toEqual([])
    },
    600_000,
  )
})
