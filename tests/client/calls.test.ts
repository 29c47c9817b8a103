import { describe, expect, it } from 'vitest'
import { each, pages } from '../../infra/client/pages.ts'
import { sender } from '../../infra/client/send.ts'
import { create, json, look, renewal, scripted } from './scripted.ts'

describe('a list', () => {
  it('follows cursors, and stops where one leads back', async () => {
    const asked: (string | undefined)[] = []
    const next: Record<string, string> = { start: 'a', a: 'b', b: 'c', c: 'a' }
    const list = async ({ cursor }: { kind: string; cursor?: string }) => {
      asked.push(cursor)
      const data = { rows: [cursor], nextCursor: next[cursor ?? 'start'] }
      return { ok: true, status: 200, success: true, data, headers: new Headers() } as const
    }
    for await (const page of pages(list, { kind: 'all' })) expect(page.data.rows).toHaveLength(1)
    expect(asked).toEqual([undefined, 'a', 'b', 'c'])
  })

  const file = async ({ cursor }: { cursor?: string }) => {
    const headers = new Headers(cursor === undefined ? { 'x-next-cursor': 'behind' } : {})
    return { ok: true, status: 200, success: true, data: `row of ${cursor}`, headers } as const
  }

  it('that is a file goes on by its header', async () => {
    const parts: string[] = []
    for await (const part of pages(file, {})) parts.push(part.data)
    expect(parts).toEqual(['row of undefined', 'row of behind'])
  })

  it('is gone through entry by entry, up to a page that is refused', async () => {
    const refusal = { ok: false, status: 403, code: 'FORBIDDEN', message: 'Not yours' } as const
    const list = async ({ cursor }: { cursor?: string }) =>
      cursor === undefined
        ? ({
            ok: true,
            status: 200,
            success: true,
            data: { rows: [1, 2], cursor: 'x' },
            headers: new Headers(),
          } as const)
        : refusal
    const seen: number[] = []
    const walk = async () => {
      for await (const row of each(list, {}, (page) => page.rows)) seen.push(row)
    }
    await expect(walk()).rejects.toMatchObject({ message: 'Not yours', cause: refusal })
    expect(seen).toEqual([1, 2])
  })
})

describe('a call', () => {
  it('that creates brings a key of its own, the same when it is sent again', async () => {
    const expired = json(401, { success: false, message: 'Access token expired', code: 'TOKEN_EXPIRED' })
    const { send, sent } = scripted(
      expired,
      json(200, { success: true }),
      json(201, { success: true, data: 1 }),
    )
    expect(await send(create)).toMatchObject({ ok: true, status: 201, data: 1 })
    expect(sent.map(({ path }) => path)).toEqual(['/things', '/refresh-token', '/things'])
    expect(sent[0]?.key).toMatch(/^[\w-]{36}$/)
    expect([sent[1]?.key, sent[2]?.key]).toEqual([null, sent[0]?.key])
    const other = scripted(json(201, { success: true, data: 1 }))
    await other.send(create, {}, { key: 'mine-000001' })
    expect(other.sent[0]?.key).toBe('mine-000001')
  })

  it('ends when it takes too long, when it is told to, and when nobody answers', async () => {
    expect(await scripted().send(create)).toMatchObject({ ok: false, status: 0, code: 'TIMEOUT' })
    expect(await scripted().send(create, {}, { timeout: 5 })).toMatchObject({ code: 'TIMEOUT' })
    const control = new AbortController()
    const call = scripted().send(create, {}, { signal: control.signal, timeout: 5000 })
    control.abort()
    expect(await call).toMatchObject({ ok: false, status: 0, code: 'ABORTED' })
    expect(await scripted().send(create, {}, { signal: AbortSignal.abort() })).toMatchObject({
      code: 'ABORTED',
    })
    const error = new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND school.test') })
    const down = scripted(() => Promise.reject(error))
    expect(await down.send(create, {}, { retries: 0 })).toMatchObject({
      status: 0,
      code: 'NETWORK',
      message: 'fetch failed: getaddrinfo ENOTFOUND school.test',
      cause: error,
    })
  })

  it('survives answers that are not of the platform', async () => {
    const page = scripted(() => new Response('<html>Bad Gateway</html>', { status: 502 }))
    expect(await page.send(create, {}, { retries: 0 })).toMatchObject({
      ok: false,
      status: 502,
      code: 'UNEXPECTED',
    })
    const empty = scripted(() => new Response('', { status: 200 }))
    expect(await empty.send(create)).toMatchObject({ ok: false, status: 200, code: 'UNEXPECTED' })
  })

  it('tells when to come back and where to look', async () => {
    const headers = { 'retry-after': '7', 'x-request-id': 'r-1' }
    const { send } = scripted(
      json(429, { success: false, message: 'Slow down', code: 'RATE_LIMITED' }, headers),
    )
    expect(await send(create, {}, { retries: 0 })).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 7,
      requestId: 'r-1',
    })
  })

  it('reads the code from the header where the body has none', async () => {
    const { send } = scripted(
      json(404, { success: false, message: 'Event not found' }, { 'x-error-code': 'EVENT_NOT_FOUND' }),
    )
    expect(await send(create)).toMatchObject({ status: 404, code: 'EVENT_NOT_FOUND' })
  })

  it('keeps the session when a renewal fails for another reason', async () => {
    const expired = json(401, { success: false, message: '', code: 'TOKEN_EXPIRED' })
    const { send, sent } = scripted(expired, json(503, { success: false, message: '' }))
    expect(await send(create)).toMatchObject({ ok: false, status: 401, code: 'TOKEN_EXPIRED' })
    expect(sent).toHaveLength(2)
  })
})

const tokenUntil = (seconds: number): string => `e30.${btoa(JSON.stringify({ exp: seconds }))}.x`

describe('a call that strangers may make too', () => {
  it('renews nothing in a browser, where the platform reads the refresh cookie', async () => {
    const browser = scripted(json(200, { data: 1 }))
    await browser.send(look)
    expect(browser.sent.map(({ path }) => path)).toEqual(['/open'])
  })

  it.each([
    ['expired', 1, ['/refresh-token', '/open']],
    ['good', 4_000_000_000, ['/open']],
  ])('of an app looks at its token, which is %s', async (_, until, wanted) => {
    const paths: string[] = []
    const native = {
      read: async () => ({ accessToken: tokenUntil(until), refreshToken: 'r' }),
      write: async () => undefined,
    }
    const reach: typeof fetch = async (input) => {
      paths.push(new URL(String(input)).pathname)
      return new Response('{"success":true,"data":1}', { status: 200, headers: { 'x-last-write': '17' } })
    }
    await sender({ origin: 'http://school.test', fetch: reach, native }, renewal)(look)
    expect(paths).toEqual(wanted)
  })
})

describe('an app without cookies', () => {
  it('shows what it was told of its last change', async () => {
    const shown: (string | null)[] = []
    const native = { read: async () => undefined, write: async () => undefined }
    const reach: typeof fetch = async (_, init) => {
      shown.push(new Headers(init?.headers).get('x-last-write'))
      return new Response('{"success":true,"data":1}', {
        status: 200,
        headers: { 'x-last-write': '1772452800' },
      })
    }
    const send = sender({ origin: 'http://school.test', fetch: reach, native }, renewal)
    await send(create)
    await send(create)
    expect(shown).toEqual([null, '1772452800'])
  })
})
