import { ask, meet, type PageContext, withinOf } from '../ask.ts'
import { momentWords } from '../layout/dates.ts'
import { type Filled, field, hidden, nothingFilled, refusedForm } from '../layout/forms.ts'
import { type Html, html, onwardTo, pageOf, pathIn, refusedPage, unfolded } from '../layout/page.ts'
import { credentialIn, passkeyForm } from './passkey.ts'

type Asked = Partial<Record<'next' | 'said' | 'id' | 'code' | 'credential', string | undefined>>

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
export const afterSignIn = (signedIn: SignInResult, next: string, said?: string) =>
  'requiresMfa' in signedIn
    ? onwardTo(`/login/confirm?next=${encodeURIComponent(next)}`)
    : onwardTo(landingPath(next, signedIn.user), said)

const shown = (context: PageContext, { said }: Asked, title: string, inside: Html, { refusal }: Filled) => {
  const body = html`<div class="card stack"><h1>${title}</h1>${inside}</div>`
  return pageOf(context, { title, body, narrow: true, script: 'passkey.js', said, refusal })
}

const button = (next: string, what: string, text: string): Html =>
  html`<form method="post" action="${action}">${hidden('next', next)}${hidden('do', what)}<button class="btn plain full">${text}</button></form>`

const stepPage = async (context: PageContext, asked: Asked, filled: Filled) => {
  const pending = await ask(context, 'mfa', 'getPendingSignIn', {})
  if (!pending.ok) return onwardTo('/login?error=expired')
  const next = pathIn(asked.next)
  const inside = html`<p>Enter ${pending.value.methods.includes('totp') ? 'the code of your authenticator app, or ' : ''}one of your recovery codes.</p>
<form class="stack" method="post" action="${action}">${refusedForm(filled, ['code'])}${hidden('next', next)}${hidden('do', 'confirm')}${field(filled, { name: 'code', label: 'Code', autocomplete: 'one-time-code', css: 'code wide', longest: 64 })}<button class="btn full">Sign in</button></form>
${pending.value.methods.includes('passkey') ? passkeyForm(action, 'step', 'Use a passkey', html`${hidden('next', next)}${hidden('do', 'passkey')}`) : ''}
${unfolded(
  'I cannot use any of these',
  html`<p>You can sign in without a second factor after a wait of three days. We send a mail to your address. Anyone who reads that mail, or still has a factor, can cancel the wait.</p>${button(next, 'lost', 'Start the wait')}${button(next, 'without', 'Sign in after the wait')}`,
)}`
  return shown(context, asked, 'Confirm your sign-in', inside, filled)
}

const cancelPage = async (context: PageContext, asked: Asked) => {
  await meet(context)
  const inside = html`<p>Someone who knows your password, or signs in as you with Google or Apple, asked to sign in without your second factor. If it was not you, cancel the wait and change your password.</p>
<form method="post" action="${action}">${hidden('do', 'cancel')}${hidden('id', asked.id ?? '')}${hidden('code', asked.code ?? '')}<button class="btn full">Cancel the wait</button></form>`
  return shown(context, asked, 'Keep your second factor', inside, nothingFilled)
}

/** The second step of a sign-in, or the page of the mailed link that cancels a wait. */
export const showSecondStep = (asked: Asked, context: PageContext) =>
  asked.id === undefined ? stepPage(context, asked, nothingFilled) : cancelPage(context, asked)

type Sent = Asked & { readonly do: 'confirm' | 'lost' | 'without' | 'cancel' | 'passkey' | 'alone' }

const carriedOut = (context: PageContext, { do: what, id = '', code = '', credential }: Sent) => {
  if (what === 'confirm') return ask(context, 'mfa', 'verifyTotp', { code: code.trim() })
  if (what === 'lost') return ask(context, 'mfa', 'startFactorRecovery', {})
  if (what === 'without') return ask(context, 'mfa', 'completeFactorRecovery', {})
  if (what === 'cancel') return ask(context, 'mfa', 'cancelFactorRecovery', { id, code })
  const given = { credential: credentialIn(credential) }
  return ask(context, 'mfa', what === 'alone' ? 'signInByPasskey' : 'verifyPasskey', given)
}

export const confirmSecondStep = async (sent: Sent, context: PageContext) => {
  const next = pathIn(sent.next)
  const heard = await carriedOut(context, sent)
  if (heard.ok) {
    if (sent.do === 'without' && !context.tenant.platform)
      return onwardTo('/settings?part=factors', 'factors-gone')
    if (sent.do === 'lost') return onwardTo(`/login/confirm?next=${encodeURIComponent(next)}`, 'wait-begun')
    if (sent.do === 'cancel') return onwardTo('/login', 'wait-ended')
    const { user } = (heard.value ?? {}) as SignInResult
    return onwardTo(landingPath(next, user), 'signed-in')
  }
  const { refusal } = heard
  if (sent.do === 'cancel' || refusal.status === 403 || refusal.status >= 500)
    return refusedPage(context, refusal)
  const { readyAt } = (refusal.data ?? {}) as { readonly readyAt?: string }
  const from = readyAt && `: from ${momentWords(readyAt, withinOf(context).visit.timezone)} on`
  if (refusal.code === 'SECOND_STEP_OVER' || sent.do === 'alone') return onwardTo('/login?error=expired')
  const message = `${refusal.message}${from ?? ''}`
  return stepPage(context, sent, { values: {}, refusal: { ...refusal, message } })
}
