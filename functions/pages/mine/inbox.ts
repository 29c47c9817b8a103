import { settingsPart } from '../account/frame.ts'
import { type Answer, call, type FormAction, type PageContext, type PageInput } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { hidden } from '../layout/forms.ts'
import {
  actionButton,
  confirmedMenuAction,
  type Html,
  html,
  listed,
  menu,
  menuAction,
  nextPageLink,
  pageOf,
  pathIn,
  redirectTo,
  refusedPage,
  tabs,
} from '../layout/page.ts'
import { currentLocale, msg, t } from '../locale.ts'
import { decisionSubject } from './decisions.ts'

type Entry = Answer<'notifications', 'listNotifications'>['data'][number]

const isId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]+$/.test(id)

/** Templates about the reader's own work on an event, which the manage page shows and the event page does not. */
const organizing: readonly string[] = [
  'event_changes_requested',
  'event_rejected',
  'event_approved',
  'approval_expired',
  'event_series_failed',
]

/** The address of the admin console where an approver or administrator decides. Budgets have one of their own. */
const decidingPath = (entry: Entry): string | undefined => {
  const { eventId } = entry.metadata
  const subject = decisionSubject(entry)
  if (subject === 'orgId' || subject === 'requestId') return '/admin?part=clubs'
  return subject === 'eventId' && isId(eventId) ? `/admin?part=waits&id=${eventId}` : undefined
}

/** Where an entry leads: a path of this school, or nowhere. */
const placeOf = (entry: Entry): string | undefined => {
  const { metadata, template } = entry
  const decision = decidingPath(entry)
  if (decision !== undefined) return decision
  if (organizing.includes(template?.name ?? '') && isId(metadata.eventId))
    return `/event/${metadata.eventId}/dashboard`
  const { deepLink } = (metadata.navigation ?? {}) as { readonly deepLink?: unknown }
  if (typeof deepLink === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(deepLink)) return deepLink
  if (metadata.inviteId !== undefined) return '/invitations'
  const { messageId, orgId, eventId } = metadata
  // Notifications about jobs name the event and lead to no page by themselves.
  if (isId(eventId)) return `/event/${eventId}?part=help#more`
  return isId(orgId) ? `/org/${orgId}${messageId === undefined ? '' : '?part=news'}` : undefined
}

/** What an entry asks, as buttons, until it was answered. */
const actionsOf = ({ id, actions, actionResult }: Entry): Html | string => {
  const open = actionResult === undefined ? actions.filter(({ type }) => type === 'api_call') : []
  if (open.length === 0) return ''
  return html`<div class="row">${open.map((action) => html`<form method="post" action="/inbox">${hidden('do', 'act')}${hidden('id', id)}${hidden('actionId', action.id)}<button class="btn plain small">${t(action.label)}</button></form>`)}</div>`
}

/** Ways to deal with an entry that are rarer than archiving it. */
const entryMenu = ({ id, title, status }: Entry): Html =>
  menu(
    [
      status === 'unread'
        ? menuAction('/inbox', t('Mark as read'), { do: 'read-one', id }, { label: title })
        : '',
      confirmedMenuAction('/inbox', {
        text: t('Delete'),
        consequence:
          status === 'archived'
            ? t('This cannot be undone.')
            : t('This cannot be undone. Archive it if you may need it again.'),
        button: t('Yes, delete'),
        carried: { do: 'delete', id },
        label: title,
      }),
    ],
    t('More actions: {title}', { title }),
  )

/** An urgent message asks its reader to acknowledge it. */
const acknowledge = ({ id, title, priority, status }: Entry): Html | string => {
  if (priority !== 'urgent') return ''
  if (status === 'acknowledged') return html`<span class="tag good">${t('Acknowledged')}</span>`
  return status === 'archived'
    ? ''
    : actionButton('/inbox', t('Acknowledge'), { do: 'acknowledge', id }, { css: 'small', label: title })
}

/** The title of an entry, which opens its page. An unread entry is sent as a form: a link cannot mark it as read. */
const entryTitle = (entry: Entry): Html => {
  const place = placeOf(entry)
  const name = html`<bdi>${entry.title}</bdi>`
  const link = place === undefined ? name : html`<a href="${place}">${name}</a>`
  if (entry.status !== 'unread') return link
  const mark = html`<span class="vh">${t('New:')} </span>`
  if (place === undefined || pathIn(place) !== place) return html`${mark}${link}`
  return html`<form method="post" action="/inbox">${hidden('do', 'open')}${hidden('id', entry.id)}${hidden('next', place)}<button class="as-link">${mark}${name}</button></form>`
}

