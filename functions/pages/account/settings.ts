import { type Answer, ask, type Files, type PageContext, type Refusal, type Sent, withinOf } from '../ask.ts'
import { agoWords, dayWords } from '../layout/dates.ts'
import { type Filled, field, hidden, ownerOf, refusedForm } from '../layout/forms.ts'
import { accountPage, deed, face, type Html, html, onwardTo, refusedPage, wayNames } from '../layout/page.ts'
import { changeConnections, connectionForms, connectionsPage } from './connections.ts'
import { changeFactors, factorsPage, factorsPath } from './factors.ts'
import { settingsPart, settingsTabs } from './frame.ts'
import { changePreferences, preferenceForms, preferencesPage } from './preferences.ts'
import { changeProfile, personPage, profileForms, profilePage } from './profile.ts'
import { addingPage, addingPath, changeWays, wayForms } from './sign-in-methods.ts'
import { signInsPage, signInsPath } from './sign-ins.ts'

type Shown = Partial<Record<'said' | 'calendar', string | undefined>> & { readonly refusal?: Refusal }

const section = (title: string, inside: Html): Html =>
  html`<section class="stack"><h2>${title}</h2>${inside}</section>`

const devices = async (context: PageContext): Promise<Html> => {
  const heard = await ask(context, 'sessions', 'listSessions', {})
  if (!heard.ok) return html``
  const { sessions } = heard.value
  const others = sessions.some(({ isCurrent }) => !isCurrent)
  return section(
    'Devices',
    html`<ul class="list">${sessions.map(
      (one) =>
        html`<li><div class="stack-s"><h3><bdi>${one.deviceInfo}</bdi></h3><p class="soft">${one.isCurrent ? 'This device' : `Used ${agoWords(one.lastUsed, context.now())}`} &middot; <span class="num">${one.ipAddress}</span></p></div>${one.isCurrent ? '' : deed('/settings', 'Sign out', { do: 'end-device', id: one.id })}</li>`,
    )}</ul>${others ? deed('/settings', 'Sign all others out', { do: 'end-others' }) : ''}<p><a href="${signInsPath}">Sign-in history</a></p>`,
  )
}

type Ways = { readonly section: Html; readonly hasPassword: boolean }

