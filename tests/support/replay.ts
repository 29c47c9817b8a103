import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { routes } from '../../functions/routes.ts'
import { sampleOf } from '../../infra/derive/samples.ts'
import type { Contract, DescribedRow } from '../../lib/contract/row.ts'
import { fixtures } from '../fixtures/fixtures.ts'
import type { Agent } from './agent.ts'
import { handlerFor } from './handlers.ts'
import { noteRefusal } from './setup/refusals.ts'
import { writtenEntities } from './table/written-entities.ts'
import { type World, world } from './world.ts'

export type Person = 'ada' | 'ben' | 'root'
type Known = {
  readonly agent: Agent
  readonly email: string
  readonly id: string
  readonly globalUserId: string
}

/** A school with people of the demo campus, under addresses that no other test uses. */
export type Campus = {
  readonly w: World
  readonly people: Readonly<Partial<Record<Person, Known>>>
  readonly ada: Known
  addressOf(sampleAddress: string): string
}

const demoPassword = 'demo password'
let campuses = 0

/** Of one length in every run, so that items keep their size. */
const suffix = (): string => {
  campuses += 1
  return `${String(process.pid).padStart(8, '0')}x${String(campuses).padStart(4, '0')}`
}

const unique = (address: string, own: string): string => address.replace('@', `.${own}@`)

type Where = {
  readonly ownTable?: boolean
  /** The same world behind another door, such as the deployed one. */
  readonly behind?: (w: World) => Promise<World>
}

/** Makes a world in which `names` (ada always) are members of the home school and signed in. */
export const campus = async (
  names: readonly Person[],
  { ownTable = false, behind = async (w) => w }: Where = {},
): Promise<Campus> => {
  const own = suffix()
  const addressOf = (address: string): string => unique(address, own)
  const settings = {
    PLATFORM_ADMIN_EMAILS: addressOf('root@demo.example.edu'),
    RATE_LIMIT_SCALE: '100',
    REPEAT_SECONDS: '60',
  }
  const w = await behind(await world({ settings, ownTable }))
  const join = async (name: Person): Promise<Known> => {
    const agent = w.device()
    const email = addressOf(`${name}@demo.example.edu`)
    const { status, body } = await agent.register({ email, password: demoPassword, username: name })
    if (status !== 201) throw new Error(`${name} could not register: ${JSON.stringify(body)}`)
    const { _id, globalUserId } = body.data.user
    return { agent, email, id: _id, globalUserId }
  }
  const ada = await join('ada')
  const others = names.filter((name) => name !== 'ada')
  const joined: [Person, Known][] = []
  for (const name of others) joined.push([name, await join(name)])
  return { w, ada, people: { ada, ...Object.fromEntries(joined) }, addressOf }
}

export type Sample = {
  readonly contract: Contract
  readonly operation: string
  readonly row: DescribedRow
  readonly name: string
}

/** Every operation of the table of contents. */
export const everySample: readonly Sample[] = routes.flatMap((contract) =>
  Object.entries(contract.rows).map(([operation, row]) => ({
    contract,
    operation,
    row,
    name: `${contract.domain}.${operation}`,
  })),
)

const namesIn = (text: string): readonly Person[] =>
  (['ada', 'ben', 'root'] as const).filter((name) => new RegExp(`\\b${name}\\b`).test(text))

/** Puts real tokens, ids and addresses in the place of the demo campus's. */
export const inWorld = (
  text: string,
  { w, people, addressOf }: Campus,
  staged: Readonly<Record<string, string>>,
): string => {
  let own = text.replaceAll('demo.localhost', `${w.home}.localhost`)
  own = own.replace(/[\w.-]+@[\w.-]*example\.edu/g, addressOf)
  for (const [name, { agent, id, globalUserId }] of Object.entries(people)) {
    own = own
      .replaceAll(`Bearer demo:${name}`, `Bearer ${agent.jar.get('accessToken')}`)
      .replaceAll(`refreshToken=demo:${name}`, `refreshToken=${agent.jar.get('refreshToken')}`)
      .replaceAll(`demo-user-${name}`, id)
      .replaceAll(`demo-global-${name}`, globalUserId)
  }
  for (const [sample, real] of Object.entries(staged)) own = own.replaceAll(sample, real)
  return own
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Performed = {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly units: { readonly depth: number; readonly read: number; readonly write: number }
  /** The entities that the operation wrote. */
  readonly written: readonly string[]
}

/** The sample of one operation with everything in place for it, and the campus that it is for. */
export const prepare = async (
  { operation, row }: Pick<Sample, 'operation' | 'row'>,
  { people, ...where }: Where & { readonly people?: readonly Person[] } = {},
): Promise<{
  place: Campus
  invocation: APIGatewayProxyEventV2
  staged: Readonly<Record<string, string>>
}> => {
  const text = JSON.stringify(sampleOf(operation, row))
  const place = await campus(people ?? namesIn(text), where)
  await place.ada.agent.validateToken()
  const staged = (await fixtures[operation]?.(place)) ?? {}
  return { place, invocation: JSON.parse(inWorld(text, place, staged)), staged }
}

/**
 * Performs the sample of one operation on a warm function, in a world of its own. `then` runs when everything is in
 * place and the sample comes next.
 */
export const perform = async (
  { contract, operation, row }: Sample,
  then: (place: Campus) => void = () => undefined,
): Promise<Performed> => {
  const { place, invocation } = await prepare({ operation, row })
  const { w } = place
  const handler = await handlerFor(contract, w.runtime)
  await w.caughtUp()
  then(place)
  const written = writtenEntities(w.runtime.client)
  const { statusCode, body = '', headers } = await handler(invocation)
  noteRefusal(contract.domain, statusCode, jsonIn(body))
  const { depth = 0, readUnits = 0, writeUnits = 0 } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
  const units = { depth, read: readUnits, write: writeUnits }
  return { status: statusCode, body, headers, units, written: written() }
}
