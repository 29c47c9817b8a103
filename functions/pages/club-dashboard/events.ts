import { type Answer, call, pageScope } from '../call.ts'
import { eventMoment, numberWords } from '../layout/dates.ts'
import { refusedForm } from '../layout/forms.ts'
import { type Html, html, nextPageLink } from '../layout/page.ts'
import { type Column, dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'
import { listedStateTag } from '../manage-event/states.ts'
import { bulkButtons } from './bulk.ts'
import type { PartOf } from './dashboard.ts'

type Listed = Answer<'planning', 'listOrgEvents'>['events'][number]

const past = 'past'

const columnsOf = (zone: string): Column<Listed>[] => [
  {
    key: 'name',
    label: t('Event'),
    cell: ({ _id, name, location }) =>
      html`<a href="/event/${_id}/dashboard"><bdi>${name}</bdi></a>${location ? html`<br><span class="soft"><bdi>${location}</bdi></span>` : ''}`,
  },
  {
    key: 'start',
    label: t('When'),
    cell: (event) => eventMoment(event, zone),
  },
  { key: 'status', label: t('Status'), cell: listedStateTag },
  {
    key: 'registered',
    label: t('Seats taken'),
    isNumber: true,
    cell: ({ seatsTaken, maxAttendees }) =>
      maxAttendees === null
        ? numberWords(seatsTaken)
        : t('{count, number} of {seats, number}', { count: seatsTaken, seats: maxAttendees }),
  },
]

/** Every event of the organization that is not over, drafts too; each leads to its manage page. */
export const eventsPart: PartOf = async ({ orgId, path }, { id, cursor }, filled, context) => {
  const over = id === past
  const result = await call(context, 'planning', 'listOrgEvents', {
    orgId,
    limit: '20',
    timeRange: over ? 'ended' : 'current',
    sortBy: 'start_time',
    sortOrder: over ? 'desc' : 'asc',
    cursor,
  })
  if (!result.ok) return result
  const { events, pagination } = result.value
  const planning = html`<a class="btn" href="/create-event?org=${orgId}">${t('Create event')}</a><a class="btn plain" href="${path}?part=templates">${t('Use a template')}</a>`
  const switching: Html = over
    ? html`<a class="btn plain" href="${path}?part=events">${t('Upcoming events')}</a>`
    : html`<a class="btn plain" href="${path}?part=events&amp;id=${past}">${t('Past events')}</a>`
  return html`${refusedForm(filled, [])}<div class="row">${planning}${switching}</div>${dataTable({
    caption: over ? t('Past events') : t('Upcoming events'),
    columns: columnsOf(pageScope(context).visit.timezone),
    rows: events,
    empty: [
      over ? t('No past events') : t('No upcoming events'),
      over ? t('Past events appear here.') : t('Events and drafts appear here.'),
    ],
    bulk: {
      action: path,
      idOf: ({ _id }) => _id,
      nameOf: ({ name }) => name,
      buttons: bulkButtons.map(([value, text, css = 'plain']) => [value, t(text), css]),
    },
  })}${nextPageLink(`${path}?part=events${over ? `&id=${past}` : ''}`, pagination.nextCursor)}`
}
