import { minuteMs } from '../../../lib/contract/time.ts'
import { type Answer, call, operation, type PageContext, readerOf } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, textArea } from '../layout/forms.ts'
import {
  actionButton,
  collapsible,
  confirmedMenuAction,
  face,
  type Html,
  html,
  listed,
  menu,
  userText,
} from '../layout/page.ts'
import { t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'
import { type Desk, dashboardPath, type PartOf } from './dashboard.ts'

type Message = Answer<'messages', 'listMessages'>['messages'][number]
type OneMessage = Answer<'messages', 'getMessage'>['message']

/** Minutes in which authors can edit a message. */
const editMinutes = 15

const isAuthor = ({ authorId }: OneMessage, context: PageContext): boolean =>
  authorId._id === readerOf(context)

const mayDelete = ({ may, roles }: Desk, message: OneMessage, context: PageContext): boolean =>
  isAuthor(message, context) || may('manage_communications') || roles.includes('admin')

const mayEdit = (message: OneMessage, context: PageContext): boolean =>
  isAuthor(message, context) &&
  context.now().getTime() - Date.parse(message.createdAt) < editMinutes * minuteMs

const startOf = ({ content }: OneMessage): string => content.slice(0, 40)

const likeButton = ({ path, club }: Desk, message: OneMessage, from: string): Html | string => {
  if (club?.messageSettings.allowLikes === false) return ''
  const { _id: id, likedByMe } = message
  const carried = { do: 'message-like', id, liked: likedByMe ? 'no' : 'yes', from }
  return actionButton(path, likedByMe ? t('Remove like') : t('Like'), carried, { label: startOf(message) })
}

const deleteMenu = (desk: Desk, message: OneMessage, context: PageContext, parent = ''): Html | string =>
  mayDelete(desk, message, context)
    ? menu(
        [
          confirmedMenuAction(desk.path, {
            text: parent === '' ? t('Delete message and its replies') : t('Delete reply'),
            consequence: t('Nobody can read "{text}" any more. This cannot be undone.', {
              text: html`<bdi>${startOf(message)}</bdi>`,
            }),
            carried: { do: parent === '' ? 'delete-post' : 'message-delete', id: message._id, parent },
            label: startOf(message),
          }),
        ],
        t('More actions for {name}', { name: startOf(message) }),
      )
    : ''

const bodyOf = (message: OneMessage, context: PageContext): Html =>
  html`<h2><bdi>${message.authorId.name}</bdi>${message.sendAsOrg ? html` <span class="tag">${t('for the club')}</span>` : ''}</h2>${userText(message.content)}${message.mentionedEvents.map(({ _id, name }) => html`<p><a href="/event/${_id}"><bdi>${name}</bdi></a></p>`)}<small><time datetime="${message.createdAt}">${agoWords(message.createdAt, context.now())}</time>${message.editedAt ? html`, ${t('edited')}` : ''}${message.likeCount > 0 ? html` &middot; ${t('{count, plural, one {# like} other {# likes}}', { count: message.likeCount })}` : ''}</small>`

/** A message in the list, with the button to like it and the link to its replies. */
export const messageItem = (desk: Desk, message: Message, context: PageContext): Html =>
  html`<li>${face(message.authorId.name, message.authorId.picture)}<div class="stack-s">${bodyOf(message, context)}<div class="row">${likeButton(desk, message, '')}<a class="btn plain small" href="${dashboardPath(desk.path, 'news', { id: message._id })}">${message.replyCount === 0 ? t('Reply') : t('{count, plural, one {# reply} other {# replies}}', { count: message.replyCount })}<span class="vh">: ${startOf(message)}</span></a>${deleteMenu(desk, message, context)}</div></div></li>`

const editForm = ({ path }: Desk, message: OneMessage, filled: Filled): Html => {
  const own: Filled = filled.values.do === 'message-edit' ? filled : { values: { content: message.content } }
  return collapsible(
    t('Edit message'),
    html`<form class="stack" method="post" action="${path}">${hidden('do', 'message-edit')}${hidden('id', message._id)}${refusedForm(own, ['content'])}${textArea(own, { name: 'content', label: t('Message'), longest: 2000, hint: t('You can edit a message for {minutes, number} minutes.', { minutes: editMinutes }) })}<button class="btn small">${t('Save message')}</button></form>`,
    own.refusal !== undefined,
  )
}

const replyForm = ({ path, club }: Desk, { _id: id }: OneMessage, filled: Filled): Html => {
  if (club?.messageSettings.allowReplies === false)
    return html`<p class="soft">${t('Replies are turned off.')}</p>`
  const own: Filled = filled.values.do === 'message-reply' ? filled : { values: {} }
  // The form to edit the message above may have the same field.
  const replyField = textArea(own, { name: 'reply', label: t('Your reply'), longest: 2000 })
  return html`<form class="card stack" method="post" action="${path}">${hidden('do', 'message-reply')}${hidden('id', id)}${refusedForm(own, ['reply'])}${replyField}<button class="btn">${t('Send reply')}</button></form>`
}

/** One message with its replies, oldest first. */
export const messagePart: PartOf = async (desk, { id = '' }, filled, context) => {
  const found = await call(context, 'messages', 'getMessage', { orgId: desk.orgId, messageId: id })
  if (!found.ok) return found
  const { message, replies } = found.value
  const rows = replies.map(
    (reply) =>
      html`<li>${face(reply.authorId.name, reply.authorId.picture)}<div class="stack-s">${bodyOf(reply, context)}<div class="row">${likeButton(desk, reply, id)}${deleteMenu(desk, reply, context, id)}</div></div></li>`,
  )
  const isOther = !['message-edit', 'message-reply'].includes(filled.values.do ?? '')
  return html`<p><a href="${dashboardPath(desk.path, 'news')}">${t('All news')}</a></p>${isOther ? refusedForm(filled, []) : ''}<article class="card stack"><div class="stack-s">${bodyOf(message, context)}</div><div class="row">${likeButton(desk, message, id)}${deleteMenu(desk, message, context)}</div>${mayEdit(message, context) ? editForm(desk, message, filled) : ''}</article><section class="stack"><h2>${t('Replies')}</h2>${listed(rows, [t('No replies yet'), t('Write the first reply below.')])}</section>${replyForm(desk, message, filled)}`
}

const named = ({ orgId, id = '' }: FormInput) => ({ orgId, messageId: id })

/** Likes, answers, edits or deletes a message, and stays on the page that showed it. */
export const changeMessage = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { id = '', from, parent } = input
  if (input.do === 'message-like') {
    const like = operation('messages', 'likeMessage', (one: FormInput) => ({
      ...named(one),
      liked: one.liked === 'yes',
    }))
    const done = input.liked === 'yes' ? 'liked' : 'unliked'
    return { part: 'news', done, id: from ?? '', result: await like(input, context) }
  }
  if (input.do === 'message-edit') {
    const edit = operation('messages', 'editMessage', (one: FormInput) => ({
      ...named(one),
      content: one.content ?? '',
    }))
    return { part: 'news', done: 'message-saved', id, result: await edit(input, context) }
  }
  if (input.do === 'message-delete') {
    const remove = operation('messages', 'deleteMessage', named)
    return { part: 'news', done: 'removed', id: parent ?? '', result: await remove(input, context) }
  }
  const reply = operation('messages', 'replyToMessage', (one: FormInput) => ({
    ...named(one),
    content: one.reply ?? '',
  }))
  const result = await reply(input, context)
  if (result.ok || result.refusal.field !== 'content') return { part: 'news', done: 'replied', id, result }
  return { part: 'news', done: '', id, result: { ok: false, refusal: { ...result.refusal, field: 'reply' } } }
}
