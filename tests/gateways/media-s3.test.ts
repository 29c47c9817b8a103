import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { s3Media } from '../../lib/gateways/s3.ts'
import { accountAt, isWellPresigned, isWellSigned } from './account.ts'
import { type Received, serverFor } from './temporary.ts'

const origin = 'https://media.example.com/'
const png = Buffer.from('some bytes')

const bucketThat = async (
  answer: (received: Received, attempt: number) => { status: number; body?: string },
) => {
  const received: Received[] = []
  const endpoint = await serverFor((one) => answer(one, received.push(one)))
  return { media: s3Media('bucket', origin, accountAt(endpoint)), received, endpoint }
}

describe('a bucket', () => {
  it('is sent bytes with their type, length and hash, signed', async () => {
    const { media, received } = await bucketThat(() => ({ status: 200 }))
    await media.put('demo/a.png', png, 'image/png')
    const [one] = received
    expect(one && isWellSigned(one)).toBe(true)
    expect(one?.request).toMatchObject({ method: 'PUT', url: '/demo/a.png' })
    expect(one?.request.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-amz-security-token': 'a session',
    })
    expect(one?.body.equals(png)).toBe(true)
  })

  it('gives bytes back, and nothing for a key that is not there', async () => {
    const { media, received } = await bucketThat(({ request }) =>
      request.url === '/a.png' ? { status: 200, body: 'picture' } : { status: 404 },
    )
    expect(String(await media.read('a.png'))).toBe('picture')
    expect(await media.read('b.png')).toBeUndefined()
    expect(received.every(isWellSigned)).toBe(true)
  })

  it('removes a key, there or not', async () => {
    const { media, received } = await bucketThat((_, attempt) => ({ status: attempt === 1 ? 204 : 404 }))
    await media.remove('a.png')
    await media.remove('a.png')
    expect(received.map(({ request }) => request.method)).toEqual(['DELETE', 'DELETE'])
    expect(received.every(isWellSigned)).toBe(true)
  })

  it('is asked again when it is busy', async () => {
    const { media, received } = await bucketThat((_, attempt) => ({ status: attempt < 3 ? 503 : 200 }))
    await media.put('a.png', png, 'image/png')
    expect(received).toHaveLength(3)
    expect(received.every(isWellSigned)).toBe(true)
  })

  it('is given up after three attempts', async () => {
    const { media, received } = await bucketThat(() => ({ status: 500, body: '<Code>InternalError</Code>' }))
    await expect(media.put('a.png', png, 'image/png')).rejects.toThrow(
      'S3 responded to PUT with 500 InternalError',
    )
    expect(received).toHaveLength(3)
  })

  it('is not asked again when it refuses', async () => {
    const { media, received } = await bucketThat(() => ({ status: 403, body: '<Code>AccessDenied</Code>' }))
    await expect(media.read('a.png')).rejects.toThrow('S3 responded to GET with 403 AccessDenied')
    expect(received).toHaveLength(1)
  })

  it('that nobody answers for is an error', async () => {
    const media = s3Media('bucket', origin, accountAt('http://127.0.0.1:1'))
    await expect(media.put('a.png', png, 'image/png')).rejects.toThrow('ECONNREFUSED')
  })

  it.each(['../a', '/a', 'a/../b', 'a b', 'a?b', ''])('never sees the key %j', async (key) => {
    const { media, received } = await bucketThat(() => ({ status: 200 }))
    await expect(media.put(key, png, 'image/png')).rejects.toThrow('Not a key')
    await expect(media.read(key)).rejects.toThrow('Not a key')
    await expect(media.remove(key)).rejects.toThrow('Not a key')
    expect(received).toHaveLength(0)
  })
})

describe('an upload address of a bucket', () => {
  const upload = { type: 'image/png', maxBytes: 10, expires: new Date('2026-03-02T12:10:00.500Z') }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T12:00:00.000Z') }))
  afterEach(() => void vi.useRealTimers())

  it('is bound to type and length, and expires', async () => {
    const { media, endpoint } = await bucketThat(() => ({ status: 200 }))
    const address = await media.uploadAddress('pending/a.png', upload)
    const query = new URL(address).searchParams
    expect(address.startsWith(`${endpoint}/pending/a.png?`)).toBe(true)
    expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
    expect(query.get('X-Amz-Expires')).toBe('600')
    expect(isWellPresigned(address, { 'content-type': 'image/png', 'content-length': '10' })).toBe(true)
    expect(isWellPresigned(address, { 'content-type': 'text/html', 'content-length': '10' })).toBe(false)
    expect(isWellPresigned(address, { 'content-type': 'image/png', 'content-length': '11' })).toBe(false)
  })

  it('is at the host of the bucket', async () => {
    const { endpoint: _, ...account } = accountAt('')
    const address = await s3Media('bucket', origin, account).uploadAddress('a.png', upload)
    expect(new URL(address).host).toBe('bucket.s3.eu-west-1.amazonaws.com')
  })
})

it('names the public address of a key', () => {
  expect(s3Media('bucket', origin, accountAt('')).addressOf('a/b.png')).toBe(
    'https://media.example.com/a/b.png',
  )
})
