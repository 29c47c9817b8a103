import { ask, type Given, type PageContext } from '../ask.ts'
import { askedForCode, codeField, type Filled, field, hidden, refusedForm } from '../layout/forms.ts'
import { html, onwardTo, pageOf, pathIn } from '../layout/page.ts'
import { afterSignIn } from './second-step.ts'
import { offeredWays } from './ways.ts'

type Asked = Partial<Record<'next' | 'invite_token' | 'invite_error', string | undefined>>

const fields = ['name', 'email', 'username', 'password', 'code']

/** Where a person with an account continues: to the invitation that they came with, before anywhere else. */
const onwardOf = ({ invite_token, next }: Asked): string =>
  invite_token === undefined ? pathIn(next) : `/invitations?invite_token=${encodeURIComponent(invite_token)}`

const registrationPage = async (context: PageContext, asked: Asked, filled: Filled) => {
  const next = pathIn(asked.next)
  const { others, byPassword } = await offeredWays(context, onwardOf(asked))
  const form = html`<form class="stack" method="post" action="/register/form">${refusedForm(filled, fields)}${hidden('next', next)}${asked.invite_token ? hidden('invite_token', asked.invite_token) : ''}<div>${field(filled, { name: 'name', label: 'Your name', autocomplete: 'name', longest: 120 })}${field(filled, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', longest: 254, hint: 'That of your school, if you have one.' })}${field(filled, { name: 'username', label: 'Username', autocomplete: 'username', optional: true, longest: 64, hint: 'How others find you: letters and digits.' })}${field(filled, { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', longest: 1024, hint: 'A long one that you use nowhere else.' })}${askedForCode(filled) ? codeField(filled, 'This school asks for a proof of your address.') : ''}</div><button class="btn full">Make my account</button></form>`
  const body = html`<div class="card stack"><h1>Create account</h1>${asked.invite_error ? html`<p class="tell warn">That invitation is over, or was taken back. Ask for another one.</p>` : ''}${others}
${byPassword ? form : html`<p class="tell">This school makes accounts by the ways above alone.</p>`}
<p>You have one already? <a href="/login?next=${encodeURIComponent(onwardOf(asked))}">Sign in</a></p></div>`
  return pageOf(context, { title: 'Create account', body, narrow: true, refusal: filled.refusal })
}

export const showRegistration = async (asked: Asked, context: PageContext) => {
  const here = await ask(context, 'auth', 'validateToken', {})
  if (here.ok) return onwardTo(onwardOf(asked))
  return registrationPage(context, asked, { values: {} })
}

type Sent = Given<'registerByForm'>

/** Makes an account, and goes on to confirm its address. */
export const registerByForm = async (sent: Sent, context: PageContext) => {
  const { name, email, password, username, invite_token } = sent
  const heard = await ask(context, 'auth', 'register', {
    name,
    email,
    password,
    username: username || undefined,
    invite_token: invite_token || undefined,
    code: sent.code?.trim() || undefined,
  })
  if (!heard.ok)
    return registrationPage(context, sent, { values: { name, email, username }, refusal: heard.refusal })
  const next = pathIn(sent.next)
  if ('requiresMfa' in heard.value) return afterSignIn(heard.value, next)
  if (heard.value.user?.emailVerified === true) return onwardTo(next, 'registered')
  return onwardTo(`/verify-email?next=${encodeURIComponent(next)}`, 'registered')
}
