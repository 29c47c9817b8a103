import { call, type PageContext, type PageInput, pageScope, type Refusal } from '../call.ts'
import { html, pathIn, redirectTo, refusedPage } from '../layout/page.ts'
import { reloadWithCookies } from '../layout/replacement.ts'
import { t } from '../locale.ts'
import { afterSignIn } from './second-step.ts'
import { addingPath, finishLink, googleAddress, linkMark } from './sign-in-methods.ts'

const names = { google: 'Google', apple: 'Apple' } as const

/**
 * The ways to sign in that this school offers beside a password, its own first, and whether it takes a password. With a way
 * of its own, that one is the main button of the page.
 */
export const offeredWays = async (context: PageContext, next: string) => {
  if (context.tenant.platform) return { others: html``, byPassword: true, byPasskey: true, bySchool: false }
  const own = await call(context, 'saml', 'getSamlEntrance', {})
  const { GOOGLE_CLIENT_IDS, APPLE_CLIENT_IDS } = context.settings
  const onward = encodeURIComponent(next)
  // The identity provider leads back here, and from here administrators go on to their console.
  const relayed = next === '/' ? encodeURIComponent('/login') : onward
  const offered = [
    ...(APPLE_CLIENT_IDS === '' ? [] : (['apple'] as const)),
    ...(GOOGLE_CLIENT_IDS === '' ? [] : (['google'] as const)),
  ].filter((way) => !own.ok || own.value.ways.includes(way))
  const byPassword = !own.ok || own.value.ways.includes('password')
  const byPasskey = !own.ok || own.value.ways.includes('passkey')
  const bySchool = own.ok && own.value.offered && own.value.ways.includes('saml')
  if (!bySchool && offered.length === 0) return { others: html``, byPassword, byPasskey, bySchool: false }
  const school = pageScope(context).visit.school?.name
  return {
    byPassword,
    byPasskey,
    bySchool,
    others: html`<div class="stack">${bySchool ? html`<a class="btn full" href="/auth/saml/login?redirect=true&amp;relayState=${relayed}">${school ? t('Sign in with {school}', { school: html`<bdi>${school}</bdi>` }) : t('Sign in with your school')}</a>` : ''}${offered.map((way) => html`<a class="btn plain full" href="/login/with/${way}?next=${onward}">${t('Continue with {provider}', { provider: names[way] })}</a>`)}</div>${byPassword ? html`<div class="or">${t('or')}</div>` : ''}`,
  }
}

/** To the other sign-in methods, and from there to the requested page. */
const waysIn = (next: string, why?: 'failed' | 'cancelled'): string => {
  const query = new URLSearchParams({ ...(why ? { error: why } : {}), ...(next === '/' ? {} : { next }) })
  return `/login${query.size > 0 ? `?${query}` : ''}`
}

const failed = (context: PageContext, refusal: Refusal, next: string) =>
  refusal.status >= 500 || refusal.status === 403
    ? refusedPage(context, refusal, waysIn(next))
    : redirectTo(waysIn(next, 'failed'))

/** Appends the requested page to the state. It returns with the state, holds no secret, and is checked again. */
const carrying = (authorizationUrl: string, next: string): string => {
  const url = new URL(authorizationUrl)
  url.searchParams.set('state', `${url.searchParams.get('state')}.${Buffer.from(next).toString('base64url')}`)
  return url.href
}

/**
 * Redeems a code for the sign-in that this browser began. A code in an address may belong to somebody else, who would
 * then have the reader act in an account that is not theirs.
 */
const finished = async (code: string, state: string, next: string, context: PageContext) => {
  if (state === '') return redirectTo(waysIn(next, 'failed'))
  const result = await call(context, 'providers', 'googleLogin', { code, state, url: googleAddress(context) })
  if (!result.ok) return failed(context, result.refusal, next)
  return afterSignIn(result.value, next, 'signed-in')
}

/** Leads to Google or Apple, and takes what Google sends back; Apple posts it elsewhere. */
export const signInWith = async (query: PageInput<'signInWith'>, context: PageContext) => {
  const { request } = pageScope(context)
  const { way, code } = query
  const [state = '', place, mark] = (query.state ?? '').split('.')
  const next = pathIn(place === undefined ? query.next : Buffer.from(place, 'base64url').toString())
  const isLink = mark === linkMark
  if (query.error !== undefined)
    return redirectTo(isLink ? `${addingPath}&error=cancelled` : waysIn(next, 'cancelled'))
  if (way === 'google' && code !== undefined)
    // Another site led here. Only a page of the school itself may request the sign-in.
    return request.isCrossSite
      ? reloadWithCookies(request.path)
      : isLink
        ? finishLink(code, state, context)
        : finished(code, state, next, context)
  const result =
    way === 'google'
      ? await call(context, 'providers', 'startGoogleLogin', { url: googleAddress(context) })
      : await call(context, 'providers', 'startAppleLogin', { path: next })
  if (!result.ok) return failed(context, result.refusal, next)
  const { authorizationUrl } = result.value
  if (authorizationUrl === undefined) return redirectTo('/login')
  return redirectTo(way === 'google' && next !== '/' ? carrying(authorizationUrl, next) : authorizationUrl)
}
