import type { PageContext } from '../ask.ts'
import { type Html, html } from '../layout/html.ts'

const names = { google: 'Google', apple: 'Apple' } as const

/** The ways to sign in that this school offers beside a password: its own first. */
export const otherWays = async (context: PageContext, next: string): Promise<Html> => {
  const { GOOGLE_CLIENT_IDS, APPLE_CLIENT_IDS } = context.settings
  const onward = encodeURIComponent(next)
  const offered = [
    ...(APPLE_CLIENT_IDS === '' ? [] : (['apple'] as const)),
    ...(GOOGLE_CLIENT_IDS === '' ? [] : (['google'] as const)),
  ]
  if (offered.length === 0) return html``
  return html`<div class="stack">${offered.map((way) => html`<a class="btn plain full" href="/login/with/${way}?next=${onward}">Continue with ${names[way]}</a>`)}</div><div class="or">or</div>`
}
