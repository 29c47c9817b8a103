import { type Answer, ask, type Given, type PageContext, type Run } from '../ask.ts'
import { agoWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import { type Html, html, listed, onwardTo, pageOf, refusedPage } from '../layout/page.ts'

type Entry = Answer<'notifications', 'listNotifications'>['data'][number]

/** Where an entry leads: a path of this school, or nowhere. */
const placeOf = ({ metadata }: Entry): string | undefined => {
  const { deepLink } = (metadata.navigation ?? {}) as { readonly deepLink?: unknown }
  if (typeof deepLink === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(deepLink)) return deepLink
  return metadata.inviteId === undefined ? undefined : '/invitations'
}

/** What an entry asks, as buttons, until it was answered. */
const actionsOf = ({ id, actions, actionResult }: Entry): Html | string => {
  const open = actionResult === undefined ? actions.filter(({ type }) => type === 'api_call') : []
  if (open.length === 0) return ''
  return html`<div class="row">${open.map((action) => html`<form method="post" action="/inbox">${hidden('do', 'act')}${hidden('id', id)}${hidden('actionId', action.id)}<button class="btn plain small">${action.label}</button></form>`)}</div>`
}

const entryItem = (entry: Entry, now: Date): Html => {
  const place = placeOf(entry)
  const unread = entry.status === 'unread'
  return html`<li${unread ? html` class="new"` : ''}><div class="stack-s"><h2>${unread ? html`<span class="vh">New: </span>` : ''}${place ? html`<a href="${place}"><bdi>${entry.title}</bdi></a>` : html`<bdi>${entry.title}</bdi>`}</h2><p dir="auto">${entry.message}</p><small><time datetime="${entry.createdAt}">${agoWords(entry.createdAt, now)}</time></small>${actionsOf(entry)}</div><form method="post" action="/inbox">${hidden('do', 'archive')}${hidden('id', entry.id)}<button class="btn plain small" aria-label="Put away: ${entry.title}">Put away</button></form></li>`
}

export const showInbox = async ({ cursor, said }: Given<'showInbox'>, context: PageContext) => {
  const heard = await ask(context, 'notifications', 'listNotifications', { limit: '30', cursor })
  if (!heard.ok) return refusedPage(context, heard.refusal)
  const { data: entries, pagination } = heard.value
  const unread = entries.some(({ status }) => status === 'unread')
  const body = html`<div class="stack"><div class="row between"><h1>Inbox</h1><a href="/invitations">Invitations</a>${unread ? html`<form method="post" action="/inbox">${hidden('do', 'read')}<button class="btn plain small">Mark all as read</button></form>` : ''}</div>${listed(
    entries.map((entry) => entryItem(entry, context.now())),
    ['Nothing new', 'Messages from your clubs, events and school appear here.'],
  )}${pagination.nextCursor ? html`<p><a class="btn plain" href="/inbox?cursor=${encodeURIComponent(pagination.nextCursor)}">Older</a></p>` : ''}</div>`
  return pageOf(context, { title: 'Inbox', body, place: 'inbox', said })
}

type Sent = Given<'changeInbox'>

const changed: Run<Sent> = ({ id = '', actionId = '', ...sent }, context) => {
  if (sent.do === 'read') return ask(context, 'notifications', 'readAllNotifications', {})
  if (sent.do === 'archive') return ask(context, 'notifications', 'archiveNotification', { id })
  return ask(context, 'notifications', 'performNotificationAction', { id, actionId })
}

const told = { read: 'read', archive: 'archived', act: 'acted' } as const

export const changeInbox = async (sent: Sent, context: PageContext) => {
  const heard = await changed(sent, context)
  // What is gone is put away; a question that is gone was not answered.
  const isAway = sent.do === 'archive' && !heard.ok && heard.refusal.status === 404
  if (!heard.ok && !isAway) return refusedPage(context, heard.refusal)
  return onwardTo('/inbox', told[sent.do])
}
