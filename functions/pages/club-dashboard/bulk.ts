import { type Answer, call, type PageContext, refusalOf } from '../call.ts'
import { hidden, nothingFilled, textArea } from '../layout/forms.ts'
import { type Html, html, pageOf } from '../layout/page.ts'
import { pickedIn } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import type { Done, FormInput } from './change.ts'

type Results = Answer<'planning', 'bulkAction'>['results']

type BulkAction = {
  readonly heading: string
  readonly button: string
  readonly consequence: string
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
  },
  cancel: {
    heading: msg('Cancel these events?'),
    button: msg('Cancel events and notify attendees'),
    consequence: msg('Everybody with a registration is notified. A cancelled event cannot be opened again.'),
    isDanger: true,
    hasReason: true,
  },
  archive: {
    heading: msg('Archive these events?'),
    button: msg('Archive events'),
    consequence: msg(
      'Archived events are no longer listed for organizers. Only events that are over can be archived.',
    ),
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

const namesOf = async (orgId: string, context: PageContext): Promise<ReadonlyMap<string, string>> => {
  const found = await call(context, 'planning', 'listOrgEvents', { orgId, limit: '100', timeRange: 'all' })
  const events = found.ok ? found.value.events : []
  return new Map(events.map(({ _id, name }) => [_id, name]))
}

const framed = (context: PageContext, heading: string, inside: Html) =>
  pageOf(context, {
    title: heading,
    narrow: true,
    place: 'clubs',
    body: html`<div class="card stack"><h1>${heading}</h1>${inside}</div>`,
  })

/** Names the events and what happens to them, before anything does. */
const confirmation = async (
  action: string,
  { heading, button, consequence, isDanger, hasReason }: BulkAction,
  { orgId, ids }: { readonly orgId: string; readonly ids: readonly string[] },
  context: PageContext,
) => {
  const path = `/club-dashboard/${orgId}`
  const names = await namesOf(orgId, context)
  const reason = hasReason
    ? textArea(nothingFilled, { name: 'reason', label: t('Why'), optional: true, longest: 1000 })
    : ''
  return framed(
    context,
    t(heading),
    html`<ul class="prose">${ids.map((id) => html`<li><bdi>${names.get(id) ?? t('An event of the club')}</bdi></li>`)}</ul><p class="tell ${isDanger ? 'bad' : 'warn'}">${t(consequence)}</p><form class="stack" method="post" action="${path}">${hidden('do', 'bulk-run')}${hidden('action', action)}${ids.map((id) => hidden(`pick-${id}`, 'yes'))}${reason}<button class="btn full ${isDanger ? 'bad' : ''}">${t(button)}</button></form><a class="btn plain full" href="${path}?part=events">${t('Keep them as they are')}</a>`,
  )
}

/** The events that an action did not change, with the reason of each. */
const leftOver = async (orgId: string, results: Results, context: PageContext) => {
  const names = await namesOf(orgId, context)
  const failed = results.filter(({ ok }) => !ok)
  const changed = t('{count, plural, one {# event was} other {# events were}} changed.', {
    count: results.length - failed.length,
  })
  return framed(
    context,
    t('{count, plural, one {# event was} other {# events were}} not changed', { count: failed.length }),
    html`<ul class="stack">${failed.map(({ eventId, message }) => html`<li><strong><bdi>${names.get(eventId) ?? t('Event')}</bdi></strong><br><span class="soft">${t(message ?? '')}</span></li>`)}</ul><p>${changed}</p><a class="btn full" href="/club-dashboard/${orgId}?part=events">${t('Events of the club')}</a>`,
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
  return { part, done: '', result, page: await leftOver(orgId, result.value.results, context) }
}
