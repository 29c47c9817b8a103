import { setTimeout as passing } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { engineConnections } from '../../../infra/local/handlers/engine-connection.ts'
import { figuresText, readFigures } from '../../../infra/local/like-aws/figures.ts'
import { startModelProcess } from '../../../infra/local/like-aws/own-process.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { connect, type TableClient } from '../../../lib/table/client.ts'
import { entity } from '../../../lib/table/entity.ts'
import { print, rounded, say } from '../figures.ts'
import { type Answer, type Arena, type Ask, type Domain, inArena } from './arena.ts'
import { expecting, openDoors, openSociety } from './stage.ts'
import { peopleOn, seatedOf, untrue } from './storm-checks.ts'
import { filled } from './storm-engine.ts'
import { makeEvent, stormCard } from './storm-event.ts'
import { rush, home as school, stormTable, tableOf } from './storm-world.ts'
import type { SignedIn } from './visitors.ts'

// What many do at once against the puts that the same table takes, on the engine that behaves as DynamoDB does and takes so
// many times as long for everything. At that pace this machine keeps up with what a warmed account's functions would ask
// for, and what bounds is the table: conflicts, waits for one item, partitions. Rates are those of the undelayed service.
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '900' },
    'in-flight': { type: 'string', default: '50' },
    slower: { type: 'string', default: '20' },
    acts: { type: 'string', default: '' },
  },
})
const [count, inFlight, slower] = [values.people, values['in-flight'], values.slower].map(Number) as [
  number,
  number,
  number,
]
const wanted = values.acts.split(';').filter((name) => name !== '')
// A partition begins with what takes 200 puts; the rates begin when a third of the people have.
const figures = readFigures(`${process.env.LIKE_AWS ?? 'burst=0.2'},slower=${slower}`)
const mostSeconds = 3000

const Sample = z.object({ id: z.string(), of: z.string(), text: z.string() })
/** As large as the row of an attendee, many of them in one partition. */
const sample = entity('Sample', Sample, { scope: 'tenant', pk: 'SAMPLES#{of}', sk: '{id}' })

type Rate = { readonly perSecond: number; readonly failed: readonly string[] }

/** How many are done in a second, from when a third of them have begun until the last one does. */
const rateOf = async <V>(
  all: readonly V[],
  act: (one: V, at: number) => Promise<string | undefined>,
): Promise<Rate> => {
  const failed: string[] = []
  const begun: { readonly at: number; readonly done: number }[] = []
  let done = 0
  await rush(
    all,
    async (one, at) => {
      begun.push({ at: performance.now(), done })
      const wrong = await act(one, at)
      done += 1
      if (wrong !== undefined) failed.push(wrong)
    },
    inFlight,
  )
  const [first, last] = [begun[Math.floor(all.length / 3)], begun.at(-1)]
  if (!first || !last) throw new Error('nobody acts')
  const seconds = (last.at - first.at) / 1000 / slower
  return { perSecond: rounded((last.done - first.done) / seconds), failed }
}

/** Pauses of the SDK would be most of so short a run: it tries once, and the platform's own pauses follow. */
const tryingOnce = async ({ config }: TableClient['documents']): Promise<void> => {
  Object.assign(await config.retryStrategy(), { maxAttemptsProvider: async () => 1 })
}

/** The platform on the service in slow motion: its clock and all its pauses go as slowly. */
const serviceOf = async (arena: Arena) => {
  const front = await startModelProcess(arena.engine, figures).then(filled)
  const client = connect({ TABLE_NAME: stormTable, DYNAMODB_ENDPOINT: front.endpoint })
  await tryingOnce(client.documents)
  // Nothing gives up because everything takes longer.
  const requestHandler = engineConnections({ most: 200, patience: Number.POSITIVE_INFINITY })
  Object.assign(client.documents.config, { requestHandler })
  const begun = Date.now()
  const doors = await arena.doorsWith({
    client: { ...client, wait: (ms) => passing(ms * slower) },
    now: () => new Date(begun + (Date.now() - begun) / slower),
  })
  return { ...doors, stop: front.stop }
}

/** Puts a second: into one partition, and into as many as there are puts. */
const putsOf = async (runtime: Runtime, people: readonly SignedIn[]) => {
  const table = tableOf(runtime)
  const text = 'x'.repeat(400)
  const putting = (of: (at: number) => string) =>
    rateOf(people, async (_, at) => {
      const put = () =>
        table.put(sample, { id: `${at}`, of: of(at), text }).then(
          () => true,
          () => false,
        )
      // What a used-up partition refuses comes again until it is taken: only what it takes in a second is asked for.
      while (!(await put())) await runtime.client.wait(5)
      return undefined
    })
  return { one: await putting(() => 'all'), many: await putting((at) => `part${at}`) }
}

