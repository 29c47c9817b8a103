import { call } from '../call.ts'
import { type Choice, checkbox, type Filled, hidden, refusedForm, select, textArea } from '../layout/forms.ts'
import { html, listed, nextPageLink } from '../layout/page.ts'
import { dashboardPath, type PartOf } from './dashboard.ts'
import { messageItem, messagePart } from './message.ts'

const readers: readonly Choice[] = [
  ['members_and_followers', 'Members and followers'],
  ['members_only', 'Members only'],
  ['public', 'Everyone at the school'],
]

/** Messages of the organization, newest first, with a form for a new one; or one message with its replies. */
export const newsPart: PartOf = async (desk, query, filled, context) => {
  const { orgId, path, may } = desk
  if (query.id) return messagePart(desk, query, filled, context)
  const result = await call(context, 'messages', 'listMessages', { orgId, limit: '20', cursor: query.cursor })
  if (!result.ok) return result
  const { messages, pagination } = result.value
  const isPost = filled.values.do === 'post'
  const own: Filled = isPost ? filled : { values: {} }
  return html`${isPost ? '' : refusedForm(filled, [])}<form class="card stack" method="post" action="${path}"><h2>Post a message</h2>${hidden('do', 'post')}${refusedForm(own, ['content'])}<div>${textArea(own, { name: 'content', label: 'Message', longest: 2000 })}${select(own, 'visibility', 'Who can read it', readers)}</div>${may('send_announcements') ? checkbox(own, 'asClub', 'In the name of the club') : ''}<button class="btn">Post message</button></form>${listed(
    messages.map((message) => messageItem(desk, message, context)),
    ['No messages yet', 'Messages to members and followers appear here.'],
  )}${nextPageLink(dashboardPath(path, 'news'), pagination.nextCursor)}`
}
