import { beforeAll, describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { type contracts, routes } from '../../functions/routes.ts'
import { sampleOf } from '../../infra/derive/samples.ts'
import type { FailureKind } from '../../lib/contract/failure.ts'
import * as failures from '../../lib/contract/failures.ts'
import { NotAnOrgMember, OwnerOnly } from '../../lib/contract/permissions.ts'
import { matcher, type Route, routesOf } from '../../lib/contract/route-match.ts'
import { type DescribedRow, isForm, type Row, type Schema } from '../../lib/contract/row.ts'
import { type Agent, type Overrides, type Reply, refused } from '../support/agent.ts'
import { type Campus, campus } from '../support/replay.ts'

const every = routesOf(routes)
const having = (holds: (row: Row) => boolean): readonly Route<DescribedRow>[] =>
  every.filter(({ row }) => holds(row))

let place: Campus
/** A member of the home school, somebody of the sister school, and somebody who may do everything. */
let agents: { member: Agent; guest: Agent; root: Agent }
/** An organization that root owns, in the place of the samples'. */
let orgId: string

const failed = (reply: Reply): string => `${reply.status} ${JSON.stringify(reply.body)}`

beforeAll(async () => {
  place = await campus(['ada', 'root'])
  const { w, ada, people } = place
  const guest = w.device({ tenant: w.sister })
  const email = place.addressOf('gil@demo.example.edu')
  const registered = await guest.register({ email, password: 'demo password', username: 'gil' })
  if (registered.status !== 201) throw new Error(failed(registered))
  agents = { member: ada.agent, guest: guest.on(w.home), root: people.root?.agent ?? ada.agent }
  const made = await agents.root.createOrganization({ org_name: 'Every Club', org_description: 'Everything' })
  if (made.status !== 201) throw new Error(failed(made))
  orgId = made.body.org._id
})

/** The concrete path of a route: values of its example, or others that mean nothing. */
const pathOf = (route: Route<DescribedRow>): string => samplePathOf(route).replace('demo-org-chess', orgId)
const samplePathOf = ({ operation, row, path }: Route<DescribedRow>): string => {
  if (path === row.path) return sampleOf(operation, row).rawPath
  return path.replace(/:(\w+)/g, (_, name: string) => row.example.path?.[name] ?? 'absent')
}

const hostOf = ({ host = 'tenant' }: Row): string => (host === 'platform' ? 'www' : place.w.home)

const bearer = (agent: Agent): Record<string, string> => ({
  authorization: `Bearer ${agent.jar.get('accessToken')}`,
})

/** Sends a route something; nothing but the bearer says who calls. */
const send = (route: Route<DescribedRow>, agent: Agent | undefined, more: Overrides = {}): Promise<Reply> => {
  const { domain, row } = route
  const method = more.method ?? row.method
  return place.w.device().request(domain as keyof typeof contracts, method, more.path ?? pathOf(route), {
    host: `${hostOf(row)}.localhost`,
    cookies: [],
    ...more,
    headers: { ...(agent ? bearer(agent) : {}), ...more.headers },
  })
}

/** Somebody who gets past access on every row. */
const allowed = (row: Row): Agent | undefined =>
  row.access === 'anyone' || row.access === 'optional' ? undefined : agents.root

const unitsOfLast = (): number => {
  const { writeUnits = 0 } = (place.w.logs.at(-1)?.table ?? {}) as { writeUnits?: number }
  return writeUnits
}

const expectRefusal = (row: Row, reply: Reply, kind: FailureKind): void => {
  const { status, message } = kind
  expect(reply.status, JSON.stringify(reply.body)).toBe(status)
  if (row.errors === 'plants') expect(reply.body).toEqual({ error: status, message })
  else expect(reply.body).toMatchObject(refused(kind).body)
  expect(unitsOfLast()).toBe(0)
}

const signedIn = ({ access }: Row): boolean => access !== 'anyone' && access !== 'optional'

describe('without a caller', () => {
  // rules/http 8
  it.each(having(signedIn))('$row.method $path says that a token is missing', async (route) => {
    expectRefusal(route.row, await send(route, undefined), failures.NoToken)
  })

  it.each(having(signedIn))('$row.method $path believes no token of its own making', async (route) => {
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJ0eXAiOiJhY2Nlc3MifQ.' }
    expectRefusal(route.row, await send(route, undefined, { headers }), failures.InvalidToken)
  })
})

const rightsByOrg = [
  ['member', 'guest', failures.NotAMember],
  ['admin', 'member', failures.Forbidden],
  ['platformAdmin', 'member', failures.PlatformAdminRequired],
] as const

/** What somebody of the school who is not inside an organization is told there. */
const outside = ({ access }: Row): FailureKind | undefined => {
  if (typeof access !== 'object' || access.org === 'visitor') return undefined
  return access.org === 'owner' || access.org === 'ownerOrAdmin' ? OwnerOnly : NotAnOrgMember
}

const demanding = [
  ...rightsByOrg.flatMap(([access, who, failure]) =>
    having((row) => row.access === access).map((route) => ({ ...route, who, failure })),
  ),
  ...every.flatMap((route) => {
    const failure = outside(route.row)
    return failure ? [{ ...route, who: 'member' as const, failure }] : []
  }),
  ...having(({ access }) => typeof access === 'object' && access.org === 'visitor').map((route) => ({
    ...route,
    who: 'guest' as const,
    failure: failures.NotAMember,
  })),
]

describe('without the standing that a row asks for', () => {
  // rules/http 12
  it.each(demanding)('$row.method $path refuses a $who', async ({ who, failure, ...route }) => {
    expectRefusal(route.row, await send(route, agents[who]), failure)
  })
})

describe('on the wrong host', () => {
  it.each(having(({ host }) => host !== 'both'))('$row.method $path names the right one', async (route) => {
    const host = route.row.host === 'platform' ? place.w.home : 'www'
    const reply = await send(route, allowed(route.row), { host: `${host}.localhost` })
    expectRefusal(route.row, reply, failures.UseTenantSubdomain)
  })
})

const schemaOf = ({ body }: Row): Schema | undefined => (body && isForm(body) ? body.form : body)

describe('a bad body', () => {
  // rules/http 19
  it.each(every)('of $row.method $path that is no JSON is told apart', async (route) => {
    expectRefusal(route.row, await send(route, allowed(route.row), { raw: '{"a":' }), failures.MalformedJson)
  })

  it.each(every)('of $row.method $path that is a list is refused', async (route) => {
    expectRefusal(route.row, await send(route, allowed(route.row), { raw: '[1]' }), failures.ValidationError)
  })

  it.each(every)('of $row.method $path that is too large is refused', async (route) => {
    const raw = JSON.stringify({ text: 'x'.repeat((route.row.mostBody ?? 256 * 1024) + 1) })
    expectRefusal(route.row, await send(route, allowed(route.row), { raw }), failures.PayloadTooLarge)
  })

  it.each(having(({ body }) => body !== undefined))(
    'of $row.method $path of an unknown type is refused',
    async (route) => {
      const headers = { 'content-type': 'application/octet-stream' }
      expectRefusal(
        route.row,
        await send(route, allowed(route.row), { raw: 'abc', headers }),
        failures.UnsupportedBody,
      )
    },
  )
})

const bodied = having((row) => schemaOf(row) !== undefined)

/** Domains that existing clients send fields to which nobody reads: these are ignored (rules/http 20). */
const prose = new Set(
  'saml organizations members attendance agendas jobs tasks planning checkins analytics rooms management verification platform'.split(
    ' ',
  ),
)
const surplus = ({ row }: Route<DescribedRow>) => ({
  ...(row.example.body as object | undefined),
  surprise: true,
})

/** Identity providers add fields of their own to what they post, too. */
const ignoresFields = (route: Route<DescribedRow>): boolean => {
  const schema = schemaOf(route.row)
  if (route.row.crossSite === 'any') return true
  return prose.has(route.domain) && schema !== undefined && safeParse(schema, surplus(route)).success
}

describe('a field', () => {
  it.each(bodied.filter((route) => !ignoresFields(route)))(
    'that $row.method $path does not know is refused',
    async (route) => {
      const raw = JSON.stringify(surplus(route))
      expectRefusal(route.row, await send(route, allowed(route.row), { raw }), failures.ValidationError)
    },
  )

  /** Bodies with a field of another type than its schema takes; none where no field has an example. */
  const mistyped = ({ row }: Route<DescribedRow>) => {
    const example = (row.example.body ?? {}) as Record<string, unknown>
    const schema = schemaOf(row)
    return Object.keys(example).flatMap((name) => {
      const body = { ...example, [name]: { $ne: null } }
      return schema && safeParse(schema, body).success ? [] : [{ name, body }]
    })
  }

  const typed = bodied.filter((route) => mistyped(route).length > 0)

  it.each(typed)('of $row.method $path of another type is refused', async (route) => {
    for (const { name, body } of mistyped(route)) {
      const reply = await send(route, allowed(route.row), { raw: JSON.stringify(body) })
      expectRefusal(route.row, reply, failures.ValidationError)
      if (route.row.errors !== 'plants') expect(reply.body.field.split('.')[0]).toBe(name)
      expect(JSON.stringify(reply.body)).not.toContain('$ne')
    }
  })
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const match = matcher(routes)

describe('the path', () => {
  it.each(every)('$path of $operation answers other methods with those it has', async (route) => {
    const path = pathOf(route)
    const wrong = methods.find((method) => match(method, path).found === 'path')
    const reply = wrong ? await send(route, allowed(route.row), { method: wrong }) : undefined
    expect(reply?.status).toBe(wrong && 405)
    if (reply) expect(reply.headers.allow?.split(', ')).toContain(route.row.method)
  })

  // rules/http 7
  it.each(every)('$path of $operation takes a trailing slash', async (route) => {
    // A broken body keeps the operation itself from running twice.
    const [plain, slashed] = await Promise.all(
      ['', '/'].map((slash) =>
        send(route, allowed(route.row), { raw: '{', path: `${pathOf(route)}${slash}` }),
      ),
    )
    expect(slashed?.status).toBe(400)
    expect(slashed?.body).toEqual(plain?.body)
  })

  it.each([
    ['/create-event/', '/create-event'],
    ['/get-future-events//', '/get-future-events'],
    ['//elsewhere.example/', '/elsewhere.example'],
    ['/caf\u00e9 & more/', '/caf%C3%A9%20%26%20more'],
  ])('%s ends where nobody knows it, and is sent to %s', async (path, location) => {
    const reply = await place.w.device().request('organizations', 'POST', path)
    expect([reply.status, reply.headers.location]).toEqual([308, location])
  })

  // rules/http 51
  it.each([
    ['/socket.io/', {}],
    ['/socket.io', {}],
    ['/live/', { upgrade: 'websocket' }],
    ['/live/', { 'sec-websocket-key': 'x' }],
  ])('%s is no socket: it ends there', async (path, headers: Record<string, string>) => {
    const reply = await place.w.device().request('organizations', 'GET', path, { headers })
    expect([reply.status, reply.headers.location]).toEqual([404, undefined])
  })

  it.each(routes)('/nowhere leads $domain nowhere', async ({ domain }) => {
    const reply = await place.w
      .device()
      .request(domain as keyof typeof contracts, 'GET', `/nowhere-${domain}`)
    expect(reply.status).toBe(404)
    expect(reply.body).toEqual({ success: false, message: 'Not found', code: 'NOT_FOUND' })
  })
})
