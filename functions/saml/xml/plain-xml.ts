// Parsers differ in how they read other encodings and versions.
const declaration =
  /^<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>/i
const notXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

// Parsers differ in how they read a CDATA section, a DTD, a processing instruction or a comment within a text.
const isPlain = (text: string): boolean => {
  const body = text.replace(declaration, '')
  return /^[ \t\r\n]*</.test(body) && !body.includes('<!') && !body.includes('<?') && !body.includes(']]>')
}

const tag = /<\/?[^\s<>/="'&]+(?:\s+[^\s<>/="'&]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/g
const entity = /&(?:(?:amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g

const isXmlSign = (code: number): boolean =>
  code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !notXml.test(String.fromCodePoint(code))

/**
 * Whether every `<` begins a tag and every `&` an entity that needs no declaration. The parser reads others as text.
 */
const isWellFormed = (text: string): boolean => {
  const rest = text.replace(declaration, '').replace(tag, (found) => found.slice(1))
  if (rest.includes('<')) return false
  let known = 0
  for (const [, decimal, hex] of rest.matchAll(entity)) {
    known += 1
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined && !isXmlSign(code)) return false
  }
  return known === (rest.match(/&/g)?.length ?? 0)
}

const isSpace = (sign: string | undefined): boolean =>
  sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r'

/** Whether a comment is between two tags. `last` is the sign before it, undefined at the beginning of the document. */
const isBetweenTags = (text: string, last: string | undefined, after: number): boolean => {
  let next = after
  while (isSpace(text[next])) next += 1
  const ends = next >= text.length || text[next] === '<'
  return last === undefined ? ends && !text.startsWith('<?', next) : ends && last === '>'
}

/**
 * Removes comments between two tags: a canonical form omits them, and they touch no text (rules/saml 50). Any other
 * comment stays, and is refused. One pass from beginning to end.
 */
const withoutComments = (text: string): string => {
  const kept: string[] = []
  let at = 0
  let last: string | undefined
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', at)) {
    const end = text.indexOf('--', from + 4)
    let before = from - 1
    while (before >= at && isSpace(text[before])) before -= 1
    if (before >= at) last = text[before]
    if (end < 0 || text[end + 2] !== '>' || !isBetweenTags(text, last, end + 3)) return text
    kept.push(text.slice(at, from))
    at = end + 3
  }
  return [...kept, text.slice(at)].join('')
}

/** A document that every parser reads alike, without its comments. Undefined for any other. */
export const plainXml = (text: string): string | undefined => {
  const marked = text.replace(/^\ufeff/, '')
  if (notXml.test(marked)) return undefined
  const plain = withoutComments(marked)
  return isPlain(plain) && isWellFormed(plain) ? plain : undefined
}
