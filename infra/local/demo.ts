import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { contract } from '../../functions/auth/contract.ts'
import { operations } from '../../functions/auth/operations.ts'
import { contract as organizations } from '../../functions/organizations/contract.ts'
import { operations as organizationOperations } from '../../functions/organizations/operations.ts'
import { contract as planning } from '../../functions/planning/contract.ts'
import { operations as planningOperations } from '../../functions/planning/operations.ts'
import { room, roomKey } from '../../functions/rooms/index.ts'
import { serve } from '../../lib/http/serve.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { changeRights } from '../../lib/identity/person/roles.ts'
import { registerSchool } from '../../lib/identity/school/tenants.ts'
import { processRuntime, type Runtime } from '../../lib/runtime.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { put } from '../../lib/table/write.ts'
import { dayAfter } from '../../lib/zones.ts'
import { invocationOf } from '../invocation.ts'
import { type DemoPerson, demoPassword, demoPeople, demoSchools } from './demo-people.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The same ids in every demo campus, so that samples and notes can name them. */
export const fixedIds = (seed: string): (() => string) => {
  let number = 0
  return () => {
    number += 1
    const digest = createHash('sha256').update(`${seed} ${number}`).digest()
    return `01DEMO${[...digest.subarray(0, 20)].map((byte) => alphabet[byte % 32]).join('')}`
  }
}

/** The handler of one domain, on the demo campus's own runtime. */
export type HandlerFactory = (runtime: () => Runtime) => ReturnType<typeof serve>

export type DemoRequest = {
  readonly door: HandlerFactory
  readonly tenant: string
  readonly path: string
  readonly body: object
  readonly token?: string
}

