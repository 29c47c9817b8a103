import {
  type Answer,
  call,
  type Files,
  type FormInput,
  type PageContext,
  pageScope,
  type Refusal,
  readerOf,
} from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { agoWords, dayWords } from '../layout/dates.ts'
import { type Filled, field, hidden, ownerOf, refusedForm } from '../layout/forms.ts'
import {
  accountPage,
  actionButton,
  collapsible,
  confirmedAction,
  face,
  type Html,
  html,
  redirectTo,
  refusedPage,
  wayNames,
} from '../layout/page.ts'
import { deviceName } from '../layout/sign-ins.ts'
import { msg, t } from '../locale.ts'
import { changeConnections, connectionForms, connectionsPage } from './connections.ts'
import { changeFactors, factorsPage, factorsPath } from './factors.ts'
import { isSignInMethod, settingsPart, settingsTabs } from './frame.ts'
import { changePreferences, preferenceForms, preferencesPage } from './preferences.ts'
import { changeProfile, personPage, profileForms, profilePage } from './profile.ts'
import { addingPage, addingPath, changeWays, wayForms } from './sign-in-methods.ts'
import { signInsPage, signInsPath } from './sign-ins.ts'

type Shown = { readonly done?: string | undefined; readonly refusal?: Refusal }

const section = (title: string, inside: Html, id = ''): Html =>
  html`<section class="stack"><h2${id && html` id="${id}"`}>${title}</h2>${inside}</section>`

/** The heading of the sign-in methods, which their rows in the list of all ways in lead to. */
const methodsId = 'sign-in-methods'

type Session = Answer<'sessions', 'listSessions'>['sessions'][number]

/** Devices that the list shows before the reader opens the rest. */
const firstDevices = 3

const deviceItem = (one: Session, now: Date): Html =>
  html`<li><div class="stack-s"><h3><bdi>${deviceName(one.deviceInfo)}</bdi></h3><p class="soft">${one.isCurrent ? t('This device') : t('Used {when}', { when: agoWords(one.lastUsed, now) })} &middot; <span class="num">${one.ipAddress}</span></p></div>${one.isCurrent ? '' : actionButton('/settings', t('Sign out'), { do: 'end-device', id: one.id })}</li>`

/** What "Sign all others out" may remove besides sessions (rules/auth 49). */
const endsWithOthers = ({ kind, isRecent }: WayIn): boolean => isRecent || kind === 'calendar'

/** Asks before the other devices are signed out, and lists what goes with them. */
const endingOthers = (ways: readonly WayIn[], zone: string): Html => {
  const lost = ways.filter((way) => way.kind !== 'push' && endsWithOthers(way))
  const list = html`${lost.map((way, at) => html`${at === 0 ? '' : '; '}${wayInWords(way, zone)}`)}`
  const also =
    lost.length === 0
      ? ''
      : html` ${t('For safety, this also removes recent sign-in methods and all calendar addresses: {list}. Set them up again afterwards. Your last way to sign in stays.', { list })}`
  return confirmedAction('/settings', {
    text: t('Sign all others out'),
    consequence: html`${t('All other devices have to sign in again.')}${also}`,
    carried: { do: 'end-others' },
  })
}

const devices = async (context: PageContext, found: Promise<readonly WayIn[]>): Promise<Html> => {
  const [result, ways] = await Promise.all([call(context, 'sessions', 'listSessions', {}), found])
  if (!result.ok) return html``
  const { sessions } = result.value
  const others = sessions.some(({ isCurrent }) => !isCurrent)
  const items = sessions.map((one) => deviceItem(one, context.now()))
  const rest = items.slice(firstDevices)
  const more =
    rest.length === 0
      ? ''
      : collapsible(
          t('{count, plural, one {# more device} other {# more devices}}', { count: rest.length }),
          html`<ul class="list">${rest}</ul>`,
        )
  return section(
    t('Devices'),
    html`<ul class="list">${items.slice(0, firstDevices)}</ul>${more}${others ? endingOthers(ways, pageScope(context).visit.timezone) : ''}<p><a href="${signInsPath}">${t('Sign-in history')}</a></p>`,
  )
}

type Ways = { readonly section: Html; readonly hasPassword: boolean }

