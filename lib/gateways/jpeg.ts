/** Limit for segments before the one with the size; cameras write fewer than thirty. */
const mostSegments = 200

const marker = 0xff
const startOfFrame = [0xc0, 0xc1, 0xc2]

/**
 * Width and height of a JPEG, from its first frame header. Walks from segment to segment, and skips stray bytes to the
 * next marker as decoders do. Throws if no frame follows within the bytes and 200 segments.
 */
export const jpegSize = (bytes: Uint8Array): { width: number; height: number } => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  for (let segments = 0; segments < mostSegments; segments += 1) {
    at = bytes.indexOf(marker, at)
    if (at < 0) break
    while (bytes[at] === marker) at += 1
    if (startOfFrame.includes(bytes[at] ?? 0)) {
      return { height: view.getUint16(at + 4), width: view.getUint16(at + 6) }
    }
    at += 1 + Math.max(view.getUint16(at + 1), 2)
  }
  throw new RangeError('a JPEG without a frame header')
}
