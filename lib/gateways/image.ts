import { GIF } from 'image-size/types/gif'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

import { jpegSize } from './jpeg.ts'

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** Each format's first bytes, in hexadecimal. */
const formats = [
  { type: 'image/png', extension: 'png', start: /^89504e470d0a1a0a/, format: PNG },
  { type: 'image/jpeg', extension: 'jpg', start: /^ffd8ff/, format: { calculate: jpegSize } },
  { type: 'image/gif', extension: 'gif', start: /^474946383[79]61/, format: GIF },
  { type: 'image/webp', extension: 'webp', start: /^52494646.{8}57454250565038(?:20|4c|58)/, format: WEBP },
] as const

// A picture's size is near its beginning; in a JPEG, after thumbnail and colour profile.
const headBytes = 1_048_576

// Larger pictures would exhaust a phone that decodes them.
const maxPixels = 100_000_000

type Format = (typeof formats)[number]['format']

const hasSize = (format: Format, head: Uint8Array): boolean => {
  try {
    const { width, height } = format.calculate(head)
    return width > 0 && height > 0 && width * height <= maxPixels
  } catch {
    return false
  }
}

/**
 * The image type of these bytes, by content alone. Undefined for everything else: SVG, HTML, a header without a size,
 * and pictures of more than 100 million pixels.
 */
export const sniffImage = (bytes: Uint8Array): ImageType | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  const found = formats.find((each) => each.start.test(start))
  if (!found || bytes.length < 30) return undefined
  // A copy: the library reads past the end of a view into a larger buffer.
  return hasSize(found.format, new Uint8Array(bytes.subarray(0, headBytes))) ? found.type : undefined
}

/** The file extension of an image type, without the dot. */
export const extensionOf = (type: ImageType): string =>
  formats.find((each) => each.type === type)?.extension ?? 'bin'
