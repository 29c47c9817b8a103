import { personPath } from '../account/profile.ts'
import { wayInWords } from '../account/settings.ts'
import { type Answer, ask, type PageContext, withinOf } from '../ask.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden } from '../layout/forms.ts'
import { deed, face, further, type Html, html, listed, plural, raw, searchForm } from '../layout/page.ts'
import { signInRows } from '../layout/sign-ins.ts'
import { actingQuestion, actingSection } from './impersonation.ts'
import { type Asked, type PartOf, staffPath } from './staff.ts'

type User = Answer<'operators', 'findSchoolUsers'>['users'][number]

/** Where two administrators help a person who has lost every second factor. */
const recovery = async (context: PageContext, id: string, search: string, name = ''): Promise<Html> => {
  const heard = await ask(context, 'mfa', 'getFactorRecovery', { userId: id })
  if (!heard.ok) return html`<p class="tell bad" role="alert">${heard.refusal.message}</p>`
  const { state, openedBy, readyAt, reason } = heard.value
  const button = (act: string, text: string, css = '', more = {}) =>
    deed(staffPath, text, { do: act, id, search, ...more }, { css })
  const begin = html`<div class="row">${button('recovery-open', 'Start recovery')}${button('recovery-open', 'Start recovery of a stolen account', 'plain', { reason: 'stolen' })}</div><p class="soft">If a thief added a factor, use the second button. A sign-in with that factor then cannot cancel the recovery; only a link in the person's mail can.</p>`
  return html`<section class="card stack"><h2>Lost second factors${name ? html`: <bdi>${name}</bdi>` : ''}</h2><p>Two administrators confirm the person's identity. Each needs a second factor that is at least fourteen days old. The person can sign in an hour after the first administrator starts the recovery.</p>${state === 'none' ? begin : html`<p class="tell warn">${state === 'opened' ? 'Waiting for another administrator' : 'Confirmed'}${openedBy ? html`, started by <bdi>${openedBy.name}</bdi>` : ''}${readyAt ? html`; the person can sign in from ${moment(readyAt, withinOf(context).visit.timezone)}.` : '.'}${reason === 'stolen' ? ' The account was reported as stolen.' : ''}</p><div class="row">${state === 'opened' ? button('recovery-confirm', 'Confirm recovery') : ''}${button('recovery-end', 'Cancel recovery', 'bad')}</div>`}</section>`
}

/** What one administrator can do about a stolen account. */
const security = async (context: PageContext, id: string, search: string): Promise<Html> => {
  const heard = await ask(context, 'mfa', 'getAccountSecurity', { userId: id })
  const title = html`<h2>Secure this account</h2>`
  if (!heard.ok) return html`<section class="card stack">${title}<p>${heard.refusal.message}</p></section>`
  const { scope, sessions, ways } = heard.value
  const zone = withinOf(context).visit.timezone
  const about =
    scope === 'school'
      ? 'This person has an account at another school too. This ends the sessions that began here, and the calendar address and push messages of this school. The password, factors and linked accounts stay.'
      : 'This ends all sessions, removes what you select, and requires a new password. The person gets a mail.'
  const row = (way: (typeof ways)[number]): Html =>
    html`<li><label><input type="checkbox" name="way.${way.id}" value="remove"${way.isRecent && way.isRemovable ? raw(' checked') : ''}${way.isRemovable && scope === 'account' ? '' : raw(' disabled')}> ${wayInWords(way, zone)}</label>${way.isRecent ? html`<span class="tag warn">recent</span>` : ''}${scope === 'account' && !way.isRemovable ? html`<small>Needs two administrators</small>` : ''}</li>`
  return html`<section class="card stack">${title}<p>${about}</p><p>${plural(sessions, 'session')}</p><form class="stack" method="post" action="${staffPath}">${hidden('do', 'secure')}${hidden('id', id)}${hidden('search', search)}<ul class="list">${ways.map(row)}</ul>${scope === 'account' ? html`<label><input type="checkbox" name="password" value="new" checked> Require a new password</label>` : ''}<button class="btn bad">Secure this account</button></form></section>`
}

