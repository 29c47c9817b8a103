import { type Answer, call, type PageContext } from '../call.ts'
import { eventItem } from '../event/items.ts'
import { moment } from '../layout/dates.ts'
import { face, type Html, html, listed, nextPageLink, pageOf, plural, refusedPage } from '../layout/page.ts'
import { stateTag } from '../manage-event/states.ts'

type Going = { readonly rsvpStatus: 'attending' | 'waitlisted'; readonly guestCount: number }

const seatTag = ({ rsvpStatus, guestCount }: Going): Html =>
  rsvpStatus === 'attending'
    ? html`<span class="tag good">${guestCount > 1 ? `${guestCount} seats` : 'You have a seat'}</span> `
    : html`<span class="tag warn">In line</span> `

type Shift = Answer<'jobs', 'listMyAssignments'>['assignments'][number]

const shiftItem = (shift: Shift, zone: string): Html =>
  html`<li><div class="stack-s"><h3><bdi>${shift.roleName ?? 'Helper'}</bdi></h3><p>${moment(shift.shiftStart, zone)}${shift.event ? html` &middot; <a href="/event/${shift.event._id}"><bdi>${shift.event.name}</bdi></a>` : ''}</p></div><span class="tag ${shift.status === 'confirmed' ? 'good' : 'warn'}">${shift.status}</span></li>`

type PageQuery = Partial<Readonly<Record<'going' | 'jobs' | 'planned' | 'done', string | undefined>>>

const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** What the reader goes to, helps at and plans. */
export const showMyEvents = async (query: PageQuery, context: PageContext) => {
  const [going, hosted, shifts, reader, approvals] = await Promise.all([
    call(context, 'events', 'listGoingEvents', { limit: '50', ...from(query.going) }),
    call(context, 'events', 'listMyEvents', { type: 'future', limit: '20', ...from(query.planned) }),
    call(context, 'jobs', 'listMyAssignments', from(query.jobs)),
    call(context, 'auth', 'validateToken', {}),
    call(context, 'approvals', 'listWaitingOnMe', { limit: '5' }),
  ])
  if (!going.ok) return refusedPage(context, going.refusal)
  const { events } = going.value
  const many = approvals.ok && approvals.value.nextCursor ? 'More than ' : ''
  const planned = hosted.ok ? hosted.value.events : []
  const helping = shifts.ok ? shifts.value.assignments : []
  const clubs = (reader.ok && reader.value.user?.clubAssociations) || []
  const waiting = approvals.ok ? approvals.value.events : []
  const zone = context.within?.visit.timezone ?? context.tenant.timezone
  const body = html`<div class="stack-l"><section class="stack"><h1>My events</h1>${waiting.length === 0 ? '' : html`<p class="tell warn"><strong>${many}${plural(waiting.length, 'event waits', 'events wait')} for your decision.</strong> <a href="/admin">See and decide</a></p>`}${listed(
    events.map((event) => eventItem(event, seatTag(event))),
    [
      'Nothing planned yet',
      'Events that you register for appear here.',
      { href: '/', text: 'See what is on' },
    ],
    'grid',
  )}${nextPageLink('/my-events', going.value.nextCursor, 'More', 'going')}</section>
${helping.length === 0 ? '' : html`<section class="stack"><h2>Where I help</h2><ul class="list">${helping.map((shift) => shiftItem(shift, zone))}</ul>${shifts.ok ? nextPageLink('/my-events', shifts.value.nextCursor, 'More', 'jobs') : ''}</section>`}
${clubs.length === 0 ? '' : html`<section class="stack"><h2>My clubs</h2><ul class="grid">${clubs.map((club) => html`<li class="item">${face(club.org_name, club.org_profile_image)}<div><h3><a href="/club-dashboard/${club._id}"><bdi>${club.org_name}</bdi></a></h3></div></li>`)}</ul></section>`}
<section class="stack"><div class="row between"><h2>What I plan</h2><a class="btn plain small" href="/create-event">Plan an event</a></div>${planned.length === 0 ? html`<p class="soft">Nothing yet.</p>` : html`<ul class="grid">${planned.map((event) => eventItem(event, stateTag(event.status), 'h2', `/event/${event._id}/dashboard`))}</ul>`}${hosted.ok ? nextPageLink('/my-events', hosted.value.nextCursor, 'More', 'planned') : ''}</section></div>`
  return pageOf(context, { title: 'My events', body, place: 'mine', done: query.done })
}
