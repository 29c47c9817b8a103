import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { inject } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { consume, consumers } from '../../functions/stream/handler.ts'
import { engineConnections } from '../../infra/local/handlers/engine-connection.ts'
import type { Mail, PushMessage } from '../../lib/gateways/gateways.ts'
import { issuer } from '../../lib/identity/session/issuer.ts'
import { verifier } from '../../lib/identity/token/verifier.ts'
import type { LogLine } from '../../lib/log.ts'
import type { Runtime } from '../../lib/runtime.ts'
import { readSettings } from '../../lib/settings.ts'
import { connect, type TableClient } from '../../lib/table/client.ts'
import { nameOf } from '../../lib/table/fault.ts'
import { meter } from '../../lib/table/meter.ts'
import { systemWait } from '../../lib/table/pause.ts'
import { tableDefinition } from '../../lib/table/schema.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { openidSettings, type TestProviders, testProviders } from '../providers/openid.ts'
import { type Agent, agent, noteOtherWriter } from './agent.ts'
import { handlerFor } from './handlers.ts'
import { codeIn, pendingMails } from './outbox.ts'
import { noteLogged, noteMail } from './setup/said.ts'
import { askDirectly } from './table/engine-client.ts'
import { keptExports } from './table/kept-exports.ts'
import { copiesOf, isLate, withIndexesOf } from './table/late-lists.ts'
import { atEndOfFile, nextWorld, tableName } from './table/table-names.ts'

export type Clock = { now(): Date; advance(seconds: number): void }

const clockAt = (start: string): Clock => {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    advance: (seconds) => {
      at += seconds * 1000
    },
  }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Bits between one id and the next: a request that makes something counts on from the one that it was given. */
const room = 60n

/** Ids that sort by creation like the real ones, and are the same in every run. */
const counted = (world: number, used = 0) => {
  let number = used
  const next = (): string => {
    number += 1
    const own = BigInt(world * 2 ** 30 + number)
    // Their ends differ as well, as those of real ones do.
    let rest = (own << room) | own
    let text = ''
    for (let at = 0; at < 26; at += 1) {
      text = alphabet[Number(rest % 32n)] + text
      rest /= 32n
    }
    return text
  }
  return { next, used: () => number }
}

/** Of one length in every worker, so that items keep their size; the number of a world is the same in every run. */
const ownNumbers = (world: number): string =>
  `${String(process.pid % 100_000).padStart(5, '0')}${String(world).padStart(2, '0')}`

/** What all worlds sign with. */
export const testSecret = 'the signing secret of all worlds of the tests'

/** Every prepared world has this number and these schools, so that its rows are the same in every run. */
const preparedNumber = 99
const preparedNumbers = '0000099'

/** Every test file has a table of its own on the engine of the run, and so has a world that asks for one. */
const tables = new Map<string, Promise<TableClient>>()

// What met a conflict waits up to seconds in all; here a twentieth of that, still at random and longer each time. Where the
// engine holds items as DynamoDB does, no less than that sees everybody through.
const share = isLate ? 1 : 20
const caughtUp = copiesOf(() => inject('engine'))
/** A test that looks at what was written looks at what is there. */
const looking = isLate ? ({ strong: 'all' } as const) : {}
const shortWait = (milliseconds: number): Promise<void> => systemWait(milliseconds / share)

// A hundred requests of one test share a process, which on AWS has one at a time, and often a busy machine: nothing that
// is tested may depend on how long that takes. Tests of deadlines bring a client of their own.
const withoutEnd = { most: Number.POSITIVE_INFINITY, patience: Number.POSITIVE_INFINITY }

const tableNamed = (TABLE_NAME: string): Promise<TableClient> => {
  const make = async () => {
    const real = connect({ TABLE_NAME, DYNAMODB_ENDPOINT: inject('engine') })
    const connections = engineConnections(withoutEnd)
    Object.assign(real.documents.config, { requestHandler: connections })
    if (!isLate) askDirectly(real, inject('engine'), connections)
    const client = { ...real, wait: shortWait }
    const { StreamSpecification: _, ...definition } = tableDefinition(TABLE_NAME)
    // On a busy machine the client asks twice, and meets the table that its first try made.
    await client.documents.send(new CreateTableCommand(definition) as never).catch((error) => {
      if (nameOf(error) !== 'ResourceInUseException') throw error
    })
    return client
  }
  const made = tables.get(TABLE_NAME) ?? make()
  tables.set(TABLE_NAME, made)
  return made
}

/** Tables of prepared worlds, the oldest first. The more tables the engine has, the dearer each further one. */
const preparedTables: string[] = []
/** As many worlds as one test file looks at side by side, and more. Costs at size look at the worlds of all operations. */
const mostPrepared = inject('engineFolder') ? Number.POSITIVE_INFINITY : 60

const dropTable = async (name: string): Promise<void> => {
  const made = tables.get(name)
  tables.delete(name)
  const client = await made
  await client?.documents.send(new DeleteTableCommand({ TableName: name }) as never)
}

/** The name of a table for a prepared world. The oldest of many goes. */
const preparedTable = async (): Promise<string> => {
  const name = tableName(true)
  preparedTables.push(name)
  if (preparedTables.length > mostPrepared) await dropTable(preparedTables.shift() ?? '')
  return name
}

atEndOfFile(async () => {
  await Promise.all([...tables.keys()].map(dropTable))
})