/** The sign-ins of a member at this school. */
const history = async (
  context: PageContext,
  { id, search, cursor, name }: { id: string; search: string; cursor: string | undefined; name: string },
): Promise<Html> => {
  const heard = await ask(context, 'sessions', 'listMemberSignIns', { userId: id, limit: '20', cursor })
  if (!heard.ok) return html`<p class="tell bad" role="alert">${heard.refusal.message}</p>`
  const { signIns, nextCursor } = heard.value
  const found = search ? `&search=${encodeURIComponent(search)}` : ''
  const here = `${staffPath}?part=people${found}&id=${encodeURIComponent(id)}`
  return html`<section class="card stack"><h2>Sign-ins at this school${name ? html` of <bdi>${name}</bdi>` : ''}</h2>${signInRows(signIns, withinOf(context).visit.timezone)}${further(here, nextCursor, 'Older')}</section>`
}

type Chosen = {
  readonly id: string
  readonly search: string
  readonly user: User | undefined
  readonly asked: Asked
  readonly filled: Filled
}

/** The selected person: impersonation, recovery, account security and sign-ins. */
const chosen = async (context: PageContext, { id, search, user, asked, filled }: Chosen): Promise<Html> => {
  const name = user?.name ?? ''
  const person = { id, search, name: name === '' ? 'this person' : name }
  if (asked.confirm === 'act') return actingQuestion(person, filled)
  const [lost, secured, signIns] = await Promise.all([
    recovery(context, id, search, name),
    security(context, id, search),
    history(context, { id, search, cursor: asked.cursor, name }),
  ])
  const { roles = [] } = user ?? {}
  const isAdministrator = roles.some((role) => role === 'admin' || role === 'root')
  const seen = html`<p><a href="${personPath(id)}">Profile as others see it</a></p>`
  return html`${seen}${isAdministrator ? '' : actingSection(person)}${lost}${secured}${signIns}`
}

/** People of the school by their names; without a search those who administer it. */
export const peoplePart: PartOf = async ({ asked, filled }, context) => {
  const typed = (asked.search ?? '').trim()
  const [found, counted] = await Promise.all([
    ask(context, 'operators', 'findSchoolUsers', typed ? { q: typed } : { role: 'admin' }),
    ask(context, 'operators', 'getUserStats', {}),
  ])
  if (!found.ok) return found
  const { users } = found.value
  return html`${asked.id ? await chosen(context, { id: asked.id, search: typed, user: users.find(({ _id }) => _id === asked.id), asked, filled }) : ''}${searchForm(staffPath, 'Search people', typed, 'people')}<p class="soft num">${typed ? plural(users.length, 'person', 'people') : `Administrators${counted.ok ? `, of ${plural(counted.value.totalUsers, 'person', 'people')}` : ''}`}</p>${listed(
    users.map((one) => {
      const { _id: id, name: label, username, email, picture, accessSuspended, roles: held } = one
      return html`<li>${face(label, picture)}<div class="stack-s"><h2><bdi>${label}</bdi></h2><p class="soft">@<bdi>${username}</bdi> &middot; <bdi>${email}</bdi></p><p class="tags">${held.filter((role) => role !== 'user').map((role) => html`<span class="tag">${role}</span>`)}${accessSuspended ? html`<span class="tag bad">Suspended</span>` : ''}</p><p><a href="${staffPath}?part=people${typed ? `&search=${encodeURIComponent(typed)}` : ''}&amp;id=${id}">Manage account<span class="vh">: ${label}</span></a></p></div><div class="row">${
        held.includes('admin')
          ? deed(staffPath, 'Remove administrator role', { do: 'end-admin', id, search: typed }, { label })
          : deed(staffPath, 'Make administrator', { do: 'make-admin', id, search: typed }, { label })
      }${
        accessSuspended
          ? deed(staffPath, 'Lift suspension', { do: 'let-in-again', id, search: typed }, { label })
          : deed(staffPath, 'Suspend', { do: 'suspend', id, search: typed }, { css: 'bad small', label })
      }</div></li>`
    }),
    ['No matches', 'Enter at least two letters from the beginning of any part of the name.'],
  )}`
}
