import { createServer } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '../../functions/routes.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { toAnswer } from '../../infra/local/http/answer.ts'
import { answer, bare, data, text } from '../../lib/contract/reply.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { declare, type Schema } from '../../lib/contract/row.ts'
import { codingFor } from '../../lib/http/compression.ts'
import { type Handler, serve } from '../../lib/http/serve.ts'
import { world } from '../support/world.ts'

const Page = z.object({ words: z.string() })
const row = {
  method: 'GET',
  access: 'anyone',
  summary: 'Reads',
  costs: { depth: 0, read: 0, write: 0 },
  example: {},
} as const
const contract = declare('books', 'Books', {
  readBook: { ...row, path: '/book', reply: data(Page, undefined, { cache: 60 }) },
  readSign: { ...row, path: '/sign', reply: bare(Page) },
  readKey: { ...row, path: '/key', reply: data(Page, undefined, { secret: true }) },
  readMark: { ...row, path: '/mark', reply: data(Page) },
  readTokens: { ...row, path: '/tokens', reply: data(Page, undefined, { tokens: 'data' }) },
  readPicture: { ...row, path: '/picture', reply: text('image/png') },
  printBook: { ...row, method: 'POST', path: '/print', reply: data(Page) },
})

const long = { words: 'It was a dark and stormy night; "é". '.repeat(100) }
const operations = {
  readBook: async () => long,
  readSign: async () => ({ words: 'x'.repeat(900) }),
  readKey: async () => long,
  readMark: async () => answer(long, { mark: 'mark' }),
  readTokens: async () => long,
  readPicture: async () => long.words,
  printBook: async () => long,
}

let handler: Handler
let host = ''

beforeAll(async () => {
  const w = await world()
  host = `${w.home}.localhost`
  handler = serve(contract, operations as never, () => w.runtime)
})

type Asked = { accepts?: string; method?: string; headers?: Record<string, string>; cookies?: string[] }

const ask = async (path: string, { accepts = 'gzip, deflate, br', ...more }: Asked = {}) =>
  handler(
    invocationOf({
      method: more.method ?? 'GET',
      path,
      host,
      headers: { 'accept-encoding': accepts, ...more.headers },
      cookies: more.cookies ?? [],
      requestId: 'request-1',
      at: new Date('2026-03-02T12:00:00.000Z'),
    }),
  )

const codingOf = async (...asked: Parameters<typeof ask>): Promise<string> =>
  (await ask(...asked)).headers['content-encoding'] ?? 'none'

describe('a long answer', () => {
  // rules/http 31
  it('is compressed as its client takes it, and reads the same', async () => {
    const plain = await ask('/book', { accepts: 'identity' })
    expect(plain).not.toHaveProperty('isBase64Encoded')
    for (const [accepts, coding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await ask('/book', { accepts })
      expect(packed).toMatchObject({ statusCode: 200, isBase64Encoded: true })
      expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: 'Origin, Accept-Encoding' })
      const bytes = Buffer.from(packed.body ?? '', 'base64')
      expect(bytes.length).toBeLessThan(500)
      expect(unpack(bytes).toString()).toBe(plain.body)
    }
  })

  it('tells caches that it comes in several forms, also where it is not compressed', async () => {
    expect((await ask('/book', { accepts: '' })).headers.vary).toBe('Origin, Accept-Encoding')
    expect((await ask('/sign')).headers.vary).toBe('Origin, Accept-Encoding')
    expect((await ask('/key')).headers.vary).toBe('Origin')
  })

  it('keeps its tag, as a weak one, and is not sent again to who shows it in either form', async () => {
    const strong = (await ask('/book', { accepts: '' })).headers.etag ?? ''
    const weak = (await ask('/book')).headers.etag ?? ''
    expect([strong.slice(0, 1), weak]).toEqual(['"', `W/${strong}`])
    for (const tag of [strong, weak]) {
      const again = await ask('/book', { headers: { 'if-none-match': tag } })
      expect(again).toMatchObject({ statusCode: 304, body: '' })
      expect(again.headers).toMatchObject({ etag: weak, vary: 'Origin, Accept-Encoding' })
      expect(again.headers).not.toHaveProperty('content-encoding')
    }
  })

  it('has the same headers for HEAD, and no body', async () => {
    const [head, whole] = [await ask('/book', { method: 'HEAD' }), await ask('/book')]
    expect(head.headers).toEqual(whole.headers)
    expect(head.body).toBe('')
    expect(head).not.toHaveProperty('isBase64Encoded')
  })

  it('reaches a client of the local server in its own words', async () => {
    const server = createServer(async (request, response) => {
      const { status, headers, body } = toAnswer(
        await ask('/book', { accepts: String(request.headers['accept-encoding']) }),
      )
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const reply = await fetch(`http://127.0.0.1:${port}/book`, { headers: { 'accept-encoding': 'br' } })
    expect(reply.headers.get('content-encoding')).toBe('br')
    expect(await reply.json()).toEqual({ success: true, data: long })
    server.close()
  })
})

describe('not compressed', () => {
  it('are short answers, pictures, refusals and answers to writes', async () => {
    expect(await codingOf('/sign')).toBe('none')
    expect(await codingOf('/picture')).toBe('none')
    expect(await codingOf('/nowhere')).toBe('none')
    expect(await codingOf('/print', { method: 'POST' })).toBe('none')
  })

  // rules/http 32
  it('are answers that hand out tokens, set cookies or open something', async () => {
    expect(await codingOf('/tokens')).toBe('none')
    expect(await codingOf('/mark')).toBe('none')
    expect(await codingOf('/key')).toBe('none')
  })

  // rules/http 33
  it('are answers by cookie to requests that may be of another site', async () => {
    const cookies = ['school=1']
    const from = (site: string) => ({ cookies, headers: { 'sec-fetch-site': site } })
    expect(await codingOf('/book', { cookies })).toBe('none')
    expect(await codingOf('/book', from('same-site'))).toBe('none')
    expect(await codingOf('/book', from('cross-site'))).toBe('none')
    expect(await codingOf('/book', from('same-origin'))).toBe('br')
    expect(await codingOf('/book', from('none'))).toBe('br')
    expect(await codingOf('/book', { headers: { 'sec-fetch-site': 'cross-site' } })).toBe('br')
  })
})

describe('what a client takes', () => {
  it.each([
    ['', undefined],
    ['deflate', undefined],
    ['*', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['GZIP ; Q=0.2', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['identity, x-gzip', 'gzip'],
    ['br;q=nonsense', undefined],
  ])('"%s" is %s', (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding)
  })
})

/** Fields that open something for whoever reads them. Of a failure's `code` and of `url`s of pictures that is not so. */
const opening = /token|secret|password|qrCode|checkInUrl|uploadUrl|(redirect|login|authorization|feed)Url/i

const fieldsIn = (schema: Schema | undefined): readonly string[] =>
  schema === undefined
    ? []
    : [
        ...JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).matchAll(
          /"(\w+)":\{/g,
        ),
      ].map(([, name = '']) => name)

describe('the operations', () => {
  // rules/http 32
  it('say so where a read answers with something that opens a door', () => {
    const silent = routesOf(routes)
      .filter(
        ({ row }) => row.method === 'GET' && !row.reply.secret && !row.reply.tokens && !row.refreshToken,
      )
      .filter(({ row }) => fieldsIn(row.reply.schema).some((name) => opening.test(name)))
    expect(silent.map(({ operation }) => operation)).toEqual([])
  })
})
