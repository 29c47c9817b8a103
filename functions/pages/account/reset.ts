import { ask, type Given, meet, type PageContext } from '../ask.ts'
import { codeField, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { html, onwardTo, pageOf } from '../layout/page.ts'

const forgottenPage = (context: PageContext, filled: Filled) => {
  const body = html`<div class="card stack"><h1>Forgot your password?</h1><p>We send you a code to set a new one, if an account has this address.</p>
<form class="stack" method="post" action="/forgot-password/form">${refusedForm(filled, ['email'])}${field(filled, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', longest: 254 })}<button class="btn full">Send me a code</button></form><p><a href="/login">Back to signing in</a></p></div>`
  return pageOf(context, { title: 'Forgot the password', body, narrow: true, refusal: filled.refusal })
}

export const showForgottenPassword = async (_: unknown, context: PageContext) => {
  await meet(context)
  return forgottenPage(context, { values: {} })
}

export const askForCode = async ({ email }: { readonly email: string }, context: PageContext) => {
  const heard = await ask(context, 'passwords', 'forgotPassword', { email })
  if (heard.ok) return onwardTo(`/reset-password?email=${encodeURIComponent(email)}`, 'code-sent')
  return forgottenPage(context, { values: { email }, refusal: heard.refusal })
}

type Asked = Partial<Record<'email' | 'code' | 'said', string | undefined>>

const resetPage = (context: PageContext, { email = '', code, said }: Asked, filled: Filled) => {
  const body = html`<div class="card stack"><h1>Set a new password</h1>
<form class="stack" method="post" action="/reset-password/form">${refusedForm(filled, ['email', 'code', 'newPassword'])}<div>${field(filled, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', longest: 254 })}${code === undefined ? codeField(filled) : hidden('code', code)}${field(filled, { name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', longest: 1024, hint: 'A long one that you use nowhere else. All your devices are signed out.' })}</div><button class="btn full">Set the password</button></form><p><a href="/forgot-password">Send me another code</a></p></div>`
  return pageOf(context, {
    title: 'Set a new password',
    body,
    narrow: true,
    said: email === '' ? undefined : said,
    refusal: filled.refusal,
  })
}

export const showPasswordReset = async (asked: Asked, context: PageContext) => {
  await meet(context)
  return resetPage(context, asked, { values: { email: asked.email } })
}

const codeLength = 6

export const resetByForm = async (
  { email, code, newPassword }: Given<'resetByForm'>,
  context: PageContext,
) => {
  const typed = code.trim()
  const heard = await ask(context, 'passwords', 'resetPassword', { email, code: typed, newPassword })
  if (heard.ok) return onwardTo('/login', 'password-set')
  const { refusal } = heard
  const weak = refusal.code === 'PASSWORD_WEAK'
  // The long code of a link is kept while something else is wrong; after a wrong one, that of the mail is asked for.
  const kept = weak && typed.length > codeLength ? { code: typed } : {}
  return resetPage(context, { email, ...kept }, { values: { email, code: weak ? typed : '' }, refusal })
}
