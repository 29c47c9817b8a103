import { type Answer, call, type FormInput, type PageContext } from '../call.ts'
import { hidden, refusedForm } from '../layout/forms.ts'
import {
  accountPage,
  actionButton,
  collapsible,
  type Html,
  html,
  isOfPage,
  raw,
  redirectTo,
  refusedPage,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { settingsFrame, settingsPart, settingsPath } from './frame.ts'

type Preferences = Answer<'notifications', 'getNotificationPreferences'>
type Channels = Preferences['organizations'][string]['announcements']
type Kind = keyof Preferences['kinds']

const here = settingsPart('notifications')

const channels = [
  ['in_app', msg('In app')],
  ['email', msg('Email')],
  ['push', msg('Push')],
] as const

const kinds: readonly (readonly [kind: Kind, name: string, hint: string])[] = [
  ['registrations', msg('Your registrations'), msg('Cancelled events, new times, a seat from the waitlist')],
  ['account', msg('Your account'), msg('Sign-ins, roles and security')],
  ['confirmations', msg('Confirmations'), msg('After you register or cancel')],
  ['reminders', msg('Reminders'), msg('Before an event that you attend')],
  ['announcements', msg('Announcements'), msg('From your clubs and the events that you attend')],
  ['messages', msg('Club news'), msg('News and replies in your clubs')],
  ['news', msg('School news'), msg('From the administrators of the school')],
  ['membership', msg('Membership'), msg('Invitations, applications and roles')],
  ['feedback', msg('Feedback forms'), msg('After an event')],
  ['organizing', msg('Organizing'), msg('Events, tasks and budgets that you work on')],
  ['decisions', msg('Decisions'), msg('On what you submitted')],
  ['approvals', msg('Approvals'), msg('Events that await your decision')],
]

/** Kinds that most people never receive. */
const forOrganizers: ReadonlySet<Kind> = new Set(['organizing', 'decisions', 'approvals'])

const clubKinds = [
  ['announcements', msg('Announcements')],
  ['messages', msg('News')],
] as const

const allOn: Channels = { in_app: true, email: true, push: true }

const box = (name: string, label: string, isOn: boolean, isFixed = false): Html =>
  html`<td class="choice-cell"><label><input type="checkbox" name="${name}" value="yes"${raw(isOn ? ' checked' : '')}${raw(isFixed ? ' disabled' : '')}><span class="vh">${label}</span></label></td>`

const boxes = (prefix: string, label: string, now: Channels, isFixed = (_: string) => false): Html =>
  html`${channels.map(([channel, text]) => box(`${prefix}.${channel}`, `${label}: ${t(text)}`, now[channel], isFixed(channel)))}`

const head = (title: string): Html =>
  html`<thead><tr><th scope="col">${title}</th>${channels.map(([, text]) => html`<th scope="col" class="choice-cell">${t(text)}</th>`)}</tr></thead>`

const kindRow = ([kind, name, hint]: (typeof kinds)[number], { kinds: now }: Preferences): Html => {
  const { essential } = now[kind]
  const hintText = essential ? t('{hint}. Always on.', { hint: t(hint) }) : t(hint)
  return html`<tr><th scope="row">${t(name)}<small class="hint">${hintText}</small></th>${boxes(`kind.${kind}`, t(name), now[kind], () => essential)}</tr>`
}

type Club = { readonly id: string; readonly name: string }

const clubRows = ({ id, name }: Club, { organizations }: Preferences): Html => {
  const now = organizations[id]
  return html`${clubKinds.map(([kind, text], at) => html`<tr><th scope="row">${at === 0 ? html`<bdi>${name}</bdi>` : html`<span class="vh">${name}</span>`}<small class="hint">${t(text)}${at === 0 ? hidden(`club.${id}`, 'yes') : ''}</small></th>${boxes(`of.${id}.${kind}`, `${name}, ${t(text)}`, now?.[kind] ?? allOn)}</tr>`)}`
}

/** Clubs that the reader belongs to or follows, by name. */
const clubsOf = async (context: PageContext): Promise<readonly Club[]> => {
  const [own, followed] = await Promise.all([
    call(context, 'auth', 'validateToken', {}),
    call(context, 'organizations', 'listFollowedOrganizations', { limit: '50' }),
  ])
  const joined = own.ok ? (own.value.user?.clubAssociations ?? []) : []
  const others = followed.ok ? followed.value.orgs.map(({ org_id: club }) => club) : []
  const all = [...joined, ...others].map(({ _id, org_name }) => [_id, org_name] as const)
  return [...new Map(all)].slice(0, 100).map(([id, name]) => ({ id, name }))
}

/** Types that a client turned off as a whole, which this page does not list. */
const typesOff = ({ preferences }: Preferences): Html | string => {
  const names = Object.entries(preferences).flatMap(([name, now]) =>
    !name.startsWith('org:') && channels.some(([channel]) => !now[channel]) ? [name] : [],
  )
  if (names.length === 0) return ''
  return html`<section class="tell warn"><span>${t('An app turned off these groups too: {names}.', { names: names.join(', ') })}</span>${actionButton(settingsPath, t('Turn them on'), { do: 'notify-types' })}</section>`
}

/** Channels by kind of notification, and by club. */
export const preferencesPage = async (context: PageContext, done?: string) => {
  const [result, clubs] = await Promise.all([
    call(context, 'notifications', 'getNotificationPreferences', {}),
    clubsOf(context),
  ])
  if (!result.ok) return refusedPage(context, result.refusal)
  const now = result.value
  const clubTable =
    clubs.length === 0
      ? html`<p class="soft">${t('Clubs that you join or follow appear here.')} <a href="/clubs">${t('Find clubs')}</a></p>`
      : html`<div class="table-card"><table class="choices"><caption class="vh">${t('Notifications by club')}</caption>${head(t('Club'))}<tbody>${clubs.map((club) => clubRows(club, now))}</tbody></table></div>`
  const body = settingsFrame(
    'notifications',
    html`${typesOff(now)}<form class="stack" method="post" action="${settingsPath}">${hidden('do', 'notify')}<section class="stack"><h2>${t('By kind')}</h2><div class="table-card"><table class="choices"><caption class="vh">${t('Notifications by kind')}</caption>${head(t('Kind'))}<tbody>${kinds.filter(([kind]) => !forOrganizers.has(kind)).map((kind) => kindRow(kind, now))}</tbody></table></div>${collapsible(t('For people who organize or approve'), html`<div class="table-card"><table class="choices"><caption class="vh">${t('For people who organize or approve')}</caption>${head(t('Kind'))}<tbody>${kinds.filter(([kind]) => forOrganizers.has(kind)).map((kind) => kindRow(kind, now))}</tbody></table></div>`)}</section><section class="stack"><h2>${t('By club')}</h2><p class="soft">${t('You are notified if both the kind and the club are turned on.')}</p>${clubTable}</section><div class="row"><button class="btn">${t('Save notifications')}</button><button class="btn plain" name="emails" value="off">${t('Turn off optional emails')}</button></div></form>`,
  )
  return accountPage(context, { title: t('Notifications'), body, done, narrow: false, medium: true })
}

const channelsIn = (input: FormInput, prefix: string): Channels => {
  const isOn = (channel: (typeof channels)[number][0]) => input[`${prefix}.${channel}`] === 'yes'
  return { in_app: isOn('in_app'), email: isOn('email'), push: isOn('push') }
}

const clubsIn = (input: FormInput): Record<string, Record<'announcements' | 'messages', Channels>> =>
  Object.fromEntries(
    Object.keys(input)
      .filter((name) => name.startsWith('club.'))
      .map((name) => name.slice('club.'.length))
      .map((id) => [
        id,
        {
          announcements: channelsIn(input, `of.${id}.announcements`),
          messages: channelsIn(input, `of.${id}.messages`),
        },
      ]),
  )

/** Kinds that the reader can turn off, without emails if they want none: the other kinds are always on. */
const kindsIn = (input: FormInput, { kinds: now }: Preferences) => {
  const noEmail = input.emails === 'off' ? { email: false } : {}
  const changeable = kinds.filter(([kind]) => !now[kind].essential)
  return Object.fromEntries(
    changeable.map(([kind]) => [kind, { ...channelsIn(input, `kind.${kind}`), ...noEmail }]),
  )
}

export const preferenceForms = ['notify', 'notify-types']

/** Saves the channels that were checked. */
export const changePreferences = async (input: FormInput, context: PageContext) => {
  const now = await call(context, 'notifications', 'getNotificationPreferences', {})
  if (!now.ok) return refusedPage(context, now.refusal, here)
  const types = Object.keys(now.value.preferences).filter((name) => !name.startsWith('org:'))
  const result = await call(
    context,
    'notifications',
    'setNotificationPreferences',
    input.do === 'notify-types'
      ? { preferences: Object.fromEntries(types.map((type) => [type, allOn])) as never }
      : { kinds: kindsIn(input, now.value), organizations: clubsIn(input) },
  )
  if (result.ok) return redirectTo(here, input.emails === 'off' ? 'emails-off' : 'notifications-saved')
  if (isOfPage(result.refusal)) return refusedPage(context, result.refusal, here)
  const why = refusedForm({ values: {}, refusal: result.refusal }, [])
  const body = settingsFrame(
    'notifications',
    html`${why}<p><a href="${here}">${t('Back to notifications')}</a></p>`,
  )
  return accountPage(context, { title: t('Notifications'), body, refusal: result.refusal })
}
