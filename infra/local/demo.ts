import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { contract } from '../../functions/auth/contract.ts'
import { operations } from '../../functions/auth/service.ts'
import { contract as organizations } from '../../functions/organizations/contract.ts'
import { operations as organizationOperations } from '../../functions/organizations/service.ts'
import { serve } from '../../lib/http/serve.ts'
import { audit } from '../../lib/identity/audit.ts'
import { changeStanding } from '../../lib/identity/roles.ts'
import { registerSchool } from '../../lib/identity/tenants.ts'
import { processRuntime, type Runtime } from '../../lib/runtime.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { invocationOf } from '../invocation.ts'
import { type DemoPerson, demoPassword, demoPeople, demoSchools } from './demo-people.ts'

/** A person of the demo campus who can sign in. */
export type DemoLogin = { tenant: string; email: string; password: string; about: string }

export type DemoPlace = { dataDir: string; origin: string; tableName: string }

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The same ids in every demo campus, so that samples and notes can name them. */
const fixedIds = (seed: string): (() => string) => {
  let number = 0
  return () => {
    number += 1
    const digest = createHash('sha256').update(`${seed} ${number}`).digest()
    return `01DEMO${[...digest.subarray(0, 20)].map((byte) => alphabet[byte % 32]).join('')}`
  }
}

const tableOf = (runtime: Runtime, tenant: string) =>
  openTable({ client: runtime.client, tenant, now: runtime.now, meter: meter() })

type Door = (runtime: () => Runtime) => ReturnType<typeof serve>

const authDoor: Door = (runtime) => serve(contract, operations, runtime)
const organizationsDoor: Door = (runtime) => serve(organizations, organizationOperations, runtime)

type Asked = {
  readonly door: Door
  readonly tenant: string
  readonly path: string
  readonly body: object
  readonly token?: string
}

const call = async (runtime: Runtime, { door, tenant, path, body, token }: Asked) => {
  const handler = door(() => ({ ...runtime, log: () => undefined }))
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

/** A club with a name and an id that samples know; whose token it is owns it. */
const foundClub = async (runtime: Runtime, tenant: string, token: string): Promise<void> => {
  const further = fixedIds('club')
  let orgId: string | undefined = 'demo-org-chess'
  const newId = () => {
    const id = orgId ?? further()
    orgId = undefined
    return id
  }
  const body = {
    org_name: 'Chess Club',
    org_description: 'We play on Thursdays',
    weekly_meeting: 'Thursdays at six, room 101',
  }
  const asked = { door: organizationsDoor, tenant, path: '/create-org', body, token }
  const { statusCode, body: reply } = await call({ ...runtime, newId }, asked)
  if (statusCode >= 300) throw new Error(`the demo campus: its club answered ${statusCode} ${reply.message}`)
}

const enrol = async (runtime: Runtime, person: DemoPerson): Promise<void> => {
  const own = { ...runtime, newId: fixedIds(person.key) }
  const { email, username, name, tenant, roles } = person
  const sent = { email, username, name, password: demoPassword }
  const { statusCode, body } = await call(own, { door: authDoor, tenant, path: '/register', body: sent })
  if (statusCode >= 300) throw new Error(`the demo campus: ${email} answered ${statusCode} ${body.message}`)
  if (person.key === 'ada') await foundClub(runtime, tenant, body.data.accessToken)
  if (roles.length === 1) return
  const { globalUserId } = body.data.user
  const system = { address: '127.0.0.1', userAgent: '', native: false, requestId: 'demo-campus' }
  const world = { device: system, now: runtime.now, newId: own.newId }
  const entry = (targetId: string) =>
    audit(world, { action: 'user.roles', actor: 'system', targetType: 'user', targetId })
  await changeStanding(
    tableOf(runtime, tenant),
    globalUserId,
    tenant,
    () => ({ roles: [...roles] }),
    ({ id }) => [entry(id)],
    runtime.now(),
  )
}

/** Makes the demo campus. Runs inside the worker, so its environment is that of the handlers. */
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
  for (const person of demoPeople) await enrol(runtime, person)
  return {
    logins: demoPeople.map(({ tenant, email, about }) => ({ tenant, email, about, password: demoPassword })),
  }
}

/** Fresh tokens of a person of the demo campus, or undefined when there is no such person. */
export const demoTokens = async (
  key: string,
): Promise<{ accessToken: string; refreshToken: string } | undefined> => {
  const person = demoPeople.find((one) => one.key === key)
  if (!person) return undefined
  const { statusCode, body } = await call(processRuntime(), {
    door: authDoor,
    tenant: person.tenant,
    path: '/login',
    body: { email: person.email, password: demoPassword },
  })
  if (statusCode >= 300) return undefined
  return { accessToken: body.data.accessToken, refreshToken: body.data.refreshToken }
}
