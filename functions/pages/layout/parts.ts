import { plainTextOf } from '../../../lib/contract/text/html-to-text.ts'
import { minuteMs } from '../../../lib/contract/time.ts'
import { type PageContext, pageScope } from '../call.ts'
import { msg, t } from '../locale.ts'
import { type Html, html, raw } from './html.ts'
import { type IconName, icon } from './icons.ts'

export { icon }

export type FactOf = readonly [icon: IconName, term: string, text: Html | string]

export const facts = (all: readonly FactOf[]): Html =>
  html`<dl class="facts">${all.map(([name, term, text]) => html`<div>${icon(name)}<dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`

/** The text of an empty list: why it is empty, and what to do. */
export const empty = (
  title: string | Html,
  text: string | Html,
  action?: { href: string; text: string },
): Html =>
  html`<div class="card empty">${typeof title === 'string' ? html`<h2>${title}</h2>` : title}<p>${text}</p>${action ? html`<a class="btn" href="${action.href}">${action.text}</a>` : ''}</div>`

/** The texts of a search for people that found nobody: what was entered may be too short to search for. */
export const nobodyFound = (search: string): [title: string, text: string] => [
  t('No person found'),
  /\S{2}/.test(search)
    ? t('Check the spelling, or search for the beginning of another part of the name.')
    : t('Enter at least two letters from the beginning of any part of the name.'),
]

/** Items of a list, or the text of the empty list. */
export const listed = (
  items: readonly (Html | string)[],
  nothing: Parameters<typeof empty>,
  css = 'list',
): Html => (items.length === 0 ? empty(...nothing) : html`<ul class="${css}">${items}</ul>`)

export type States = Readonly<Record<string, readonly [tone: string, words: string]>>

/** How far something is, in a word and its tone. The words are messages. */
export const tagged =
  (states: States) =>
  (status: string): Html => {
    const [tone, words] = states[status] ?? ['', status]
    return html`<span class="tag ${tone}">${t(words)}</span>`
  }

/** How much of it is taken, as a bar. The words beside it say the same. */
export const bar = (taken: number, of: number): Html => {
  const part = of <= 0 ? 0 : Math.min(100, Math.round((taken / of) * 100))
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" aria-hidden="true"><rect width="${part}" height="8"/></svg>`
}

const address = /https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?]/g

/** Line breaks as elements: they remain where no style is applied, such as in reader views and text browsers. */
const withLineBreaks = (text: string): Html[] =>
  text.split(/\r?\n/).map((line, at) => html`${at === 0 ? '' : raw('<br>')}${line}`)

/** What people wrote, with its web addresses as links. */
export const userText = (input: string): Html => {
  const text = plainTextOf(input)
  const pieces: Html[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    pieces.push(
      html`${withLineBreaks(text.slice(from, index))}<a href="${found}" rel="noopener nofollow ugc">${found}</a>`,
    )
    from = index + found.length
  }
  return html`<div class="prose" dir="auto">${pieces}${withLineBreaks(text.slice(from))}</div>`
}

/** An email address, which breaks after its @ where it does not fit on a line. */
export const emailWords = (email: string): Html => {
  const at = email.lastIndexOf('@') + 1
  return html`<bdi>${email.slice(0, at)}<wbr>${email.slice(at)}</bdi>`
}

const initial = (name: string): string => ([...name.trim()][0] ?? '?').toUpperCase()

export const face = (name: string, picture: string | undefined): Html =>
  picture && /^https?:\/\//.test(picture)
    ? html`<img class="face" src="${picture}" alt="" loading="lazy" width="28" height="28">`
    : html`<span class="face" aria-hidden="true">${initial(name)}</span>`

/** Messages with the names of sign-in methods. */
export const wayNames: Readonly<Record<string, string>> = {
  password: msg('Password'),
  google: 'Google',
  apple: 'Apple',
  passkey: msg('Passkey'),
  saml: msg("The school's sign-in"),
}

/** Beside a count, while the counts that the page has read lag behind. */
export const countsNote = (context: PageContext): Html | string => {
  const { countedUntil: until } = pageScope(context).visit
  if (until === undefined || context.tenant.platform) return ''
  const minutes = Math.ceil((context.now().getTime() - Date.parse(until)) / minuteMs)
  const text =
    Date.parse(until) > 0
      ? t('Counts may be up to {minutes, plural, one {# minute} other {# minutes}} old', { minutes })
      : t('Counts are not complete yet')
  return html`<p class="soft" role="status">${text}</p>`
}

/**
 * A text to copy, such as an address that is shown once. A click selects all of it; the script `copy.js` adds a button
 * that copies it.
 */
export const copyField = (label: string, text: string): Html =>
  html`<div class="copy"><code class="copied" aria-label="${label}" tabindex="0">${text}</code><button class="btn plain small" type="button" hidden>${t('Copy')}</button></div>`
