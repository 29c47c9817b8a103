import { request as rawRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import { demoPassword } from '../../../infra/local/demo-people.ts'
import type { Handlers } from '../../../infra/local/handlers/handlers.ts'
import { apiServer, closeServer, listen } from '../../../infra/local/http/server.ts'
import { signInByLink } from '../../../infra/local/http/sign-in-links.ts'
import { matcher } from '../../../lib/contract/route-match.ts'
import { read, sources } from '../../house/files.ts'

const link = { role: 'dean', host: 'demo', email: 'dean@demo.example.edu', path: '/admin' }
const path = '/_local/sign-in/dean'

type Reply = { status: number; headers: Record<string, string | string[] | undefined> }

/** A platform with one link. `sent` are the requests that its functions receive. */
const platform = async (result: unknown = { statusCode: 200, cookies: ['accessToken=a'], body: '{}' }) => {
  const sent: { path: string; body: unknown }[] = []
  const route: Handlers['route'] = async (at, invocation) => {
    sent.push({ path: at, body: JSON.parse((invocation as { body?: string }).body ?? 'null') })
    return { status: 'done', result }
  }
  const missing: Handlers['route'] = async () => ({ status: 'done', result: { statusCode: 404 } })
  const server = apiServer({
    handlers: { route: missing },
    page: (request) => signInByLink(request, [link], route),
    changed: () => undefined,
  })
  const port = await listen(server, 0, 'PORT')
  onTestFinished(() => closeServer(server, 0))
  const open = (headers: Record<string, string> = {}, at = path, method = 'GET') =>
    new Promise<Reply>((resolve, reject) => {
      const all = { host: `demo.localhost:${port}`, ...headers }
      const outgoing = rawRequest({ host: '127.0.0.1', port, path: at, method, headers: all }, (reply) => {
        reply.resume()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers })
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
  return { sent, open }
}

test('a link signs its own account in, and leads to its page', async () => {
  const { open, sent } = await platform()
  const { status, headers } = await open({ 'sec-fetch-site': 'none' })
  expect({ status, to: headers.location, cookies: headers['set-cookie'] }).toEqual({
    status: 303,
    to: '/admin',
    cookies: ['accessToken=a'],
  })
  expect(sent).toEqual([{ path: '/login', body: { email: link.email, password: demoPassword } }])
})

test.each([
  ['another host name that points here', { host: 'quad.example.com' }],
  ['a name that only begins like this machine', { host: 'demo.localhost.example.com' }],
  ['an address of this machine without the school', { host: '127.0.0.1' }],
  ['another school', { host: 'rpi.localhost' }],
  ['a tunnel', { 'x-forwarded-for': '203.0.113.9' }],
  ['a proxy', { forwarded: 'for=203.0.113.9' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another local program', { 'sec-fetch-site': 'same-site' }],
])('there is no link for %s', async (_, headers) => {
  const { open, sent } = await platform()
  expect((await open(headers)).status).toBe(404)
  expect(sent).toEqual([])
})

test('there is no link for other roles and methods', async () => {
  const { open, sent } = await platform()
  expect((await open({}, '/_local/sign-in/root')).status).toBe(404)
  expect((await open({}, path, 'POST')).status).toBe(404)
  expect(sent).toEqual([])
})

test('an account with another password stays signed out', async () => {
  const { open } = await platform({ statusCode: 401, body: '{}' })
  const { status, headers } = await open()
  expect({ status, cookies: headers['set-cookie'] }).toEqual({ status: 409, cookies: undefined })
})

test('deployed functions have no such path, and no code of it', () => {
  const match = matcher(Object.values(contracts))
  expect(match('GET', path).found).toBe('nothing')
  const deployed = ['functions', 'lib', 'infra/aws'].flatMap((folder) => sources(folder))
  expect(deployed.length).toBeGreaterThan(100)
  const naming = deployed.filter((file) => /_local\/|local\/http|demo-people|local\/living/.test(read(file)))
  expect(naming).toEqual([])
})
