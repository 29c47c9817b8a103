import { contract } from '../../../functions/auth/contract.ts'
import { operations } from '../../../functions/auth/operations.ts'
import { serve } from '../../../lib/http/serve.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { changeStanding } from '../../../lib/identity/person/roles.ts'
import { registerSchool } from '../../../lib/identity/school/tenants.ts'
import { processRuntime, type Runtime } from '../../../lib/runtime.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'
import { call, type Door, fixedIds } from './calls.ts'
import { foundClub } from './organizations.ts'
import { type DemoPerson, demoPassword, demoPeople, demoSchools } from './people.ts'
import { demoRooms } from './rooms.ts'

/** A person of the demo campus who can sign in. */
export type DemoLogin = { tenant: string; email: string; password: string; about: string }

export type DemoPlace = { dataDir: string; origin: string; tableName: string }

const tableOf = (runtime: Runtime, tenant: string) =>
  openTable({ client: runtime.client, tenant, now: runtime.now, meter: meter() })

const authDoor: Door = (runtime) => serve(contract, operations, runtime)

const enrol = async (runtime: Runtime, person: DemoPerson): Promise<void> => {
  const own = { ...runtime, newId: fixedIds(person.key) }
  const { email, username, name, tenant, roles } = person
  const sent = { email, username, name, password: demoPassword }
  const { statusCode, body } = await call(own, { door: authDoor, tenant, path: '/register', body: sent })
  if (statusCode >= 300) throw new Error(`the demo campus: ${email} answered ${statusCode} ${body.message}`)
  if (person.key === 'ada') await foundClub({ runtime, tenant, token: body.data.accessToken })
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
  await demoRooms(tableOf(runtime, demoSchools[0].tenantKey), at)
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
