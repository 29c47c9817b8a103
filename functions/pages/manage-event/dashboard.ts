import { call, isSignedIn, notFoundRefusal, type PageContext, type Refusal, refusalOf } from '../call.ts'
import { spanOf } from '../layout/dates.ts'
import { type Filled, nothingFilled } from '../layout/forms.ts'
import { facts, type Html, html, pageOf, raw, refusedPage } from '../layout/page.ts'
import { t } from '../locale.ts'
import { findReturnDecision } from './approval.ts'
import { eventButtons } from './overview.ts'
import {
  type EventPart,
  eventParts,
  eventTabs,
  type ManagedEvent,
  managePlace,
  type PartName,
  type PartQuery,
  partOf,
} from './parts.ts'
import { seriesFacts } from './series.ts'
import { stateTag, visibilityTexts } from './states.ts'

/** The event, for people who manage it. Others get the refusal of an event that does not exist. */
export const findManagedEvent = async (
  eventId: string,
  context: PageContext,
): Promise<ManagedEvent | { readonly refusal: Refusal }> => {
  const found = await call(context, 'events', 'getEvent', { event_id: eventId, type: 'approval' })
  if (!found.ok) return { refusal: found.refusal }
  const { event } = found.value
  if (!event.canManageEvent) return { refusal: isSignedIn(context) ? notFoundRefusal : refusalOf(401, {}) }
  return { event, orgId: event.manageableOrgId ?? '', path: `/event/${eventId}/dashboard` }
}

/** The heading of the manage page, for each of its parts. */
const heading = (managed: ManagedEvent, part: PartName, context: PageContext): Html => {
  const { event, orgId, returned } = managed
  const state = returned?.decision === 'changes_requested' ? 'changes-requested' : event.status
  const host = event.manageableOrgName
    ? html`<a href="/club-dashboard/${orgId}?part=events"><bdi>${event.manageableOrgName}</bdi></a>`
    : ''
  const when = event.undated ? t('No time yet') : spanOf(event.start_time, event.end_time, event.timezone)
  const title = html`<div class="row">${stateTag(state)}${host}</div><h1${part === 'overview' ? '' : raw(' class="clip2"')}><bdi>${event.name}</bdi></h1>`
  if (part !== 'overview') return html`<header class="stack-s">${title}<p class="soft">${when}</p></header>`
  return html`<header class="stack">${title}${facts([
    ['clock', t('When'), when],
    ['people', t('Who can see it'), t(visibilityTexts[event.visibility] ?? event.visibility)],
    ...(event.location ? [['place', t('Where'), html`<bdi>${event.location}</bdi>`] as const] : []),
    ...seriesFacts(event),
  ])}<div class="row">${eventButtons(managed, context.now())}<a class="btn plain" href="/create-event?copy=${event._id}${orgId ? `&org=${orgId}` : ''}">${t('Duplicate event')}</a></div></header>`
}

/** The manage page of an event with one part open; `filled` is a form of the part that was refused. */
export const managePage = async (
  context: PageContext,
  found: ManagedEvent,
  query: PartQuery,
  filled: Filled = nothingFilled,
) => {
  const { event } = found
  const managed = { ...found, returned: await findReturnDecision(event, context) }
  const part = partOf(query.part, managed)
  const { show }: EventPart = await eventParts[part].load()
  const view = await show(managed, query, filled, context)
  if ('refusal' in view) return refusedPage(context, view.refusal)
  const body = html`<div class="stack">${heading(managed, part, context)}${eventTabs(managed, part)}${view}</div>`
  const { refusal } = filled
  return pageOf(context, {
    title:
      part === 'overview'
        ? t('Manage {name}', { name: event.name })
        : `${t(eventParts[part].text)}: ${event.name}`,
    body,
    place: managePlace(found.orgId),
    done: query.done,
    refusal,
    ...(part === 'overview' ? { script: 'picture.js' as const } : {}),
    // A form that was sent and changed nothing yet, such as a message to check.
    isKept: filled.values.do !== undefined && !refusal,
  })
}

export const showDashboard = async (query: PartQuery, context: PageContext) => {
  const managed = await findManagedEvent(query.eventId, context)
  if ('refusal' in managed) return refusedPage(context, managed.refusal)
  return managePage(context, managed, query)
}
