import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { routes } from '../../functions/routes.ts'
import { sampleOf } from '../../infra/derive/samples.ts'
import type { Contract, DescribedRow } from '../../lib/contract/row.ts'
import { fixtures } from '../fixtures/fixtures.ts'
import { providerFixtures } from '../fixtures/providers.ts'
import { samlFixtures } from '../saml/fixtures.ts'
import type { Agent } from './agent.ts'
import { handlerFor } from './handlers.ts'
import { registered } from './people.ts'
import { capture, findPrepared, keepPrepared, type PreparedWorld, restore } from './prepared.ts'
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

/** The suffix of every prepared campus, which has a table of its own. */
const preparedSuffix = 'preparedxrows'

const unique = (address: string, own: string): string => address.replace('@', `.${own}@`)

type Where = {
  /** The same world behind another door, such as the deployed one. */
  readonly behind?: (w: World) => Promise<World>
  /** On the table of the test file, which something else reads as well. */
  readonly onSharedTable?: boolean
}

const settingsFor = (own: string) => ({
  PLATFORM_ADMIN_EMAILS: unique('root@demo.example.edu', own),
  RATE_LIMIT_SCALE: '100',
  REPEAT_SECONDS: '60',
})

/** Lets `names` (ada always, and first) register in a world, who are members of its home school and signed in. */
const populated = async (w: World, names: readonly Person[], own: string): Promise<Campus> => {
  const addressOf = (address: string): string => unique(address, own)
  const join = async (name: Person): Promise<Known> => {
    const registration = {
      email: addressOf(`${name}@demo.example.edu`),
      password: demoPassword,
      username: name,
    }
    const { device: agent, user, email } = await registered(w, name, registration)
    return { agent, email, id: user._id, globalUserId: user.globalUserId }
  }
  const ada = await join('ada')
  const others = names.filter((name) => name !== 'ada')
  const joined: [Person, Known][] = []
  for (const name of others) joined.push([name, await join(name)])
  return { w, ada, people: { ada, ...Object.fromEntries(joined) }, addressOf }
}

/** Makes a world in which `names` (ada always) are members of the home school and signed in. */
export const campus = async (names: readonly Person[], where: Where = {}): Promise<Campus> => {
  const { behind, onSharedTable = false } = where
  const own = suffix()
  const w = await world({ settings: settingsFor(own), ownTable: !(behind || onSharedTable) })
  return populated(behind ? await behind(w) : w, names, own)
}

export type Sample = {
  readonly contract: Contract
  readonly operation: string
  readonly row: DescribedRow
  readonly name: string
}

/** The domains that this run is about, or undefined for all of them: `npm run test:changed` names some. */
const chosenDomains = process.env.DOMAINS?.split(',')

export const isChosen = (domain: string): boolean => chosenDomains?.includes(domain) ?? true

/** Every operation of the domains that this run is about. */
export const everySample: readonly Sample[] = routes
  .filter(({ domain }) => isChosen(domain))
  .flatMap((contract) =>
    Object.entries(contract.rows).map(([operation, row]) => ({
      contract,
      operation,
      row,
      name: `${contract.domain}.${operation}`,
    })),
  )

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

export type Performed = {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly units: { readonly depth: number; readonly read: number; readonly write: number }
  /** The entities that the operation wrote. */
  readonly written: readonly string[]
}

/** Whoever a sample may need: administrators of the platform among them. */
const everybody: readonly Person[] = ['ada', 'ben', 'root']

type Staged = Readonly<Record<string, string>>
type Stage = { readonly place: Campus; readonly staged: Staged }

const stage = async (operation: string, place: Campus): Promise<Stage> => ({
  place,
  staged: (await fixtures[operation]?.(place)) ?? {},
})

/** These hold tokens that a key of this process has signed: they are staged whenever they are needed. */
const isSignedHere = ({ operation, row }: Pick<Sample, 'operation' | 'row'>): boolean =>
  operation in providerFixtures || operation in samlFixtures || row.path.startsWith('/auth/saml')

