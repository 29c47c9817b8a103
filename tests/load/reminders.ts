import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { startEngine } from '../../infra/local/data/engine.ts'
import { openGateways } from '../../lib/gateways/open.ts'
import { ulid } from '../../lib/id.ts'
import { issuer } from '../../lib/identity/session/issuer.ts'
import { verifier } from '../../lib/identity/token/verifier.ts'
import type { Runtime } from '../../lib/runtime.ts'
import { readSettings } from '../../lib/settings.ts'
import { connect } from '../../lib/table/client.ts'
import { meter } from '../../lib/table/meter.ts'
import { tableDefinition } from '../../lib/table/schema.ts'
import { openTable } from '../../lib/table/table.ts'
import { liveThrough, peopled } from '../reminders/month.ts'
import { monthOf } from '../reminders/plan.ts'
import type { Clock } from '../support/world.ts'
import { print, say } from './figures.ts'
import { seeded } from './seeded.ts'

// A month of reminders for many events, with two sweepers and with some that die: none missed, none twice.
// node tests/load/reminders.ts [events] [attendees of each]
const [events = 1000, each = 100] = process.argv.slice(2).map(Number)
const days = Array.from({ length: 25 }, (_, day) => day + 2)

const clockFrom = (start: string): Clock => {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    advance: (seconds) => {
      at += seconds * 1000
    },
  }
}

const engine = await startEngine({ memory: true })
try {
  const TABLE_NAME = 'reminders'
  const settings = readSettings({ STAGE: 'test', TABLE_NAME, DYNAMODB_ENDPOINT: engine.endpoint })
  const client = connect({ TABLE_NAME, DYNAMODB_ENDPOINT: engine.endpoint })
  const { StreamSpecification: _, ...definition } = tableDefinition(TABLE_NAME)
  await client.documents.send(new CreateTableCommand(definition) as never)
  const clock = clockFrom('2026-03-01T00:00:00.000Z')
  const gateways = openGateways(settings, clock.now)
  const runtime: Runtime = {
    settings,
    client,
    gateways,
    issuer: issuer(gateways.secrets, settings.REFRESH_TOKEN_TTL),
    verifier: verifier(),
    schools: new Map(),
    now: clock.now,
    newId: () => ulid(clock.now().getTime()),
    log: () => undefined,
  }
  const table = () => openTable({ client, tenant: 'demo', now: clock.now, meter: meter() })
  const platform = { runtime, clock, table }
  const random = seeded(9)
  const month = monthOf(random, { events, days })
  const people = await peopled(platform, month, { each, of: Math.max(each, Math.round(events * 2)) })
  say(`${events} events of ${each} people each, from hour to hour`)
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const outcome = await liveThrough(platform, month, people, {
    last: 28 * 24,
    random,
    say: (line) => say(`${line}, after ${seconds()} s`),
  })
  const { reminders, missed, surplus, unfinished, sweeps, killed } = outcome
  print({
    figure: 'reminders missed or sent twice in a month',
    value: missed.length + surplus.length,
    unit: 'reminders',
    budget: 0,
    events,
    each,
    reminders,
    missed: missed.length,
    surplus: surplus.length,
    unfinished: unfinished.length,
    sweeps,
    killed,
    seconds: seconds(),
  })
  if (killed === 0 || missed.length + surplus.length + unfinished.length > 0) process.exitCode = 1
} finally {
  await engine.stop()
}