/** Returns the response to a request of a person of the demo campus. */
export const call = async (runtime: Runtime, { door, tenant, path, body, token }: DemoRequest) => {
  // Nothing is retried here, and new items get exactly the ids that samples use.
  const settings = { ...runtime.settings, REPEAT_SECONDS: 0 }
  const handler = door(() => ({ ...runtime, settings, log: () => undefined }))
  const invocation: APIGatewayProxyEventV2 = invocationOf({
    method: 'POST',
    path,
    host: `${tenant}.localhost`,
    headers: {
      'content-type': 'application/json',
      'x-client': 'mobile',
      'user-agent': 'Demo campus',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    requestId: 'demo-campus',
    at: runtime.now(),
    sourceIp: '127.0.0.1',
  })
  const { statusCode, body: text = '' } = await handler(invocation)
  return { statusCode, body: JSON.parse(text) }
}

const organizationsHandler: HandlerFactory = (runtime) =>
  serve(organizations, organizationOperations, runtime)
const planningHandler: HandlerFactory = (runtime) => serve(planning, planningOperations, runtime)

/** The founder of a club. */
type Founder = { readonly runtime: Runtime; readonly tenant: string; readonly token: string }

/** An id generator whose first id appears in samples. */
const startingWith = (first: string): (() => string) => {
  const further = fixedIds(first)
  let known: string | undefined = first
  return () => {
    const id = known ?? further()
    known = undefined
    return id
  }
}

const made = async (
  { runtime, tenant, token }: Founder,
  door: HandlerFactory,
  path: string,
  first: string,
  body: object,
) => {
  const request = { door, tenant, path, body, token }
  const { statusCode, body: reply } = await call({ ...runtime, newId: startingWith(first) }, request)
  if (statusCode >= 300) throw new Error(`the demo campus: ${path} answered ${statusCode} ${reply.message}`)
}

const club = {
  org_name: 'Chess Club',
  org_description: 'We play on Thursdays',
  weekly_meeting: 'Thursdays at six, room 101',
}

/** Events in several statuses. `days` counts from the day of the first start; times are 6 p.m. at the school. */
const evenings = [
  { id: 'demo-event', days: 3, name: 'Chess night', type: 'Social', maxAttendees: 20 },
  { id: 'demo-event-meeting', days: 7, name: 'Club meeting', type: 'Meeting', visibility: 'members_only' },
  {
    id: 'demo-event-pending',
    days: 14,
    name: 'Simultaneous exhibition',
    type: 'Performance',
    requiresApproval: true,
  },
  { id: 'demo-event-draft', days: 30, name: 'Spring tournament', type: 'Competition', asDraft: true },
] as const

/**
 * Creates a club with names and ids that samples use. Its events: an upcoming one, a members-only one, a pending one,
 * and a draft.
 */
export const foundClub = async (founder: Founder): Promise<void> => {
  await made(founder, organizationsHandler, '/create-org', 'demo-org-chess', club)
  const today = founder.runtime.now().toISOString().slice(0, 10)
  for (const { id, days, ...evening } of evenings) {
    await made(founder, planningHandler, '/create-event', id, {
      visibility: 'public',
      ...evening,
      orgId: 'demo-org-chess',
      location: 'Room 101',
      expectedAttendance: 20,
      start_time: `${dayAfter(today, { days })}T18:00`,
      end_time: `${dayAfter(today, { days })}T20:00`,
    })
  }
}

const rooms = [
  { name: 'Main hall', capacity: 300, features: ['Stage', 'Step-free access'] },
  { name: 'Room 101', capacity: 24, features: ['Projector', 'Whiteboard'] },
  { name: 'Lecture room 3', capacity: 120, features: ['Projector', 'Step-free access'] },
] as const

/** Rooms that the demo school has registered, as its administrators would. */
export const demoRooms = async (table: Table, at: string): Promise<void> => {
  await table.write(
    rooms.map(({ name, capacity, features }) => {
      const known = { roomId: roomKey(name), name, capacity, features: [...features], description: '' }
      return put(room, { ...known, createdAt: at, updatedAt: at, version: 1 })
    }),
  )
}

/** A person of the demo campus who can sign in. */
export type DemoLogin = { tenant: string; email: string; password: string; about: string }

export type DemoPlace = { dataDir: string; origin: string; tableName: string }

export const tableOf = (runtime: Runtime, tenant: string) =>
  openTable({ client: runtime.client, tenant, now: runtime.now, meter: meter() })

const authHandler: HandlerFactory = (runtime) => serve(contract, operations, runtime)

const enrol = async (runtime: Runtime, person: DemoPerson): Promise<void> => {
  const own = { ...runtime, newId: fixedIds(person.key) }
  const { email, username, name, tenant, roles } = person
  const sent = { email, username, name, password: demoPassword }
  const { statusCode, body } = await call(own, { door: authHandler, tenant, path: '/register', body: sent })
  if (statusCode >= 300) throw new Error(`the demo campus: ${email} answered ${statusCode} ${body.message}`)
  if (person.key === 'ada') await foundClub({ runtime, tenant, token: body.data.accessToken })
  if (roles.length === 1) return
  const { globalUserId } = body.data.user
  const system = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'demo-campus' }
  const context = { device: system, now: runtime.now, newId: own.newId }
  const entry = (targetId: string) =>
    audit(context, { action: 'user.roles', actor: 'system', targetType: 'user', targetId })
  await changeRights(
    tableOf(runtime, tenant),
    globalUserId,
    tenant,
    () => ({ roles: [...roles] }),
    ({ id }) => [entry(id)],
    runtime.now(),
  )
}

/** Creates the demo campus. Runs inside the worker, so it has the handlers' environment. */
export const demoCampus = async (_place: DemoPlace): Promise<{ logins: readonly DemoLogin[] }> => {
  const runtime = processRuntime()
  const at = runtime.now().toISOString()
  for (const school of demoSchools) {
    await registerSchool(tableOf(runtime, school.tenantKey), {
      ...school,
      emailDomains: [...school.emailDomains],
      subdomain: school.tenantKey,
      status: 'active',
      statusMessage: '',
      tenantType: 'campus',
      createdAt: at,
      updatedAt: at,
      version: 1,
    })
  }
  await demoRooms(tableOf(runtime, demoSchools[0].tenantKey), at)
  for (const person of demoPeople) await enrol(runtime, person)
  return {
    logins: demoPeople.map(({ tenant, email, about }) => ({ tenant, email, about, password: demoPassword })),
  }
}

/** New tokens of a person of the demo campus. Undefined when that person does not exist. */
export const demoTokens = async (
  key: string,
): Promise<{ accessToken: string; refreshToken: string } | undefined> => {
  const person = demoPeople.find((one) => one.key === key)
  if (!person) return undefined
  const { statusCode, body } = await call(processRuntime(), {
    door: authHandler,
    tenant: person.tenant,
    path: '/login',
    body: { email: person.email, password: demoPassword },
  })
  if (statusCode >= 300) return undefined
  return { accessToken: body.data.accessToken, refreshToken: body.data.refreshToken }
}
