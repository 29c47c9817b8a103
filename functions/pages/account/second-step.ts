import { call, identifyReader, type PageContext, pageScope } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { momentWords } from '../layout/dates.ts'
import { codeIn, type Filled, field, hidden, nothingFilled, refusedForm } from '../layout/forms.ts'
import { collapsible, type Html, html, pageOf, pathIn, redirectTo, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'
import { credentialIn, passkeyForm } from './passkey.ts'

type PageQuery = Partial<Record<'next' | 'done' | 'id' | 'code' | 'credential', string | undefined>>

const action = '/login/confirm/form'

type SignInResult = {
  readonly requiresMfa?: true | undefined
  readonly user?: { readonly roles: readonly string[] } | null | undefined
}

/** Where a person goes on after signing in. Administrators without a destination start in their console. */
export const landingPath = (next: string, user: SignInResult['user']): string => {
  const { roles = [] } = user ?? {}
  return next === '/' && roles.some((role) => role === 'admin' || role === 'root') ? '/admin' : next
}

/** Goes on to the destination of a sign-in, or first to the second step. */
export const afterSignIn = (signedIn: SignInResult, next: string, done?: string) =>
  'requiresMfa' in signedIn
    ? redirectTo(`/login/confirm?next=${encodeURIComponent(next)}`)
    : redirectTo(landingPath(next, signedIn.user), done)

const shown = (
  context: PageContext,
  { done }: PageQuery,
  title: string,
  inside: Html,
  { refusal }: Filled,
) => {
  const body = html`<div class="card stack"><h1>${title}</h1>${inside}</div>`
  return pageOf(context, { title, body, narrow: true, script: 'passkey.js', done, refusal })
}

const button = (next: string, what: string, text: string): Html =>
  html`<form method="post" action="${action}">${hidden('next', next)}${hidden('do', what)}<button class="btn plain full">${text}</button></form>`

const stepPage = async (context: PageContext, query: PageQuery, filled: Filled) => {
  const pending = await call(context, 'mfa', 'getPendingSignIn', {})
  if (!pending.ok) return redirectTo('/login?error=expired')
  const next = pathIn(query.next)
  const inside = html`<p>${pending.value.methods.includes('totp') ? t('Enter the code of your authenticator app, or one of your recovery codes.') : t('Enter one of your recovery codes.')}</p>
<form class="stack" method="post" action="${action}">${refusedForm(filled, ['code'])}${hidden('next', next)}${hidden('do', 'confirm')}${field(filled, { name: 'code', label: t('Code'), autocomplete: 'one-time-code', css: 'code wide', longest: 64 })}<button class="btn full">${t('Sign in')}</button></form>
${pending.value.methods.includes('passkey') ? passkeyForm(action, 'step', t('Use a passkey'), html`${hidden('next', next)}${hidden('do', 'passkey')}`) : ''}
${collapsible(
  t('I cannot use any of these'),
  html`<p>${t('You can sign in without a second factor after a wait of three days. We send an email to your address. Anyone who reads that email, or still has a factor, can cancel the wait.')}</p>${button(next, 'lost', t('Start the wait'))}${button(next, 'without', t('Sign in after the wait'))}`,
)}`
  return shown(context, query, t('Confirm your sign-in'), inside, filled)
}

const cancelPage = async (context: PageContext, query: PageQuery) => {
  await identifyReader(context)
  const inside = html`<p>${t('Someone who knows your password, or signs in as you with Google or Apple, asked to sign in without your second factor. If it was not you, cancel it here and change your password.')}</p>
<form method="post" action="${action}">${hidden('do', 'cancel')}${hidden('id', query.id ?? '')}${hidden('code', query.code ?? '')}<button class="btn full">${t('Cancel this sign-in')}</button></form>`
  return shown(context, query, t('Keep your second factor'), inside, nothingFilled)
}

/** The second step of a sign-in, or the page of the mailed link that cancels a wait. */
export const showSecondStep = (query: PageQuery, context: PageContext) =>
  query.id === undefined ? stepPage(context, query, nothingFilled) : cancelPage(context, query)

type FormInput = PageQuery & { readonly do: 'confirm' | 'lost' | 'without' | 'cancel' | 'passkey' | 'alone' }

const carriedOut = (context: PageContext, { do: what, id = '', code = '', credential }: FormInput) => {
  if (what === 'confirm') return call(context, 'mfa', 'verifyTotp', { code: codeIn(code) })
  if (what === 'lost') return call(context, 'mfa', 'startFactorRecovery', {})
  if (what === 'without') return call(context, 'mfa', 'completeFactorRecovery', {})
  if (what === 'cancel') return call(context, 'mfa', 'cancelFactorRecovery', { id, code })
  const given = { credential: credentialIn(credential) }
  return call(context, 'mfa', what === 'alone' ? 'signInByPasskey' : 'verifyPasskey', given)
}

export const confirmSecondStep = async (input: FormInput, context: PageContext) => {
  const next = pathIn(input.next)
  const result = await carriedOut(context, input)
  if (result.ok) {
    if (input.do === 'without' && !context.tenant.platform)
      return redirectTo('/settings?part=factors', 'factors-gone')
    if (input.do === 'lost')
      return redirectTo(`/login/confirm?next=${encodeURIComponent(next)}`, 'wait-begun')
    if (input.do === 'cancel') return redirectTo('/login', 'wait-ended')
    const { user } = (result.value ?? {}) as SignInResult
    return redirectTo(landingPath(next, user), 'signed-in')
  }
  const { refusal } = result
  if (input.do === 'cancel' || refusal.status === 403 || refusal.status >= 500)
    return refusedPage(context, refusal)
  const { readyAt } = (refusal.data ?? {}) as { readonly readyAt?: string }

  if (refusal.code === 'SECOND_STEP_OVER' || input.do === 'alone') return redirectTo('/login?error=expired')
  const message = readyAt
    ? t('{message}: from {time} on', {
        message: failureMessage(refusal),
        time: momentWords(readyAt, pageScope(context).visit.timezone),
      })
    : refusal.message
  return stepPage(context, input, { values: {}, refusal: { ...refusal, message } })
}
