import { type Answer, call, type PageContext, pageScope, refusalOf } from '../call.ts'
import { eventMoment } from '../layout/dates.ts'
import { hidden, nothingFilled, textArea } from '../layout/forms.ts'
import { type Html, html, pageOf } from '../layout/page.ts'
import { pickedIn } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'

type Results = Answer<'planning', 'bulkAction'>['results']
type Listed = Answer<'planning', 'listOrgEvents'>['events'][number]
type Status = Listed['status']

type BulkAction = {
  readonly heading: string
  readonly button: string
  readonly consequence: string
  /** The statuses that it starts from. Default: all. */
  readonly from?: readonly Status[]
  /** The statuses of events that it does not change once they are over. */
  readonly notOnceOver?: readonly Status[]
  readonly isDanger?: boolean
  /** Asks for a reason that attendees receive. */
  readonly hasReason?: boolean
}

/** Actions on several events, by the name that the operation has for them. */
const actions: Readonly<Record<string, BulkAction>> = {
  publish: {
    heading: msg('Submit these events?'),
    button: msg('Submit events'),
    consequence: msg('Events that need an approval go to the school. The others are published at once.'),
    from: ['draft', 'rejected'],
    notOnceOver: ['draft', 'rejected'],
  },
  cancel: {
    heading: msg('Cancel these events?'),
    button: msg('Cancel events and notify attendees'),
    consequence: msg('Everybody with a registration is notified. A cancelled event cannot be opened again.'),
    from: ['draft', 'pending', 'approved', 'not-applicable'],
    notOnceOver: ['approved', 'not-applicable'],
    isDanger: true,
    hasReason: true,
  },
  archive: {
    heading: msg('Archive these events?'),
    button: msg('Archive events'),
    consequence: msg(
      'Archived events are no longer listed for organizers. Only events that are completed, cancelled or not approved can be archived.',
    ),
    from: ['completed', 'cancelled', 'rejected'],
  },
  delete: {
    heading: msg('Delete these events?'),
    button: msg('Delete events'),
    consequence: msg(
      'Events that are published are cancelled first, and everybody with a registration is notified. Registrations and answers are erased after 30 days.',
    ),
    isDanger: true,
  },
}

export const bulkButtons = [
  ['bulk-publish', msg('Submit events')],
  ['bulk-archive', msg('Archive events')],
  ['bulk-cancel', msg('Cancel events'), 'bad'],
  ['bulk-delete', msg('Delete events'), 'bad'],
] as const

const statusReasons: Readonly<Record<Status, string>> = {
  draft: msg('It is a draft.'),
  pending: msg('It waits for approval.'),
  approved: msg('It is published.'),
  'not-applicable': msg('It is published.'),
  rejected: msg('It was not approved.'),
  cancelled: msg('It is cancelled.'),
  completed: msg('It is completed.'),
  archived: msg('It is archived.'),
}

/** Why an action does not change an event. */
const obstacleOf = (
  { from, notOnceOver }: BulkAction,
  { status, end_time: end, undated }: Listed,
  now: Date,
): string | undefined => {
  if (from && !from.includes(status)) return statusReasons[status]
  const isOver = !undated && Date.parse(end) <= now.getTime()
  return isOver && notOnceOver?.includes(status) ? msg('It is over.') : undefined
}

/** The events that the lists of the dashboard begin with, by id. */
const findEvents = async (orgId: string, context: PageContext): Promise<ReadonlyMap<string, Listed>> => {
  const lists = await Promise.all([
    call(context, 'planning', 'listOrgEvents', { orgId, limit: '100', timeRange: 'current' }),
    call(context, 'planning', 'listOrgEvents', {
      orgId,
      limit: '100',
      timeRange: 'ended',
      sortBy: 'start_time',
      sortOrder: 'desc',
    }),
  ])
  const events = lists.flatMap((list) => (list.ok ? list.value.events : []))
  return new Map(events.map((event) => [event._id, event]))
}

/** An event with its date, because several may have the same name. */
const eventLine = (event: Listed | undefined, context: PageContext): Html =>
  event
    ? html`<bdi>${event.name}</bdi> <span class="soft">${eventMoment(event, pageScope(context).visit.timezone)}</span>`
    : html`${t('An event of the club')}`

const eventsLink = (orgId: string): Html =>
  html`<a class="btn full" href="/club-dashboard/${orgId}?part=events">${t('Events of the club')}</a>`

