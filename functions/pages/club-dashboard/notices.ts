import { type CallResult, call, type PageContext } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { checkbox, type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { type Html, html, listed, nextPageLink } from '../layout/page.ts'
import { currentLocale, t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { type Role, roleChoices, rolesFor } from './people.ts'

const fields = ['title', 'message']

/** A notification to all members or to some roles. It also goes out by mail, so it says so. */
const notifyForm = ({ path, club }: Desk, filled: Filled, roles: readonly Role[]): Html => {
  const own: Filled = filled.values.do === 'notice-send' ? filled : { values: {} }
  const count = club?.memberCount ?? 0
  const about = t(
    'Members get it in their notifications, and by email or push if they chose that. The club has {count, plural, one {# member} other {# members}}. For a conversation, use {news} instead.',
    { count, news: html`<a href="${dashboardPath(path, 'news')}">${t('News')}</a>` },
  )
  const some = roleChoices(roles).filter(([value]) => value !== 'member')
  const titleField = field(own, { name: 'title', label: t('Title'), longest: 200 })
  const messageField = textArea(own, { name: 'message', label: t('Text'), longest: 1000 })
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Notify members')}</h2><p class="soft">${about}</p>${hidden('do', 'notice-send')}${refusedForm(own, fields)}<div>${titleField}${messageField}</div>${some.length === 0 ? '' : html`<fieldset><legend>${t('Only members with these roles')}</legend><p class="soft">${t('Without a choice, every member is notified.')}</p>${some.map(([value, text]) => checkbox(own, `role-${value}`, text))}</fieldset>`}<button class="btn">${t('Send notification')}</button></form>`
}

/** Notices of the school to the organization, and the form to notify its members. */
export const noticesPart: PartOf = async (desk, { cursor }, filled, context) => {
  const { orgId, path } = desk
  const notifies = desk.may('manage_members')
  const found = await call(context, 'notifications', 'listOrganizationEntries', {
    orgId,
    limit: '20',
    locale: currentLocale().tag,
    cursor,
  })
  if (!found.ok) return found
  const { data, nextCursor } = found.value
  const rows = data.map(
    ({ title, message, createdAt }) =>
      html`<li><div class="stack-s"><h3><bdi>${title}</bdi></h3><p dir="auto">${message}</p><small><time datetime="${createdAt}">${agoWords(createdAt, context.now())}</time></small></div></li>`,
  )
  return html`${notifies ? notifyForm(desk, filled, rolesFor(desk)) : ''}<section class="stack"><h2>${t('Notices from the school')}</h2>${listed(rows, [t('No notices'), t('What the school decides about the club appears here for 30 days.')])}${nextPageLink(dashboardPath(path, 'notices'), nextCursor)}</section>`
}

const send = (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, title = '', message = '' } = input
  const roles = Object.keys(input).flatMap((name) => (name.startsWith('role-') ? [name.slice(5)] : []))
  return call(context, 'notifications', 'createOrganizationNotification', {
    orgId,
    title,
    message,
    type: 'org',
    roles: roles.length > 0 ? roles : undefined,
  })
}

export const sendNotice = async (input: FormInput, context: PageContext): Promise<Done> => ({
  part: 'notices',
  done: 'notified',
  result: await send(input, context),
})
