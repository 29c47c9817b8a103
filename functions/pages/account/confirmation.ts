import { ask, type Given, type PageContext } from '../ask.ts'
import { codeField, type Filled, hidden, refusedForm } from '../layout/forms.ts'
import { html, onwardTo, pageOf, pathIn, refusedPage } from '../layout/page.ts'

type Asked = Given<'showConfirmation'>

const confirmationPage = (context: PageContext, email: string, asked: Asked, filled: Filled) => {
  const next = pathIn(asked.next)
  const body = html`<div class="card stack"><h1>Confirm your address</h1><p>We send a code to <strong><bdi>${email}</bdi></strong>. Enter it here, and nobody else can use this address.</p>
<form class="stack" method="post" action="/verify-email/form">${refusedForm(filled, ['code'])}${hidden('next', next)}${hidden('do', 'confirm')}${codeField(filled)}<button class="btn full">Confirm</button></form>
<form method="post" action="/verify-email/form">${hidden('next', next)}${hidden('do', 'send')}<button class="btn plain full">Send me a code</button></form>
<p><a href="${next}">Not now</a></p></div>`
  const { refusal } = filled
  return pageOf(context, { title: 'Confirm your address', body, narrow: true, said: asked.said, refusal })
}

/** For who is signed in; who has proven the address goes on. */
export const showConfirmation = async (asked: Asked, context: PageContext) => {
  const here = await ask(context, 'auth', 'validateToken', {})
  if (!here.ok) return refusedPage(context, here.refusal)
  const { user } = here.value
  if (user === null || user.emailVerified) return onwardTo(pathIn(asked.next))
  return confirmationPage(context, user.email, asked, { values: {} })
}

type Sent = Given<'confirmByForm'>

export const confirmByForm = async (sent: Sent, context: PageContext) => {
  const next = pathIn(sent.next)
  const here = `/verify-email?next=${encodeURIComponent(next)}`
  const heard =
    sent.do === 'send'
      ? await ask(context, 'emails', 'requestEmailCode', {})
      : await ask(context, 'emails', 'confirmEmail', { code: (sent.code ?? '').trim() })
  if (heard.ok) return sent.do === 'send' ? onwardTo(here, 'code-sent') : onwardTo(next, 'confirmed')
  const { refusal } = heard
  if (refusal.code === 'ALREADY_VERIFIED') return onwardTo(next, 'confirmed')
  const who = await ask(context, 'auth', 'validateToken', {})
  if (!who.ok || refusal.status === 401) return refusedPage(context, refusal)
  const told = sent.do === 'confirm' ? { ...refusal, field: 'code' } : refusal
  return confirmationPage(context, who.value.user?.email ?? '', sent, { values: {}, refusal: told })
}
