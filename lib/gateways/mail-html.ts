const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** A page or a letter of paragraphs that are HTML already. */
export const htmlOf = (paragraphs: readonly string[]): string =>
  `<!doctype html><html><body>${paragraphs.join('')}</body></html>`
