import { call, type PageContext, type Refusal, refusalOf } from '../call.ts'
import {
  codeField,
  codeIn,
  type Filled,
  field,
  hidden,
  needsMailedCode,
  refusedForm,
} from '../layout/forms.ts'
import { type Html, html, pageOf, pathIn, raw, redirectTo, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'
import { accountHeading } from './frame.ts'
import { passkeyForm } from './passkey.ts'
import { offeredWays } from './provider-sign-in.ts'
import { afterSignIn, landingPath } from './second-step.ts'

type PageQuery = Partial<Record<'next' | 'done' | 'error' | 'mfa', string | undefined>>

const mailedCode = (filled: Filled): Html =>
  html`${codeField(filled, t('There were too many wrong passwords, so you also need a code that we email to you.'))}<p><a href="/forgot-password">${t('Send me a code')}</a></p>`

const atPlatform = (): Html =>
  t('For people who run the platform. To sign in at your school, {choose}.', {
    choose: html`<a href="/">${t('choose it first')}</a>`,
  })

const signInPage = async (context: PageContext, next: string, filled: Filled, query: PageQuery = {}) => {
  const { refusal } = filled
  const { others, byPassword, byPasskey, bySchool } = await offeredWays(context, next)
  const emailField = field(filled, {
    name: 'email',
    label: t('Email or username'),
    autocomplete: 'username',
    longest: 254,
  })
  const passwordField = field(filled, {
    name: 'password',
    label: t('Password'),
    type: 'password',
    autocomplete: 'current-password',
    longest: 1024,
  })
  const form = html`<form class="stack" method="post" action="/login/form">${refusedForm(filled, ['email', 'password', 'code'])}${hidden('next', next)}<div>${emailField}${passwordField}</div>${needsMailedCode(filled) ? mailedCode(filled) : ''}<button class="btn${bySchool ? ' plain' : ''} full">${t('Sign in')}</button></form>`
  const inKey = html`${hidden('next', next)}${hidden('do', 'alone')}`
  const key = passkeyForm('/login/confirm/form', 'alone', t('Use a passkey'), inKey)
  const body = html`<div class="card stack">${accountHeading(context, t('Sign in'))}<p class="soft">${context.tenant.platform ? atPlatform() : t('An account from any school works here.')}</p>${query.error ? html`<p class="tell bad" role="alert">${query.error === 'other_subject_linked' ? t('Your email address belongs to an account that signs in with another account of this provider. Sign in another way, or reset the password, then change the linked account in Settings.') : t('That sign-in did not work. Try again or use another method.')}</p>` : ''}${others}
${byPassword ? form : ''}${byPasskey ? key : ''}
${byPassword && byPasskey ? '' : html`<details class="more"${refusal ? raw(' open') : ''}><summary>${t('Administrators who may use every sign-in method')}</summary>${byPassword ? '' : form}${byPasskey ? '' : key}</details>`}
<p class="row between"><a href="/forgot-password">${t('Forgot your password?')}</a>${context.tenant.platform ? '' : html`<a href="/register?next=${encodeURIComponent(next)}">${t('Create account')}</a>`}</p></div>`
  return pageOf(context, {
    title: t('Sign in'),
    body,
    narrow: true,
    script: 'passkey.js',
    done: query.done,
    ...(refusal ? { status: refusal.status === 401 ? 422 : refusal.status } : {}),
  })
}

/** Redirects people who are signed in already. */
export const showSignIn = async (query: PageQuery, context: PageContext) => {
  const next = pathIn(query.next)
  const here = await call(context, 'auth', 'validateToken', {})
  if (here.ok) return redirectTo(landingPath(next, here.value.user))
  if (query.mfa === 'required') return afterSignIn({ requiresMfa: true }, next)
  return signInPage(context, next, { values: {} }, query)
}

type FormInput = PageQuery & Record<'email' | 'password', string> & { readonly code?: string | undefined }

/** The operation stops at an empty email address. The form names all that is missing. */
const missingIn = (input: FormInput): Refusal | undefined => {
  const names = (['email', 'password'] as const).filter((name) => input[name].trim() === '')
  const details = names.map((field) => ({ field, message: t('Please fill this in') }))
  return details.length === 0 ? undefined : refusalOf(400, { details })
}

export const signInByForm = async (input: FormInput, context: PageContext) => {
  const next = pathIn(input.next)
  const { email, password } = input
  const refusal = missingIn(input)
  if (refusal) return signInPage(context, next, { values: { email }, refusal })
  const code = codeIn(input.code)
  const result = await call(context, 'auth', 'login', { email, password, code: code || undefined })
  if (result.ok) return afterSignIn(result.value, next)
  return signInPage(context, next, { values: { email }, refusal: result.refusal })
}

/**
 * Leads to the school's identity provider to sign out there. The content security policy lets no form redirect to another
 * site, so this page does it.
 */
const providerLogoutPage = (context: PageContext, address: string) =>
  pageOf(context, {
    title: t('Signing out'),
    body: html`<div class="card stack"><h1>${t('Signing out')}</h1><p>${t("You are signed out here. Your school's identity provider signs you out there next.")}</p><a class="btn" href="${address}">${t('Continue')}</a></div>`,
    narrow: true,
    headers: { refresh: `0;url=${address}` },
  })

/** Signs out here and, where the school has set that up, at its identity provider: the same way as the API. */
export const signOut = async (_: unknown, context: PageContext) => {
  const result = await call(context, 'auth', 'logout', {})
  if (!result.ok) return refusedPage(context, result.refusal)
  const address = result.value.redirectUrl
  return address === undefined ? redirectTo('/', 'signed-out') : providerLogoutPage(context, address)
}

/** Makes the reader, who has an account at another school, a member of this school. */
export const joinByForm = async ({ next }: { readonly next?: string | undefined }, context: PageContext) => {
  const result = await call(context, 'auth', 'joinTenant', {})
  if (result.ok) return redirectTo(pathIn(next), 'joined')
  return refusedPage(context, result.refusal, pathIn(next))
}
