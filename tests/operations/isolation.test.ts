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

type Attempt = { readonly statusCode: number; readonly told: string[]; readonly changes: string[] }

/** Sends the sample of somebody of the school as the stranger: to the stranger's own school, then to this one. */
const attempts = async (sample: Sample): Promise<{ elsewhere: Attempt; here: Attempt }> => {
  const { place, invocation } = await prepare(sample)
  const { w } = place
  const { agent } = await strangerOf(place)
  const handler = await handlerFor(sample.contract, w.runtime)
  let before = ofSchool(await rowsOf(w), w.home)
  const sendTo = async (school: string): Promise<Attempt> => {
    const host = sample.row.host === 'platform' ? 'www.localhost' : `${school}.localhost`
    const request = borrowed(invocation, agent, host)
    const { statusCode, body = '' } = await handler(request)
    const after = ofSchool(await rowsOf(w), w.home)
    const sent = JSON.stringify(request)
    const told = secretsOf(place).filter((secret) => body.includes(secret) && !sent.includes(secret))
    const changes = changed(before, after)
    before = after
    return {
      statusCode,
      told: meant[sample.name] === 'names' ? [] : told,
      changes: meant[sample.name] === 'changes' ? [] : changes,
    }
  }
  return { elsewhere: await sendTo(w.sister), here: await sendTo(w.home) }
}

describe('an administrator of another school', () => {
  // rules/identity 49
  it.each(everySample)(
    'sends $name with ids of this one: nothing crosses, and here they are nobody',
    async (sample) => {
      const { elsewhere, here } = await attempts(sample)
      expect(elsewhere).toMatchObject({ told: [], changes: [] })
      if (sample.row.access === 'anyone' || sample.row.access === 'optional') return
      expect(here.told).toEqual([])
      // A guest may do here what any caller may.
      if (sample.row.access === 'caller') return
      expect(here.changes).toEqual([])
      expect(here.statusCode).toBeGreaterThanOrEqual(400)
    },
  )
})
