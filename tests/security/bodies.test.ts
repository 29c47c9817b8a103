import { describe, expect, it } from 'vitest'
import type { TableClient } from '../../lib/table/client.ts'
import { deviceOn } from './platforms.ts'
import { rowsOf } from './rows.ts'
import { password, signedIn, watched } from './watched.ts'

const nested = (levels: number) => `{"email":${'['.repeat(levels)}${']'.repeat(levels)},"password":"x"}`
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const large = 300 * 1024

describe('a hostile body', () => {
  const credentials = '{"email":"a@b.example","password":"some words"}'
  it.each<[string, string | Uint8Array, number, string]>([
    ['cut JSON', '{"email":', 400, 'INVALID_JSON'],
    ['white space', '  ', 400, 'INVALID_JSON'],
    ['single quotes', "{'email':'a'}", 400, 'INVALID_JSON'],
    ['two documents', '{}{}', 400, 'INVALID_JSON'],
    ['NaN', '{"email":NaN}', 400, 'INVALID_JSON'],
    ['a byte order mark', `\uFEFF${credentials}`, 400, 'INVALID_JSON'],
    ['UTF-16', utf16(credentials), 400, 'INVALID_JSON'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0xfd]), 400, 'INVALID_JSON'],
    ['10,000 levels', nested(10_000), 400, 'INVALID_JSON'],
    ['100,000 levels', nested(100_000), 400, 'INVALID_JSON'],
    ['25 levels', nested(25), 400, 'INVALID_JSON'],
    ['10 levels', nested(10), 400, 'VALIDATION_ERROR'],
    ['a number out of range', '{"email":1e400}', 400, 'INVALID_JSON'],
    ['a number of 60 digits', `{"email":${'9'.repeat(60)}}`, 400, 'INVALID_JSON'],
    ['a list', '[]', 400, 'VALIDATION_ERROR'],
    ['null', 'null', 400, 'VALIDATION_ERROR'],
    ['a text', '"x"', 400, 'VALIDATION_ERROR'],
    ['nothing', '', 400, 'VALIDATION_ERROR'],
    ['__proto__', '{"__proto__":{"email":"a"},"email":"a","password":"b"}', 400, 'INVALID_JSON'],
    ['constructor', '{"constructor":{"prototype":{}},"email":"a","password":"b"}', 400, 'INVALID_JSON'],
    ['prototype', '{"prototype":{},"email":"a","password":"b"}', 400, 'VALIDATION_ERROR'],
    ['a whole number of 16 digits', '{"email":9007199254740993,"password":"b"}', 400, 'VALIDATION_ERROR'],
    ['too much text', JSON.stringify({ email: 'a', password: 'x'.repeat(large) }), 413, 'PAYLOAD_TOO_LARGE'],
    ['too many bytes', Buffer.alloc(large, ' '), 413, 'PAYLOAD_TOO_LARGE'],
  ])('of %s is refused in words, and nobody is thrown out of step', async (_, raw, status, code) => {
    const w = await watched()
    const reply = await w.device().login({}, { raw })
    expect([reply.status, reply.body.code, reply.body.success]).toEqual([status, code, false])
    expect(JSON.stringify(reply.body)).not.toMatch(/SyntaxError|Unexpected|position|ZodError| at /)
    expect(({} as Record<string, unknown>).email).toBeUndefined()
  })

  it('takes the last of two keys of one name, as JSON readers do, and not both', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const twice = (first: string, last: string) =>
      `{"email":"${ada.email}","password":"${first}","password":"${last}"}`
    expect((await w.device().login({}, { raw: twice('wrong words', password) })).status).toBe(200)
    expect((await w.device().login({}, { raw: twice(password, 'wrong words') })).status).toBe(401)
  })

  it('is the same one in base64', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const text = JSON.stringify({ email: ada.email, password })
    expect((await w.device().login({}, { raw: Buffer.from(text) })).status).toBe(200)
    const encoded = Buffer.from(Buffer.from(text).toString('base64'))
    expect((await w.device().login({}, { raw: encoded })).status).toBe(400)
  })

  it.each([
    'text/plain',
    'application/xml',
    'image/png',
    'application/jsonx',
    'multipart/form-data; boundary=x',
  ])('of type %s is 415', async (type) => {
    const w = await watched()
    const reply = await w.device().login({}, { raw: '{}', headers: { 'content-type': type } })
    expect([reply.status, reply.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/ld+json'])(
    'of type %s is read',
    async (type) => {
      const w = await watched()
      const reply = await w.device().login({}, { raw: '{}', headers: { 'content-type': type } })
      expect(reply.status).toBe(400)
    },
  )
})

describe('an operation without a body', () => {
  it.each(['refreshToken', 'revokeAllOtherSessions', 'joinTenant', 'logout'] as const)(
    '%s takes none, an empty one and {}, with any content type or none',
    async (operation) => {
      const w = await watched()
      const json = { 'content-type': 'application/json' }
      for (const [at, sent] of [{}, { headers: json }, { raw: '', headers: json }, { raw: '{}' }].entries()) {
        const ada = await signedIn(w, `ada${at}`)
        expect((await ada.device[operation]({}, sent)).status).toBe(200)
      }
      const bob = await signedIn(w, 'bob')
      for (const raw of ['{"a":1}', '[]', 'null', '"x"', '{'])
        expect((await bob.device[operation]({}, { raw })).status).toBe(400)
    },
  )
})

describe('an operation that knows no body', () => {
  it('takes an empty one and refuses any other', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const status = async (raw: string) =>
      (await ada.device.request('sessions', 'DELETE', '/sessions/absent', { raw })).status
    expect([await status(''), await status('{}')]).toEqual([404, 404])
    for (const raw of ['{"sessionId":"x"}', '[]', 'null', '1', '{'])
      expect([raw, await status(raw)]).toEqual([raw, 400])
  })
})

