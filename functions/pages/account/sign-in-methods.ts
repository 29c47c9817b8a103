import { call, type FormInput, type PageContext, pageScope, type Refusal } from '../call.ts'
import { type Filled, field, hidden, nothingFilled, ownerOf, refusedForm } from '../layout/forms.ts'
import {
  accountPage,
  actionButton,
  type Html,
  html,
  isOfPage,
  redirectTo,
  refusedPage,
  wayNames,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import { factorsPath } from './factors.ts'
import { settingsPart, settingsPath } from './frame.ts'

/** The page on which people add a way to sign in. */
export const addingPath = settingsPart('ways')

/** Google sends people back to one address for each school: the page for signing in with Google. */
export const googleAddress = ({ tenant }: PageContext): string => `${tenant.origin}/login/with/google`

/** Marks the state of a link, so that the page that Google returns to links instead of signing in. */
export const linkMark = 'link'

type Shown = {
  readonly filled?: Filled
  readonly done?: string | undefined
  readonly error?: string | undefined
}

const addItem = (way: string, school: string): Html => {
  const name = t(wayNames[way] ?? way)
  return html`<li><div class="stack-s"><h3>${way === 'saml' ? html`<bdi>${school}</bdi>` : name}</h3><p class="soft">${way === 'saml' ? t("Your account at the school's identity provider") : t('Your {provider} account', { provider: name })}</p></div>${actionButton(settingsPath, t('Link account'), { do: 'link', id: way }, { label: name })}</li>`
}

const passwordForm = (filled: Filled, email: string | undefined): Html => {
  const newPasswordField = field(filled, {
    name: 'newPassword',
    label: t('New password'),
    type: 'password',
    autocomplete: 'new-password',
    longest: 1024,
    hint: t('You can then sign in with your email address too.'),
  })
  return html`<form class="card stack" method="post" action="${settingsPath}"><h2>${t('Set a password')}</h2>${hidden('do', 'first-password')}${ownerOf(email)}${refusedForm(filled, ['newPassword'])}${newPasswordField}<button class="btn">${t('Set password')}</button></form>`
}

/** Only a recent sign-in may add a way to sign in. */
const signInAgain = (refusal: Refusal | undefined): Html | string =>
  refusal?.code === 'RECENT_LOGIN_REQUIRED'
    ? html`<form method="post" action="/sign-out" data-leaves><button class="btn plain">${t('Sign out to sign in again')}</button></form>`
    : ''

/** Ways to sign in that the reader can add: Google, Apple, the school, a first password, a passkey. */
export const addingPage = async (context: PageContext, shown: Shown = {}) => {
  const [own, entrance] = await Promise.all([
    call(context, 'providers', 'listWays', {}),
    call(context, 'saml', 'getSamlEntrance', {}),
  ])
  if (!own.ok) return refusedPage(context, own.refusal, addingPath)
  const { GOOGLE_CLIENT_IDS, APPLE_CLIENT_IDS } = context.settings
  const has = new Set<string>(own.value.ways.map(({ kind }) => kind))
  const possible = [
    ...(entrance.ok && entrance.value.offered ? ['saml'] : []),
    ...(GOOGLE_CLIENT_IDS === '' ? [] : ['google']),
    ...(APPLE_CLIENT_IDS === '' ? [] : ['apple']),
  ].filter((way) => !has.has(way))
  const school = pageScope(context).visit.school?.name ?? t('Your school')
  const { filled = nothingFilled } = shown
  const failed = shown.error
    ? html`<p class="tell bad" role="alert">${t('The account was not linked. It may be linked to another person, or you cancelled. Try again.')}</p>`
    : ''
  const nothing = html`<p class="soft">${t('This school offers no other sign-in method to add. You can add a passkey.')}</p>`
  const body = html`<div class="stack-l"><header class="stack-s"><p><a href="${settingsPath}">${t('Your account')}</a></p><h1>${t('Add a sign-in method')}</h1><p>${t('With a second method you can still sign in if you lose the first.')}</p></header>${failed}${refusedForm(filled, ['newPassword'])}${signInAgain(filled.refusal)}${possible.length > 0 ? html`<ul class="list">${possible.map((way) => addItem(way, school))}</ul>` : nothing}${has.has('password') ? '' : passwordForm({ values: {}, refusal: filled.refusal }, undefined)}<p><a href="${factorsPath}">${t('Add a passkey')}</a></p></div>`
  return accountPage(context, {
    title: t('Add a sign-in method'),
    body,
    done: shown.done,
    refusal: filled.refusal,
  })
}

/** Adds the mark to the state that the provider sends back. */
const marked = (address: string): string => {
  const url = new URL(address)
  const next = Buffer.from(addingPath).toString('base64url')
  url.searchParams.set('state', `${url.searchParams.get('state')}.${next}.${linkMark}`)
  return url.href
}

const refused = (refusal: Refusal, context: PageContext) =>
  isOfPage(refusal)
    ? refusedPage(context, refusal, addingPath)
    : addingPage(context, { filled: { values: {}, refusal } })

/** A form may not redirect to another site, so this page leads there. */
const leadTo = (context: PageContext, address: string) =>
  accountPage(context, {
    title: t('One moment'),
    body: html`<div class="card stack"><h1>${t('One moment')}</h1><p>${t('You choose the account to link there, and come back here.')}</p><a class="btn" href="${address}">${t('Continue')}</a></div>`,
    headers: { refresh: `0;url=${address}` },
  })

const start = async (way: string | undefined, context: PageContext) => {
  if (way === 'saml') {
    const result = await call(context, 'saml', 'startSamlLink', { relayState: addingPath })
    return result.ok ? leadTo(context, result.value.redirectUrl) : refused(result.refusal, context)
  }
  const provider = way === 'apple' ? 'apple' : 'google'
  const result = await call(context, 'providers', 'startLink', {
    provider,
    ...(provider === 'google' ? { url: googleAddress(context) } : { path: addingPath }),
  })
  if (!result.ok) return refused(result.refusal, context)
  const address = result.value.authorizationUrl ?? ''
  if (address === '') return redirectTo(addingPath)
  return leadTo(context, provider === 'google' ? marked(address) : address)
}

/** Starts to link an account, or sets the first password. */
export const changeWays = async (input: FormInput, context: PageContext) => {
  if (input.do === 'link') return start(input.id, context)
  const result = await call(context, 'passwords', 'setPassword', { newPassword: input.newPassword ?? '' })
  return result.ok ? redirectTo(settingsPath, 'first-password-set') : refused(result.refusal, context)
}

export const wayForms = ['link', 'first-password']

/** Links the account whose code Google sent back, for the account that began it in this browser. */
export const finishLink = async (code: string, state: string, context: PageContext) => {
  const result = await call(context, 'providers', 'linkWay', { code, state })
  return result.ok ? redirectTo(addingPath, 'linked') : refused(result.refusal, context)
}
