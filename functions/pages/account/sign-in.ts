import { ask, type PageContext } from '../ask.ts'
import { askedForCode, codeField, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { type Html, html, onwardTo, pageOf, pathIn, refusedPage } from '../layout/page.ts'
import { passkeyForm } from './passkey.ts'
import { afterSignIn, landingPath } from './second-step.ts'
import { offeredWays } from './ways.ts'

type Asked = Partial<Record<'next' | 'said' | 'error' | 'mfa', string | undefined>>

const mailedCode = (filled: Filled): Html =>
  html`${codeField(filled, 'There were too many wrong passwords, so you also need a code from a mail.')}<p><a href="/forgot-password">Send me a code</a></p>`

const signInPage = async (context: PageContext, next: string, filled: Filled, asked: Asked = {}) => {
  const { refusal } = filled
  const { others, byPassword, byPasskey } = await offeredWays(context, next)
  const form = html`<form class="stack" method="post" action="/login/form">${refusedForm(filled, ['email', 'password', 'code'])}${hidden('next', next)}<div>${field(filled, { name: 'email', label: 'E-mail or username', autocomplete: 'username', longest: 254 })}${field(filled, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', longest: 1024 })}</div>${askedForCode(filled) ? mailedCode(filled) : ''}<button class="btn full">Sign in</button></form>`
  const inKey = html`${hidden('next', next)}${hidden('do', 'alone')}`
  const key = passkeyForm('/login/confirm/form', 'alone', 'Use a passkey', inKey)
  const body = html`<div class="card stack"><h1>Sign in</h1>${asked.error ? html`<p class="tell bad" role="alert">${asked.error === 'other_subject_linked' ? 'Your e-mail address belongs to an account that signs in with another account of this provider. Sign in another way, or reset the password, then change the linked account in Settings.' : 'That sign-in did not work. Try again or use another method.'}</p>` : ''}${others}
${byPassword ? form : ''}${byPasskey ? key : ''}
${byPassword && byPasskey ? '' : html`<details class="more"${refusal ? html` open` : ''}><summary>Administrators who may use every sign-in method</summary>${byPassword ? '' : form}${byPasskey ? '' : key}</details>`}
<p class="row between"><a href="/forgot-password">Forgot your password?</a><a href="/register?next=${encodeURIComponent(next)}">Create account</a></p></div>`
  return pageOf(context, {
    title: 'Sign in',
    body,
    narrow: true,
    script: 'passkey.js',
    said: asked.said,
    ...(refusal ? { status: refusal.status === 401 ? 422 : refusal.status } : {}),
  })
}

/** Redirects people who are signed in already. */
export const showSignIn = async (asked: Asked, context: PageContext) => {
  const next = pathIn(asked.next)
  const here = await ask(context, 'auth', 'validateToken', {})
  if (here.ok) return onwardTo(landingPath(next, here.value.user))
  if (asked.mfa === 'required') return afterSignIn({ requiresMfa: true }, next)
  return signInPage(context, next, { values: {} }, asked)
}

type Sent = Asked & Record<'email' | 'password', string> & { readonly code?: string | undefined }

export const signInByForm = async (sent: Sent, context: PageContext) => {
  const next = pathIn(sent.next)
  const { email, password } = sent
  const code = sent.code?.trim()
  const heard = await ask(context, 'auth', 'login', { email, password, code: code || undefined })
  if (heard.ok) return afterSignIn(heard.value, next)
  return signInPage(context, next, { values: { email }, refusal: heard.refusal })
}

/**
 * Leads to the school's identity provider to sign out there. The content security policy lets no form redirect to another
 * site, so this page does it.
 */
const providerLogoutPage = (context: PageContext, address: string) =>
  pageOf(context, {
    title: 'Signing out',
    body: html`<div class="card stack"><h1>Signing out</h1><p>You are signed out here. Your school's identity provider signs you out there next.</p><a class="btn" href="${address}">Continue</a></div>`,
    narrow: true,
    headers: { refresh: `0;url=${address}` },
  })

/** Signs out here and, where the school has set that up, at its identity provider: the same way as the API. */
export const signOut = async (_: unknown, context: PageContext) => {
  const heard = await ask(context, 'auth', 'logout', {})
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const address = heard.value.redirectUrl
  return address === undefined ? onwardTo('/', 'signed-out') : providerLogoutPage(context, address)
}

/** Makes the reader, who has an account at another school, a member of this school. */
export const joinByForm = async ({ next }: { readonly next?: string | undefined }, context: PageContext) => {
  const heard = await ask(context, 'auth', 'joinTenant', {})
  if (heard.ok) return onwardTo(pathIn(next), 'joined')
  return refusedPage(context, heard.refusal, pathIn(next))
}
