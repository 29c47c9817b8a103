const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML, between tags or quotes. */
export const safe = (text: unknown): string => String(text).replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Renders `code`, **bold** and [links](https://…), as the document writes them. */
export const words = (text: string): string =>
  safe(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+|\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

const list = (lines: readonly string[], sign: RegExp): string =>
  lines.map((line) => `<li>${words(line.replace(sign, ''))}</li>`).join('')

const block = (text: string): string => {
  const lines = text.split('\n')
  const [first = ''] = lines
  const heading = /^## (.+)$/.exec(first)?.[1]
  if (heading !== undefined)
    return `<h2 id="${heading.toLowerCase().replace(/[^a-z]+/g, '-')}">${words(heading)}</h2>`
  if (lines.every((line) => /^\d+\. /.test(line))) return `<ol>${list(lines, /^\d+\. /)}</ol>`
  if (lines.every((line) => line.startsWith('- '))) return `<ul>${list(lines, /^- /)}</ul>`
  const rest = lines.slice(1)
  if (rest.length > 0 && rest.every((line) => line.startsWith('- ')))
    return `<p>${words(first)}</p><ul>${list(rest, /^- /)}</ul>`
  return `<p>${words(text)}</p>`
}

/** Renders paragraphs, headings and lists of the small Markdown in descriptions. */
export const prose = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(block)
    .join('')