const ways = async (context: PageContext): Promise<Ways> => {
  const heard = await ask(context, 'providers', 'listWays', {})
  const zone = withinOf(context).visit.timezone
  if (!heard.ok) {
    const { message, code } = heard.refusal
    const proof =
      code === 'OWN_PROOF_REQUIRED'
        ? html`<p><a class="btn plain" href="/settings/proof?next=/settings">Confirm it</a></p>`
        : ''
    return { section: section('Ways to sign in', html`<p>${message}</p>${proof}`), hasPassword: true }
  }
  const all = heard.value.ways
  return {
    hasPassword: all.some(({ kind }) => kind === 'password'),
    section: section(
      'Ways to sign in',
      html`<ul class="list">${all.map(
        (one) =>
          html`<li><div class="stack-s"><h3>${wayNames[one.kind] ?? one.kind}${one.school ? html` (<bdi>${one.school}</bdi>)` : ''}</h3><p class="soft">Since ${dayWords(one.since, zone)}${one.active ? '' : ' &middot; ended by the school'}</p></div>${one.removable ? deed('/settings', 'Remove', { do: 'unlink', id: one.id }) : ''}</li>`,
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
  const heard = await ask(context, 'sessions', 'listWaysIn', {})
  if (!heard.ok || heard.value.ways.length === 0) return html``
  const zone = withinOf(context).visit.timezone
  return section(
    'Ways into your account',
    html`<p>"Sign all others out" removes the ones that are marked as recent. You can add again what is yours.</p><ul class="list">${heard.value.ways.map((way) => html`<li><p>${wayInWords(way, zone)}</p>${way.isRecent ? html`<span class="tag warn">recent</span>` : ''}</li>`)}</ul>`,
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
      ? html`<p>A secret address, by which your calendar shows the events that you go to. A new one ends the one before it.</p>${deed('/settings', 'Make an address', { do: 'calendar' })}<p><a href="${settingsPart('connections')}">Your calendar addresses</a></p>`
      : html`<p class="tell good" role="status">Copy this address into your calendar now. It is shown this once.</p><p><a href="${address}">${address}</a></p>`,
  )

const settingsPage = async (context: PageContext, shown: Shown) => {
  const [heard, onDevices, byWays, allWays, counted] = await Promise.all([
    ask(context, 'auth', 'validateToken', {}),
    devices(context),
    ways(context),
    waysIn(context),
    ask(context, 'operators', 'getUserStats', {}),
  ])
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const { user } = heard.value
  const body = html`<div class="stack-l"><header class="stack-s"><h1>Your account</h1>${settingsTabs('account')}</header>${counted.ok ? html`<p class="tell"><strong>You administer this school.</strong> <a href="/admin">Admin console</a></p>` : ''}
${
  user === null
    ? html`<section class="card stack"><p>You are signed in as a guest of this school.</p><form method="post" action="/join"><button class="btn">Join this school</button></form></section>`
    : html`<section class="card stack"><div class="row">${face(user.name, user.picture)}<div><h2><bdi>${user.name}</bdi></h2><p class="soft">@<bdi>${user.username}</bdi></p></div></div><p><bdi>${user.email}</bdi> ${user.emailVerified ? html`<span class="tag good">confirmed</span>` : html`<span class="tag warn">not confirmed</span>`}</p>${user.emailVerified ? '' : html`<p><a class="btn plain" href="/verify-email?next=/settings">Confirm this address</a></p>`}<div class="row"><form method="post" action="/sign-out" data-leaves><button class="btn plain small">Sign out on this device</button></form><a href="/invitations">Invitations</a></div></section>`
}
${onDevices}${byWays.section}${allWays}${section('Two-step verification', html`<p>A second step besides your password: an app, passkeys, recovery codes.</p><p><a class="btn plain" href="${factorsPath}">Two-step verification</a></p>`)}${byWays.hasPassword ? password(shown.refusal, user?.email) : noPassword}${calendar(shown.calendar)}
${section('Your data', html`<p><a href="/settings/data">Download your data, or delete your account</a></p>`)}</div>`
  const { said, refusal } = shown
  return accountPage(context, { title: 'Your account', body, said, script: 'leaving.js', refusal })
}

type Asked = Partial<Record<'said' | 'part' | 'cursor' | 'id' | 'error', string | undefined>>

export const showSettings = ({ said, part, cursor, id, error }: Asked, context: PageContext) => {
  if (part === 'sign-ins') return signInsPage(context, cursor)
  if (part === 'profile') return profilePage(context, { said })
  if (part === 'person') return personPage(context, id)
  if (part === 'notifications') return preferencesPage(context, said)
  if (part === 'connections') return connectionsPage(context, said)
  if (part === 'ways') return addingPage(context, { said, error })
  return part === 'factors' ? factorsPage(context, { said }) : settingsPage(context, { said })
}

const deeds = new Set(['end-device', 'end-others', 'unlink'])

const carriedOut = ({ id = '', ...sent }: Sent, context: PageContext) => {
  if (sent.do === 'end-device') return ask(context, 'sessions', 'revokeSession', { sessionId: id })
  if (sent.do === 'end-others') return ask(context, 'sessions', 'revokeAllOtherSessions', {})
  return ask(context, 'providers', 'unlinkWay', { wayId: id })
}

/** Ends an impersonation: the administrator continues in their own session. */
const stopActing = async (context: PageContext) => {
  const result = await ask(context, 'impersonation', 'stopImpersonation', {})
  if (result.ok) return onwardTo('/admin?part=people', 'acting-stopped')
  return result.refusal.code === 'NOT_IMPERSONATING' ? onwardTo('/') : refusedPage(context, result.refusal)
}

/** Ends devices and ways in, changes the password, or makes the address of a calendar, which is shown once. */
export const changeSettings = async (
  { files, ...all }: Sent & { readonly files: Files },
  context: PageContext,
) => {
  const sent = all as Sent
  if (sent.do === 'stop-acting') return stopActing(context)
  if (profileForms.includes(sent.do)) return changeProfile(sent, files, context)
  if (preferenceForms.includes(sent.do)) return changePreferences(sent, context)
  if (connectionForms.includes(sent.do)) return changeConnections(sent, context)
  if (wayForms.includes(sent.do)) return changeWays(sent, context)
  if (sent.do === 'calendar') {
    const made = await ask(context, 'calendars', 'createCalendarToken', {})
    return made.ok ? settingsPage(context, { calendar: made.value.url }) : refusedPage(context, made.refusal)
  }
  if (sent.do === 'password') {
    const { currentPassword = '', newPassword = '' } = sent
    const changed = await ask(context, 'passwords', 'changePassword', { currentPassword, newPassword })
    if (changed.ok) return onwardTo('/settings', 'password-changed')
    const { refusal } = changed
    return refusal.status === 400 ? settingsPage(context, { refusal }) : refusedPage(context, refusal)
  }
  if (!deeds.has(sent.do)) return changeFactors(sent, context)
  const heard = await carriedOut(sent, context)
  if (!heard.ok && heard.refusal.status !== 404) return refusedPage(context, heard.refusal)
  const said = { unlink: 'unlinked', 'end-others': 'others-ended' }[sent.do] ?? 'device-ended'
  return onwardTo('/settings', said)
}
