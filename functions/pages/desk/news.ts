import { ask } from '../ask.ts'
import { agoWords } from '../layout/dates.ts'
import { type Choice, choice, type Filled, hidden, lines, refusedForm, tick } from '../layout/forms.ts'
import { deed, face, further, html, listed, plural, written } from '../layout/page.ts'
import type { PartOf } from './desk.ts'

const readers: readonly Choice[] = [
  ['members_and_followers', 'Members and followers'],
  ['members_only', 'Members alone'],
  ['public', 'Everybody'],
]

/** What the organization tells its people, newest first, with a form for something new. */
export const newsPart: PartOf = async ({ orgId, path, may }, { cursor }, filled, context) => {
  const heard = await ask(context, 'messages', 'listMessages', { orgId, limit: '20', cursor })
  if (!heard.ok) return heard
  const { messages, pagination } = heard.value
  const values = filled.values.do === 'post' ? filled.values : {}
  const own: Filled = { values, refusal: filled.refusal }
  return html`<form class="card stack" method="post" action="${path}"><h2>Tell them something</h2>${hidden('do', 'post')}${refusedForm(own, ['content'])}<div>${lines(own, { name: 'content', label: 'Words', longest: 2000 })}${choice(own, 'visibility', 'Who reads it', readers)}</div>${may('send_announcements') ? tick(own, 'asClub', 'In the name of the club') : ''}<button class="btn">Post it</button></form>${listed(
    messages.map(
      (one) =>
        html`<li>${face(one.authorId.name, one.authorId.picture)}<div class="stack-s"><h2><bdi>${one.authorId.name}</bdi>${one.sendAsOrg ? html` <span class="tag">for the club</span>` : ''}</h2>${written(one.content)}<small><time datetime="${one.createdAt}">${agoWords(one.createdAt, context.now())}</time> &middot; ${plural(one.likeCount, 'like')}, ${plural(one.replyCount, 'reply', 'replies')}</small></div>${deed(path, 'Delete', { do: 'delete-post', id: one._id }, { css: 'bad small', label: one.content.slice(0, 40) })}</li>`,
    ),
    ['Nothing told yet', 'Announcements appear here and on the club page.'],
  )}${further(`${path}?part=news`, pagination.nextCursor)}`
}
