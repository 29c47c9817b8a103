import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import { moment } from '../layout/dates.ts'
import {
  eventCard,
  face,
  type Html,
  html,
  listed,
  nextPageLink,
  pageOf,
  refusedPage,
  type States,
  tagged,
} from '../layout/page.ts'
import { msg, t } from '../locale.ts'
import { listedStateTag } from '../manage-event/states.ts'
import { seatTag } from './seat-tag.ts'

type Shift = Answer<'jobs', 'listMyAssignments'>['assignments'][number]

const shiftStates: States = {
  assigned: ['warn', msg('Assigned')],
  confirmed: ['good', msg('Confirmed')],
  declined: ['warn', msg('Declined')],
}
const shiftTag = tagged(shiftStates)

const shiftItem = (shift: Shift, zone: string): Html =>
  html`<li><div class="stack-s"><h3><bdi>${shift.roleName ?? t('Helper')}</bdi></h3><p>${moment(shift.shiftStart, zone)}${shift.event ? html` &middot; <a href="/event/${shift.event._id}"><bdi>${shift.event.name}</bdi></a>` : ''}</p></div>${shiftTag(shift.status)}</li>`

type PageQuery = Partial<
  Readonly<Record<'going' | 'jobs' | 'planned' | 'schools' | 'done', string | undefined>>
>

const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** Events that wait for the reader's approval. */
const waitingNote = (count: number, hasMore: boolean): Html | string => {
  if (count === 0) return ''
  const text = hasMore
    ? t('{count, plural, one {More than # event waits} other {More than # events wait}} for your decision.', {
        count,
      })
    : t('{count, plural, one {# event waits} other {# events wait}} for your decision.', { count })
  return html`<p class="tell warn"><strong>${text}</strong> <a href="/admin">${t('View approvals')}</a></p>`
}

/** Tells a guest of another school at which school these events are. */
const guestNote = (guest: unknown, context: PageContext): Html | string => {
  const { school } = pageScope(context).visit
  return guest && school
    ? html`<p class="tell">${t('These are your events at {school}. You are a guest there.', { school: html`<bdi>${school.name}</bdi>` })}</p>`
    : ''
}

const section = (title: string, inside: Html): Html =>
  html`<section class="stack"><h2>${title}</h2>${inside}</section>`

type Club = {
  readonly _id: string
  readonly org_name: string
  readonly org_profile_image?: string | undefined
}

const clubItem = ({ _id, org_name: name, org_profile_image: picture }: Club): Html =>
  html`<li class="item">${face(name, picture)}<div><h3><a href="/club-dashboard/${_id}"><bdi>${name}</bdi></a></h3></div></li>`

type Planned = Answer<'events', 'listMyEvents'>['events']

const plannedList = (events: Planned): Html =>
  events.length === 0
    ? html`<p class="soft">${t("Events that you host yourself appear here. A club's events are on its dashboard.")}</p>`
    : html`<ul class="cards compact">${events.map((event) => eventCard(event, { level: 'h3', more: listedStateTag(event), to: `/event/${event._id}/dashboard` }))}</ul>`

/** What the reader goes to, helps at and plans. */
export const showMyEvents = async (query: PageQuery, context: PageContext) => {
  if (query.schools !== undefined) return (await import('./other-schools.ts')).otherSchoolsPage(context)
  const [going, hosted, shifts, reader, approvals] = await Promise.all([
    call(context, 'events', 'listGoingEvents', { limit: '50', ...from(query.going) }),
    call(context, 'events', 'listMyEvents', { type: 'future', limit: '20', ...from(query.planned) }),
    call(context, 'jobs', 'listMyAssignments', from(query.jobs)),
    call(context, 'auth', 'validateToken', {}),
    call(context, 'approvals', 'listWaitingOnMe', { limit: '5' }),
  ])
  if (!going.ok) return refusedPage(context, going.refusal)
  const { events } = going.value
  const planned = hosted.ok ? hosted.value.events : []
  const helping = shifts.ok ? shifts.value.assignments : []
  const clubs = (reader.ok && reader.value.user?.clubAssociations) || []
  const waiting = approvals.ok ? approvals.value.events : []
  const guest = reader.ok ? guestNote(reader.value.guest, context) : ''
  const zone = context.within?.visit.timezone ?? context.tenant.timezone
  const more = (cursor: string | null | undefined, name: string) =>
    nextPageLink('/my-events', cursor, t('More'), name)
  const hasMore = approvals.ok && Boolean(approvals.value.nextCursor)
  const goingList = listed(
    events.map((event) => eventCard(event, { own: seatTag(event) })),
    [
      t('Nothing planned yet'),
      t(
        'Events that you register for appear here. Those of other schools are under "Events at other schools" below.',
      ),
      { href: '/', text: t('Browse upcoming events') },
    ],
    'cards compact',
  )
  const body = html`<div class="stack-l"><section class="stack"><h1>${t('My events')}</h1>${guest}${waitingNote(waiting.length, hasMore)}${goingList}${more(going.value.nextCursor, 'going')}</section>
${helping.length === 0 ? '' : section(t('My volunteer jobs'), html`<ul class="list">${helping.map((shift) => shiftItem(shift, zone))}</ul>${shifts.ok ? more(shifts.value.nextCursor, 'jobs') : ''}`)}
${clubs.length === 0 ? '' : section(t('My clubs'), html`<ul class="grid">${clubs.map(clubItem)}</ul>`)}
<section class="stack"><div class="row between"><h2>${t('Events I organize')}</h2><a class="btn plain small" href="/create-event">${t('Create event')}</a></div>${plannedList(planned)}${hosted.ok ? more(hosted.value.nextCursor, 'planned') : ''}</section><p class="soft"><a href="/my-events?schools=yes">${t('Events at other schools')}</a></p></div>`
  return pageOf(context, { title: t('My events'), body, place: 'mine', done: query.done })
}
