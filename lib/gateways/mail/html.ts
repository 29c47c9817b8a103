const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** A letter, or with a title a page, of paragraphs that are HTML already. */
export const htmlOf = (paragraphs: readonly string[], title?: string): string => {
  const named =
    title === undefined
      ? ''
      : `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`
  const head = `<head><meta charset="utf-8">${named}</head>`
  return `<!doctype html><html lang="en">${head}<body>${paragraphs.join('')}</body></html>`
}
