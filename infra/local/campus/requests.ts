import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { contracts, domainFor } from '../../../functions/routes.ts'
import { hourMs } from '../../../lib/contract/time.ts'
import { type Handler, serve } from '../../../lib/http/serve.ts'
import { ulid } from '../../../lib/id.ts'
import type { Session } from '../../../lib/identity/person/records.ts'
import { keyedAnswer } from '../../../lib/keyed-answer.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import type { TableClient } from '../../../lib/table/client.ts'
import { meter } from '../../../lib/table/meter.ts'
import { ttlAttribute } from '../../../lib/table/schema.ts'
import { openTable, type Table } from '../../../lib/table/table.ts'
import { invocationOf } from '../../invocation.ts'
import { problem } from '../problem.ts'
import type { CampusSize } from './campus.ts'
import { continuableMs, type Journal, noJournal } from './journal.ts'

/** A person of the campus who is signed in. */
export type Person = {
  readonly name: string
  readonly username: string
  readonly email: string
  readonly school: string
  readonly userId: string
  readonly globalUserId: string
  /** Valid while the campus is created. */
  readonly token: string
  readonly session: Session
}

/**
 * Calls an operation, such as `POST /create-org`, as a person, and counts the item it creates under a name. Throws a
 * problem when it fails.
 */
export type Ask = (who: Person, what: string, body?: object, made?: string) => ReturnType<typeof JSON.parse>

/**
 * The requests of one step. `created` receives the names of the items that they create. If an earlier run may have sent
 * them (`isRepeated`), a refusal means that it did.
 */
export type StepRequests = { readonly created: string[]; readonly isRepeated: boolean }

export type CampusApi = {
  /** Key of the school. */
  readonly school: string
  /** The table at a simulated time. */
  tableAt(at: number, school: string): Table
  /** The runtime at a simulated time. Ids derive from `label` and the time alone. */
  worldAt(at: number, label: string): Runtime
  /** Calls as if it were that time. */
  at(at: number, label: string, step?: StepRequests): Ask
  /** Hours (since 1970) that have scheduled tasks. */
  readonly dueHours: Set<number>
  /** Counts of created items. */
  readonly made: Map<string, number>
}

type Key = { readonly pk?: unknown }
type Input = {
  readonly Item?: Key & { readonly entity?: unknown; [ttlAttribute]?: number }
  readonly TransactItems?: readonly {
    readonly Put?: { readonly Item: Key }
    readonly Update?: { readonly Key: Key }
  }[]
}

/** Partitions of a command's writes, without deletes and reads: hours that were already read must not be read again. */
const partitionsWrittenBy = ({ Item, TransactItems = [] }: Input): readonly unknown[] => [
  Item?.pk,
  ...TransactItems.map(({ Put, Update }) => (Put?.Item ?? Update?.Key)?.pk),
]

const dueHourIn = (partition: unknown): number | undefined => {
  const [, hour] = /^G#DUE#(\d{4}-\d\d-\d\dT\d\d)#/.exec(String(partition)) ?? []
  return hour === undefined ? undefined : Date.parse(`${hour}:00:00Z`) / hourMs
}

/**
 * The same client, which also records the hours of scheduled tasks that it writes. The platform removes items whose time
 * has passed. The claims by which it recognizes a repeated request have simulated times, so they get a real one.
 */
const noting = (client: TableClient, now: () => Date, noteHour: (hour: number) => void): TableClient => {
  const { documents } = client
  const send = (command: { readonly input: Input }) => {
    const { Item } = command.input
    if (Item?.entity === keyedAnswer.name)
      Item[ttlAttribute] = Math.ceil((now().getTime() + continuableMs) / 1000)
    for (const partition of partitionsWrittenBy(command.input)) {
      const hour = dueHourIn(partition)
      if (hour !== undefined) noteHour(hour)
    }
    return documents.send(command as never)
  }
  return { ...client, documents: Object.create(documents, { send: { value: send } }) }
}

const maxRepeats = 20

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLetters = 10
const chanceLetters = 16

/** ULIDs that are the same in every campus of one seed. */
const idsOf = (seed: string, at: number, label: string): (() => string) => {
  let number = 0
  return () => {
    number += 1
    const digest = createHash('sha256').update(`${seed} ${label} ${number}`).digest()
    const letters = [...digest.subarray(0, chanceLetters)].map((byte) => alphabet[byte % alphabet.length])
    return ulid(at).slice(0, timeLetters) + letters.join('')
  }
}

/** The operations of `school`, called in this process at any simulated time, through the normal pipeline. */
export const openCampusApi = (
  runtime: Runtime,
  { school, seed }: Pick<CampusSize, 'school' | 'seed'>,
  journal: Journal = noJournal(0),
): CampusApi => {
  const dueHours = new Set(journal.openHours)
  const made = new Map<string, number>()
  const noteHour = (hour: number): void => {
    if (!dueHours.has(hour)) journal.note({ hour })
    dueHours.add(hour)
  }
  const base = { ...runtime, client: noting(runtime.client, runtime.now, noteHour) }
  const current = new AsyncLocalStorage<Runtime>()
  const runtimeOf = (): Runtime => current.getStore() ?? base
  const doors = new Map<string, Promise<Handler>>()
  const open = async (domain: string): Promise<Handler> => {
    const { operations } = await import(`../../../functions/${domain}/operations.ts`)
    return serve(contracts[domain as keyof typeof contracts], operations, runtimeOf)
  }
  const doorOf = (domain: string): Promise<Handler> => {
    const door = doors.get(domain) ?? open(domain)
    doors.set(domain, door)
    return door
  }
  const tableAt = (at: number, tenant: string): Table =>
    openTable({ client: base.client, tenant, now: () => new Date(at), meter: meter() })
  const worldAt = (at: number, label: string): Runtime => ({
    ...base,
    now: () => new Date(at),
    newId: idsOf(`${seed} ${school}`, at, label),
  })

  return {
    school,
    dueHours,
    made,
    tableAt,
    worldAt,
    at(at, label, { created, isRepeated } = { created: [], isRepeated: false }) {
      const context = worldAt(at, label)
      return async ({ token }, what, body, counted) => {
        const [, method = '', path = '', query = ''] = /^(\w+) ([^?]+)\??(.*)$/.exec(what) ?? []
        const invocation = invocationOf({
          method,
          path,
          host: `${school}.localhost`,
          ...(query ? { query: Object.fromEntries(new URLSearchParams(query)) } : {}),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          ...(body ? { body: JSON.stringify(body) } : {}),
          requestId: 'campus',
          at: context.now(),
          sourceIp: '127.0.0.1',
        })
        const handler = await doorOf(domainFor(path, method))
        const ask = () => current.run(context, () => handler(structuredClone(invocation)))
        let answer = await ask()
        // A busy machine may miss a deadline of the service. An unfinished request had no effect.
        for (let again = 0; answer.statusCode === 503 && again < maxRepeats; again += 1) answer = await ask()
        const { statusCode, body: text = '' } = answer
        const isDone = isRepeated && method !== 'GET' && statusCode >= 400 && statusCode < 500
        if (statusCode >= 300 && !isDone)
          throw problem(`${label}: ${what} answered ${statusCode} ${text.slice(0, 300)}`)
        if (counted) created.push(counted)
        return JSON.parse(text)
      }
    },
  }
}
