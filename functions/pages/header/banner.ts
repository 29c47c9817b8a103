import { type PageContext, pageScope } from '../call.ts'
import { clockWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/html.ts'

/**
 * Who acts as whom and until when, on every page of an impersonation (rules/admins 23). The button works on every page,
 * because settings accept it from every session.
 */
export const impersonationBanner = (context: PageContext): Html | string => {
  const { impersonation, timezone } = pageScope(context).visit
  if (impersonation === undefined) return ''
  const { by, as, until } = impersonation
  return html`<aside class="acting" aria-label="Impersonation"><div class="wrap row between"><p><strong>${by === '' ? 'You' : html`<bdi>${by}</bdi>`}</strong> acting as <strong>${as === '' ? 'another person' : html`<bdi>${as}</bdi>`}</strong> until ${clockWords(until, timezone)}</p><form method="post" action="/settings">${hidden('do', 'stop-acting')}<button class="btn small">Stop acting</button></form></div></aside>`
}
