import { type PageContext, pageScope } from '../call.ts'
import { clockWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/html.ts'
import { t } from '../locale.ts'

/**
 * Who acts as whom and until when, on every page of an impersonation (rules/admins 23). The button works on every page,
 * because settings accept it from every session.
 */
export const impersonationBanner = (context: PageContext): Html | string => {
  const { impersonation, timezone } = pageScope(context).visit
  if (impersonation === undefined) return ''
  const { by, as, until } = impersonation
  const person = html`<strong>${as === '' ? t('another person') : html`<bdi>${as}</bdi>`}</strong>`
  const time = clockWords(until, timezone)
  const text =
    by === ''
      ? t('You are acting as {person} until {time}', { person, time })
      : t('{actor} is acting as {person} until {time}', {
          actor: html`<strong><bdi>${by}</bdi></strong>`,
          person,
          time,
        })
  return html`<aside class="acting" aria-label="${t('Impersonation')}"><div class="wrap row between"><p>${text}</p><form method="post" action="/settings">${hidden('do', 'stop-acting')}<button class="btn small">${t('Stop acting')}</button></form></div></aside>`
}