const preparedWorld = (ids: number): Promise<World> =>
  world({ settings: settingsFor(preparedSuffix), prepared: { ids } })

/** Stages an operation in a prepared world, and keeps what that world is then. */
const stageAndKeep = async (operation: string): Promise<Stage> => {
  const w = await preparedWorld(0)
  const settings = { ...w.runtime.settings }
  const staged = await stage(operation, await populated(w, everybody, preparedSuffix))
  const people = Object.entries(staged.place.people).map(([name, { agent, ...known }]) => ({
    name,
    ...known,
    cookies: [...agent.jar],
  }))
  keepPrepared(operation, await capture(w, settings, { people, staged: staged.staged }))
  return staged
}

/** The process that staged the world has signed tokens: a warm function has published its keys by then. */
const signFirst = async ({ runtime, table, home, clock }: World): Promise<void> => {
  const claims = { globalUserId: 'nobody', roles: [], sid: 'none', school: home }
  await runtime.issuer.accessToken(table(), claims, clock.now(), clock.now(), 'first')
}

const restored = async (prepared: PreparedWorld): Promise<Stage> => {
  const w = await preparedWorld(prepared.ids)
  await restore(w, prepared)
  await signFirst(w)
  const known = prepared.people.map(({ name, cookies, ...more }) => {
    const agent = w.device()
    for (const [cookie, value] of cookies) agent.jar.set(cookie, value)
    return [name, { ...more, agent }] as const
  })
  const people: Campus['people'] = Object.fromEntries(known)
  const addressOf = (address: string): string => unique(address, preparedSuffix)
  const { ada } = people
  if (!ada) throw new Error('a prepared world without ada')
  return { place: { w, people, ada, addressOf }, staged: prepared.staged }
}

/** Whom a sample names: a deployment has no more people than it needs. */
const namedIn = ({ operation, row }: Pick<Sample, 'operation' | 'row'>): Person[] => {
  const text = JSON.stringify(sampleOf(operation, row))
  return everybody.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
}

/** What stands before a sample: staged through requests once for a state of the sources, and from then on as rows. */
const staged = async (sample: Pick<Sample, 'operation' | 'row'>, where: Where): Promise<Stage> => {
  if (where.behind || where.onSharedTable)
    return stage(sample.operation, await campus(namedIn(sample), where))
  if (isSignedHere(sample)) return stage(sample.operation, await campus(everybody))
  const prepared = findPrepared(sample.operation)
  return prepared ? restored(prepared) : stageAndKeep(sample.operation)
}

/** The sample of one operation with everything in place for it, and the campus that it is for. */
export const prepare = async (
  sample: Pick<Sample, 'operation' | 'row'>,
  where: Where = {},
): Promise<{
  place: Campus
  invocation: APIGatewayProxyEventV2
  staged: Readonly<Record<string, string>>
}> => {
  const text = JSON.stringify(sampleOf(sample.operation, sample.row))
  const { place, staged: values } = await staged(sample, where)
  // What comes next is asked of a warm function, which knows the school and its keys.
  await place.ada.agent.validateToken()
  return { place, invocation: JSON.parse(inWorld(text, place, values)), staged: values }
}

/**
 * Performs the sample of one operation on a warm function, in a world of its own. `then` runs when everything is in
 * place and the sample comes next. The depth is exact where round trips are counted (`logicalRounds`).
 */
export const perform = async (
  { contract, operation, row }: Sample,
  then: (place: Campus) => Disposable | undefined = () => undefined,
): Promise<Performed> => {
  const { place, invocation } = await prepare({ operation, row })
  const { w } = place
  const handler = await handlerFor(contract, w.runtime)
  await w.caughtUp()
  using _during = then(place)
  const written = writtenEntities(w.runtime.client)
  const { statusCode, body = '', headers } = await handler(invocation)
  noteRefusal(contract.domain, statusCode, headers['x-error-code'])
  const { depth = 0, readUnits = 0, writeUnits = 0 } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
  const units = { depth, read: readUnits, write: writeUnits }
  return { status: statusCode, body, headers, units, written: written() }
}
