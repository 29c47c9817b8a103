import { call, type PageContext, type PageInput } from '../call.ts'
import { codeField, codeIn, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { html, pageOf, pathIn, redirectTo, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'

type PageQuery = PageInput<'showConfirmation'> & { readonly sent?: 'yes' | undefined }

const confirmationPage = (context: PageContext, email: string, query: PageQuery, filled: Filled) => {
  const next = pathIn(query.next)
  const isSent = query.done === 'code-sent' || query.sent === 'yes'
  const why = isSent
    ? t('We have sent a code to {email}. Enter it here to confirm that the address is yours.', {
        email: html`<strong><bdi>${email}</bdi></strong>`,
      })
    : t('When you press the button, we email a code to {email}. It shows that the address is yours.', {
        email: html`<strong><bdi>${email}</bdi></strong>`,
      })
  const send = html`<form method="post" action="/verify-email/form">${hidden('next', next)}${hidden('do', 'send')}<button class="btn${isSent ? ' plain' : ''} full">${isSent ? t('Send me another code') : t('Send me a code')}</button></form>`
  const enter = html`<form class="stack" method="post" action="/verify-email/form">${refusedForm(filled, ['code'])}${hidden('next', next)}${hidden('do', 'confirm')}${isSent ? hidden('sent', 'yes') : ''}${codeField(filled)}<button class="btn${isSent ? '' : ' plain'} full">${t('Confirm')}</button></form>`
  const body = html`<div class="card stack"><h1>${t('Confirm your address')}</h1><p>${why}</p>
${isSent ? html`${enter}${send}` : html`${send}${enter}`}
<p><a href="${next}">${t('Not now')}</a></p></div>`
  const { refusal } = filled
  return pageOf(context, { title: t('Confirm your address'), body, narrow: true, done: query.done, refusal })
}

/** For who is signed in; who has proven the address goes on. */
export const showConfirmation = async (query: PageQuery, context: PageContext) => {
  const here = await call(context, 'auth', 'validateToken', {})
  if (!here.ok) return refusedPage(context, here.refusal)
  const { user } = here.value
  if (user === null || user.emailVerified) return redirectTo(pathIn(query.next))
  return confirmationPage(context, user.email, query, { values: {} })
}

type FormInput = PageInput<'confirmByForm'>

export const confirmByForm = async (input: FormInput, context: PageContext) => {
  const next = pathIn(input.next)
  const here = `/verify-email?next=${encodeURIComponent(next)}`
  const result =
    input.do === 'send'
      ? await call(context, 'emails', 'requestEmailCode', {})
      : await call(context, 'emails', 'confirmEmail', { code: codeIn(input.code) })
  if (result.ok) return input.do === 'send' ? redirectTo(here, 'code-sent') : redirectTo(next, 'confirmed')
  const { refusal } = result
  if (refusal.code === 'ALREADY_VERIFIED') return redirectTo(next, 'confirmed')
  const reader = await call(context, 'auth', 'validateToken', {})
  if (!reader.ok || refusal.status === 401) return refusedPage(context, refusal)
  const reply = input.do === 'confirm' ? { ...refusal, field: 'code' } : refusal
  return confirmationPage(context, reader.value.user?.email ?? '', input, { values: {}, refusal: reply })
}
