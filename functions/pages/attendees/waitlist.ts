import { type Answer, call } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { momentWords } from '../layout/dates.ts'
import { confirmedMenuAction, menu, menuAction } from '../layout/menu.ts'
import { actionButton, emailWords, html, nextPageLink } from '../layout/page.ts'
import { type Column, dataTable } from '../layout/table.ts'
import { t } from '../locale.ts'
import type { Managed, PartOf } from './attendees.ts'

type Entry = Answer<'attendance', 'listWaitlist'>['entries'][number]
type Row = Entry & { readonly position: string }

const freeSeats = ({ maxAttendees, seatsTaken }: EventPage): number =>
  maxAttendees === null ? Number.POSITIVE_INFINITY : Math.max(0, maxAttendees - seatsTaken)

const isFull = (event: EventPage): boolean => freeSeats(event) === 0

const columnsOf = ({ event, path }: Managed, rows: readonly Row[]): Column<Row>[] => [
  { key: 'position', label: t('Position'), isNumber: true, cell: ({ position }) => position },
  {
    key: 'name',
    label: t('Name'),
    isHeading: true,
    cell: ({ name, email }) =>
      html`<bdi>${name}</bdi>${email ? html`<br><span class="soft">${emailWords(email)}</span>` : ''}`,
  },
  ...(rows.some(({ guestCount }) => guestCount > 1)
    ? [{ key: 'seats', label: t('Seats'), isNumber: true, cell: ({ guestCount }: Row) => guestCount }]
    : []),
  {
    key: 'registered',
    label: t('Waiting since'),
    cell: ({ registeredAt }) => momentWords(registeredAt, event.timezone),
  },
  {
    key: 'actions',
    label: t('Actions'),
    isHidden: true,
    cell: ({ entryId, name, guestCount: count }) => {
      const extra = { do: 'force', entry: entryId }
      const drop = confirmedMenuAction(path, {
        text: t('Remove from waitlist'),
        consequence: t(
          '{name} loses this position. After a new registration, they are at the end of the waitlist.',
          {
            name: html`<bdi>${name}</bdi>`,
          },
        ),
        carried: { do: 'drop', entry: entryId },
        label: name,
      })
      const more = t('More actions for {name}', { name })
      const extraText = t('{count, plural, one {Give extra seat} other {Give extra seats}}', { count })
      if (isFull(event))
        return html`<div class="row">${actionButton(path, extraText, extra, { label: name })}${menu([drop], more)}</div>`
      const free = freeSeats(event)
      const first =
        count > free
          ? html`<p class="soft">${t('{name} needs {count, number} seats and {free, plural, one {# is} other {# are}} free. You can give extra seats in the menu.', { name: html`<bdi>${name}</bdi>`, count, free })}</p>`
          : actionButton(path, t('Give seat'), { do: 'promote', entry: entryId }, { label: name })
      return html`<div class="row">${first}${menu([menuAction(path, extraText, extra, { label: name }), drop], more)}</div>`
    },
  },
]

/** People who wait for a seat, in their order. */
export const waitlistPart: PartOf = async (managed, { cursor }, _, context) => {
  const { event, orgId, path } = managed
  const listed = await call(context, 'attendance', 'listWaitlist', {
    orgId,
    eventId: event._id,
    limit: '50',
    cursor,
  })
  if (!listed.ok) return listed
  const { entries, nextCursor } = listed.value
  // Positions are known on the first page, where the order begins.
  const rows = entries.map((entry, at): Row => ({ ...entry, position: cursor ? '' : String(at + 1) }))
  const extra = isFull(event)
    ? html`<p class="soft">${t('All seats are taken. An extra seat goes beyond the capacity of the event.')}</p>`
    : ''
  const order = t('Free seats go to people on the waitlist in this order.')
  return html`${entries.length > 0 ? html`<p class="soft">${order}</p>${extra}` : ''}${dataTable({
    caption: t('Waitlist'),
    columns: columnsOf(managed, rows),
    rows,
    empty: [
      t('The waitlist is empty'),
      t('When all seats are taken, people who register appear here in their order.'),
      { href: path, text: t('Show attendees') },
    ],
  })}${nextPageLink(`${path}?part=waitlist`, nextCursor, t('More people'))}`
}
