import {
  type Answer,
  call,
  type Files,
  type FormInput,
  type PageContext,
  pageScope,
  type Refusal,
} from '../call.ts'
import { agoWords, dayWords } from '../layout/dates.ts'
import { type Filled, field, hidden, ownerOf, refusedForm } from '../layout/forms.ts'
import {
  accountPage,
  actionButton,
  face,
  type Html,
  html,
  redirectTo,
  refusedPage,
  wayNames,
} from '../layout/page.ts'
import { changeConnections, connectionForms, connectionsPage } from './connections.ts'
import { changeFactors, factorsPage, factorsPath } from './factors.ts'
import { settingsPart, settingsTabs } from './frame.ts'
import { changePreferences, preferenceForms, preferencesPage } from './preferences.ts'
import { changeProfile, personPage, profileForms, profilePage } from './profile.ts'
import { addingPage, addingPath, changeWays, wayForms } from './sign-in-methods.ts'
import { signInsPage, signInsPath } from './sign-ins.ts'

type Shown = Partial<Record<'done' | 'calendar', string | undefined>> & { readonly refusal?: Refusal }

const section = (title: string, inside: Html): Html =>
  html`<section class="stack"><h2>${title}</h2>${inside}</section>`

const devices = async (context: PageContext): Promise<Html> => {
  const result = await call(context, 'sessions', 'listSessions', {})
  if (!result.ok) return html``
  const { sessions } = result.value
  const others = sessions.some(({ isCurrent }) => !isCurrent)
  return section(
    'Devices',
    html`<ul class="list">${sessions.map(
      (one) =>
        html`<li><div class="stack-s"><h3><bdi>${one.deviceInfo}</bdi></h3><p class="soft">${one.isCurrent ? 'This device' : `Used ${agoWords(one.lastUsed, context.now())}`} &middot; <span class="num">${one.ipAddress}</span></p></div>${one.isCurrent ? '' : actionButton('/settings', 'Sign out', { do: 'end-device', id: one.id })}</li>`,
    )}</ul>${others ? actionButton('/settings', 'Sign all others out', { do: 'end-others' }) : ''}<p><a href="${signInsPath}">Sign-in history</a></p>`,
  )
}

type Ways = { readonly section: Html; readonly hasPassword: boolean }

const ways = async (context: PageContext): Promise<Ways> => {
  const result = await call(context, 'providers', 'listWays', {})
  const zone = pageScope(context).visit.timezone
  if (!result.ok) {
    const { message, code } = result.refusal
    const proof =
      code === 'OWN_PROOF_REQUIRED'
        ? html`<p><a class="btn plain" href="/settings/proof?next=/settings">Confirm it</a></p>`
        : ''
    return { section: section('Ways to sign in', html`<p>${message}</p>${proof}`), hasPassword: true }
  }
  const all = result.value.ways
  return {
    hasPassword: all.some(({ kind }) => kind === 'password'),
    section: section(
      'Ways to sign in',
      html`<ul class="list">${all.map(
        (one) =>
          html`<li><div class="stack-s"><h3>${wayNames[one.kind] ?? one.kind}${one.school ? html` (<bdi>${one.school}</bdi>)` : ''}</h3><p class="soft">Since ${dayWords(one.since, zone)}${one.active ? '' : ' &middot; ended by the school'}</p></div>${one.removable ? actionButton('/settings', 'Remove', { do: 'unlink', id: one.id }) : ''}</li>`,
      )}</ul><p><a class="btn plain" href="${addingPath}">Add a sign-in method</a></p>`,
    ),
  }
}

const wayWords: Readonly<Record<string, string>> = {
  passkey: 'Passkey',
  totp: 'Authenticator app',
  recovery_codes: 'Recovery codes',
  google: 'Google',
  apple: 'Apple',
  saml: 'School sign-in',
  push: 'Push messages',
  calendar: 'Calendar address',
}

type WayIn = Answer<'sessions', 'listWaysIn'>['ways'][number]

/** A way in with its date and device, as its owner and an administrator see it. */
export const wayInWords = ({ kind, name, school, addedAt, device }: WayIn, zone: string): Html =>
  html`${wayWords[kind] ?? kind}${name ? html` <bdi>${name}</bdi>` : ''}${school ? html` (<bdi>${school}</bdi>)` : ''}, added ${dayWords(addedAt, zone)}${device ? html` from ${device}` : ''}`

const waysIn = async (context: PageContext): Promise<Html> => {
  const result = await call(context, 'sessions', 'listWaysIn', {})
  if (!result.ok || result.value.ways.length === 0) return html``
  const zone = pageScope(context).visit.timezone
  return section(
    'Ways into your account',
    html`<p>"Sign all others out" removes the ones that are marked as recent. You can add again what is yours.</p><ul class="list">${result.value.ways.map((way) => html`<li><p>${wayInWords(way, zone)}</p>${way.isRecent ? html`<span class="tag warn">recent</span>` : ''}</li>`)}</ul>`,
  )
}

const password = (refusal: Refusal | undefined, email: string | undefined): Html => {
  const filled: Filled = { values: {}, refusal }
  return section(
    'Password',
    html`<form class="card stack" method="post" action="/settings">${hidden('do', 'password')}${ownerOf(email)}${refusedForm(filled, ['currentPassword', 'newPassword'])}<div>${field(filled, { name: 'currentPassword', label: 'Current password', type: 'password', autocomplete: 'current-password', longest: 1024 })}${field(filled, { name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', longest: 1024, hint: 'All other devices are signed out.' })}</div><button class="btn plain">Change the password</button></form>`,
  )
}

const noPassword = section(
  'Password',
  html`<p>This account has no password. With one you can sign in with your email address too.</p><p><a class="btn plain" href="${addingPath}">Set a password</a></p>`,
)

