import { call } from '../call.ts'
import { type Choice, checkbox, type Filled, hidden, refusedForm, select, textArea } from '../layout/forms.ts'
import { type Html, html, listed, nextPageLink } from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'
import { messageItem, messagePart } from './message.ts'

const readers: readonly Choice[] = [
  ['members_and_followers', msg('Members and followers')],
  ['members_only', msg('Members only')],
  ['public', msg('Everyone at the school')],
]

/** Whether the club lets the reader post: by a permission, or by one of their roles. */
const mayPost = ({ may, roles, club }: Desk): boolean => {
  const { enabled = false, postingPermissions = [] } = club?.messageSettings ?? {}
  return enabled && (may('send_announcements') || roles.some((role) => postingPermissions.includes(role)))
}

const postForm = ({ path, may }: Desk, own: Filled): Html =>
  html`<form class="card stack" method="post" action="${path}"><h2>${t('Post news')}</h2>${hidden('do', 'post')}${refusedForm(own, ['content'])}<div>${textArea(own, { name: 'content', label: t('Message'), longest: 2000 })}${select(
    own,
    'visibility',
    t('Who can read it'),
    readers.map(([value, text]): Choice => [value, t(text)]),
  )}</div>${may('send_announcements') ? checkbox(own, 'asClub', t('In the name of the club')) : ''}<button class="btn">${t('Post news')}</button></form>`

/** Messages of the organization, newest first, with a form for people who may post; or one message with its replies. */
export const newsPart: PartOf = async (desk, query, filled, context) => {
  const { orgId, path } = desk
  if (query.id) return messagePart(desk, query, filled, context)
  const result = await call(context, 'messages', 'listMessages', { orgId, limit: '20', cursor: query.cursor })
  if (!result.ok) return result
  const { messages, pagination } = result.value
  const canPost = mayPost(desk)
  const isPost = canPost && filled.values.do === 'post'
  const own: Filled = isPost ? filled : { values: {} }
  return html`${isPost ? '' : refusedForm(filled, [])}${canPost ? postForm(desk, own) : ''}${listed(
    messages.map((message) => messageItem(desk, message, context)),
    [t('No news yet'), t('News for members and followers appears here.')],
  )}${nextPageLink(dashboardPath(path, 'news'), pagination.nextCursor)}`
}
