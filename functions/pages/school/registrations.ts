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
  const result = await call(context, 'attendance', 'listSchoolRegistrations', {
    eventId,
    limit: '30',
    cursor: query.cursor,
  })
  if (!result.ok) return result
  const { registrations, formResponses, nextCursor } = result.value
  const answered = new Set(formResponses.map(({ submittedBy }) => submittedBy?._id))
  const table = dataTable<Registration>({
    caption: t('Registrations'),
    rows: registrations,
    empty: [t('Nobody is registered yet'), t('People who register for this event appear here.')],
    columns: [
      {
        key: 'name',
        label: t('Person'),
        cell: ({ userId: { name, username } }) =>
          html`<bdi>${name}</bdi> <span class="soft">@<bdi>${username}</bdi></span>`,
      },
      { key: 'guests', label: t('Guests'), isNumber: true, cell: ({ guestCount }) => guestCount },
      {
        key: 'answers',
        label: t('Form'),
        cell: ({ userId }) => (answered.has(userId._id) ? t('Answered') : ''),
      },
      { key: 'since', label: t('Registered on'), cell: ({ registeredAt }) => moment(registeredAt, zone) },
    ],
  })
  return html`<p class="row between"><a href="${partPath('events')}">${t('All events')}</a><a href="/event/${eventId}/dashboard">${t('Manage event')}</a></p><h2>${t('Registrations')}</h2>${table}${nextPageLink(partPath('registrations', { id: eventId }), nextCursor)}`
}
