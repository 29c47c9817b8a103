import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { type Route, routesOf } from '../../lib/contract/route-match.ts'
import { admins } from '../support/administrators.ts'
import type { Agent } from '../support/agent.ts'
import { registered } from '../support/people.ts'

const domains = ['admins', 'impersonation', 'audit', 'platform'] as const
const every = routesOf(domains.map((domain) => contracts[domain]))

const callers = ['nobody', 'guest', 'student', 'schoolAdmin', 'platformAdmin', 'impersonating'] as const
type Who = (typeof callers)[number]

/** What each may do, in the words of the answer: `in` is past access, whatever the operation then says. */
const expected: Readonly<Record<string, Readonly<Record<Who, string>>>> = {
  anyone: {
    nobody: 'in',
    guest: 'in',
    student: 'in',
    schoolAdmin: 'in',
    platformAdmin: 'in',
    impersonating: 'in',
  },
  caller: {
    nobody: 'NO_TOKEN',
    guest: 'in',
    student: 'in',
    schoolAdmin: 'in',
    platformAdmin: 'in',
    impersonating: 'in',
  },
  admin: {
    nobody: 'NO_TOKEN',
    guest: 'FORBIDDEN',
    student: 'FORBIDDEN',
    schoolAdmin: 'in',
    platformAdmin: 'in',
    impersonating: 'IMPERSONATION_FORBIDDEN',
  },
  platformAdmin: {
    nobody: 'NO_TOKEN',
    guest: 'FORBIDDEN',
    student: 'FORBIDDEN',
    schoolAdmin: 'FORBIDDEN',
    platformAdmin: 'in',
    impersonating: 'IMPERSONATION_FORBIDDEN',
  },
}

let agents: Record<Who, Agent>

beforeAll(async () => {
  const { w, root, dean } = await admins()
  const guest = (await registered(w, 'guest', {}, w.sister)).device.on(w.home)
  const student = (await registered(w, 'student', { username: 'student' })).device
  // An administrator of both kinds, so that no right of either survives.
  const impersonating = w.device()
  await impersonating.login({ email: root.email, password: 'correct horse battery' })
  const began = await impersonating.impersonateUser({ identifier: 'student' })
  expect(began.status, JSON.stringify(began.body)).toBe(200)
  agents = {
    nobody: w.device(),
    guest,
    student,
    schoolAdmin: dean.device,
    platformAdmin: root.device,
    impersonating,
  }
})

/** A body that is no JSON is refused after access and before the operation, so nothing is done. */
const ask = async (who: Who, { domain, row, path }: Route): Promise<string> => {
  const at = path.replace(/:\w+/g, 'somebody')
  const overrides = { raw: '{' }
  const { body } = await agents[who].request(domain as (typeof domains)[number], row.method, at, overrides)
  return body.code === 'INVALID_JSON' ? 'in' : body.code
}

const cases = every.flatMap((route) => callers.map((who) => ({ who, route, name: `${who} ${route.path}` })))

describe('the rights of administration', () => {
  it.each(cases)('$route.row.method $route.path for $who', async ({ who, route }) => {
    expect(await ask(who, route)).toBe(expected[String(route.row.access)]?.[who])
  })

  it('cover every row under /admin', () => {
    const admin = every.filter(({ path }) => path.startsWith('/admin/'))
    const open = admin.filter(({ row }) => row.access !== 'admin' && row.access !== 'platformAdmin')
    expect(open.map(({ operation }) => operation)).toEqual(['stopImpersonation'])
  })
})
