import { plainTextOf } from '../../../lib/contract/text/html-to-text.ts'
import { type Html, html, raw } from './html.ts'

const paths = {
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  place: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  people:
    'M16 20v-1.5a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4V20M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM21 20v-1.5a4 4 0 0 0-3-3.9M15.5 4.2a3.5 3.5 0 0 1 0 6.7',
  host: 'M3 21h18M5 21V8l7-5 7 5v13M10 21v-6h4v6',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6L12.500 17',
  note: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
} as const

export const icon = (name: keyof typeof paths): Html =>
  raw(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${paths[name]}"/></svg>`,
  )

export type FactOf = readonly [icon: keyof typeof paths, term: string, text: Html | string]

export const facts = (all: readonly FactOf[]): Html =>
  html`<dl class="facts">${all.map(([name, term, text]) => html`<div>${icon(name)}<dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`

/** What stands where nothing is: why, and what to do. */
export const empty = (title: string | Html, text: string, action?: { href: string; text: string }): Html =>
  html`<div class="card empty">${typeof title === 'string' ? html`<h2>${title}</h2>` : title}<p>${text}</p>${action ? html`<a class="btn" href="${action.href}">${action.text}</a>` : ''}</div>`

/** Items of a list, or what stands where there are none. */
export const listed = (
  items: readonly (Html | string)[],
  nothing: Parameters<typeof empty>,
  css = 'list',
): Html => (items.length === 0 ? empty(...nothing) : html`<ul class="${css}">${items}</ul>`)

export type States = Readonly<Record<string, readonly [tone: string, words: string]>>

/** How far something is, in a word and its tone. */
export const tagged =
  (states: States) =>
  (status: string): Html => {
    const [tone, words] = states[status] ?? ['', status]
    return html`<span class="tag ${tone}">${words}</span>`
  }

/** How much of it is taken, as a bar. The words beside it say the same. */
export const bar = (taken: number, of: number): Html => {
  const part = of <= 0 ? 0 : Math.min(100, Math.round((taken / of) * 100))
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" aria-hidden="true"><rect width="${part}" height="8"/></svg>`
}

const address = /https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?]/g

/** What people wrote, with its web addresses as links. */
export const written = (sent: string): Html => {
  const text = plainTextOf(sent)
  const pieces: Html[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    pieces.push(html`${text.slice(from, index)}<a href="${found}" rel="noopener nofollow ugc">${found}</a>`)
    from = index + found.length
  }
  return html`<div class="prose" dir="auto">${pieces}${text.slice(from)}</div>`
}

const initial = (name: string): string => ([...name.trim()][0] ?? '?').toUpperCase()

export const face = (name: string, picture: string | undefined): Html =>
  picture && /^https?:\/\//.test(picture)
    ? html`<img class="face" src="${picture}" alt="" loading="lazy" width="28" height="28">`
    : html`<span class="face" aria-hidden="true">${initial(name)}</span>`

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** Ways to sign in, as people call them. */
export const wayNames: Readonly<Record<string, string>> = {
  password: 'Password',
  google: 'Google',
  apple: 'Apple',
  passkey: 'Passkey',
  saml: "The school's sign-in",
}
