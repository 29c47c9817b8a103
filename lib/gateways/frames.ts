import type { PictureType } from '../contract/picture.ts'

type Size = { readonly width: number; readonly height: number }

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The position behind the sub-blocks that begin here. */
const behindSubBlocks = (bytes: Uint8Array, start: number): number => {
  let at = start
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length
  return at + 1
}

const imageBlock = 0x2c
const extensionBlock = 0x21

/** A frame may be larger than the canvas, in which case decoders create it all the same. */
const gifPixels = (bytes: Uint8Array, canvas: number, most: number): number => {
  const view = viewOf(bytes)
  let pixels = 0
  let at = 13 + colourTableBytes(bytes[10] ?? 0)
  while (at + 10 <= bytes.length && pixels <= most) {
    if (bytes[at] === imageBlock) {
      pixels += Math.max(canvas, view.getUint16(at + 5, true) * view.getUint16(at + 7, true))
      at = behindSubBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9] ?? 0))
    } else if (bytes[at] === extensionBlock) at = behindSubBlocks(bytes, at + 2)
    else break
  }
  return Math.max(canvas, pixels)
}

/** Names of chunks, read as a number. */
const acTL = 0x6163544c
const IDAT = 0x49444154
const ANMF = 0x414e4d46

/** The number of frames in an `acTL` chunk. It has to precede the pixels, and so is near the beginning. */
const pngFrames = (bytes: Uint8Array): number => {
  const view = viewOf(bytes)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4)
    if (name === acTL) return Math.max(1, view.getUint32(at + 8))
    if (name === IDAT) break
  }
  return 1
}

/** The number of `ANMF` chunks, each of which is a frame. */
const webpFrames = (bytes: Uint8Array): number => {
  const view = viewOf(bytes)
  let frames = 0
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (view.getUint32(at) === ANMF) frames += 1
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return Math.max(1, frames)
}

/** Pixels of all frames together, from their headers alone. Stops counting above `most`. */
export const pixelsOf = (
  type: PictureType,
  bytes: Uint8Array,
  { width, height }: Size,
  most: number,
): number => {
  const canvas = width * height
  if (type === 'image/gif') return gifPixels(bytes, canvas, most)
  if (type === 'image/png') return canvas * pngFrames(bytes)
  return type === 'image/webp' ? canvas * webpFrames(bytes) : canvas
}
