/** The texts that a source file of pages shows: messages that it translates, and text that it forgot to. */
export type PageTexts = { readonly messages: readonly string[]; readonly untranslated: readonly string[] }

const shownAttributes = /(?:aria-label|alt|placeholder|title)="([^"]*)"/g

/** Letters that a reader would see in the static parts of an `html` template; `\0` stands for a value. */
const visibleText = (template: string): readonly string[] => {
  const attributes = [...template.matchAll(shownAttributes)].map(([, text = '']) => text)
  const text = template
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/gs, '\n')
    .replace(/&\w+;|&#\w+;/g, ' ')
  return [...attributes, ...text.split('\n')]
    .map((piece) => piece.replaceAll('\0', ' ').trim())
    .filter((piece) => /\p{L}/u.test(piece.replace(/[\w-]+="[^"]*"/g, '')))
}

const unescaped = (literal: string): string =>
  literal.replace(
    /\\(u\{([0-9a-f]+)\}|u([0-9a-f]{4})|.)/gi,
    (_, all: string, wide?: string, short?: string) =>
      wide || short
        ? String.fromCodePoint(Number.parseInt(wide ?? short ?? '', 16))
        : all === 'n'
          ? '\n'
          : all,
  )

/** Reads the texts of a TypeScript file. `calls` are the functions that take messages. */
export const textsOf = (source: string, calls: readonly string[] = ['t', 'msg']): PageTexts => {
  const takesMessage = new RegExp(`(?<![\\w.])(?:${calls.join('|')})\\(\\s*$`)
  const messages: string[] = []
  const untranslated: string[] = []
  let at = 0
  const string = (quote: string): string => {
    const from = ++at
    while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
    return unescaped(source.slice(from, at++))
  }
  const template = (): string => {
    let text = ''
    at++
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at += 2
        code('}')
        at++
        text += '\0'
      } else if (source[at] === '\\') {
        text += unescaped(source.slice(at, at + 2))
        at += 2
      } else text += source[at++]
    }
    at++
    return text
  }
  const code = (end: string | undefined): void => {
    let depth = 0
    while (at < source.length) {
      const char = source[at] ?? ''
      const before = source.slice(Math.max(0, at - 40), at)
      if (char === end && depth === 0) return
      if (source.startsWith('//', at)) at = Math.max(source.indexOf('\n', at), at + 2)
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 2
      else if (char === "'" || char === '"') {
        const text = string(char)
        if (takesMessage.test(before)) messages.push(text)
      } else if (char === '`') {
        const text = template()
        if (takesMessage.test(before)) messages.push(text)
        else if (/(?<![\w.])html$/.test(before)) untranslated.push(...visibleText(text))
      } else if (char === '/' && /[(,=:[!&|?{}\n;>]\s*$/.test(before)) {
        const literal = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//.exec(source.slice(at, at + 500))
        at += literal?.[0].length ?? 1
      } else {
        if (char === '{') depth++
        if (char === '}') depth--
        at++
      }
    }
  }
  code(undefined)
  return { messages, untranslated }
}
