import { type PageContext, pageScope } from '../call.ts'
import { clockWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/html.ts'
import { msg, t } from '../locale.ts'

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
  return html`<aside class="acting" aria-label="${t('Acting as another person')}"><div class="wrap row between"><p>${text}</p><form method="post" action="/settings">${hidden('do', 'stop-acting')}<button class="btn small">${t('Stop acting')}</button></form></div></aside>`
}

const closedTexts: Readonly<Record<string, string>> = {
  maintenance: msg(
    'This school is closed for now. Only its administrators can use it. To open it, ask a platform administrator.',
  ),
  coming_soon: msg(
    'This school is not open yet. Only its administrators can use it. To open it, ask a platform administrator.',
  ),
}

/** For administrators, who can use a school while it is closed: that nobody else can (rules/http 6). */
export const closedBanner = (context: PageContext): Html | string => {
  const { school, isAdministrator } = pageScope(context).visit
  const text = closedTexts[school?.status ?? '']
  if (text === undefined || !isAdministrator) return ''
  const message = school?.statusMessage
    ? t('Others read: {message}', { message: html`<bdi>${school.statusMessage}</bdi>` })
    : ''
  return html`<aside class="acting" aria-label="${t('Status')}"><div class="wrap"><p>${t(text)} ${message}</p></div></aside>`
}
