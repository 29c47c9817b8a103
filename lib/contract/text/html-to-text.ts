const signs: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
}

/**
 * The plain text of HTML from an existing client's editor, with its lines, list items and links. Only a text wrapped
 * in block elements is converted. Other texts stay unchanged, because tags in them are meant literally.
 */
export const plainTextOf = (text: string): string => {
  if (!/^\s*<(?:p|h\d|[uo]l|blockquote|pre)\b.*<\/(?:p|h\d|[uo]l|blockquote|pre)>\s*$/is.test(text))
    return text
  let link = ''
  return text
    .replace(/<(\/?)(\w+)\b([^<>]*)>/g, (_, ends: string, name: string, rest: string) => {
      const tag = name.toLowerCase()
      if (tag === 'li' && !ends) return '- '
      if (tag !== 'a') return tag === 'br' || (ends && /^(?:p|h\d|li|blockquote|pre)$/.test(tag)) ? '\n' : ''
      const to = link
      link = ends ? '' : (/ href="([^"]*)"/i.exec(rest)?.[1] ?? '')
      return ends && to ? ` (${to})` : ''
    })
    .replace(/(https?:\S{1,300}) \(\1\)/g, '$1')
    .replace(/(?<!\n)\n+(?=\n(?:- |$))/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => signs[name] ?? '')
    .trim()
}
