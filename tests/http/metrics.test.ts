import { beforeAll, describe, expect, it } from 'vitest'
import { runSchedules, schedules } from '../../functions/clock/handler.ts'
import { contracts } from '../../functions/routes.ts'
import { type LogLine, metricLine, uncountedLine } from '../../lib/log.ts'
import { metricTable } from '../../lib/metrics.ts'
import { scheduleTask } from '../../lib/scheduled/task.ts'
import { failing, faults } from '../security/faults.ts'
import { agent } from '../support/agent.ts'
import { handlerFor } from '../support/handlers.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

type Directive = {
  readonly Namespace: string
  readonly Dimensions: readonly (readonly string[])[]
  readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[]
}

const units: ReadonlyMap<string, string> = new Map(
  Object.entries(metricTable).map(([name, { unit }]) => [name, unit]),
)

/** What CloudWatch makes of a line: each metric, under the values of its dimensions. */
const countedIn = (line: LogLine, isFirst = false): Readonly<Record<string, readonly string[]>> => {
  const read = JSON.parse(metricLine('prod', line, 1_772_452_800_000, isFirst))
  expect(read._aws.Timestamp).toBe(1_772_452_800_000)
  const directives: readonly Directive[] = read._aws.CloudWatchMetrics
  const counted = directives.map(({ Namespace, Dimensions, Metrics }) => {
    expect(Namespace).toBe('Quad')
    for (const { Name, Unit } of Metrics) {
      expect(Unit).toBe(units.get(Name))
      expect(read[Name]).toEqual(expect.any(Number))
    }
    const [names = [], ...others] = Dimensions
    expect(others).toEqual([])
    const values = names.map((name) => {
      expect(read[name]).toEqual(expect.any(String))
      return read[name]
    })
    return [values.join(' '), Metrics.map(({ Name }) => Name)]
  })
  return Object.fromEntries(counted)
}

const always = ['Requests', 'Latency']
const visitor = { email: 'ada@students.example.edu', password: 'wrong password' }

let w: World
const last = (): LogLine => w.logs.at(-1) ?? {}

beforeAll(async () => {
  w = await world()
})

