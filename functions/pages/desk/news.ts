import { ask } from '../ask.ts'
import { type Choice, choice, type Filled, hidden, lines, refusedForm, tick } from '../layout/forms.ts'
import { further, html, listed } from '../layout/page.ts'
import { deskPath, type PartOf } from './desk.ts'
import { messageItem, messagePart } from './message.ts'

const readers: readonly Choice[] = [
  ['members_and_followers', 'Members and followers'],
  ['members_only', 'Members only'],
  ['public', 'Everyone at the school'],
]

/** Messages of the organization, newest first, with a form for a new one; or one message with its replies. */
export const newsPart: PartOf = async (desk, asked, filled, context) => {
  const { orgId, path, may } = desk
  if (asked.id) return messagePart(desk, asked, filled, context)
  const heard = await ask(context, 'messages', 'listMessages', { orgId, limit: '20', cursor: asked.cursor })
  if (!heard.ok) return heard
  const { messages, pagination } = heard.value
  const isPost = filled.values.do === 'post'
  const own: Filled = isPost ? filled : { values: {} }
  return html`${isPost ? '' : refusedForm(filled, [])}<form class="card stack" method="post" action="${path}"><h2>Post a message</h2>${hidden('do', 'post')}${refusedForm(own, ['content'])}<div>${lines(own, { name: 'content', label: 'Message', longest: 2000 })}${choice(own, 'visibility', 'Who can read it', readers)}</div>${may('send_announcements') ? tick(own, 'asClub', 'In the name of the club') : ''}<button class="btn">Post message</button></form>${listed(
    messages.map((message) => messageItem(desk, message, context)),
    ['No messages yet', 'Messages to members and followers appear here.'],
  )}${further(deskPath(path, 'news'), pagination.nextCursor)}`
}
