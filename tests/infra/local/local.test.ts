import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as rawRequest, type Server } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Outcome } from '../../../infra/local/handlers/generation.ts'
import { toAnswer } from '../../../infra/local/http/answer.ts'
import { mediaServer } from '../../../infra/local/http/media.ts'
import { localPage } from '../../../infra/local/http/pages.ts'
import { apiServer, closeServer, listen } from '../../../infra/local/http/server.ts'
import { readLocalSettings } from '../../../infra/local/settings.ts'
import { signUpload } from '../../../lib/gateways/local.ts'
import { temporaryFolder } from './local-folder.ts'

const open = async (server: Server): Promise<number> => {
  const port = await listen(server, 0, 'PORT')
  onTestFinished(() => closeServer(server, 0))
  return port
}

type Route = (path: string, invocation: unknown) => Promise<Outcome>

const door = (route: Route, dataDir = temporaryFolder()): Promise<number> =>
  open(
    apiServer({
      handlers: { route },
      page: (request) => localPage(request, dataDir),
      changed: () => undefined,
    }),
  )

const echo: Route = async (_path, invocation) => ({ status: 'done', result: invocation })

type Sent = {
  path: string
  method?: string
  headers?: Record<string, string | string[]>
  body?: Buffer | string
}

const send = (port: number, { path, method = 'GET', headers = {}, body }: Sent) =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; text: string }>(
    (resolve, reject) => {
      const outgoing = rawRequest({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => {
          text += chunk
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    },
  )

describe('invocations', () => {
  test('carry what API Gateway sends', async () => {
    const port = await door(echo)
    const headers = {
      Host: `RPI.localhost:${port}`,
      'X-Two': ['a', 'b'],
      Cookie: 'x=1; y=2',
      'User-Agent': 'me',
    }
    const reply = await send(port, { path: '/caf%C3%A9%20au/lait%252?q=1&q=two%20words&z=', headers })
    const invocation = JSON.parse(reply.text)
    expect(invocation).toMatchObject({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/café au/lait%2',
      rawQueryString: 'q=1&q=two%20words&z=',
      queryStringParameters: { q: '1,two words', z: '' },
      cookies: ['x=1', 'y=2'],
      isBase64Encoded: false,
      requestContext: { domainName: 'rpi.localhost', domainPrefix: 'rpi', stage: '$default', apiId: 'local' },
    })
    expect(invocation.headers).toMatchObject({ 'x-two': 'a,b', 'user-agent': 'me' })
    expect(invocation.headers).not.toHaveProperty('cookie')
    expect(invocation.requestContext.http).toMatchObject({
      method: 'GET',
      sourceIp: '127.0.0.1',
      userAgent: 'me',
    })
    expect(invocation).not.toHaveProperty('body')
  })

  test.each([
    ['application/json; charset=utf-8', '{"é":1}', false],
    ['multipart/form-data; boundary=x', '--x--', true],
    ['image/png', '\u0089PNG', true],
    ['application/x-www-form-urlencoded', 'a=b', true],
  ])('a body of %s', async (type, body, encoded) => {
    const port = await door(echo)
    const reply = await send(port, { path: '/', method: 'POST', headers: { 'content-type': type }, body })
    const invocation = JSON.parse(reply.text)
    expect(invocation.isBase64Encoded).toBe(encoded)
    expect(Buffer.from(invocation.body, encoded ? 'base64' : 'utf8').toString()).toBe(body)
  })

  test('a path that is not UTF-8 is refused, one above 10 MB is too large', async () => {
    const port = await door(echo)
    expect((await send(port, { path: '/%ff' })).status).toBe(400)
    const headers = { 'content-length': String(10 * 1024 * 1024 + 1) }
    const reply = await send(port, { path: '/', method: 'POST', headers, body: '' }).catch(() => undefined)
    expect(reply?.status).toBe(413)
    expect(JSON.parse(reply?.text ?? '')).toEqual({ message: 'Request Entity Too Large' })
    const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'image/png' }
    const body = Buffer.alloc(10 * 1024 * 1024 + 1)
    expect((await send(port, { path: '/', method: 'POST', headers: chunked, body })).status).toBe(413)
  })
})

describe('answers', () => {
  test('follow the structured result', async () => {
    const result = {
      statusCode: 201,
      headers: { 'X-Kind': 7 },
      cookies: ['a=1', 'b=2; Path=/'],
      body: 'aGk=',
    }
    const port = await door(async () => ({ status: 'done', result: { ...result, isBase64Encoded: true } }))
    const reply = await send(port, { path: '/' })
    expect(reply).toMatchObject({ status: 201, text: 'hi' })
    expect(reply.headers).toMatchObject({ 'x-kind': '7', 'set-cookie': ['a=1', 'b=2; Path=/'] })
    expect((await send(port, { path: '/', method: 'HEAD' })).headers['content-length']).toBe('2')
  })

  test.each([
    ['crashed', 500, 'Internal Server Error'],
    ['late', 503, 'Service Unavailable'],
    ['unavailable', 503, 'Service Unavailable'],
  ] as const)('%s is %i', async (status, code, message) => {
    const port = await door(async () => ({ status, text: 'secret' }))
    expect(await send(port, { path: '/' })).toMatchObject({ status: code, text: JSON.stringify({ message }) })
  })

  test('of other shapes become JSON, unreadable ones a 500', () => {
    expect(toAnswer({ a: 1 })).toMatchObject({ status: 200, body: Buffer.from('{"a":1}') })
    expect(toAnswer('text')).toMatchObject({ status: 200, body: Buffer.from('text') })
    expect(toAnswer({ statusCode: 'no' }).status).toBe(500)
    expect(toAnswer({ statusCode: 200, body: { a: 1 } }).status).toBe(500)
  })
})

describe('media', () => {
  const setUp = async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'media', 'a'), { recursive: true })
    writeFileSync(join(dataDir, 'media', 'a', 'b.png'), 'png')
    writeFileSync(join(dataDir, 'secret.png'), 'secret')
    symlinkSync(join(dataDir, 'secret.png'), join(dataDir, 'media', 'link.png'))
    return { dataDir, port: await open(mediaServer(dataDir)) }
  }

  test('serves files with guards, and no page', async () => {
    const { port } = await setUp()
    const reply = await send(port, { path: '/a/b.png' })
    expect(reply).toMatchObject({ status: 200, text: 'png' })
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  test.each([
    '/../secret.png',
    '/a/../../secret.png',
    '/%2e%2e/secret.png',
    '/..%2fsecret.png',
    '/a%2f..%2f..%2fsecret.png',
    '/a\\..\\..\\secret.png',
    '//etc/passwd',
    '/link.png',
    '/a/',
    '/',
    '/a/b.png%00',
  ])('%s shows nothing', async (path) => {
    const { port } = await setUp()
    const reply = await send(port, { path })
    expect(reply.status).toBe(404)
    expect(reply.text).not.toContain('secret')
  })

  test('takes an upload by signed address alone', async () => {
    const { dataDir, port } = await setUp()
    const expires = Math.floor(Date.now() / 1000) + 60
    const grant = { key: 'up/c.png', type: 'image/png', maxBytes: 4, expires }
    const path = signUpload(dataDir, grant)
    const headers = { 'content-type': 'image/png' }
    const put = async (sent: Sent): Promise<number> =>
      (await send(port, { method: 'PUT', headers, ...sent })).status
    expect(await put({ path, body: 'toolong' })).toBe(403)
    expect(await put({ path, body: 'ok', headers: { 'content-type': 'text/html' } })).toBe(403)
    expect(await put({ path: path.replace('up/c', 'up/d'), body: 'ok' })).toBe(403)
    expect(await put({ path: '/up/c.png', body: 'ok' })).toBe(403)
    expect(await put({ path: signUpload(dataDir, { ...grant, expires: expires - 120 }), body: 'ok' })).toBe(
      403,
    )
    expect(await put({ path, body: 'ok' })).toBe(200)
    expect(readFileSync(join(dataDir, 'media', 'up', 'c.png'), 'utf8')).toBe('ok')
  })

  // rules/http 50
  test('shows no upload that waits for its commit', async () => {
    const { dataDir, port } = await setUp()
    const expires = Math.floor(Date.now() / 1000) + 60
    for (const [key, status] of [
      ['pending/orgs/a', 404],
      ['orgs/a', 200],
    ] as const) {
      const path = signUpload(dataDir, { key, type: 'image/png', maxBytes: 4, expires })
      const put = { path, method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'ok' }
      expect((await send(port, put)).status).toBe(200)
      expect((await send(port, { path: `/${key}` })).status).toBe(status)
    }
  })
})

test('the outbox shows mails to this machine only, newest first and escaped', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'outbox'))
  for (const id of ['01A', '01B']) {
    const mail = {
      id,
      at: '2026-01-01',
      to: 'a@b.c',
      subject: `<b>${id}</b>`,
      text: 'see http://x.y/z.',
      html: '<i>',
      kind: 'k',
    }
    writeFileSync(join(dataDir, 'outbox', `${id}.json`), JSON.stringify(mail))
  }
  const port = await door(echo, dataDir)
  const listed = JSON.parse((await send(port, { path: '/_local/outbox' })).text)
  expect(listed.messages.map((mail: { id: string }) => mail.id)).toEqual(['01B', '01A'])
  const page = await send(port, { path: '/_local/outbox/01A', headers: { accept: 'text/html' } })
  expect(page.text).toContain('&lt;b&gt;01A')
  expect(page.text).toContain('<a href="http://x.y/z">http://x.y/z</a>.')
  expect(page.text).toContain('<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="')
  expect((await send(port, { path: '/_local/outbox', headers: { host: 'evil.example' } })).status).toBe(404)
  expect((await send(port, { path: '/_local/outbox/..%2f..%2fx' })).status).toBe(404)
})

test.each([
  [{ PORT: 'x' }, [], /PORT=x is not a port/],
  [{ PORT: '70000' }, [], /PORT=70000 is not a port/],
  [{ PORT: '4000', MEDIA_PORT: '4000' }, [], /must differ/],
  [{ DYNAMODB_ENDPOINT: 'here' }, [], /DYNAMODB_ENDPOINT=here is not an address/],
  [{ DEFAULT_TENANT: 'A!' }, [], /DEFAULT_TENANT=A! is not a tenant/],
  [{}, ['--fast'], /Unknown option --fast/],
  [{ DYNAMODB_ENDPOINT: 'http://x.y' }, ['--like-aws'], /works only with the embedded engine/],
  [{ LIKE_AWS: 'hold=x' }, ['--like-aws'], /hold=x is no figure/],
])('settings %o %o are refused in one sentence', (env, flags, message) => {
  expect(() => readLocalSettings(env, flags)).toThrow(message)
})