const answered = ({ status, text }: Answer): string | undefined =>
  status < 300 ? undefined : `${status} ${text.slice(0, 160)}`

/**
 * A transaction pays each row twice. Who joins a line writes one into the partition of the line, who joins an organization
 * two into that of the organization: of 1,000 units a second that leaves 500 and 250.
 */
const [lineShare, joinShare] = [0.35, 0.2]

type Act = {
  readonly name: string
  /** The least share of puts into one partition. */
  readonly least: number
  readonly domain: Domain
  readonly method?: 'DELETE'
  readonly path: (one: SignedIn) => string
  readonly body?: object
  /** A door asks in its own name. */
  readonly byDoor?: boolean
  readonly after?: () => Promise<readonly string[]>
}

const measure = async (arena: Arena): Promise<boolean> => {
  const { runtime: plain } = arena
  const [host, ...people] = (await arena.people(school, count + 1)) as [SignedIn, ...SignedIn[]]
  const table = tableOf(plain)
  const asking = (wanted: Omit<Ask, 'school'>) => ({ method: 'POST', school, ...wanted }) as const
  const society = await openSociety(arena.ask, host)
  const fair = await expecting(plain, host, people)
  const [door = ''] = await openDoors(arena.ask, host, fair, ['North'])
  const sizes = [
    ['a seat for everybody', count],
    ['a fifth of the seats wanted', Math.floor(count / 5)],
  ] as const
  const registering: Act[] = []
  const leaving: Act[] = []
  for (const [name, seats] of sizes) {
    const card = stormCard(`slow-${registering.length}`, seats)
    await makeEvent(table, card)
    const after = async (): Promise<readonly string[]> => {
      const whole = await peopleOn(table, card)
      const { length } = seatedOf(whole)
      const due = Math.min(seats, count)
      return [...untrue(whole), ...(length === due ? [] : [`${length} of ${due} seats are taken`])]
    }
    const path = () => `/rsvp/${card.eventId}`
    const least = seats < count ? lineShare : 0.7
    registering.push({ name: `register, ${name}`, least, domain: 'attendance', path, after })
    if (seats < count)
      leaving.push({ name: `leave, ${name}`, least: 0, domain: 'attendance', method: 'DELETE', path })
  }
  const open = { ...stormCard('slow-open', count), maxAttendees: null }
  await makeEvent(table, open)
  const acts: Act[] = [
    ...registering,
    {
      name: 'register without a limit',
      least: 0.7,
      domain: 'attendance',
      path: () => `/rsvp/${open.eventId}`,
    },
    ...leaving,
    {
      name: 'check in',
      least: 0.6,
      domain: 'checkins',
      path: ({ id }) => `/events/${fair.eventId}/check-in/${id}`,
      body: { doorCredential: door },
      byDoor: true,
    },
    { name: 'follow', least: 0.6, domain: 'organizations', path: () => `/follow-org/${society.orgId}` },
    {
      name: 'join',
      least: joinShare,
      domain: 'organizations',
      path: () => `/${society.orgId}/apply-to-org`,
      body: {},
    },
    { name: 'like', least: 0.6, domain: 'messages', path: () => society.like },
    {
      name: 'view',
      least: 0.6,
      domain: 'analytics',
      path: () => `/event-analytics/track-event-view/${open.eventId}`,
    },
  ]
  const service = await serviceOf(arena)
  try {
    const { one, many } = await putsOf(service.runtime, people)
    say(`${count} people, ${inFlight} at a time; ${figuresText(figures)}`)
    const shares: boolean[] = []
    for (const act of acts.filter(
      ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
    )) {
      const { perSecond, failed } = await rateOf(people, async (person) => {
        const { path, byDoor, domain, method, body } = act
        const given = { ...(method ? { method } : {}), ...(body ? { body } : {}) }
        const who = byDoor ? {} : { token: person.token }
        return answered(await service.ask(asking({ domain, path: path(person), ...who, ...given })))
      })
      const wrong = (await act.after?.()) ?? []
      const share = Math.round((perSecond / one.perSecond) * 100) / 100
      const withinBudget = share >= act.least && failed.length === 0 && wrong.length === 0
      print({
        figure: act.name,
        value: share,
        unit: 'x of the puts',
        budget: act.least,
        withinBudget,
        perSecond,
        putsIntoOnePartition: one.perSecond,
        putsIntoMany: many.perSecond,
        failed: failed.length,
        wrong: wrong.length,
      })
      for (const line of [...failed, ...wrong].slice(0, 5)) say(`  ${line}`)
      shares.push(withinBudget)
    }
    return shares.every(Boolean)
  } finally {
    await service.stop()
  }
}

const domains = ['attendance', 'checkins', 'organizations', 'messages', 'analytics'] as const
await inArena({ domains, seconds: mostSeconds, settings: { RATE_LIMIT_SCALE: '1000' } }, measure)