const removing = ({ id, kind }: Answer<'providers', 'listWays'>['ways'][number]): Html => {
  const name = t(wayNames[kind] ?? kind)
  return confirmedAction('/settings', {
    text: t('Remove'),
    consequence: t('You can no longer sign in this way: {name}. You can add it again.', { name }),
    button: t('Remove sign-in method'),
    carried: { do: 'unlink', id },
    label: name,
  })
}

const ways = async (context: PageContext): Promise<Ways> => {
  const result = await call(context, 'providers', 'listWays', {})
  const zone = pageScope(context).visit.timezone
  if (!result.ok) {
    const { code } = result.refusal
    const proof =
      code === 'OWN_PROOF_REQUIRED'
        ? html`<p><a class="btn plain" href="/settings/proof?next=/settings">${t('Confirm it')}</a></p>`
        : ''
    return {
      section: section(t('Sign-in methods'), html`<p>${failureMessage(result.refusal)}</p>${proof}`),
      hasPassword: true,
    }
  }
  const all = result.value.ways
  const { platform: isPlatform } = context.tenant
  return {
    hasPassword: all.some(({ kind }) => kind === 'password'),
    section: section(
      t('Sign-in methods'),
      html`<ul class="list">${all.map(
        (one) =>
          html`<li><div class="stack-s"><h3>${t(wayNames[one.kind] ?? one.kind)}${one.school ? html` (<bdi>${one.school}</bdi>)` : ''}</h3><p class="soft">${t('Since {date}', { date: dayWords(one.since, zone) })}${one.active ? '' : html` &middot; ${t('ended by the school')}`}</p></div>${one.removable && !isPlatform ? removing(one) : ''}</li>`,
      )}</ul>${isPlatform ? '' : html`<p><a class="btn plain" href="${addingPath}">${t('Add a sign-in method')}</a></p>`}`,
      methodsId,
    ),
  }
}

const wayWords: Readonly<Record<string, string>> = {
  passkey: msg('Passkey'),
  totp: msg('Authenticator app'),
  recovery_codes: msg('Recovery codes'),
  google: 'Google',
  apple: 'Apple',
  saml: msg('School sign-in'),
  push: msg('Push messages'),
  calendar: msg('Calendar address'),
}

type WayIn = Answer<'sessions', 'listWaysIn'>['ways'][number]

/** A way in with its date and device, as its owner and an administrator see it. */
export const wayInWords = ({ kind, name, school, addedAt, device }: WayIn, zone: string): Html => {
  const method = html`${t(wayWords[kind] ?? kind)}${name ? html` <bdi>${name}</bdi>` : ''}${school ? html` (<bdi>${school}</bdi>)` : ''}`
  const date = dayWords(addedAt, zone)
  return device
    ? t('{method}, added {date} from {device}', { method, date, device: deviceName(device) })
    : t('{method}, added {date}', { method, date })
}

const findWaysIn = async (context: PageContext): Promise<readonly WayIn[]> => {
  const result = await call(context, 'sessions', 'listWaysIn', {})
  return result.ok ? result.value.ways : []
}

/** Where a way in is removed. The platform host has no page for push messages and calendars. */
const removalPath = ({ kind }: WayIn, isPlatform: boolean): string => {
  if (kind === 'passkey' || kind === 'totp' || kind === 'recovery_codes') return factorsPath
  if (kind === 'push' || kind === 'calendar') return isPlatform ? '' : settingsPart('connections')
  return `#${methodsId}`
}

const waysIn = async (context: PageContext, found: Promise<readonly WayIn[]>): Promise<Html> => {
  const ways = await found
  if (ways.length === 0) return html``
  const zone = pageScope(context).visit.timezone
  const item = (way: WayIn): Html => {
    const path = removalPath(way, context.tenant.platform)
    const words = wayInWords(way, zone)
    const link =
      path === '' ? '' : html`<a href="${path}">${t('Manage')}<span class="vh">: ${words}</span></a>`
    return html`<li><div class="stack-s"><p>${words}</p>${link}</div>${way.isRecent ? html`<span class="tag warn">${t('recent')}</span>` : ''}</li>`
  }
  return section(
    t('Ways into your account'),
    html`<p class="soft">${t('With these, somebody can sign in as you or read your events. Remove any that you do not recognize. Signing all other devices out also removes the recent ones.')}</p><ul class="list">${ways.map(item)}</ul>`,
  )
}

