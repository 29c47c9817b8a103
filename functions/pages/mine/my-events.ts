import { type Answer, ask, type PageContext } from '../ask.ts'
import { eventItem } from '../event/items.ts'
import { stateTag } from '../keep/states.ts'
import { moment } from '../layout/dates.ts'
import { face, further, type Html, html, listed, pageOf, plural, refusedPage } from '../layout/page.ts'

type Going = { readonly rsvpStatus: 'attending' | 'waitlisted'; readonly guestCount: number }

const seatTag = ({ rsvpStatus, guestCount }: Going): Html =>
  rsvpStatus === 'attending'
    ? html`<span class="tag good">${guestCount > 1 ? `${guestCount} seats` : 'You have a seat'}</span> `
    : html`<span class="tag warn">In line</span> `

type Shift = Answer<'jobs', 'listMyAssignments'>['assignments'][number]

const shiftItem = (shift: Shift, zone: string): Html =>
  html`<li><div class="stack-s"><h3><bdi>${shift.roleName ?? 'Helper'}</bdi></h3><p>${moment(shift.shiftStart, zone)}${shift.event ? html` &middot; <a href="/event/${shift.event._id}"><bdi>${shift.event.name}</bdi></a>` : ''}</p></div><span class="tag ${shift.status === 'confirmed' ? 'good' : 'warn'}">${shift.status}</span></li>`

type Asked = Partial<Readonly<Record<'going' | 'jobs' | 'planned' | 'said', string | undefined>>>

const from = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** What the reader goes to, helps at and plans. */
export const showMyEvents = async (begun: Asked, context: PageContext) => {
  const [going, hosted, shifts, who, asked] = await Promise.all([
    ask(context, 'events', 'listGoingEvents', { limit: '50', ...from(begun.going) }),
    ask(context, 'events', 'listMyEvents', { type: 'future', limit: '20', ...from(begun.planned) }),
    ask(context, 'jobs', 'listMyAssignments', from(begun.jobs)),
    ask(context, 'auth', 'validateToken', {}),
    ask(context, 'approvals', 'listWaitingOnMe', { limit: '5' }),
  ])
  if (!going.ok) return refusedPage(context, going.refusal)
  const { events } = going.value
  const many = asked.ok && asked.value.nextCursor ? 'More than ' : ''
  const planned = hosted.ok ? hosted.value.events : []
  const helping = shifts.ok ? shifts.value.assignments : []
  const clubs = (who.ok && who.value.user?.clubAssociations) || []
  const waiting = asked.ok ? asked.value.events : []
  const zone = context.within?.visit.timezone ?? context.tenant.timezone
  const body = html`<div class="stack-l"><section class="stack"><h1>My events</h1>${waiting.length === 0 ? '' : html`<p class="tell warn"><strong>${many}${plural(waiting.length, 'event waits', 'events wait')} for your decision.</strong> <a href="/admin">See and decide</a></p>`}${listed(
    events.map((event) => eventItem(event, seatTag(event))),
    [
      'Nothing planned yet',
      'Events that you register for appear here.',
      { href: '/', text: 'See what is on' },
    ],
    'grid',
  )}${further('/my-events', going.value.nextCursor, 'More', 'going')}</section>
${helping.length === 0 ? '' : html`<section class="stack"><h2>Where I help</h2><ul class="list">${helping.map((shift) => shiftItem(shift, zone))}</ul>${shifts.ok ? further('/my-events', shifts.value.nextCursor, 'More', 'jobs') : ''}</section>`}
${clubs.length === 0 ? '' : html`<section class="stack"><h2>My clubs</h2><ul class="grid">${clubs.map((club) => html`<li class="item">${face(club.org_name, club.org_profile_image)}<div><h3><a href="/club-dashboard/${club._id}"><bdi>${club.org_name}</bdi></a></h3></div></li>`)}</ul></section>`}
<section class="stack"><div class="row between"><h2>What I plan</h2><a class="btn plain small" href="/create-event">Plan an event</a></div>${planned.length === 0 ? html`<p class="soft">Nothing yet.</p>` : html`<ul class="grid">${planned.map((event) => eventItem(event, stateTag(event.status), 'h2', `/event/${event._id}/dashboard`))}</ul>`}${hosted.ok ? further('/my-events', hosted.value.nextCursor, 'More', 'planned') : ''}</section></div>`
  return pageOf(context, { title: 'My events', body, place: 'mine', said: begun.said })
}
