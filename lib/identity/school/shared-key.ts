import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether a sent text is one of these keys. Compares with all of them, so that the time reveals nothing. */
export const isSharedKey = (sent: string, keys: readonly string[]): boolean => {
  const sentDigest = digest(sent)
  return keys.filter((key) => timingSafeEqual(digest(key), sentDigest)).length > 0
}