const password = (refusal: Refusal | undefined, email: string | undefined): Html => {
  const filled: Filled = { values: {}, refusal }
  return section(
    t('Password'),
    html`<form class="card stack" method="post" action="/settings">${hidden('do', 'password')}${ownerOf(email)}${refusedForm(filled, ['currentPassword', 'newPassword'])}<div>${field(filled, { name: 'currentPassword', label: t('Current password'), type: 'password', autocomplete: 'current-password', longest: 1024 })}${field(filled, { name: 'newPassword', label: t('New password'), type: 'password', autocomplete: 'new-password', longest: 1024, hint: t('At least 8 characters. Saving it signs out all other devices.') })}</div><button class="btn plain">${t('Change password')}</button></form>`,
  )
}

const noPassword = (): Html =>
  section(
    t('Password'),
    html`<p>${t('This account has no password. With one you can sign in with your email address too.')}</p><p><a class="btn plain" href="${addingPath}">${t('Set a password')}</a></p>`,
  )

type Self = NonNullable<Answer<'auth', 'validateToken'>['user']>

/** The reader, with the state of their address. */
const selfCard = ({ name, username, picture, email, emailVerified }: Self): Html => {
  const state = emailVerified
    ? html`<span class="tag good">${t('confirmed')}</span>`
    : html`<span class="tag warn">${t('not confirmed')}</span>`
  const confirm = emailVerified
    ? ''
    : html`<p class="soft">${t('Some events, clubs and settings need a confirmed address.')}</p><p><a class="btn plain" href="/verify-email?next=/settings">${t('Confirm this address')}</a></p>`
  return html`<section class="card stack"><div class="row">${face(name, picture)}<div><h2><bdi>${name}</bdi></h2><p class="soft">@<bdi>${username}</bdi></p></div></div><p><bdi>${email}</bdi> ${state}</p>${confirm}<div class="row">${signOut()}<a href="/invitations">${t('Invitations')}</a></div></section>`
}

type Visiting = NonNullable<Answer<'auth', 'validateToken'>['guest']>

const signOut = (): Html =>
  html`<form method="post" action="/sign-out" data-leaves><button class="btn plain small">${t('Sign out on this device')}</button></form>`

const secondStep = (): Html =>
  section(
    t('Two-step verification'),
    html`<p>${t('A second step after your password: an app, a passkey or a recovery code.')}</p><p><a class="btn plain" href="${factorsPath}">${t('Two-step verification')}</a></p>`,
  )

/** A guest of another school: where they belong, and what they can do here. */
const guestCard = (guest: Visiting | undefined): Html => {
  const from = guest?.school
    ? t('You are here as a guest from {school}.', { school: html`<bdi>${guest.school}</bdi>` })
    : t('You are signed in as a guest of this school.')
  return html`<section class="card stack">${guest ? html`<h2><bdi>${guest.name}</bdi></h2>` : ''}<p>${from} ${t('You can register for public events. Members can also join clubs and create events.')}</p><div class="row"><form method="post" action="/join"><button class="btn">${t('Join this school')}</button></form>${signOut()}</div></section>`
}

/** The account on the platform host, where nobody is a member: how its owner signs in, and where. */
const platformAccountPage = async (context: PageContext, { done }: Shown) => {
  const found = findWaysIn(context)
  const [result, listed, onDevices, byWays, allWays] = await Promise.all([
    call(context, 'auth', 'validateToken', {}),
    call(context, 'admins', 'listPlatformAdmins', {}),
    devices(context, found),
    ways(context),
    waysIn(context, found),
  ])
  if (!result.ok) return refusedPage(context, result.refusal)
  const reader = listed.ok
    ? listed.value.admins.find(({ globalUserId }) => globalUserId === readerOf(context))
    : undefined
  const self = reader
    ? html`<div class="row">${face(reader.name ?? '', reader.picture)}<div><h2><bdi>${reader.name}</bdi></h2><p class="soft"><bdi>${reader.email}</bdi></p></div></div>`
    : ''
  const own = html`<section class="card stack">${self}<p>${t('Your account is the same at every school. You change your profile and your password in the settings at a school.')} <a href="/">${t('Choose your school')}</a></p>${signOut()}</section>`
  const body = html`<div class="stack-l"><h1>${t('Your account')}</h1>${own}${secondStep()}${byWays.section}${onDevices}${allWays}</div>`
  const page = { title: t('Your account'), body, done, narrow: false, medium: true }
  return accountPage(context, { ...page, script: 'leaving.js' })
}

