import { factorsPath } from '../account/factors.ts'
import { personPath } from '../account/profile.ts'
import { wayInWords } from '../account/settings.ts'
import { type Answer, call, type PageContext, pageScope, readerOf } from '../call.ts'
import { failureMessage } from '../failure-words.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden } from '../layout/forms.ts'
import {
  actionButton,
  confirmedAction,
  emailWords,
  face,
  type Html,
  html,
  listed,
  menu,
  menuAction,
  menuLink,
  nextPageLink,
  nobodyFound,
  raw,
  searchForm,
} from '../layout/page.ts'
import { signInRows } from '../layout/sign-ins.ts'
import { sortRows } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import { adminPath, type PageQuery, type PartOf, partPath } from './admin.ts'
import { addressDoubt, confirmation } from './confirmation.ts'
import { actingQuestion, actingSection } from './impersonation.ts'

type User = Answer<'operators', 'findSchoolUsers'>['users'][number]

/** Where two administrators help a person who has lost every second factor. */
const recovery = async (context: PageContext, id: string, search: string, name = ''): Promise<Html> => {
  const result = await call(context, 'mfa', 'getFactorRecovery', { userId: id })
  if (!result.ok) return html`<p class="tell bad" role="alert">${failureMessage(result.refusal)}</p>`
  const { state, openedBy, readyAt, reason } = result.value
  const button = (act: string, text: string, css: '' | 'plain' = '', more = {}) =>
    actionButton(adminPath, text, { do: act, id, search, ...more }, { css })
  const end = () =>
    confirmedAction(adminPath, {
      text: t('Cancel recovery'),
      consequence: t(
        'The person keeps all second factors and cannot sign in by this recovery. You can start one again.',
      ),
      carried: { do: 'recovery-end', id, search },
      css: 'bad',
    })
  const begin = html`<div class="row">${button('recovery-open', t('Start recovery'), 'plain')}${button('recovery-open', t('Start recovery of a stolen account'), 'plain', { reason: 'stolen' })}</div><p class="soft">${t("If somebody else added a sign-in method, use the second button. Signing in with that method then cannot cancel the recovery; only a link in the person's email can.")}</p>`
  const heading = name
    ? t('Lost phone or security key: {name}', { name: html`<bdi>${name}</bdi>` })
    : t('Lost phone or security key')
  const waiting = state === 'opened' ? t('Waiting for another administrator.') : t('Confirmed.')
  const starter = openedBy ? t('Started by {name}.', { name: html`<bdi>${openedBy.name}</bdi>` }) : ''
  const ready = readyAt
    ? t('The person can sign in from {time}.', { time: moment(readyAt, pageScope(context).visit.timezone) })
    : ''
  const stolen = reason === 'stolen' ? t('The account was reported as stolen.') : ''
  return html`<section class="card stack"><h2>${heading}</h2><p>${t("Two administrators confirm the person's identity. Each needs a second factor that is at least fourteen days old. The person can sign in an hour after the first administrator starts the recovery.")}</p>${state === 'none' ? begin : html`<p class="tell warn">${waiting} ${starter} ${ready} ${stolen}</p><div class="row">${state === 'opened' ? button('recovery-confirm', t('Confirm recovery')) : ''}${end()}</div>`}</section>`
}

/** What one administrator can do about a stolen account. */
const security = async (context: PageContext, id: string, search: string): Promise<Html> => {
  const result = await call(context, 'mfa', 'getAccountSecurity', { userId: id })
  const title = html`<h2>${t('Secure this account')}</h2>`
  if (!result.ok)
    return html`<section class="card stack">${title}<p>${failureMessage(result.refusal)}</p>${result.refusal.status === 403 ? html`<p><a class="btn plain" href="${factorsPath}">${t('Set up two-step verification')}</a></p>` : ''}</section>`
  const { scope, sessions, ways } = result.value
  const zone = pageScope(context).visit.timezone
  const about =
    scope === 'school'
      ? t(
          'This person has an account at another school too. This ends the sessions that began here, and the calendar address and push messages of this school. The password, factors and linked accounts stay.',
        )
      : t(
          'This ends all sessions, removes what you select, and requires a new password. The person gets an email.',
        )
  const row = (way: (typeof ways)[number]): Html =>
    html`<li><label><input type="checkbox" name="way.${way.id}" value="remove"${way.isRecent && way.isRemovable ? raw(' checked') : ''}${way.isRemovable && scope === 'account' ? '' : raw(' disabled')}> ${wayInWords(way, zone)}</label>${way.isRecent ? html`<span class="tag warn">${t('recent')}</span>` : ''}${scope === 'account' && !way.isRemovable ? html`<small>${t('Needs two administrators')}</small>` : ''}</li>`
  return html`<section class="card stack">${title}<p>${about}</p><p>${t('{count, plural, one {# session} other {# sessions}}', { count: sessions })}</p><form class="stack" method="post" action="${adminPath}">${hidden('do', 'secure')}${hidden('id', id)}${hidden('search', search)}<ul class="list">${ways.map(row)}</ul>${scope === 'account' ? html`<label><input type="checkbox" name="password" value="new" checked> ${t('Require a new password')}</label>` : ''}<button class="btn bad">${t('Secure this account')}</button></form></section>`
}

