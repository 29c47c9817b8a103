import { settingsPart } from '../account/frame.ts'
import { type Answer, call, type FormAction, type PageContext, type PageInput } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import {
  actionButton,
  type Html,
  html,
  listed,
  menu,
  menuAction,
  nextPageLink,
  pageOf,
  redirectTo,
  refusedPage,
  tabs,
} from '../layout/page.ts'

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

/** Ways to deal with an entry that are rarer than archiving it. */
const entryMenu = ({ id, title, status }: Entry): Html =>
  menu(
    [
      status === 'unread'
        ? menuAction('/inbox', 'Mark as read', { do: 'read-one', id }, { label: title })
        : '',
      menuAction('/inbox', 'Delete', { do: 'delete', id }, { danger: true, label: title }),
    ],
    `More actions: ${title}`,
  )

/** An urgent message asks its reader to acknowledge it. */
const acknowledge = ({ id, title, priority, status }: Entry): Html | string => {
  if (priority !== 'urgent') return ''
  if (status === 'acknowledged') return html`<span class="tag good">Acknowledged</span>`
  return status === 'archived'
    ? ''
    : actionButton('/inbox', 'Acknowledge', { do: 'acknowledge', id }, { css: 'small', label: title })
}

const entryItem = (entry: Entry, now: Date): Html => {
  const place = placeOf(entry)
  const unread = entry.status === 'unread'
  const title = html`${unread ? html`<span class="vh">New: </span>` : ''}${place ? html`<a href="${place}"><bdi>${entry.title}</bdi></a>` : html`<bdi>${entry.title}</bdi>`}`
  const archive =
    entry.status === 'archived'
      ? ''
      : actionButton('/inbox', 'Archive', { do: 'archive', id: entry.id }, { label: entry.title })
  return html`<li${unread ? html` class="new"` : ''}><div class="stack-s"><h2>${title}</h2><p dir="auto">${entry.message}</p><small><time datetime="${entry.createdAt}">${agoWords(entry.createdAt, now)}</time></small>${actionsOf(entry)}</div><div class="row">${acknowledge(entry)}${archive}${entryMenu(entry)}</div></li>`
}

type Counts = Answer<'notifications', 'getNotificationStatistics'>

const parts = ['unread', 'archived'] as const
type Part = (typeof parts)[number] | 'all'

/** The parts of the inbox with the number of entries in each. */
const inboxTabs = (part: Part, counts: Counts | undefined): Html => {
  const counted = (text: string, count: number | undefined) =>
    counts && count !== undefined ? `${text} (${count})` : text
  const { total = 0, archived = 0, unread } = counts ?? {}
  return tabs(
    'Inbox',
    '/inbox',
    [
      ['all', counted('All', total - archived)],
      ['unread', counted('Unread', unread)],
      ['archived', counted('Archived', archived)],
    ],
    part,
  )
}

const nothing: Readonly<Record<Part, [title: string, text: string]>> = {
  all: ['Nothing new', 'Messages from your clubs, events and school appear here.'],
  unread: ['No unread messages', 'New messages appear here until you read them.'],
  archived: ['Nothing archived', 'Messages that you archive appear here.'],
}

export const showInbox = async (
  { cursor, done, part: named }: PageInput<'showInbox'>,
  context: PageContext,
) => {
  const part = parts.find((name) => name === named) ?? 'all'
  const [result, counted] = await Promise.all([
    call(context, 'notifications', 'listNotifications', {
      limit: '30',
      cursor,
      ...(part === 'all' ? {} : { status: part }),
    }),
    call(context, 'notifications', 'getNotificationStatistics', {}),
  ])
  if (!result.ok) return refusedPage(context, result.refusal)
  const { data: entries, pagination } = result.value
  const unread = entries.some(({ status }) => status === 'unread')
  const links = html`<a href="/invitations">Invitations</a><a href="${settingsPart('notifications')}">Notification settings</a>`
  const read = unread ? actionButton('/inbox', 'Mark all as read', { do: 'read' }) : ''
  const list = listed(
    entries.map((entry) => entryItem(entry, context.now())),
    nothing[part],
  )
  const here = part === 'all' ? '/inbox' : `/inbox?part=${part}`
  const body = html`<div class="stack"><div class="row between"><h1>Inbox</h1><div class="row">${links}${read}</div></div>${inboxTabs(part, counted.ok ? counted.value : undefined)}${list}${nextPageLink(here, pagination.nextCursor, 'Older')}</div>`
  return pageOf(context, { title: 'Inbox', body, place: 'inbox', done })
}

type FormInput = PageInput<'changeInbox'>

const changed: FormAction<FormInput> = ({ id = '', actionId = '', ...input }, context) => {
  if (input.do === 'read') return call(context, 'notifications', 'readAllNotifications', {})
  if (input.do === 'read-one') return call(context, 'notifications', 'readNotification', { id })
  if (input.do === 'acknowledge') return call(context, 'notifications', 'acknowledgeNotification', { id })
  if (input.do === 'delete') return call(context, 'notifications', 'deleteNotification', { id })
  if (input.do === 'archive') return call(context, 'notifications', 'archiveNotification', { id })
  return call(context, 'notifications', 'performNotificationAction', { id, actionId })
}

const reply = {
  read: 'read',
  'read-one': 'saved',
  acknowledge: 'acknowledged',
  delete: 'removed',
  archive: 'archived',
  act: 'acted',
} as const

export const changeInbox = async (input: FormInput, context: PageContext) => {
  const result = await changed(input, context)
  // An entry that is gone needs no change; a question that is gone was not answered.
  const isGone = input.do !== 'act' && !result.ok && result.refusal.status === 404
  if (!result.ok && !isGone) return refusedPage(context, result.refusal)
  return redirectTo('/inbox', reply[input.do])
}