export type World = {
  readonly runtime: Runtime
  readonly clock: Clock
  /** Text records by name; undefined stands for a name that nobody answers for. */
  readonly published: Map<string, readonly string[] | undefined>
  /** Files that the platform keeps, and exports that are complete, by their keys. */
  readonly media: Map<string, Uint8Array>
  readonly exported: Map<string, Uint8Array>
  /** How many ids the world has handed out. */
  idsUsed(): number
  /** Google and Apple. */
  readonly providers: TestProviders
  /** Mails that left the platform. */
  readonly mails: Mail[]
  /** Push messages that left it. */
  readonly pushes: PushMessage[]
  readonly logs: LogLine[]
  /** Keys of two schools that no other test uses. */
  readonly home: string
  readonly sister: string
  /** Below it lie the schools, for whoever talks to them. */
  readonly domain: string
  /** The table as the platform itself opens it, for looking at what was written. */
  table(tenant?: string): Table
  /** Resolves once no read is late any more: for what one person sees of another's doing, and may see late. */
  caughtUp(): Promise<void>
  /** A device on a school: keeps cookies like a browser and sends every operation by its name. */
  device(options?: Parameters<typeof agent>[1]): Agent
  /** An address no other test uses. */
  email(name: string): string
  /** Notices of mails of the two schools that are due. */
  due(): Promise<DynamoDBRecord[]>
  /** Lets the stream's consumers carry out notices: those of the mails that are due, unless others are given. What they change is there then. */
  deliver(notices?: readonly DynamoDBRecord[]): Promise<DynamoDBBatchResponse>
  /** The six digits of the newest mail to an address. */
  codeFor(email: string): string
}

export type WorldOptions = {
  readonly settings?: Readonly<Record<string, string>>
  readonly now?: string
  /** A table that no other world writes to, for a test that reads all of it. */
  readonly ownTable?: boolean
  /** A table that somebody else has made. */
  readonly table?: string
  /** A world on a table of its own whose names are always the same; `ids` of its ids are taken. */
  readonly prepared?: { readonly ids: number }
}

/** A platform of its own: real pipeline, real engine, own clock, own ids, own schools. */
export const world = async ({
  settings: given = {},
  now = '2026-03-02T12:00:00.000Z',
  ownTable = false,
  table,
  prepared,
}: WorldOptions = {}) => {
  const number = prepared ? preparedNumber : nextWorld()
  const clock = clockAt(now)
  const mails: Mail[] = []
  const pushes: PushMessage[] = []
  const logs: LogLine[] = []
  const own = prepared ? preparedNumbers : ownNumbers(number)
  const ids = counted(number, prepared?.ids)
  const home = `home${own}`
  const settings = readSettings({
    STAGE: 'local',
    RATE_LIMIT_SCALE: '1',
    // Tests say the same again on purpose, as people do a while later.
    REPEAT_SECONDS: '0',
    // Tests that block nobody count the calls of their own operation.
    NETWORK_RULES_SECONDS: '0',
    DEFAULT_TENANT: home,
    DYNAMODB_ENDPOINT: inject('engine'),
    ...openidSettings,
    ...given,
  })
  const name = table ?? (prepared ? await preparedTable() : tableName(ownTable))
  const client = await tableNamed(name)
  const secrets = { ring: async () => [testSecret], issued: async () => undefined }
  const providers = testProviders(clock.now)
  const media = new Map<string, Uint8Array>()
  const exported = new Map<string, Uint8Array>()
  const published = new Map<string, readonly string[] | undefined>()
  const runtime: Runtime = {
    settings,
    client,
    gateways: {
      mail: {
        send: async (mail) => {
          noteMail(mail)
          return { id: String(mails.push(mail)) }
        },
      },
      push: {
        send: async (all) => all.map((one) => ({ outcome: 'sent', id: `push-${pushes.push(one)}` })),
        receipts: async (ids) => Object.fromEntries(ids.map((id) => [id, 'delivered'])),
      },
      media: {
        put: async (key, bytes) => void media.set(key, bytes),
        read: async (key) => media.get(key),
        remove: async (key) => void media.delete(key),
        addressOf: (key) => `http://media.test/${key}`,
        uploadAddress: async (key) => `http://media.test/${key}?signed`,
      },
      exports: keptExports(exported),
      secrets,
      names: { txt: async (name) => (published.has(name) ? published.get(name) : []) },
      providers,
    },
    issuer: issuer(secrets, settings.REFRESH_TOKEN_TTL),
    verifier: verifier(),
    schools: new Map(),
    now: clock.now,
    newId: ids.next,
    log: (line) => {
      logs.push(line)
      noteLogged(line)
      if ('defect' in line && line.requestId) console.error(JSON.stringify(line))
    },
  }
  const sister = `sister${own}`
  const settled = async (): Promise<void> => (isLate ? caughtUp(client.name) : undefined)
  const consumed = consume(consumers, () => runtime)
  const due = () => pendingMails(client, [home, sister])
  const made: World = {
    runtime,
    clock,
    idsUsed: ids.used,
    published,
    media,
    exported,
    providers,
    mails,
    pushes,
    logs,
    home,
    sister,
    domain: 'localhost',
    table: (tenant = home) => {
      noteOtherWriter(runtime)
      const opened = openTable({ client, tenant, now: clock.now, meter: meter(), ...looking })
      return isLate ? withIndexesOf(opened, settled) : opened
    },
    caughtUp: settled,
    device: (options) => agent({ runtime, home, contracts, handlerFor, caughtUp: settled }, options),
    email: (name) => `${name}.${own}@students.example.edu`,
    due,
    deliver: async (notices) => {
      const outcome = await consumed({ Records: [...(notices ?? (await due()))] })
      await settled()
      return outcome
    },
    codeFor: (email) => codeIn(mails, email),
  }
  return made
}
