import { describe, expect, it } from 'vitest'
import { extensionOf, sniffImage } from '../../lib/gateways/image.ts'

const base64 = (text: string): Buffer => Buffer.from(text, 'base64')

// Real pictures of one pixel.
const png = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
const jpeg = base64(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
)
const webp = base64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=')
const lossless = base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')

const sized = (width: number, height: number): Buffer => {
  const changed = Buffer.from(gif)
  changed.writeUInt16LE(width, 6)
  changed.writeUInt16LE(height, 8)
  return changed
}

describe('a picture', () => {
  it.each([
    ['image/png', 'png', png],
    ['image/gif', 'gif', gif],
    ['image/jpeg', 'jpg', jpeg],
    ['image/webp', 'webp', webp],
    ['image/webp', 'webp', lossless],
  ] as const)('is %s, with the extension %s', (type, extension, bytes) => {
    expect(sniffImage(bytes)).toBe(type)
    expect(sniffImage(new Uint8Array(bytes))).toBe(type)
    expect(extensionOf(type)).toBe(extension)
  })

  it('with a page behind it stays a picture', () => {
    expect(sniffImage(Buffer.concat([gif, Buffer.from('<script>alert(1)</script>')]))).toBe('image/gif')
  })

  // rules/http 49
  it('of forty million pixels is the largest', () => {
    expect(sniffImage(sized(8000, 5000))).toBe('image/gif')
    expect(sniffImage(sized(8000, 5001))).toBeUndefined()
    expect(sniffImage(sized(65_535, 65_535))).toBeUndefined()
  })
})

const text = (content: string): Buffer => Buffer.from(content.padEnd(200))

describe('no picture', () => {
  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script/></svg>')],
    ['SVG after a declaration', text('<?xml version="1.0"?><svg width="1" height="1"></svg>')],
    ['HTML', text('<!doctype html><html><body>hello</body></html>')],
    ['a page that begins like a GIF', text('GIF89a<html><script>alert(1)</script>')],
    ['a script that begins like a GIF', text('GIF89a=1;alert(1)')],
    ['a page that begins like a WebP', text('RIFF....WEBP<html>')],
    ['a page that holds a PNG', Buffer.concat([text('<html>'), png])],
    ['a GIF without a size', sized(0, 1)],
    ['a PDF', text('%PDF-1.7')],
    ['a BMP', text('BM')],
    ['a PNG with another first byte', Buffer.concat([Buffer.from('<'), png.subarray(1)])],
    ['nothing', Buffer.alloc(0)],
  ])('is %s', (_, bytes) => {
    expect(sniffImage(bytes)).toBeUndefined()
  })

  it.each([
    ['PNG', png],
    ['GIF', gif],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('is the beginning of a %s, whatever lies behind it in memory', (_, bytes) => {
    for (let length = 0; length < 24; length += 1)
      expect(sniffImage(bytes.subarray(0, length))).toBeUndefined()
  })

  // What says the size stands at the beginning, so a reader looks at the first megabyte alone.
  it('is a JPEG that says its size behind the first megabyte or 200 segments', () => {
    const segment = Buffer.alloc(60_002)
    segment.set([0xff, 0xe1, 60_000 >> 8, 60_000 & 255])
    const padded = (segments: number) =>
      Buffer.concat([
        jpeg.subarray(0, 2),
        ...Array.from({ length: segments }, () => segment),
        jpeg.subarray(2),
      ])
    expect(sniffImage(padded(17))).toBe('image/jpeg')
    expect(sniffImage(padded(18))).toBeUndefined()
    const crowded = (segments: number) =>
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe10002'.repeat(segments), 'hex'), jpeg.subarray(2)])
    expect(sniffImage(crowded(190))).toBe('image/jpeg')
    expect(sniffImage(crowded(200))).toBeUndefined()
    const zeros = Buffer.alloc(8_000_000)
    zeros.set([0xff, 0xd8, 0xff, 0xe0])
    expect(sniffImage(zeros)).toBeUndefined()
  })
})
