/** Numbers from 0 up to 1 that depend only on a seed and on their purpose. */
export const drawn = (seed: number, ...what: readonly (string | number)[]): number => {
  const text = what.join('\n')
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // Otherwise texts that differ only in their last letter would give similar numbers.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Evenly distributed between two numbers. */
export const between = (from: number, to: number, draw: number): number => from + (to - from) * draw
