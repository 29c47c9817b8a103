import { call, isSignedIn } from '../call.ts'
import { agoWords } from '../layout/dates.ts'
import { face, html, listed, nextPageLink, userText } from '../layout/page.ts'
import { t } from '../locale.ts'
import { ownTags } from '../mine/own-seats.ts'
import { eventItems } from './items.ts'
import type { MorePart } from './more.ts'

/** Other events of the host, soonest first. */
export const sameHostPart: MorePart = async ({ _id }, _, context) => {
  const [found, own] = await Promise.all([
    call(context, 'events', 'listEventsOfSameHost', { eventId: _id, limit: '6' }),
    ownTags(context),
  ])
  if (!found.ok) return found
  const { events } = found.value
  return events.length === 0
    ? html`<p class="soft">${t('No other events are planned. Follow the club to hear of new ones.')}</p>`
    : eventItems(events, own)
}

/** The people who are going, by name. */
export const peoplePart: MorePart = async ({ _id }, { cursor }, context) => {
  const found = await call(context, 'attendance', 'listAttendees', { event_id: _id, limit: '50', cursor })
  if (!found.ok) return found
  const { attendees, globalAttendees, registrationCount, nextCursor } = found.value
  const named = [
    ...attendees.map(({ user }) => user),
    ...globalAttendees.map(({ name, picture }) => ({ name, picture })),
  ]
  if (registrationCount === 0) return html`<p class="soft">${t('Nobody has registered yet.')}</p>`
  const nameless = isSignedIn(context)
    ? t('{count, number} registered. The organizers do not show names.', { count: registrationCount })
    : t('{count, number} registered. Sign in to see names.', { count: registrationCount })
  return named.length === 0
    ? html`<p class="soft num">${nameless}</p>`
    : html`<ul class="people">${named.map(({ name, picture }) => html`<li>${face(name, picture)}<bdi>${name}</bdi></li>`)}</ul>${nextPageLink(`/event/${_id}?part=people`, nextCursor, t('More people'))}`
}

/** Messages that the organizers sent to the reader. */
export const messagesPart: MorePart = async ({ _id }, { cursor }, context) => {
  const found = await call(context, 'announcements', 'listEventAnnouncements', {
    eventId: _id,
    limit: '20',
    cursor,
  })
  if (!found.ok) return found
  const { announcements, nextCursor } = found.value
  return html`${listed(
    announcements.map(
      ({ subject, content, createdAt, authorId }) =>
        html`<li><div class="stack-s">${subject ? html`<h3><bdi>${subject}</bdi></h3>` : ''}${userText(content)}<small><bdi>${authorId.name}</bdi>, <time datetime="${createdAt}">${agoWords(createdAt, context.now())}</time></small></div></li>`,
    ),
    [
      html`<h3>${t('No messages yet')}</h3>`,
      t('Messages from the organizers to everybody with a registration appear here.'),
    ],
  )}${nextPageLink(`/event/${_id}?part=messages`, nextCursor, t('Earlier messages'))}`
}