const settingsPage = async (context: PageContext, shown: Shown) => {
  if (context.tenant.platform) return platformAccountPage(context, shown)
  const found = findWaysIn(context)
  const [result, onDevices, byWays, allWays, counted] = await Promise.all([
    call(context, 'auth', 'validateToken', {}),
    devices(context, found),
    ways(context),
    waysIn(context, found),
    call(context, 'operators', 'getUserStats', {}),
  ])
  if (!result.ok) return refusedPage(context, result.refusal)
  const { user } = result.value
  const body = html`<div class="stack-l"><header class="stack-s"><h1>${t('Your account')}</h1>${settingsTabs('account')}</header>${counted.ok ? html`<p class="tell"><strong>${t('You administer this school.')}</strong> <a href="/admin">${t('Admin console')}</a></p>` : ''}
${user === null ? guestCard(result.value.guest) : selfCard(user)}
${byWays.section}${pageScope(context).visit.impersonation ? '' : byWays.hasPassword ? password(shown.refusal, user?.email) : noPassword()}${secondStep()}${onDevices}${allWays}
${section(t('Your data'), html`<p><a href="/settings/data">${t('Download your data, or delete your account')}</a></p>`)}</div>`
  const { done, refusal } = shown
  return accountPage(context, {
    title: t('Your account'),
    body,
    done,
    script: 'leaving.js',
    refusal,
    narrow: false,
    medium: true,
  })
}

type PageQuery = Partial<Record<'done' | 'part' | 'cursor' | 'id' | 'error', string | undefined>>

export const showSettings = ({ done, part, cursor, id, error }: PageQuery, context: PageContext) => {
  if (part === 'sign-ins') return signInsPage(context, cursor)
  if (part === 'factors') return factorsPage(context, { done })
  if (context.tenant.platform) return settingsPage(context, { done })
  if (part === 'profile') return profilePage(context, { done })
  if (part === 'person') return personPage(context, id)
  if (part === 'notifications') return preferencesPage(context, done)
  if (part === 'connections') return connectionsPage(context, done)
  if (part === 'ways') return addingPage(context, { done, error })
  return settingsPage(context, { done })
}

const actions = new Set(['end-device', 'unlink'])

/** Signs all other devices out, and says whether sign-in methods went with them. */
const endOthers = async (context: PageContext) => {
  const result = await call(context, 'sessions', 'revokeAllOtherSessions', {})
  if (!result.ok) return refusedPage(context, result.refusal)
  const { removed, kept } = result.value
  if (removed.some(isSignInMethod)) return redirectTo('/settings', 'others-removed')
  return redirectTo('/settings', kept.some(({ isRecent }) => isRecent) ? 'others-kept' : 'others-ended')
}

const carriedOut = ({ id = '', ...input }: FormInput, context: PageContext) => {
  if (input.do === 'end-device') return call(context, 'sessions', 'revokeSession', { sessionId: id })
  return call(context, 'providers', 'unlinkWay', { wayId: id })
}

/** Ends an impersonation: the administrator continues in their own session. */
const stopActing = async (context: PageContext) => {
  const result = await call(context, 'impersonation', 'stopImpersonation', {})
  const { impersonation } = pageScope(context).visit
  // The call was the person's. Their name finds them: the console lists people by a search.
  const person = new URLSearchParams({ search: impersonation?.as ?? '', id: readerOf(context) })
  if (result.ok) return redirectTo(`/admin?part=people&${person}`, 'acting-stopped')
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
    return made.ok ? connectionsPage(context, undefined, made.value.url) : refusedPage(context, made.refusal)
  }
  if (input.do === 'password') {
    const { currentPassword = '', newPassword = '' } = input
    const changed = await call(context, 'passwords', 'changePassword', { currentPassword, newPassword })
    if (changed.ok) return redirectTo('/settings', 'password-changed')
    const { refusal } = changed
    return refusal.status === 400 ? settingsPage(context, { refusal }) : refusedPage(context, refusal)
  }
  if (input.do === 'end-others') return endOthers(context)
  if (!actions.has(input.do)) return changeFactors(input, context)
  const result = await carriedOut(input, context)
  if (!result.ok && result.refusal.status !== 404) return refusedPage(context, result.refusal)
  return redirectTo('/settings', input.do === 'unlink' ? 'unlinked' : 'device-ended')
}
