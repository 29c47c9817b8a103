import { type PartOf, partPath } from '../admin/admin.ts'
import { type Answer, call } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { html, nextPageLink } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'

type Registration = Answer<'attendance', 'listSchoolRegistrations'>['registrations'][number]

/** People who are registered for one event of the school, of any host. */
export const registrationsPart: PartOf = async ({ query, zone }, context) => {
  const eventId = query.id ?? ''
  const [result, found] = await Promise.all([
    call(context, 'attendance', 'listSchoolRegistrations', { eventId, limit: '50', cursor: query.cursor }),
    call(context, 'events', 'getEvent', { event_id: eventId }),
  ])
  if (!result.ok) return result
  const heading = found.ok
    ? t('Registrations for {event}', { event: html`<bdi>${found.value.event.name}</bdi>` })
    : t('Registrations')
  const { registrations, formResponses, nextCursor } = result.value
  const answered = new Set(formResponses.map(({ submittedBy }) => submittedBy?._id))
  const table = dataTable<Registration>({
    caption: t('Registrations'),
    // The operation lists them by person.
    rows: [...registrations].sort((a, b) => a.registeredAt.localeCompare(b.registeredAt)),
    empty: [t('Nobody is registered yet'), t('People who register for this event appear here.')],
    columns: [
      {
        key: 'name',
        label: t('Person'),
        cell: ({ userId: { name, username } }) =>
          html`<bdi>${name}</bdi> <span class="soft">@<bdi>${username}</bdi></span>`,
      },
      { key: 'seats', label: t('Seats'), isNumber: true, cell: ({ guestCount }) => guestCount },
      {
        key: 'answers',
        label: t('Form'),
        cell: ({ userId }) => (answered.has(userId._id) ? t('Answered') : ''),
      },
      { key: 'since', label: t('Registered on'), cell: ({ registeredAt }) => moment(registeredAt, zone) },
    ],
  })
  return html`<p class="row between"><a href="${partPath('events')}">${t('All events')}</a><a href="/event/${eventId}/dashboard">${t('Manage event')}</a></p><h2>${heading}</h2><p class="soft">${nextCursor || query.cursor ? t('Oldest first on each page') : t('Oldest first')}</p>${table}${nextPageLink(partPath('registrations', { id: eventId }), nextCursor)}`
}
