export type JsonLimits = { readonly depth: number; readonly values: number }

/**
 * Limits of one JSON body (rules/http 44). The table stores 32 levels, including two of its own; no operation reads
 * half as many.
 */
export const jsonLimits: JsonLimits = { depth: 24, values: 20_000 }

const code = (sign: string): number => sign.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const opening = new Set(['[', '{'].map(code))
const closing = new Set([']', '}'].map(code))

/**
 * The first limit that a JSON text exceeds; undefined within both. It scans only bytes and stops at the limit, so no
 * parser and no schema sees more. Every value of a list or object except the first follows a comma; the first follows
 * the opening bracket.
 */
export const exceededJsonLimit = (
  bytes: Uint8Array,
  limits: JsonLimits = jsonLimits,
): keyof JsonLimits | undefined => {
  let depth = 0
  let values = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0
    if (isInText && sign === backslash) at += 1
    else if (sign === quote) isInText = !isInText
    else if (isInText) continue
    else if (sign === comma) values += 1
    else if (opening.has(sign)) {
      depth += 1
      values += 1
    } else if (closing.has(sign)) depth -= 1
    if (depth > limits.depth) return 'depth'
    if (values > limits.values) return 'values'
  }
  return undefined
}
