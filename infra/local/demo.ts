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
import { globalUser } from '../../lib/identity/person/records.ts'
import { changeRights } from '../../lib/identity/person/roles.ts'
import { registerSchool } from '../../lib/identity/school/tenants.ts'
import { processRuntime, type Runtime } from '../../lib/runtime.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { put } from '../../lib/table/write.ts'
import { dayAfter, dayOf } from '../../lib/zones.ts'
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

/** The address of an event's picture. */
type ImageOf = (name: string) => string

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
  org_description: 'We play on Thursdays. There is a lesson for beginners, and a board for everybody.',
  weekly_meeting: 'Thursdays at six, room 101',
}

const thursday = 4
const daysInWeek = 7

const chessRoom = 'Room 101'

/** Events in several statuses, on Thursdays from 6 p.m. to 8 p.m. */
const evenings = [
  {
    id: 'demo-event',
    name: 'Chess night',
    type: 'Social',
    maxAttendees: 20,
    description: 'Blitz, long games, and a lesson for beginners in the first half hour.',
  },
  {
    id: 'demo-event-meeting',
    name: 'Club meeting',
    type: 'Meeting',
    visibility: 'members_only',
    description: 'Teams for the league, new clocks, and who opens the room.',
  },
  {
    id: 'demo-event-pending',
    name: 'Simultaneous exhibition',
    type: 'Competition',
    requiresApproval: true,
    description: 'One player against twenty boards.',
  },
  {
    id: 'demo-event-draft',
    name: 'Club championship',
    type: 'Competition',
    asDraft: true,
    description: 'Five rounds by the Swiss system. Dates to be agreed.',
  },
] as const

/** The events of the demo club, one a week. The first is at least two days after `now`. Times are the school's. */
export const chessEvenings = (now: Date) => {
  const today = dayOf(now.toISOString(), demoSchools[0].timezone)
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  const first = ((thursday - weekday - 2 + 2 * daysInWeek) % daysInWeek) + 2
  return evenings.map((evening, nth) => {
    const date = dayAfter(today, { days: first + nth * daysInWeek })
    const place = { location: chessRoom, resourceId: roomKey(chessRoom) }
    return { ...evening, ...place, start_time: `${date}T18:00`, end_time: `${date}T20:00` }
  })
}

/**
 * Creates a club with names and ids that samples use. Its events: an upcoming one, a members-only one, a pending one,
 * and a draft.
 */
export const foundClub = async (founder: Founder, imageOf?: ImageOf): Promise<void> => {
  await made(founder, organizationsHandler, '/create-org', 'demo-org-chess', club)
  for (const { id, ...evening } of chessEvenings(founder.runtime.now())) {
    await made(founder, planningHandler, '/create-event', id, {
      visibility: 'public',
      ...evening,
      orgId: 'demo-org-chess',
      expectedAttendance: 20,
      ...(imageOf ? { image: imageOf(evening.name) } : {}),
    })
  }
}

export const demoSchoolRooms = [
  { name: 'Main hall', capacity: 300, features: ['Stage', 'Step-free access'] },
  { name: 'Room 101', capacity: 24, features: ['Projector', 'Whiteboard'] },
  { name: 'Lecture room 3', capacity: 120, features: ['Projector', 'Step-free access'] },
] as const

/** A room of a demo school. `capacity` is a number of people. */
export type DemoRoom = {
  readonly name: string
  readonly capacity: number
  readonly features: readonly string[]
}

/** Registers rooms, as a school's administrators would. */
export const addRooms = async (table: Table, at: string, rooms: readonly DemoRoom[]): Promise<void> => {
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

/** Registers a person with a confirmed address. */
const enrol = async (runtime: Runtime, person: DemoPerson, imageOf?: ImageOf): Promise<void> => {
  const own = { ...runtime, newId: fixedIds(person.key) }
  const { email, username, name, tenant, roles } = person
  const sent = { email, username, name, password: demoPassword }
  const { statusCode, body } = await call(own, { door: authHandler, tenant, path: '/register', body: sent })
  if (statusCode >= 300) throw new Error(`the demo campus: ${email} answered ${statusCode} ${body.message}`)
  if (person.key === 'ada') await foundClub({ runtime, tenant, token: body.data.accessToken }, imageOf)
  const { globalUserId } = body.data.user
  await tableOf(runtime, tenant).update(globalUser, { id: globalUserId }, { set: { emailVerified: true } })
  if (roles.length === 1) return
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
export const demoCampus = async (
  _place: DemoPlace,
  imageOf?: ImageOf,
): Promise<{ logins: readonly DemoLogin[] }> => {
  const runtime = processRuntime()
  const at = runtime.now().toISOString()
  for (const school of demoSchools) {
    await registerSchool(tableOf(runtime, school.tenantKey), {
      ...school,
      locale: 'en-US',
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
  await addRooms(tableOf(runtime, demoSchools[0].tenantKey), at, demoSchoolRooms)
  for (const person of demoPeople) await enrol(runtime, person, imageOf)
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