/** The sign-ins of a member at this school. */
const history = async (
  context: PageContext,
  { id, search, cursor, name }: { id: string; search: string; cursor: string | undefined; name: string },
): Promise<Html> => {
  const result = await call(context, 'sessions', 'listMemberSignIns', { userId: id, limit: '20', cursor })
  if (!result.ok) return html`<p class="tell bad" role="alert">${failureMessage(result.refusal)}</p>`
  const { signIns, nextCursor } = result.value
  const heading = name
    ? t('Sign-ins at this school: {name}', { name: html`<bdi>${name}</bdi>` })
    : t('Sign-ins at this school')
  const found = search ? `&search=${encodeURIComponent(search)}` : ''
  const here = `${adminPath}?part=people${found}&id=${encodeURIComponent(id)}`
  return html`<section class="card stack"><h2>${heading}</h2>${signInRows(signIns, pageScope(context).visit.timezone)}${nextPageLink(here, nextCursor, t('Older'))}</section>`
}

type Chosen = {
  readonly id: string
  readonly search: string
  readonly user: User | undefined
  readonly query: PageQuery
  readonly filled: Filled
}

/** The selected person: impersonation, recovery, account security and sign-ins. */
const chosen = async (context: PageContext, { id, search, user, query, filled }: Chosen): Promise<Html> => {
  const name = user?.name ?? ''
  const person = { id, search, name: name === '' ? t('this person') : name }
  const back = html`<p><a href="${partPath('people', { search })}">${search ? t('Back to the search') : t('All administrators')}</a></p>`
  if (query.confirm === 'act') return html`${back}${actingQuestion(person, filled)}`
  const [lost, secured, signIns] = await Promise.all([
    recovery(context, id, search, name),
    security(context, id, search),
    history(context, { id, search, cursor: query.cursor, name }),
  ])
  const { roles = [] } = user ?? {}
  const isAdministrator = roles.some((role) => role === 'admin' || role === 'root')
  const heading = user
    ? html`<div class="title">${face(name, user.picture)}<div class="stack-s"><h2><bdi>${name}</bdi></h2><p class="soft">@<bdi>${user.username}</bdi> &middot; ${emailWords(user.email)} &middot; <a href="${personPath(id)}">${t('Profile as others see it')}</a></p>${tagsOf(user, pageScope(context).visit.timezone)}</div>${id === readerOf(context) ? '' : menu(rightsActions(user, search), t('More actions for {name}', { name }))}</div>`
    : html`<p><a href="${personPath(id)}">${t('Profile as others see it')}</a></p>`
  return html`${back}${heading}${secured}${signIns}${isAdministrator ? '' : actingSection(person)}${lost}`
}

const roleNames: Readonly<Record<string, string>> = {
  admin: msg('Administrator'),
  root: msg('Platform administrator'),
  developer: msg('Developer'),
  beta: msg('Beta tester'),
}

const suspensionTag = ({ accessSuspended, accessSuspendedAt: since }: User, zone: string): Html | string =>
  accessSuspended
    ? html`<span class="tag bad">${since ? t('Suspended since {time}', { time: moment(since, zone) }) : t('Suspended')}</span>`
    : ''

const tagsOf = (user: User, zone: string): Html => {
  const { roles, emailVerified } = user
  return html`<p class="tags">${emailVerified === false ? html`<span class="tag warn">${t('Address not confirmed')}</span>` : ''}${roles.filter((role) => role !== 'user').map((role) => html`<span class="tag">${t(roleNames[role] ?? role)}</span>`)}${suspensionTag(user, zone)}</p>`
}