const framed = (context: PageContext, heading: string, inside: Html) =>
  pageOf(context, {
    title: heading,
    narrow: true,
    place: 'clubs',
    isKept: true,
    body: html`<div class="card stack"><h1>${heading}</h1>${inside}</div>`,
  })

/** The events that an action leaves as they are, with the reason of each. */
const leftList = (
  left: readonly (readonly [event: Listed | undefined, reason: string])[],
  context: PageContext,
): Html =>
  html`<ul class="stack">${left.map(([event, reason]) => html`<li>${eventLine(event, context)}<br><span class="soft">${t(reason)}</span></li>`)}</ul>`

/** Names the events and what happens to them, before anything does. */
const confirmation = async (
  action: string,
  known: BulkAction,
  { orgId, ids }: { readonly orgId: string; readonly ids: readonly string[] },
  context: PageContext,
) => {
  const path = `/club-dashboard/${orgId}`
  const events = await findEvents(orgId, context)
  const checked = ids.map((id) => {
    const event = events.get(id)
    return { id, event, obstacle: event && obstacleOf(known, event, context.now()) }
  })
  const changed = checked.filter(({ obstacle }) => obstacle === undefined)
  const left = checked.flatMap(({ event, obstacle }) =>
    obstacle === undefined ? [] : [[event, obstacle] as const],
  )
  const back = html`<a class="btn plain full" href="${path}?part=events">${t('Keep them as they are')}</a>`
  const leftNote =
    left.length > 0
      ? html`<h2>${t('{count, plural, one {# event stays as it is} other {# events stay as they are}}', { count: left.length })}</h2>${leftList(left, context)}`
      : ''
  const { heading, button, consequence, isDanger, hasReason } = known
  const text = html`<p class="tell ${isDanger ? 'bad' : 'warn'}">${t(consequence)}</p>`
  if (changed.length === 0)
    return framed(
      context,
      t('None of these events can be changed this way'),
      html`${text}${leftList(left, context)}${eventsLink(orgId)}`,
    )
  const reason = hasReason
    ? textArea(nothingFilled, { name: 'reason', label: t('Why'), optional: true, longest: 1000 })
    : ''
  return framed(
    context,
    t(heading),
    html`<ul class="prose">${changed.map(({ event }) => html`<li>${eventLine(event, context)}</li>`)}</ul>${text}${leftNote}<form class="stack" method="post" action="${path}">${hidden('do', 'bulk-run')}${hidden('action', action)}${changed.map(({ id }) => hidden(`pick-${id}`, 'yes'))}${reason}<button class="btn full ${isDanger ? 'bad' : ''}">${t(button)}</button></form>${back}`,
  )
}

/** The events that an action did not change, with the reason of each. */
const leftOver = async (known: BulkAction, orgId: string, results: Results, context: PageContext) => {
  const events = await findEvents(orgId, context)
  const failed = results.filter(({ ok }) => !ok)
  const left = failed.map(({ eventId, message }) => {
    const event = events.get(eventId)
    return [event, (event && obstacleOf(known, event, context.now())) ?? message] as const
  })
  const changed = t('{count, plural, one {# event was} other {# events were}} changed.', {
    count: results.length - failed.length,
  })
  return framed(
    context,
    t('{count, plural, one {# event was} other {# events were}} not changed', { count: failed.length }),
    html`${leftList(left, context)}<p>${changed}</p>${eventsLink(orgId)}`,
  )
}

/** Asks about an action on the selected events, or runs it after that. */
export const changeEvents = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, reason } = input
  const part = 'events'
  const ids = pickedIn(input)
  const isRun = input.do === 'bulk-run'
  const action = isRun ? (input.action ?? '') : input.do.replace(/^bulk-/, '')
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (ids.length === 0 || known === undefined) {
    const refusal = refusalOf(400, { message: t('Select the events first.') })
    return { part, done: '', result: { ok: false, refusal } }
  }
  const nothing = { ok: true as const, value: undefined, message: '', status: 200 }
  if (!isRun)
    return {
      part,
      done: '',
      result: nothing,
      page: await confirmation(action, known, { orgId, ids }, context),
    }
  const result = await call(context, 'planning', 'bulkAction', {
    orgId,
    action,
    eventIds: ids,
    reason: reason || undefined,
  })
  if (!result.ok || result.value.modifiedCount === ids.length) return { part, done: 'events-changed', result }
  return { part, done: '', result, page: await leftOver(known, orgId, result.value.results, context) }
}
