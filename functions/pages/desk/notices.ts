import { ask, type Heard, type PageContext } from '../ask.ts'
import { agoWords } from '../layout/dates.ts'
import { type Filled, field, hidden, lines, refusedForm, tick } from '../layout/forms.ts'
import { further, type Html, html, listed, plural } from '../layout/page.ts'
import type { Done, Sent } from './change.ts'
import { type Desk, deskPath, type PartOf } from './desk.ts'
import { type Role, roleChoices, rolesFor } from './people.ts'

const fields = ['title', 'message']

/** A notification to all members or to some roles. It also goes out by mail, so it says so. */
const notifyForm = ({ path, club }: Desk, filled: Filled, roles: readonly Role[]): Html => {
  const own: Filled = filled.values.do === 'notice-send' ? filled : { values: {} }
  const count = club?.memberCount ?? 0
  const some = roleChoices(roles).filter(([value]) => value !== 'member')
  return html`<form class="card stack" method="post" action="${path}"><h2>Notify members</h2><p class="soft">Members get it in their inbox, and by mail or push as they have chosen. The club has ${plural(count, 'member')}. For a conversation, post a <a href="${deskPath(path, 'news')}">message</a> instead.</p>${hidden('do', 'notice-send')}${refusedForm(own, fields)}<div>${field(own, { name: 'title', label: 'Title', longest: 200 })}${lines(own, { name: 'message', label: 'Text', longest: 1000 })}</div>${some.length === 0 ? '' : html`<fieldset><legend>Only members with these roles</legend><p class="soft">Without a choice, every member is notified.</p>${some.map(([value, text]) => tick(own, `role-${value}`, text))}</fieldset>`}<button class="btn">Send notification</button></form>`
}

/** Notices of the school to the organization, and the form to notify its members. */
export const noticesPart: PartOf = async (desk, { cursor }, filled, context) => {
  const { orgId, path } = desk
  const notifies = desk.may('manage_members')
  const found = await ask(context, 'notifications', 'listOrganizationEntries', { orgId, limit: '20', cursor })
  if (!found.ok) return found
  const { data, nextCursor } = found.value
  const rows = data.map(
    ({ title, message, createdAt }) =>
      html`<li><div class="stack-s"><h3><bdi>${title}</bdi></h3><p dir="auto">${message}</p><small><time datetime="${createdAt}">${agoWords(createdAt, context.now())}</time></small></div></li>`,
  )
  return html`${notifies ? notifyForm(desk, filled, rolesFor(desk)) : ''}<section class="stack"><h2>Notices from the school</h2>${listed(rows, ['No notices', 'What the school decides about the club appears here for 30 days.'])}${further(deskPath(path, 'notices'), nextCursor)}</section>`
}

const send = (sent: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const { orgId, title = '', message = '' } = sent
  const roles = Object.keys(sent).flatMap((name) => (name.startsWith('role-') ? [name.slice(5)] : []))
  return ask(context, 'notifications', 'createOrganizationNotification', {
    orgId,
    title,
    message,
    type: 'org',
    roles: roles.length > 0 ? roles : undefined,
  })
}

export const sendNotice = async (sent: Sent, context: PageContext): Promise<Done> => ({
  part: 'notices',
  said: 'notified',
  heard: await send(sent, context),
})
