import { type Answer, answer } from '../../../lib/contract/reply.ts'
import { clientUrl, webClientOf } from '../../../lib/identity/school/addresses.ts'
import { type PageContext, pageScope } from '../call.ts'
import { currentLocale, t } from '../locale.ts'
import { html } from './html.ts'

/**
 * Strict cookies stay at home when a link of another site leads here. A request that the page itself repeats carries them, so
 * it does so once, before it takes somebody for a stranger.
 */
export const reloadWithCookies = (path: string): Answer<string> =>
  answer('', {
    page: String(
      html`<!doctype html><html lang="${currentLocale().tag}"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${path}"><title>${t('One moment')}</title></head><body><p><a href="${path}">${t('Continue')}</a></p></body></html>\n`,
    ),
    headers: { 'referrer-policy': 'same-origin' },
  })

/** Whether the browser repeats the request at once, with the cookies that a link of another site did not bring. */
export const isRepeated = (context: PageContext): boolean => {
  const { settings } = context
  const { request } = pageScope(context)
  const strict = settings.production && settings.COOKIE_SAMESITE !== 'lax'
  return strict && request.isCrossSite && !request.carriesSession
}

/** What takes the place of a page: the client of the school, or the same page with the cookies of its reader. */
export const replacementFor = (context: PageContext): Answer<string> | undefined => {
  const { tenant } = context
  const { visit, request } = pageScope(context)
  if (request.method !== 'GET') return undefined
  const web = webClientOf(visit.school)
  if (web && web.origin !== tenant.origin)
    return answer('', { page: '', status: 302, headers: { location: clientUrl(web, request.path) } })
  return isRepeated(context) ? reloadWithCookies(request.path) : undefined
}
