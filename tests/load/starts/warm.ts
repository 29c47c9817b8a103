import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { contract as auth } from '../../../functions/auth/contract.ts'
import { operations as authOperations } from '../../../functions/auth/operations.ts'
import { contract as members } from '../../../functions/members/contract.ts'
import { operations as memberOperations } from '../../../functions/members/operations.ts'
import { contract as users } from '../../../functions/users/contract.ts'
import { operations as userOperations } from '../../../functions/users/operations.ts'
import { sampleOf } from '../../../infra/derive/samples.ts'
import { demoTokens } from '../../../infra/local/demo.ts'
import { type Handler, serve } from '../../../lib/http/serve.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import type { TableClient } from '../../../lib/table/client.ts'
import { bounded } from '../bounded.ts'
import { median, print, rounded } from '../figures.ts'
import { demoRuntime, microsOf } from './processor-time.ts'

const mostMs = 270_000
/** Microseconds of a processor above a bare handler. */
const budget = 60
const { values } = parseArgs({ options: { requests: { type: 'string', default: '8000' } } })
/** Requests of one block; blocks of both handlers take turns. */
const size = Number(values.requests)
const blocks = 15
const folder = mkdtempSync(join(tmpdir(), 'quad-warm-'))

type Send = TableClient['documents']['send']

type Command = { readonly input: object; readonly constructor: unknown }
type Call = new (input: object) => Command

/** The table's client, its answers those that the engine gave to the same request before. */
const replayed = (real: TableClient) => {
  let answers: unknown[] = []
  let sent: Command[] = []
  let asked = -1
  const send = async (command: Command): Promise<unknown> => {
    if (asked < 0) {
      const answer = await real.documents.send(command as never)
      answers.push(answer)
      sent.push(command)
      return answer
    }
    asked += 1
    return answers[(asked - 1) % answers.length]
  }
  const documents = new Proxy(real.documents, {
    get: (target, name) => (name === 'send' ? (send as Send) : Reflect.get(target, name)),
  })
  return {
    client: { ...real, documents },
    /** What was sent since `record`, to be sent again. */
    sent: () => sent.map((command) => ({ input: command.input, Call: command.constructor as Call })),
    /** Keeps what the engine answers from now on. */
    record: () => {
      answers = []
      sent = []
      asked = -1
    },
    /** Gives the same answers in the same order, again and again, without asking the engine. */
    replay: () => {
      asked = 0
      return answers.length
    },
  }
}

/** Makes the same calls of the table, answers the same content, and does nothing else. */
const bareHandler = (
  { documents }: TableClient,
  sent: readonly { readonly input: object; readonly Call: Call }[],
  body: string,
): Handler => {
  const content: unknown = JSON.parse(body)
  return async () => {
    for (const { input, Call } of sent) await documents.send(new Call({ ...input }) as never)
    return {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    }
  }
}

const measured = [
  { what: 'a token that is checked', contract: auth, operations: authOperations, name: 'validateToken' },
  {
    what: 'rights in an organization that are looked up',
    contract: members,
    operations: memberOperations,
    name: 'getMyPermissions',
  },
  {
    what: 'an organization page of members',
    contract: members,
    operations: memberOperations,
    name: 'listOrgMembers',
  },
  { what: 'a profile that is changed', contract: users, operations: userOperations, name: 'updateUser' },
] as const

const prove = async (): Promise<boolean> => {
  const demo = await demoRuntime('warm', folder)
  const ada = (await demoTokens('ada'))?.accessToken
  const { client, sent, record, replay } = replayed(demo.client)
  const runtime: Runtime = { ...demo, client }
  let within = true
  for (const { what, contract, operations, name } of measured) {
    const ours = serve(contract, operations as never, () => runtime)
    const sample = JSON.stringify(sampleOf(name, contract.rows[name as never]))
    const invocation = JSON.parse(sample.replace(/Bearer demo:\w+/, `Bearer ${ada}`))
    record()
    await ours(invocation)
    record()
    const { statusCode, body = '' } = await ours(invocation)
    if (statusCode >= 300) throw new Error(`${name} answered ${statusCode}: ${body}`)
    const calls = replay()
    const bare = bareHandler(client, sent(), body)
    const costs: { ours: number; bare: number }[] = []
    for (let block = 0; block < blocks; block += 1) {
      const both = {
        bare: await microsOf(bare, invocation, size),
        ours: await microsOf(ours, invocation, size),
      }
      // What comes first is not compiled yet.
      if (block >= 3) costs.push(both)
    }
    const { statusCode: last } = await ours(invocation)
    if (last !== statusCode) throw new Error(`${name} answered ${last} when its reads were given again.`)
    const value = rounded(median(costs.map(({ ours, bare }) => ours - bare)))
    within &&= value <= budget
    print({
      figure: `warm processor time of ${what}, above a bare handler`,
      value,
      unit: 'µs a request without the table',
      budget,
      withinBudget: value <= budget,
      oursMicros: rounded(median(costs.map(({ ours }) => ours))),
      bareMicros: rounded(median(costs.map(({ bare }) => bare))),
      calls,
      requests: size * costs.length,
    })
  }
  return within
}

await bounded(mostMs, prove, () => rmSync(folder, { recursive: true, force: true }))
