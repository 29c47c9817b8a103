import { ask, type PageContext } from '../ask.ts'
import { agoWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html } from '../layout/html.ts'
import { onwardTo, pageOf } from '../layout/layout.ts'
import { empty } from '../layout/parts.ts'
import { refusedPage } from '../layout/refused.ts'

type Entry = {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly status: string
  readonly createdAt: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Where an entry leads: a path of this school, or nowhere. */
const placeOf = ({ metadata }: Entry): string | undefined => {
  const { deepLink } = (metadata.navigation ?? {}) as { readonly deepLink?: unknown }
  return typeof deepLink === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(deepLink) ? deepLink : undefined
}

const entryItem = (entry: Entry, now: Date): Html => {
  const place = placeOf(entry)
  const unread = entry.status === 'unread'
  return html`<li${unread ? html` class="new"` : ''}><div class="stack-s"><h2>${unread ? html`<span class="vh">New: </span>` : ''}${place ? html`<a href="${place}"><bdi>${entry.title}</bdi></a>` : html`<bdi>${entry.title}</bdi>`}</h2><p dir="auto">${entry.message}</p><small><time datetime="${entry.createdAt}">${agoWords(entry.createdAt, now)}</time></small></div><form method="post" action="/inbox">${hidden('do', 'archive')}${hidden('id', entry.id)}<button class="btn plain" aria-label="Put away: ${entry.title}">Put away</button></form></li>`
}

export const showInbox = async (
  { cursor, said }: { readonly cursor?: string | undefined; readonly said?: string | undefined },
  context: PageContext,
) => {
  const heard = await ask(context, 'notifications', 'listNotifications', {
    limit: '30',
    ...(cursor === undefined ? {} : { cursor }),
  })
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const { data: entries, pagination } = heard.value
  const unread = entries.some(({ status }) => status === 'unread')
  const body = html`<div class="stack"><div class="row between"><h1>Inbox</h1>${unread ? html`<form method="post" action="/inbox">${hidden('do', 'read')}<button class="btn plain">Mark all as read</button></form>` : ''}</div>${
    entries.length === 0
      ? empty('Nothing new', 'What your clubs, events and school tell you stands here.')
      : html`<ul class="list">${entries.map((entry) => entryItem(entry, context.now()))}</ul>`
  }${pagination.nextCursor ? html`<p><a class="btn plain" href="/inbox?cursor=${encodeURIComponent(pagination.nextCursor)}">Older</a></p>` : ''}</div>`
  return pageOf(context, { title: 'Inbox', body, place: 'inbox', said })
}

export const changeInbox = async (
  sent: { readonly do: 'read' | 'archive'; readonly id?: string | undefined },
  context: PageContext,
) => {
  const heard =
    sent.do === 'read'
      ? await ask(context, 'notifications', 'readAllNotifications', {})
      : await ask(context, 'notifications', 'archiveNotification', { id: sent.id ?? '' })
  if (!heard.ok && heard.refusal.status !== 404) return refusedPage(context, heard.refusal)
  return onwardTo('/inbox', sent.do === 'read' ? 'read' : 'archived')
}