const calendar = (address: string | undefined): Html =>
  section(
    'Calendar',
    address === undefined
      ? html`<p>A secret address, by which your calendar shows the events that you go to. A new one ends the one before it.</p>${actionButton('/settings', 'Make an address', { do: 'calendar' })}<p><a href="${settingsPart('connections')}">Your calendar addresses</a></p>`
      : html`<p class="tell good" role="status">Copy this address into your calendar now. It is shown this once.</p><p><a href="${address}">${address}</a></p>`,
  )

const settingsPage = async (context: PageContext, shown: Shown) => {
  const [result, onDevices, byWays, allWays, counted] = await Promise.all([
    call(context, 'auth', 'validateToken', {}),
    devices(context),
    ways(context),
    waysIn(context),
    call(context, 'operators', 'getUserStats', {}),
  ])
  if (!result.ok) return refusedPage(context, result.refusal)
  const { user } = result.value
  const body = html`<div class="stack-l"><header class="stack-s"><h1>Your account</h1>${settingsTabs('account')}</header>${counted.ok ? html`<p class="tell"><strong>You administer this school.</strong> <a href="/admin">Admin console</a></p>` : ''}
${
  user === null
    ? html`<section class="card stack"><p>You are signed in as a guest of this school.</p><form method="post" action="/join"><button class="btn">Join this school</button></form></section>`
    : html`<section class="card stack"><div class="row">${face(user.name, user.picture)}<div><h2><bdi>${user.name}</bdi></h2><p class="soft">@<bdi>${user.username}</bdi></p></div></div><p><bdi>${user.email}</bdi> ${user.emailVerified ? html`<span class="tag good">confirmed</span>` : html`<span class="tag warn">not confirmed</span>`}</p>${user.emailVerified ? '' : html`<p><a class="btn plain" href="/verify-email?next=/settings">Confirm this address</a></p>`}<div class="row"><form method="post" action="/sign-out" data-leaves><button class="btn plain small">Sign out on this device</button></form><a href="/invitations">Invitations</a></div></section>`
}
${onDevices}${byWays.section}${allWays}${section('Two-step verification', html`<p>A second step besides your password: an app, passkeys, recovery codes.</p><p><a class="btn plain" href="${factorsPath}">Two-step verification</a></p>`)}${byWays.hasPassword ? password(shown.refusal, user?.email) : noPassword}${calendar(shown.calendar)}
${section('Your data', html`<p><a href="/settings/data">Download your data, or delete your account</a></p>`)}</div>`
  const { done, refusal } = shown
  return accountPage(context, { title: 'Your account', body, done, script: 'leaving.js', refusal })
}

type PageQuery = Partial<Record<'done' | 'part' | 'cursor' | 'id' | 'error', string | undefined>>

export const showSettings = ({ done, part, cursor, id, error }: PageQuery, context: PageContext) => {
  if (part === 'sign-ins') return signInsPage(context, cursor)
  if (part === 'profile') return profilePage(context, { done })
  if (part === 'person') return personPage(context, id)
  if (part === 'notifications') return preferencesPage(context, done)
  if (part === 'connections') return connectionsPage(context, done)
  if (part === 'ways') return addingPage(context, { done, error })
  return part === 'factors' ? factorsPage(context, { done }) : settingsPage(context, { done })
}

const actions = new Set(['end-device', 'end-others', 'unlink'])

const carriedOut = ({ id = '', ...input }: FormInput, context: PageContext) => {
  if (input.do === 'end-device') return call(context, 'sessions', 'revokeSession', { sessionId: id })
  if (input.do === 'end-others') return call(context, 'sessions', 'revokeAllOtherSessions', {})
  return call(context, 'providers', 'unlinkWay', { wayId: id })
}

/** Ends an impersonation: the administrator continues in their own session. */
const stopActing = async (context: PageContext) => {
  const result = await call(context, 'impersonation', 'stopImpersonation', {})
  if (result.ok) return redirectTo('/admin?part=people', 'acting-stopped')
  return result.refusal.code === 'NOT_IMPERSONATING' ? redirectTo('/') : refusedPage(context, result.refusal)
}

/** Ends devices and ways in, changes the password, or makes the address of a calendar, which is shown once. */
export const changeSettings = async (
  { files, ...all }: FormInput & { readonly files: Files },
  context: PageContext,
) => {
  const input = all as FormInput
  if (input.do === 'stop-acting') return stopActing(context)
  if (profileForms.includes(input.do)) return changeProfile(input, files, context)
  if (preferenceForms.includes(input.do)) return changePreferences(input, context)
  if (connectionForms.includes(input.do)) return changeConnections(input, context)
  if (wayForms.includes(input.do)) return changeWays(input, context)
  if (input.do === 'calendar') {
    const made = await call(context, 'calendars', 'createCalendarToken', {})
    return made.ok ? settingsPage(context, { calendar: made.value.url }) : refusedPage(context, made.refusal)
  }
  if (input.do === 'password') {
    const { currentPassword = '', newPassword = '' } = input
    const changed = await call(context, 'passwords', 'changePassword', { currentPassword, newPassword })
    if (changed.ok) return redirectTo('/settings', 'password-changed')
    const { refusal } = changed
    return refusal.status === 400 ? settingsPage(context, { refusal }) : refusedPage(context, refusal)
  }
  if (!actions.has(input.do)) return changeFactors(input, context)
  const result = await carriedOut(input, context)
  if (!result.ok && result.refusal.status !== 404) return refusedPage(context, result.refusal)
  const done = { unlink: 'unlinked', 'end-others': 'others-ended' }[input.do] ?? 'device-ended'
  return redirectTo('/settings', done)
}
