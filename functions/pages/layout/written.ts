import { unmarked } from '../../../lib/contract/text/marked-up.ts'
import { type Html, html } from './html.ts'

const address = /https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?]/g

/** What people wrote, with its web addresses as links. */
export const written = (sent: string): Html => {
  const text = unmarked(sent)
  const pieces: Html[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    pieces.push(html`${text.slice(from, index)}<a href="${found}" rel="noopener nofollow ugc">${found}</a>`)
    from = index + found.length
  }
  return html`<div class="prose" dir="auto">${pieces}${text.slice(from)}</div>`
}
