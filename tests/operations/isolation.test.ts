import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { rowsOf, type StoredRow } from '../security/rows.ts'
import { withRoles } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { handlerFor } from '../support/handlers.ts'
import { type Campus, everySample, prepare, type Sample } from '../support/replay.ts'

/** Operations that are meant to change something, or to name somebody, whoever asks. */
const meant: Readonly<Record<string, 'changes' | 'names'>> = {
  // Whoever comes from another school joins this one.
  'auth.joinTenant': 'changes',
  // The sample carries the proof of a provider: whoever sends it is that person.
  'providers.googleLogin': 'names',
  'providers.appleLogin': 'names',
  // Administrators of the platform belong to no school.
  'admins.listPlatformAdmins': 'names',
}

type Stranger = { readonly agent: Agent; readonly email: string }

/** An administrator of the sister school: with every right there is, elsewhere. */
const strangerOf = async ({ w, addressOf }: Campus): Promise<Stranger> => {
  const agent = w.device({ tenant: w.sister })
  const email = addressOf('mallory@demo.example.edu')
  const { body } = await agent.register({ email, password: 'demo password', username: 'mallory' })
  const elsewhere = { ...w, home: w.sister, table: () => w.table(w.sister) }
  await withRoles(elsewhere, { device: agent, user: body.data.user, email }, ['user', 'admin'])
  return { agent, email }
}

/** The request of somebody of the school, sent by somebody else. */
const borrowed = (invocation: APIGatewayProxyEventV2, agent: Agent, host: string): APIGatewayProxyEventV2 => {
  const { cookies: _, ...rest } = invocation
  const { authorization: __, ...headers } = invocation.headers
  return {
    ...rest,
    headers: { ...headers, host, authorization: `Bearer ${agent.jar.get('accessToken')}` },
    requestContext: {
      ...invocation.requestContext,
      domainName: host,
      domainPrefix: host.split('.')[0] ?? '',
    },
  }
}

/** The engine keeps no order of fields. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, part]) => [name, inOrder(part)] as const)
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const ofSchool = (rows: readonly StoredRow[], tenant: string): string[] =>
  rows
    .filter(({ pk, entity }) => pk.startsWith(`T#${tenant}#`) && entity !== 'Limit')
    .map((row) => JSON.stringify(inOrder(row)))
    .sort()

const changed = (before: readonly string[], after: readonly string[]): string[] => [
  ...before.filter((row) => !after.includes(row)).map((row) => `gone: ${row}`),
  ...after.filter((row) => !before.includes(row)).map((row) => `new: ${row}`),
]

/** What must not be read elsewhere: addresses of people of the school. */
const secretsOf = ({ people }: Campus): string[] => Object.values(people).map(({ email }) => email)

const tried = async (sample: Sample, where: 'home' | 'sister') => {
  const { place, invocation } = await prepare(sample)
  const { w } = place
  const { agent } = await strangerOf(place)
  const handler = await handlerFor(sample.contract, w.runtime)
  const platform = sample.row.host === 'platform'
  const host = platform ? 'www.localhost' : `${w[where]}.localhost`
  const before = ofSchool(await rowsOf(w), w.home)
  const request = borrowed(invocation, agent, host)
  const { statusCode, body = '' } = await handler(request)
  const after = ofSchool(await rowsOf(w), w.home)
  const sent = JSON.stringify(request)
  const told = secretsOf(place).filter((secret) => body.includes(secret) && !sent.includes(secret))
  const changes = changed(before, after)
  return {
    statusCode,
    told: meant[sample.name] === 'names' ? [] : told,
    changes: meant[sample.name] === 'changes' ? [] : changes,
  }
}

describe('an administrator of another school', () => {
  // rules/identity 49
  it.each(everySample)('sends $name there with ids of this one, and nothing crosses', async (sample) => {
    expect(await tried(sample, 'sister')).toMatchObject({ told: [], changes: [] })
  })

  const closed = everySample.filter(({ row }) => row.access !== 'anyone' && row.access !== 'optional')

  it.each(closed)('sends $name here, and is nobody in particular', async (sample) => {
    const { told, changes, statusCode } = await tried(sample, 'home')
    expect(told).toEqual([])
    // A guest may do here what any caller may.
    if (sample.row.access === 'caller') return
    expect(changes).toEqual([])
    expect(statusCode).toBeGreaterThanOrEqual(400)
  })
})
