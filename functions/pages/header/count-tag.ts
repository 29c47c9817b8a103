import { type Html, html } from '../layout/html.ts'

/** A header shows larger counts as `9+`. */
export const mostCounted = 9

export const countWords = (count: number): string => (count > mostCounted ? `${mostCounted}+` : String(count))

/** A count beside a link of the header; none for zero. `label` says what is counted, for readers who hear the page. */
export const countTag = (count: number, label: (count: string) => string): Html | string => {
  if (count === 0) return ''
  const text = countWords(count)
  return html` <b class="count-tag num" aria-label="${label(text)}">${text}</b>`
}