describe('the metrics of a request', () => {
  it('count it for the stage and, with its latency, for an operation that users wait for', async () => {
    expect((await w.device().getHealth()).status).toBe(200)
    expect(countedIn(last())).toEqual({ prod: always })
    await w.device().login(visitor)
    expect(countedIn(last())).toEqual({ prod: always, 'prod auth.login': ['Latency'] })
  })

  it('have no school, so that their number does not grow with the schools', async () => {
    await enrolSchool(w, w.sister)
    await w.device({ tenant: w.sister }).login(visitor)
    expect(Object.keys(countedIn(last()))).toEqual(['prod', 'prod auth.login'])
    expect(JSON.parse(metricLine('prod', last(), 0)).Tenant).toBe(w.sister)
  })

  it('tell refusals from faults, and the code of either', async () => {
    await w.device().login(visitor)
    expect(countedIn(last()).prod).toEqual(always)
    expect(last()).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS', measured: { Refusals: 1 } })
  })

  it('are only numbers of the line on a stage that is not monitored', async () => {
    await w.device().login(visitor)
    const line = JSON.parse(uncountedLine('trial', last()))
    expect(line).toMatchObject({ Stage: 'trial', Operation: 'auth.login', Requests: 1, Refusals: 1 })
    expect(line).not.toHaveProperty('_aws')
  })

  it.each([
    ['throttled', 'Throttles'],
    ['in conflict', 'Conflicts'],
  ])('count what the table did not take at once: %s', async (fault, metric) => {
    const failed = { ...w.runtime, schools: new Map() }
    const { client } = failing(w, { at: () => true, error: faults[fault] ?? Error })
    const platform = { runtime: { ...failed, client }, home: w.home, contracts, handlerFor }
    expect((await agent(platform).login(visitor)).status).toBe(503)
    expect(countedIn(last()).prod).toContain('Faults')
    expect(JSON.parse(metricLine('prod', last(), 0))[metric]).toBeGreaterThan(0)
    expect(countedIn(last())['prod auth.login']).toEqual(['Latency', 'Faults'])
    expect(countedIn(last())['prod auth']).toEqual(['Faults'])
  })

  it('count what comes too often, and answers of identity providers that were refused', async () => {
    const { device } = w
    await device().receiveSamlResponse({ SAMLResponse: 'nothing', RelayState: 'nowhere' })
    expect(countedIn(last()).prod).toEqual(expect.arrayContaining(['SamlRefusals']))
    await device().googleLogin({ idToken: 'a.b.c' })
    expect(countedIn(last()).prod).toContain('OpenIdRefusals')
    await device().appleCallback({ state: 'unknown', id_token: 'a.b.c' })
    expect(last().status).toBe(302)
    expect(countedIn(last()).prod).toContain('OpenIdRefusals')
    const limited = { operation: 'auth.login', measured: { Requests: 1, Limited: 1 } }
    expect(countedIn(limited).prod).toContain('Limited')
  })

  it('say once how the process started', () => {
    const line = { operation: 'auth.login', measured: { Requests: 1 } }
    expect(JSON.parse(metricLine('prod', line, 0, true)).ColdStarts).toBe(1)
    expect(JSON.parse(metricLine('prod', line, 0))).not.toHaveProperty('ColdStarts')
    expect(countedIn(line, true).prod).toEqual(['Requests'])
  })

  it('have a line in one shape: who, where, how long, how it ended, which trace', async () => {
    process.env._X_AMZN_TRACE_ID = 'Root=1-65f0-abc;Parent=1;Sampled=0'
    await w.device().getHealth()
    const line = JSON.parse(metricLine('prod', last(), 0))
    delete process.env._X_AMZN_TRACE_ID
    expect(line).toMatchObject({
      level: 'info',
      Stage: 'prod',
      Operation: 'platform.getHealth',
      Tenant: w.home,
      traceId: '1-65f0-abc',
      requestId: expect.any(String),
      status: 200,
      Latency: expect.any(Number),
    })
    const levelOf = (Faults: number) =>
      JSON.parse(metricLine('prod', { status: 503, measured: { Requests: 1, Faults } }, 0)).level
    expect([levelOf(1), levelOf(0)]).toEqual(['error', 'info'])
    expect(metricLine('prod', { level: 'warn', operation: 'stream.mail' }, 0)).toBe(
      '{"Stage":"prod","level":"warn","Operation":"stream.mail"}',
    )
  })
})

describe('the metrics of the background', () => {
  it('tell how late the stream is', async () => {
    await w.deliver([
      {
        eventName: 'REMOVE',
        dynamodb: { SequenceNumber: '1', ApproximateCreationDateTime: w.clock.now().getTime() / 1000 - 90 },
      },
    ])
    expect(countedIn(last())).toEqual({ prod: ['StreamLag'] })
    expect(last()).toMatchObject({ operation: 'stream.consume', records: 1, measured: { StreamLag: 90 } })
  })

  it('tell how late the clock struck, and how long the oldest row had been due', async () => {
    const own = await world({ ownTable: true })
    const facts = { kind: 'nobody', subject: 's', version: '1', at: own.clock.now().toISOString() }
    await own.table().write([scheduleTask({ table: own.table(), now: own.clock.now }, facts)])
    const time = own.clock.now().toISOString()
    own.clock.advance(40)
    await runSchedules(
      schedules.filter(({ name }) => name === 'due.sweep'),
      () => own.runtime,
    )({ time })
    const measured = own.logs.flatMap((line) => (line.measured ? [line.measured] : []))
    expect(measured).toEqual([{ DueLate: 40 }, { ClockLate: 40, ScheduleFailures: 0 }])
    expect(countedIn(own.logs.at(-1) ?? {})).toEqual({ prod: ['ClockLate'] })
  })
})
