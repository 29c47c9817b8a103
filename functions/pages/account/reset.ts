import { call, identifyReader, type PageContext, type PageInput } from '../call.ts'
import { codeField, codeIn, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { html, pageOf, redirectTo } from '../layout/page.ts'
import { t } from '../locale.ts'
import { isSignInMethod } from './frame.ts'

const forgottenPage = (context: PageContext, filled: Filled) => {
  const body = html`<div class="card stack"><h1>${t('Forgot your password?')}</h1><p>${t('Enter the email address of your account. We email you a code to set a new password.')}</p>
<form class="stack" method="post" action="/forgot-password/form">${refusedForm(filled, ['email'])}${field(filled, { name: 'email', label: t('Email'), type: 'email', autocomplete: 'email', longest: 254 })}<button class="btn full">${t('Send me a code')}</button></form><p><a href="/login">${t('Back to sign-in')}</a></p></div>`
  return pageOf(context, { title: t('Forgot your password?'), body, narrow: true, refusal: filled.refusal })
}

export const showForgottenPassword = async (_: unknown, context: PageContext) => {
  await identifyReader(context)
  return forgottenPage(context, { values: {} })
}

export const requestResetCode = async ({ email }: { readonly email: string }, context: PageContext) => {
  const result = await call(context, 'passwords', 'forgotPassword', { email })
  if (result.ok) return redirectTo(`/reset-password?email=${encodeURIComponent(email)}`, 'reset-code-sent')
  return forgottenPage(context, { values: { email }, refusal: result.refusal })
}

type PageQuery = Partial<Record<'email' | 'code' | 'done', string | undefined>>

const resetPage = (context: PageContext, { email = '', code, done }: PageQuery, filled: Filled) => {
  const body = html`<div class="card stack"><h1>${t('Set a new password')}</h1>
<form class="stack" method="post" action="/reset-password/form">${refusedForm(filled, ['email', 'code', 'newPassword'])}<div>${field(filled, { name: 'email', label: t('Email'), type: 'email', autocomplete: 'username', longest: 254 })}${code === undefined ? codeField(filled) : hidden('code', code)}${field(filled, { name: 'newPassword', label: t('New password'), type: 'password', autocomplete: 'new-password', longest: 1024, hint: t('Choose a long one that you use nowhere else. All your devices are signed out.') })}</div><button class="btn full">${t('Set password')}</button></form><p><a href="/forgot-password">${t('Send me another code')}</a></p></div>`
  return pageOf(context, {
    title: t('Set a new password'),
    body,
    narrow: true,
    done: email === '' ? undefined : done,
    refusal: filled.refusal,
  })
}

export const showPasswordReset = async (query: PageQuery, context: PageContext) => {
  await identifyReader(context)
  return resetPage(context, query, { values: { email: query.email } })
}

const codeLength = 6

export const resetByForm = async (
  { email, code, newPassword }: PageInput<'resetByForm'>,
  context: PageContext,
) => {
  const typed = codeIn(code)
  const result = await call(context, 'passwords', 'resetPassword', { email, code: typed, newPassword })
  if (result.ok) {
    const hasRemoved = result.value.removed.some(isSignInMethod)
    return redirectTo('/login', hasRemoved ? 'password-set-removed' : 'password-set')
  }
  const { refusal } = result
  const weak = refusal.code === 'PASSWORD_WEAK'
  // The long code of a link is kept while something else is wrong; after a wrong one, that of the mail is asked for.
  const kept = weak && typed.length > codeLength ? { code: typed } : {}
  return resetPage(context, { email, ...kept }, { values: { email, code: weak ? typed : '' }, refusal })
}