const entryItem = (entry: Entry, now: Date): Html => {
  const unread = entry.status === 'unread'
  const archive =
    entry.status === 'archived'
      ? actionButton('/inbox', t('Move to inbox'), { do: 'restore', id: entry.id }, { label: entry.title })
      : actionButton('/inbox', t('Archive'), { do: 'archive', id: entry.id }, { label: entry.title })
  return html`<li${unread ? html` class="new"` : ''}><div class="stack-s"><h2>${entryTitle(entry)}</h2><p dir="auto">${entry.message}</p><small><time datetime="${entry.createdAt}">${agoWords(entry.createdAt, now)}</time></small>${actionsOf(entry)}</div><div class="row">${acknowledge(entry)}${archive}${entryMenu(entry)}</div></li>`
}

type Counts = Answer<'notifications', 'getNotificationStatistics'>

const parts = ['unread', 'archived'] as const
type Part = (typeof parts)[number] | 'all'

/** The parts of the inbox with the number of entries in each. */
const inboxTabs = (part: Part, counts: Counts | undefined): Html => {
  const counted = (label: string, count: number | undefined) =>
    counts && count !== undefined ? t('{label} ({count, number})', { label, count }) : label
  const { total = 0, archived = 0, unread } = counts ?? {}
  return tabs(
    t('Notifications'),
    '/inbox',
    [
      ['all', counted(t('Inbox'), total - archived)],
      ['unread', counted(t('Unread'), unread)],
      ['archived', counted(t('Archived'), archived)],
    ],
    part,
  )
}

const nothing: Readonly<Record<Part, [title: string, text: string]>> = {
  all: [msg('Nothing new'), msg('Messages from your clubs, events and school appear here.')],
  unread: [msg('No unread messages'), msg('New messages appear here until you read them.')],
  archived: [msg('Nothing archived'), msg('Messages that you archive appear here.')],
}

export const showInbox = async (
  { cursor, done, part: named }: PageInput<'showInbox'>,
  context: PageContext,
) => {
  const part = parts.find((name) => name === named) ?? 'all'
  const [result, counted] = await Promise.all([
    call(context, 'notifications', 'listNotifications', {
      limit: '30',
      locale: currentLocale().tag,
      cursor,
      ...(part === 'all' ? {} : { status: part }),
    }),
    call(context, 'notifications', 'getNotificationStatistics', {}),
  ])
  if (!result.ok) return refusedPage(context, result.refusal)
  const { data: entries, pagination } = result.value
  const unread = entries.some(({ status }) => status === 'unread')
  const links = html`<a href="/invitations">${t('Invitations')}</a><a href="${settingsPart('notifications')}">${t('Notification settings')}</a>`
  const read = unread ? actionButton('/inbox', t('Mark all as read'), { do: 'read' }) : ''
  const [title, text] = nothing[part]
  const list = listed(
    entries.map((entry) => entryItem(entry, context.now())),
    [t(title), t(text)],
  )
  const here = part === 'all' ? '/inbox' : `/inbox?part=${part}`
  const body = html`<div class="stack"><div class="row between"><h1>${t('Notifications')}</h1><div class="row">${links}${read}</div></div>${inboxTabs(part, counted.ok ? counted.value : undefined)}${list}${nextPageLink(here, pagination.nextCursor, t('Older'))}</div>`
  return pageOf(context, { title: t('Notifications'), body, place: 'inbox', done })
}

type FormInput = PageInput<'changeInbox'>

const changed: FormAction<FormInput> = ({ id = '', actionId = '', ...input }, context) => {
  if (input.do === 'read') return call(context, 'notifications', 'readAllNotifications', {})
  if (input.do === 'read-one' || input.do === 'open')
    return call(context, 'notifications', 'readNotification', { id })
  if (input.do === 'acknowledge') return call(context, 'notifications', 'acknowledgeNotification', { id })
  if (input.do === 'delete') return call(context, 'notifications', 'deleteNotification', { id })
  if (input.do === 'archive') return call(context, 'notifications', 'archiveNotification', { id })
  if (input.do === 'restore') return call(context, 'notifications', 'restoreNotification', { id })
  return call(context, 'notifications', 'performNotificationAction', { id, actionId })
}

const reply = {
  read: 'read',
  'read-one': 'read-one',
  acknowledge: 'acknowledged',
  delete: 'removed',
  archive: 'archived',
  restore: 'moved-to-inbox',
  act: 'acted',
} as const

export const changeInbox = async (input: FormInput, context: PageContext) => {
  const result = await changed(input, context)
  // An entry that is gone needs no change; a question that is gone was not answered.
  const isGone = input.do !== 'act' && !result.ok && result.refusal.status === 404
  if (!result.ok && !isGone) return refusedPage(context, result.refusal)
  return input.do === 'open' ? redirectTo(pathIn(input.next)) : redirectTo('/inbox', reply[input.do])
}
