import { GIF } from 'image-size/types/gif'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

import { type PictureType, pictureLimits } from '../contract/picture.ts'
import { pixelsOf } from './frames.ts'
import { jpegSize } from './jpeg.ts'

/** Each format's first bytes, in hexadecimal. */
const formats = [
  { type: 'image/png', extension: 'png', start: /^89504e470d0a1a0a/, format: PNG },
  { type: 'image/jpeg', extension: 'jpg', start: /^ffd8ff/, format: { calculate: jpegSize } },
  { type: 'image/gif', extension: 'gif', start: /^474946383[79]61/, format: GIF },
  { type: 'image/webp', extension: 'webp', start: /^52494646.{8}57454250565038(?:20|4c|58)/, format: WEBP },
] as const

// A picture's size is near its beginning; in a JPEG, after thumbnail and colour profile.
const headBytes = 1_048_576

type Format = (typeof formats)[number]

/** What a picture's header says. */
export type ImageHeader = { readonly type: PictureType; readonly width: number; readonly height: number }

const headerBy = ({ type, format }: Format, bytes: Uint8Array): ImageHeader | undefined => {
  try {
    // A copy: the library reads past the end of a view into a larger buffer.
    const { width, height } = format.calculate(new Uint8Array(bytes.subarray(0, headBytes)))
    if (width * height === 0) return undefined
    const pixels = pixelsOf(type, bytes, { width, height }, pictureLimits.pixels)
    return pixels <= pictureLimits.pixels ? { type, width, height } : undefined
  } catch {
    return undefined
  }
}

/**
 * The header of a picture, by content alone and without decoding. Undefined for everything else: SVG, HTML, a header
 * without a size, and pictures whose frames together have more than 40 million pixels.
 */
export const readImageHeader = (bytes: Uint8Array): ImageHeader | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const found = formats.find((each) => each.start.test(start))
  return found && bytes.length >= 30 ? headerBy(found, bytes) : undefined
}

/** The image type of these bytes, under the conditions of `readImageHeader`. */
export const sniffImage = (bytes: Uint8Array): PictureType | undefined => readImageHeader(bytes)?.type

/** The file extension of an image type, without the dot. */
export const extensionOf = (type: PictureType): string =>
  formats.find((each) => each.type === type)?.extension ?? 'bin'
