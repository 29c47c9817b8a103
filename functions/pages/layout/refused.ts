import type { Consequence } from '../../../lib/contract/consequence.ts'
import type { Answer } from '../../../lib/contract/reply.ts'
import { hasFactor, type PageContext, pageScope, type Refusal } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { t } from '../locale.ts'
import { hidden } from './forms.ts'
import { type Html, html, raw } from './html.ts'
import { pageOf, redirectTo, returnPath } from './layout.ts'

type Words = { readonly title: string; readonly text: string; readonly action?: Html }

const home = (): Html => html`<a class="btn" href="/">${t('Go to the front page')}</a>`

const tryAgain = (path: string): Html => html`<a class="btn" href="${path}">${t('Try again')}</a>`

/** Makes the reader a member of this school, then leads to `path`. */
export const joinSchool = (path: string): Html =>
  html`<form method="post" action="/join"><input type="hidden" name="next" value="${path}"><button class="btn">${t('Join this school')}</button></form>`

const proofs = new Set(['OWN_PROOF_REQUIRED', 'STRONG_PROOF_REQUIRED'])
/** Where somebody proves who they are; `by` where a factor does it and no mail, or the school's identity provider too. */
export const proofAddress = (next: string, by?: 'school' | 'factor'): string =>
  `/settings/proof?next=${encodeURIComponent(next)}${by === undefined ? '' : `&by=${by}`}`

/** A link that a person with a factor may have to show it for first: then it leads there, and back to `page`. */
export const guardedLink = (
  context: PageContext,
  {
    consequence,
    href,
    page,
  }: { readonly consequence: Consequence; readonly href: string; readonly page: string },
): string => (pageScope(context).requiresProof(consequence) ? proofAddress(page, 'factor') : href)

/** For a person with a second factor, above a form that requires it; for others, nothing (rules/mfa 30). */
export const proofHint = (context: PageContext, page: string): Html | string =>
  !hasFactor(context)
    ? ''
    : html`<p class="soft">${t('To save, you need to have used your second factor in the last fifteen minutes: {link}.', { link: html`<a href="${proofAddress(page, 'factor')}">${t('use it now')}</a>` })}</p>`

/** Fields that no page repeats. */
const secret = /^(?:password|currentPassword|newPassword|code|credential|token|helper)$/

/**
 * What was entered, to be sent again as it was once the person has signed in, or has confirmed their identity, in another
 * tab. Undefined where nothing but a button was pressed: the page to come back to has it again.
 */
const sentAgain = (context: PageContext, { status, code }: Refusal): Html | undefined => {
  const { path, method, fields } = pageScope(context).request
  if (method !== 'POST' || (status !== 401 && code !== 'STRONG_PROOF_REQUIRED')) return undefined
  const kept = fields().filter(([name]) => !secret.test(name))
  if (kept.length < 2) return undefined
  return html`<form class="stack" method="post" action="${path}">${kept.map(([name, value]) => hidden(name, value))}<p>${t('A new tab opens. Nothing that you entered is lost: come back to this tab afterwards and continue.')}</p><button class="btn plain">${t('Continue')}</button></form>`
}

/** Whether a refusal says nothing of what was filled in, so that it has a page of its own. */
export const isOfPage = ({ status, code = '' }: Refusal): boolean =>
  status === 401 || status >= 500 || proofs.has(code)

/** Most operations send the code of a missing event in a header, which a page does not get. */
const isAboutEvent = ({ message }: Refusal): boolean => /^Event not found\.?$/.test(message)

const wordsOf = (refusal: Refusal, path: string, again: Html | undefined): Words => {
  const { status, code, methods } = refusal
  if (status === 401)
    return {
      title: t('You were signed out'),
      text: t('Sign in to send what you entered.'),
      action: html`<a class="btn" href="/login?next=${encodeURIComponent(path)}" target="_blank">${t('Sign in')}</a>${again ?? ''}`,
    }
  if (code === 'NOT_A_MEMBER')
    return {
      title: t('Join this school first'),
      text: t('This is for members of the school. As a guest you can still register for its public events.'),
      action: joinSchool(path),
    }
  if (proofs.has(code ?? ''))
    return {
      title: t('Confirm your identity'),
      text: failureMessage(refusal),
      action: html`<a class="btn" href="${proofAddress(path, methods.includes('saml') ? 'school' : methods.length > 0 ? 'factor' : undefined)}"${again ? raw(' target="_blank"') : ''}>${t('Confirm it')}</a>${again ?? ''}`,
    }
  if (code === 'TENANT_NOT_FOUND')
    return { title: t('There is no school here'), text: t('The address may be mistyped.') }
  if (status === 404 && isAboutEvent(refusal))
    return {
      title: t('There is no event here'),
      text: t(
        'The event may have been deleted, or its address is wrong. Events that are not for everybody open only for people with access: if you have another account, sign in with it.',
      ),
      action: html`<div class="row"><a class="btn" href="/events">${t('Show all events')}</a><a class="btn plain" href="/my-events">${t('My events')}</a></div>`,
    }
  if (status === 404 && code !== 'RECOVERY_NOT_FOUND')
    return {
      title: t('There is nothing here'),
      text: t(
        'It may have been removed, or your account may have no access. If you have another account, sign in with it.',
      ),
    }
  if (status === 429)
    return { title: t('That was too often'), text: failureMessage(refusal), action: tryAgain(path) }
  // Nothing changes by waiting.
  if (code === 'PROVIDER_NOT_CONFIGURED')
    return {
      title: t('Not set up here'),
      text: t(
        'Nobody can sign in this way until an administrator of this school sets it up. Sign in another way, or ask them.',
      ),
      action: html`<a class="btn" href="${path}">${t('Other sign-in methods')}</a>`,
    }
  if (status >= 500)
    return { title: t('Not available right now'), text: t('Try again in a minute.'), action: tryAgain(path) }
  return { title: t('That is not possible'), text: failureMessage(refusal) }
}

/**
 * The page in the place of one that was refused: it says what to do. Who is not signed in is sent to do so and comes back;
 * a closed school says why it is closed. `back` is the page to come back to, where it is not the one that was asked for.
 */
export const refusedPage = async (
  context: PageContext,
  refusal: Refusal,
  back?: string,
): Promise<Answer<string>> => {
  const { path, method } = pageScope(context).request
  const again = back ?? (method === 'GET' ? path : returnPath(path))
  const kept = sentAgain(context, refusal)
  if (refusal.status === 401 && !kept) return redirectTo(`/login?next=${encodeURIComponent(again)}`)
  if (refusal.code === 'TENANT_UNAVAILABLE') return redirectTo('/tenant-status')
  const { title, text, action = home() } = wordsOf(refusal, again, kept)
  const body = html`<div class="stack"><h1>${title}</h1><p>${text}</p>${action}</div>`
  return pageOf(context, { title, body, status: refusal.status, narrow: true })
}