describe('the plant store', () => {
  const plant = (id: string, more = '') => `{"id":${id},"name":"Fern"${more}}`

  // rules/http 21
  it.each(['0', '-1', '9007199254740992', '9223372036854775807', '-9223372036854775808'])(
    'takes %s, to the last digit',
    async (id) => {
      const w = await watched()
      const ada = await signedIn(w)
      expect((await ada.device.createPlant({}, { raw: plant(id) })).body).toEqual({ name: 'Fern' })
      const rows = await rowsOf(w)
      expect(rows.find(({ entity }) => entity === 'Plant')).toMatchObject({ id })
    },
  )

  it.each([
    '9223372036854775808',
    '-9223372036854775809',
    '1e39',
    '1e400',
    '1.5',
    '"1"',
    'null',
    'true',
    '{}',
    '99999999999999999999999999999999999999999999999',
  ])('refuses %s and keeps nothing', async (id) => {
    const w = await watched()
    const ada = await signedIn(w)
    const reply = await ada.device.createPlant({}, { raw: plant(id) })
    expect([reply.status, reply.body]).toEqual([400, { error: 400, message: expect.any(String) }])
    expect((await rowsOf(w)).filter(({ entity }) => entity === 'Plant')).toEqual([])
  })

  it('answers every failure in its own shape', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    const broken = { documents: { send: () => Promise.reject(new Error('the table burns')) } }
    const client = { ...w.runtime.client, ...broken } as unknown as TableClient
    const elsewhere = deviceOn(w, { client }, { jar: ada.device.jar })
    const replies = [
      await ada.device.createPlant({ name: 'Fern' }),
      await w.device().createPlant({ id: 1, name: 'Fern' }),
      await ada.device.createPlant({}, { method: 'GET' }),
      await ada.device.createPlant({}, { raw: plant('1', `,"tag":"${'x'.repeat(large)}"`) }),
      await ada.device.createPlant({}, { raw: 'x', headers: { 'content-type': 'text/plain' } }),
      await elsewhere.createPlant({ id: 1, name: 'Fern' }),
    ]
    const statuses = [400, 401, 405, 413, 415, 500]
    expect(replies.map(({ status }) => status)).toEqual(statuses)
    expect(replies.map(({ body }) => body)).toEqual(
      statuses.map((error) => ({ error, message: expect.any(String) })),
    )
    expect(JSON.stringify(replies)).not.toMatch(/burns/)
    expect(replies[2]?.headers.allow).toBe('POST')
  })
})

describe('a path', () => {
  it('with an endless or strange part is 404, not a defect', async () => {
    const w = await watched()
    const ada = await signedIn(w)
    for (const part of [
      'x'.repeat(301),
      'x'.repeat(5000),
      '#'.repeat(300),
      'ä'.repeat(200),
      '\u0000',
      '\ud800',
      'S#x',
      '..',
      '%',
    ]) {
      const reply = await ada.device.request('sessions', 'DELETE', `/sessions/${part}`)
      expect([part.slice(0, 4), reply.status]).toEqual([part.slice(0, 4), 404])
      const { table } = w.logs.at(-1) as { table?: { writeUnits: number } }
      if (Buffer.byteLength(part) > 900) expect(table?.writeUnits ?? 0).toBe(0)
    }
    for (const path of ['/', '/sessions/a/b', '/login/x', '/__proto__', '/constructor', '//', '/\u0000'])
      expect((await ada.device.request('auth', 'GET', path)).status).toBe(404)
  })
})
