import { call, type PageContext, type PageInput, pageScope } from '../call.ts'
import {
  codeField,
  codeIn,
  type Filled,
  field,
  hidden,
  needsMailedCode,
  refusedForm,
} from '../layout/forms.ts'
import { type Html, html, pageOf, pathIn, redirectTo } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { accountHeading } from './frame.ts'
import { offeredWays } from './provider-sign-in.ts'
import { afterSignIn } from './second-step.ts'

type PageQuery = Partial<Record<'next' | 'invite_token' | 'invite_error', string | undefined>>

const fields = ['name', 'email', 'username', 'password', 'code']

/** Where a person with an account continues: to the invitation that they came with, before anywhere else. */
const onwardOf = ({ invite_token, next }: PageQuery): string =>
  invite_token === undefined ? pathIn(next) : `/invitations?invite_token=${encodeURIComponent(invite_token)}`

const registrationPage = async (context: PageContext, query: PageQuery, filled: Filled) => {
  const next = pathIn(query.next)
  const { others, byPassword, bySchool } = await offeredWays(context, onwardOf(query))
  const nameField = field(filled, { name: 'name', label: t('Your name'), autocomplete: 'name', longest: 120 })
  const emailField = field(filled, {
    name: 'email',
    label: t('Email'),
    type: 'email',
    autocomplete: 'email',
    longest: 254,
    hint: t('Use your school email, if you have one.'),
  })
  const usernameField = field(filled, {
    name: 'username',
    label: t('Username'),
    autocomplete: 'username',
    optional: true,
    longest: 64,
    hint: t('How others find you: 3 to 20 letters and digits.'),
  })
  const passwordField = field(filled, {
    name: 'password',
    label: t('Password'),
    type: 'password',
    autocomplete: 'new-password',
    longest: 1024,
    hint: t('At least 8 characters. Choose one that you use nowhere else.'),
  })
  const closed = closedWords(context)
  const form = html`<form class="stack" method="post" action="/register/form">${refusedForm(filled, fields)}${hidden('next', next)}${query.invite_token ? hidden('invite_token', query.invite_token) : ''}<div>${nameField}${emailField}${usernameField}${passwordField}${needsMailedCode(filled) ? codeField(filled, t('This school checks your address: enter the code that we emailed to it.')) : ''}</div><button class="btn${bySchool ? ' plain' : ''} full">${t('Create account')}</button></form>`
  const body = html`<div class="card stack">${accountHeading(context, t('Create account'))}${query.invite_error ? html`<p class="tell warn">${t('That invitation has expired or was withdrawn. Ask for another one.')}</p>` : ''}${closed ?? others}
${closed ? '' : byPassword ? form : html`<p class="tell">${t('This school creates accounts only by the sign-in methods above.')}</p>`}
<p>${t('Already have an account?')} <a href="/login?next=${encodeURIComponent(onwardOf(query))}">${t('Sign in')}</a></p></div>`
  return pageOf(context, { title: t('Create account'), body, narrow: true, refusal: filled.refusal })
}

const closedTexts: Readonly<Record<string, string>> = {
  maintenance: msg('This school is closed for now, so nobody can create an account.'),
  coming_soon: msg('This school is not open yet, so nobody can create an account.'),
}

/** What a closed school says in place of the form; undefined at an open one. */
const closedWords = (context: PageContext): Html | undefined => {
  const { school } = pageScope(context).visit
  const text = closedTexts[school?.status ?? '']
  if (text === undefined) return undefined
  return html`<p class="tell warn">${t(text)} ${school?.statusMessage ? html`<bdi>${school.statusMessage}</bdi>` : ''}</p>`
}

export const showRegistration = async (query: PageQuery, context: PageContext) => {
  const here = await call(context, 'auth', 'validateToken', {})
  if (here.ok) return redirectTo(onwardOf(query))
  return registrationPage(context, query, { values: {} })
}

type FormInput = PageInput<'registerByForm'>

/** Makes an account, and goes on to confirm its address. */
export const registerByForm = async (input: FormInput, context: PageContext) => {
  const { name, email, password, username, invite_token } = input
  const result = await call(context, 'auth', 'register', {
    name,
    email,
    password,
    username: username || undefined,
    invite_token: invite_token || undefined,
    code: codeIn(input.code) || undefined,
  })
  if (!result.ok)
    return registrationPage(context, input, { values: { name, email, username }, refusal: result.refusal })
  const next = pathIn(input.next)
  if ('requiresMfa' in result.value) return afterSignIn(result.value, next)
  if (result.value.user?.emailVerified === true) return redirectTo(next, 'registered')
  return redirectTo(`/verify-email?next=${encodeURIComponent(next)}`, 'registered')
}
