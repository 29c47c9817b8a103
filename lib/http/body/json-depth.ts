/** The table keeps 32 levels of nesting, its own two included; no operation reads half as many. */
const deepest = 24

const codeOf = (sign: string): number => sign.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
const opening = new Set(['[', '{'].map(codeOf))
const closing = new Set([']', '}'].map(codeOf))

/** Whether a JSON text nests deeper than any request has reason to. Looks at the bytes alone, so no parser is at risk. */
export const isDeep = (bytes: Uint8Array): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0
    if (inText && sign === backslash) at += 1
    else if (sign === quote) inText = !inText
    else if (inText) continue
    else if (opening.has(sign)) depth += 1
    else if (closing.has(sign)) depth -= 1
    if (depth > deepest) return true
  }
  return false
}