/** Asks before a change of a person's rights. */
const question = (
  { _id: id, name: label, email, emailVerified }: User,
  change: string | undefined,
  search: string,
) => {
  const name = html`<bdi>${label}</bdi>`
  const rights = t(
    '{name} can then read and change everything of this school: people, clubs, events, sign-in rules and other administrators.',
    { name },
  )
  const changes = {
    'make-admin': {
      title: t('Make {name} an administrator?', { name }),
      consequence: emailVerified === false ? html`${rights} ${addressDoubt(label, email)}` : rights,
      button: t('Make administrator'),
      danger: false,
    },
    'end-admin': {
      title: t('Remove the administrator role of {name}?', { name }),
      consequence: t(
        '{name} can no longer open the admin console, from the next page on. The account and its clubs stay.',
        { name },
      ),
      button: t('Remove administrator role'),
      danger: true,
    },
    suspend: {
      title: t('Suspend {name}?', { name }),
      consequence: t(
        '{name} is signed out of this school at once and cannot sign in here until you lift the suspension. Clubs and registrations stay.',
        { name },
      ),
      button: t('Suspend person'),
      danger: true,
    },
  }
  if (change === undefined || !Object.hasOwn(changes, change)) return ''
  return confirmation({
    ...changes[change as keyof typeof changes],
    carried: { do: change, id, search, named: label },
    back: partPath('people', { search }),
  })
}

/** Changes of a person's rights. Nobody changes their own. */
const rightsActions = ({ _id: id, name, accessSuspended, roles }: User, search: string): Html[] => {
  const path = (confirm: string) => partPath('people', { search, id, confirm })
  const role = roles.includes('admin')
    ? menuLink(path('end-admin'), t('Remove administrator role'))
    : menuLink(path('make-admin'), t('Make administrator'))
  const access = accessSuspended
    ? menuAction(
        adminPath,
        t('Lift suspension'),
        { do: 'let-in-again', id, search, named: name },
        { label: name },
      )
    : menuLink(path('suspend'), t('Suspend'))
  return [role, access]
}

type PersonItemOf = { readonly search: string; readonly reader: string; readonly zone: string }

const personItem = (user: User, { search, reader, zone }: PersonItemOf): Html => {
  const { _id: id, name, username, email, picture } = user
  const path = partPath('people', { search, id })
  const isReader = id === reader
  const links = [menuLink(path, t('Manage account')), ...(isReader ? [] : rightsActions(user, search))]
  return html`<li>${face(name, picture)}<div class="stack-s"><h2><a href="${path}"><bdi>${name}</bdi></a>${isReader ? html` <small>${t('(you)')}</small>` : ''}</h2><p class="soft">@<bdi>${username}</bdi> &middot; ${emailWords(email)}</p>${tagsOf(user, zone)}</div>${menu(links, t('More actions for {name}', { name }))}</li>`
}

/** People of the school by their names; without a search those who administer it. */
export const peoplePart: PartOf = async ({ query, filled, zone }, context) => {
  const search = (query.search ?? '').trim()
  const [found, counted] = await Promise.all([
    call(context, 'operators', 'findSchoolUsers', {
      ...(search ? { q: search } : { role: 'admin' as const }),
      addresses: 'true',
    }),
    call(context, 'operators', 'getUserStats', {}),
  ])
  if (!found.ok) return found
  const { users } = found.value
  const reader = readerOf(context)
  const user = users.find(({ _id }) => _id === query.id)
  const asking = user && user._id !== reader ? question(user, query.confirm, search) : ''
  if (query.id && asking === '') return chosen(context, { id: query.id, search, user, query, filled })
  const total = counted.ok ? counted.value.totalUsers : undefined
  const count = search
    ? t('{count, plural, one {# person} other {# people}}', { count: users.length })
    : total === undefined
      ? t('Administrators')
      : users.length === 0
        ? t('The school has {count, plural, one {# person} other {# people}}.', { count: total })
        : t(
            'The school has {count, plural, one {# person} other {# people}}. These are its administrators.',
            {
              count: total,
            },
          )
  return html`${asking}${searchForm(adminPath, t('Search people'), search, 'people')}<p class="soft num">${count}</p>${listed(
    sortRows(users, 'name', { name: ({ name }) => name }).map((one) =>
      personItem(one, { search, reader, zone }),
    ),
    search
      ? nobodyFound(search)
      : [
          t('No administrators yet'),
          t('Search for a person by name, and make them an administrator in their menu.'),
        ],
  )}`
}
