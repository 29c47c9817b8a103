import { personPath } from '../account/profile.ts'
import { wayInWords } from '../account/settings.ts'
import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden } from '../layout/forms.ts'
import { actionButton, face, type Html, html, listed, nextPageLink, raw, searchForm } from '../layout/page.ts'
import { signInRows } from '../layout/sign-ins.ts'
import { failureMessage, msg, t } from '../locale.ts'
import { adminPath, type PageQuery, type PartOf } from './admin.ts'
import { actingQuestion, actingSection } from './impersonation.ts'

type User = Answer<'operators', 'findSchoolUsers'>['users'][number]

/** Where two administrators help a person who has lost every second factor. */
const recovery = async (context: PageContext, id: string, search: string, name = ''): Promise<Html> => {
  const result = await call(context, 'mfa', 'getFactorRecovery', { userId: id })
  if (!result.ok) return html`<p class="tell bad" role="alert">${failureMessage(result.refusal)}</p>`
  const { state, openedBy, readyAt, reason } = result.value
  const button = (act: string, text: string, css = '', more = {}) =>
    actionButton(adminPath, text, { do: act, id, search, ...more }, { css })
  const begin = html`<div class="row">${button('recovery-open', t('Start recovery'))}${button('recovery-open', t('Start recovery of a stolen account'), 'plain', { reason: 'stolen' })}</div><p class="soft">${t("If a thief added a factor, use the second button. A sign-in with that factor then cannot cancel the recovery; only a link in the person's mail can.")}</p>`
  const heading = name
    ? t('Lost second factors: {name}', { name: html`<bdi>${name}</bdi>` })
    : t('Lost second factors')
  const waiting = state === 'opened' ? t('Waiting for another administrator.') : t('Confirmed.')
  const starter = openedBy ? t('Started by {name}.', { name: html`<bdi>${openedBy.name}</bdi>` }) : ''
  const ready = readyAt
    ? t('The person can sign in from {time}.', { time: moment(readyAt, pageScope(context).visit.timezone) })
    : ''
  const stolen = reason === 'stolen' ? t('The account was reported as stolen.') : ''
  return html`<section class="card stack"><h2>${heading}</h2><p>${t("Two administrators confirm the person's identity. Each needs a second factor that is at least fourteen days old. The person can sign in an hour after the first administrator starts the recovery.")}</p>${state === 'none' ? begin : html`<p class="tell warn">${waiting} ${starter} ${ready} ${stolen}</p><div class="row">${state === 'opened' ? button('recovery-confirm', t('Confirm recovery')) : ''}${button('recovery-end', t('Cancel recovery'), 'bad')}</div>`}</section>`
}

/** What one administrator can do about a stolen account. */
const security = async (context: PageContext, id: string, search: string): Promise<Html> => {
  const result = await call(context, 'mfa', 'getAccountSecurity', { userId: id })
  const title = html`<h2>${t('Secure this account')}</h2>`
  if (!result.ok)
    return html`<section class="card stack">${title}<p>${failureMessage(result.refusal)}</p></section>`
  const { scope, sessions, ways } = result.value
  const zone = pageScope(context).visit.timezone
  const about =
    scope === 'school'
      ? t(
          'This person has an account at another school too. This ends the sessions that began here, and the calendar address and push messages of this school. The password, factors and linked accounts stay.',
        )
      : t(
          'This ends all sessions, removes what you select, and requires a new password. The person gets a mail.',
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
  if (query.confirm === 'act') return actingQuestion(person, filled)
  const [lost, secured, signIns] = await Promise.all([
    recovery(context, id, search, name),
    security(context, id, search),
    history(context, { id, search, cursor: query.cursor, name }),
  ])
  const { roles = [] } = user ?? {}
  const isAdministrator = roles.some((role) => role === 'admin' || role === 'root')
  const seen = html`<p><a href="${personPath(id)}">${t('Profile as others see it')}</a></p>`
  return html`${seen}${isAdministrator ? '' : actingSection(person)}${lost}${secured}${signIns}`
}

const roleNames: Readonly<Record<string, string>> = {
  admin: msg('Administrator'),
  root: msg('Platform administrator'),
  developer: msg('Developer'),
  beta: msg('Beta tester'),
}

/** People of the school by their names; without a search those who administer it. */
export const peoplePart: PartOf = async ({ query, filled }, context) => {
  const typed = (query.search ?? '').trim()
  const [found, counted] = await Promise.all([
    call(context, 'operators', 'findSchoolUsers', typed ? { q: typed } : { role: 'admin' }),
    call(context, 'operators', 'getUserStats', {}),
  ])
  if (!found.ok) return found
  const { users } = found.value
  const total = counted.ok ? counted.value.totalUsers : undefined
  const count = typed
    ? t('{count, plural, one {# person} other {# people}}', { count: users.length })
    : total === undefined
      ? t('Administrators')
      : t('Administrators, of {count, plural, one {# person} other {# people}}', { count: total })
  return html`${query.id ? await chosen(context, { id: query.id, search: typed, user: users.find(({ _id }) => _id === query.id), query, filled }) : ''}${searchForm(adminPath, t('Search people'), typed, 'people')}<p class="soft num">${count}</p>${listed(
    users.map((one) => {
      const { _id: id, name: label, username, email, picture, accessSuspended, roles: held } = one
      return html`<li>${face(label, picture)}<div class="stack-s"><h2><bdi>${label}</bdi></h2><p class="soft">@<bdi>${username}</bdi> &middot; <bdi>${email}</bdi></p><p class="tags">${held.filter((role) => role !== 'user').map((role) => html`<span class="tag">${t(roleNames[role] ?? role)}</span>`)}${accessSuspended ? html`<span class="tag bad">${t('Suspended')}</span>` : ''}</p><p><a href="${adminPath}?part=people${typed ? `&search=${encodeURIComponent(typed)}` : ''}&amp;id=${id}">${t('Manage account')}<span class="vh">: ${label}</span></a></p></div><div class="row">${
        held.includes('admin')
          ? actionButton(
              adminPath,
              t('Remove administrator role'),
              { do: 'end-admin', id, search: typed },
              { label },
            )
          : actionButton(
              adminPath,
              t('Make administrator'),
              { do: 'make-admin', id, search: typed },
              { label },
            )
      }${
        accessSuspended
          ? actionButton(
              adminPath,
              t('Lift suspension'),
              { do: 'let-in-again', id, search: typed },
              { label },
            )
          : actionButton(
              adminPath,
              t('Suspend'),
              { do: 'suspend', id, search: typed },
              { css: 'bad small', label },
            )
      }</div></li>`
    }),
    [t('No matches'), t('Enter at least two letters from the beginning of any part of the name.')],
  )}`
}
