import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { localMedia, verifyUpload } from '../../lib/gateways/local.ts'
import { temporaryFolder } from './temporary.ts'

const origin = 'http://localhost:3001'
const bytes = Buffer.from([0, 1, 254, 255])

const setUp = () => {
  const dataDir = temporaryFolder()
  return { dataDir, media: localMedia(dataDir, origin) }
}

const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('a local file', () => {
  it('is kept, read, replaced and removed', async () => {
    const { dataDir, media } = setUp()
    await media.put('demo/a/b.png', bytes, 'image/png')
    expect(readFileSync(join(dataDir, 'media/demo/a/b.png')).equals(bytes)).toBe(true)
    await media.put('demo/a/b.png', Buffer.from('new'), 'image/png')
    expect(String(await media.read('demo/a/b.png'))).toBe('new')
    await media.remove('demo/a/b.png')
    await media.remove('demo/a/b.png')
    expect(await media.read('demo/a/b.png')).toBeUndefined()
    expect(await media.read('demo/a')).toBeUndefined()
  })

  it('is readable by a web server, whatever the umask', async () => {
    const { dataDir, media } = setUp()
    const before = process.umask(0o077)
    await media.put('a.png', bytes, 'image/png').finally(() => process.umask(before))
    expect(modeOf(join(dataDir, 'media/a.png'))).toBe(0o644)
  })

  it('is whole at any moment, and leaves nothing beside it', async () => {
    const { dataDir, media } = setUp()
    const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000))
    await media.put('x', Buffer.from(contents[0] ?? ''), 'image/png')
    const writes = Promise.all(contents.map((content) => media.put('x', Buffer.from(content), 'image/png')))
    for (let round = 0; round < 20; round += 1) expect(contents).toContain(String(await media.read('x')))
    await writes
    expect(readdirSync(join(dataDir, 'media'))).toEqual(['x'])
  })

  it('that cannot be put in place leaves nothing beside it', async () => {
    const { dataDir, media } = setUp()
    mkdirSync(join(dataDir, 'media/x'), { recursive: true })
    await expect(media.put('x', bytes, 'image/png')).rejects.toThrow('EISDIR')
    expect(readdirSync(join(dataDir, 'media'))).toEqual(['x'])
  })

  it.each([
    '',
    '/a',
    '../a',
    'a/../b',
    'a/..',
    './a',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\\b',
    'a b',
    'a%2e',
    'a\0',
    'a\n',
    'é',
    'a'.repeat(201),
    Array(300).fill('a').join('/'),
  ])('never has the key %j', async (key) => {
    const { dataDir, media } = setUp()
    writeFileSync(join(dataDir, 'a'), 'outside')
    await expect(media.put(key, bytes, 'image/png')).rejects.toThrow('Not a key')
    await expect(media.read(key)).rejects.toThrow('Not a key')
    await expect(media.remove(key)).rejects.toThrow('Not a key')
    await expect(media.uploadAddress(key, { type: 'a', maxBytes: 1, expires: new Date() })).rejects.toThrow()
    expect(() => media.addressOf(key)).toThrow('Not a key')
    expect(readFileSync(join(dataDir, 'a'), 'utf8')).toBe('outside')
  })
})

test('a local address is the origin and the key', () => {
  const { media } = setUp()
  expect(media.addressOf('demo/a-b_c.png')).toBe('http://localhost:3001/demo/a-b_c.png')
})

describe('a local upload address', () => {
  const expires = new Date('2026-01-01T00:10:00Z')
  const before = Date.parse('2026-01-01T00:09:59Z')

  const granted = async () => {
    const { dataDir, media } = setUp()
    const text = await media.uploadAddress('up/a.png', { type: 'image/png', maxBytes: 10, expires })
    const accepts = (change: (url: URL) => void, type = 'image/png', length = 10, now = before): boolean => {
      const url = new URL(text)
      change(url)
      return verifyUpload(dataDir, url, type, length, now)
    }
    return { accepts, dataDir, text }
  }

  it('is accepted as it was granted', async () => {
    const { accepts, dataDir, text } = await granted()
    expect(text).toMatch(
      /^http:\/\/localhost:3001\/up\/a\.png\?type=image%2Fpng&bytes=10&expires=1767226200&/,
    )
    expect(accepts(() => {})).toBe(true)
    expect(accepts(() => {}, 'image/png', 0)).toBe(true)
    expect(modeOf(join(dataDir, 'keys'))).toBe(0o700)
    expect(modeOf(join(dataDir, 'keys/media'))).toBe(0o600)
  })

  it.each([11, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d bytes', async (length) => {
    const { accepts } = await granted()
    expect(accepts(() => {}, 'image/png', length)).toBe(false)
  })

  it('refuses another type, another time, and any change of the address', async () => {
    const { accepts } = await granted()
    expect(accepts(() => {}, 'text/html')).toBe(false)
    expect(accepts(() => {}, 'image/png', 10, expires.getTime())).toBe(false)
    for (const [name, value] of [
      ['type', 'text/html'],
      ['bytes', '11'],
      ['bytes', ''],
      ['expires', '9999999999'],
      ['signature', ''],
      ['signature', 'é'.repeat(43)],
    ] as const) {
      expect(accepts((url) => url.searchParams.set(name, value))).toBe(false)
    }
    expect(accepts((url) => url.searchParams.delete('signature'))).toBe(false)
    for (const path of ['/up/b.png', '/up/../up/b.png', '//up/a.png', '/up/a%2epng']) {
      const elsewhere = (url: URL): void => {
        url.pathname = path
      }
      expect(accepts(elsewhere)).toBe(false)
    }
  })

  it('is of no use with another data folder', async () => {
    const { text } = await granted()
    const { dataDir, media } = setUp()
    expect(verifyUpload(dataDir, new URL(text), 'image/png', 10, before)).toBe(false)
    await media.uploadAddress('up/a.png', { type: 'image/png', maxBytes: 10, expires })
    expect(verifyUpload(dataDir, new URL(text), 'image/png', 10, before)).toBe(false)
  })
})
