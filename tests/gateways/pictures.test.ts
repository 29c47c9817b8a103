import { MagickFormat } from '@imagemagick/magick-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pictureLimits, pictureSides } from '../../lib/contract/picture.ts'
import { sniffImage } from '../../lib/gateways/image.ts'
import { renderPicture } from '../../lib/gateways/pictures.ts'
import {
  encoded,
  greyPng,
  jpegWithLocation,
  look,
  png,
  pngChunk,
  pngHead,
  pngWithLocation,
  riff,
  secret,
  webpCanvas,
  webpFrame,
  webpWithLocation,
} from '../support/pictures.ts'

const size = { width: 60, height: 40 }
const base = png(size.width, size.height)

const withLocation = {
  jpeg: (orientation = 1) => jpegWithLocation(base, orientation),
  png: async (orientation = 1) => pngWithLocation(size.width, size.height, orientation),
  webp: (orientation = 1) => webpWithLocation(base, size, orientation),
}
const kinds = ['jpeg', 'png', 'webp'] as const

const stored = async (bytes: Uint8Array, kind: 'avatar' | 'event' = 'avatar') => {
  const picture = await renderPicture(bytes, kind)
  if (!picture) throw new Error('refused')
  return { ...picture, seen: await look(picture.bytes) }
}

describe('a stored picture', () => {
  // rules/http 47
  it.each(kinds)('has none of the metadata of a %s', async (format) => {
    const bytes = await withLocation[format]()
    expect(bytes.includes(secret)).toBe(true)
    const { bytes: result, seen } = await stored(bytes)
    expect(Buffer.from(result).toString('latin1')).not.toMatch(/GPS|52\.52|Exif|xmpmeta|Photoshop|ImageDesc/)
    expect(seen.profiles).toEqual([])
    expect(seen.attributes.filter((name) => /exif|comment|iptc|xmp|location/i.test(name))).toEqual([])
  })

  /** What each EXIF orientation shows of red, green, black and blue corners, clockwise. */
  const upright = ['rgkb', 'grbk', 'kbrg', 'bkgr', 'rbkg', 'brgk', 'kgrb', 'gkbr']
  const cases = kinds.flatMap((format) => upright.map((corners, at) => [format, at + 1, corners] as const))

  // rules/http 47
  it.each(cases)('shows a %s of orientation %i upright', async (format, orientation, corners) => {
    const { seen } = await stored(await withLocation[format](orientation))
    const isTurned = orientation > 4
    expect([seen.corners, seen.width, seen.height]).toEqual([
      corners,
      isTurned ? size.height : size.width,
      isTurned ? size.width : size.height,
    ])
  })

  it('is a JPEG if it was one, and otherwise a WebP, which keeps transparency', async () => {
    const clear = png(60, 40, 128)
    const results = [
      await stored(await encoded(base, MagickFormat.Jpeg)),
      await stored(clear),
      await stored(await encoded(clear, MagickFormat.WebP)),
      await stored(await encoded(base, MagickFormat.Gif)),
    ]
    expect(results.map(({ type, extension }) => [type, extension])).toEqual([
      ['image/jpeg', 'jpg'],
      ['image/webp', 'webp'],
      ['image/webp', 'webp'],
      ['image/webp', 'webp'],
    ])
    expect(results.map(({ bytes }) => sniffImage(bytes))).toEqual(results.map(({ type }) => type))
    expect(results.map(({ seen }) => seen.hasAlpha)).toEqual([false, true, true, false])
  })

  // rules/http 48
  it('is at most as large as its kind, and never larger than it was', async () => {
    const wide = await encoded(greyPng(3000, 1500), MagickFormat.Jpeg)
    const { seen: avatar } = await stored(wide)
    expect([avatar.width, avatar.height]).toEqual([pictureSides.avatar, pictureSides.avatar / 2])
    const { seen: event } = await stored(greyPng(1000, 4000), 'event')
    expect([event.width, event.height]).toEqual([400, pictureSides.event])
    const { seen: small } = await stored(base)
    expect([small.width, small.height]).toEqual([60, 40])
  })
})

describe('a picture is refused', () => {
  let whole: Readonly<Record<'jpeg' | 'png' | 'gif' | 'webp', Buffer>>
  beforeAll(async () => {
    whole = {
      jpeg: await encoded(base, MagickFormat.Jpeg),
      png: base,
      gif: await encoded(base, MagickFormat.Gif),
      webp: await encoded(base, MagickFormat.WebP),
    }
  })

  // rules/http 49
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('that is a %s and ends early', async (format) => {
    const bytes = whole[format]
    expect(await renderPicture(bytes, 'avatar')).toBeDefined()
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.9))
    expect(sniffImage(cut)).toBeDefined()
    expect(await renderPicture(cut, 'avatar')).toBeUndefined()
  })

  const gifWith = (frames: number, width: number, height: number, canvas = 10): Buffer => {
    const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
    head.writeUInt16LE(canvas, 6)
    head.writeUInt16LE(canvas, 8)
    const frame = Buffer.from(`2c${'00'.repeat(9)}0202440100`, 'hex')
    frame.writeUInt16LE(width, 5)
    frame.writeUInt16LE(height, 7)
    return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';'.repeat(20))])
  }
  const apng = (frames: number, width: number, height: number): Buffer => {
    const control = Buffer.alloc(8)
    control.writeUInt32BE(frames)
    return Buffer.concat([pngHead(width, height, 6), pngChunk('acTL', control), pngChunk('IDAT', control)])
  }
  const animated = (frames: number, width: number, height: number): Buffer =>
    riff([webpCanvas(width, height, 0x02), ...Array.from({ length: frames }, webpFrame)])

  // rules/http 49
  it.each([
    ['a GIF', gifWith(40, 1000, 1000), gifWith(41, 1000, 1000)],
    ['a GIF with a large canvas', gifWith(40, 1, 1, 1000), gifWith(41, 1, 1, 1000)],
    ['a GIF whose frame is larger than its canvas', gifWith(1, 8000, 5000), gifWith(1, 8000, 5001)],
    ['an animated PNG', apng(40, 1000, 1000), apng(41, 1000, 1000)],
    ['an animated WebP', animated(40, 1000, 1000), animated(41, 1000, 1000)],
    ['a PNG', apng(1, 8000, 5000), apng(1, 8000, 5001)],
  ])('by its header alone: %s of more than 40 million pixels', async (_, most, more) => {
    expect(sniffImage(most)).toBeDefined()
    expect(sniffImage(more)).toBeUndefined()
    expect(await renderPicture(more, 'avatar')).toBeUndefined()
  })

  // rules/http 49
  it('that takes too much processor time', async () => {
    const large = greyPng(8000, 4900)
    expect(8000 * 4900).toBeLessThan(pictureLimits.pixels)
    const [slow, next] = await Promise.all([renderPicture(large, 'event', 1), renderPicture(base, 'event')])
    expect(slow).toBeUndefined()
    expect(next).toBeDefined()
  })
})
