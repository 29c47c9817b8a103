import { type Answer, call, type PageContext } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import {
  actionButton,
  collapsible,
  face,
  type Html,
  html,
  listed,
  nextPageLink,
  userText,
} from '../layout/page.ts'
import { t } from '../locale.ts'

type Club = Answer<'organizations', 'getOrganization'>['org'][number]
type Message = Answer<'messages', 'listMessages'>['messages'][number]

const replyItem = (
  { authorId, content, createdAt }: NonNullable<Message['replies']>[number],
  now: Date,
): Html =>
  html`<li><div class="stack-s"><strong><bdi>${authorId.name}</bdi></strong>${userText(content)}<small><time datetime="${createdAt}">${agoWords(createdAt, now)}</time></small></div></li>`

const repliesOf = ({ replies = [], replyCount }: Message, now: Date): Html | string =>
  replies.length === 0
    ? ''
    : collapsible(
        t('{count, plural, one {# reply} other {# replies}}', { count: replyCount }),
        html`<ul class="talk">${replies.map((reply) => replyItem(reply, now))}</ul>`,
      )

const item = (club: Club, message: Message, now: Date): Html => {
  const { _id: id, authorId, content, createdAt, likeCount, likedByMe, sendAsOrg } = message
  const name = sendAsOrg ? club.org_name : authorId.name
  const like = club.messageSettings.allowLikes
    ? actionButton(
        `/org/${club._id}`,
        likedByMe ? t('Remove like') : t('Like'),
        { do: 'like', id, liked: likedByMe ? 'no' : 'yes' },
        { label: content.slice(0, 40) },
      )
    : ''
  return html`<li>${face(name, authorId.picture)}<div class="stack-s"><h3><bdi>${name}</bdi></h3>${userText(content)}<small><time datetime="${createdAt}">${agoWords(createdAt, now)}</time>${likeCount > 0 ? html` &middot; ${t('{count, plural, one {# like} other {# likes}}', { count: likeCount })}` : ''}</small>${repliesOf(message, now)}</div>${like}</li>`
}

/** Messages of a club that the reader may read: members all, followers and others what is for them. */
export const clubNews = async (
  club: Club,
  cursor: string | undefined,
  context: PageContext,
): Promise<Html> => {
  const { _id: orgId } = club
  const found = await call(context, 'messages', 'listMessages', {
    orgId,
    limit: '20',
    includeReplies: 'true',
    cursor,
  })
  const { messages, pagination } = found.ok ? found.value : { messages: [], pagination: undefined }
  const rows = messages.map((message) => item(club, message, context.now()))
  return html`<section class="stack"><h2>${t('News')}</h2>${listed(rows, [t('No news yet'), t('News that the club shares with you appears here. Some news is for members and followers only.')])}${nextPageLink(`/org/${orgId}?part=news`, pagination?.nextCursor, t('Older news'))}</section>`
}

/** Likes a message, or removes the like. */
export const likeNews = (
  input: { readonly orgId: string; readonly id?: string | undefined; readonly liked?: string | undefined },
  context: PageContext,
) =>
  call(context, 'messages', 'likeMessage', {
    orgId: input.orgId,
    messageId: input.id ?? '',
    liked: input.liked === 'yes',
  })
