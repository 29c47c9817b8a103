import { type Answer, call } from '../call.ts'
import { momentWords } from '../layout/dates.ts'
import { menu, menuAction } from '../layout/menu.ts'
import { actionButton, html, nextPageLink, plural } from '../layout/page.ts'
import { type Column, dataTable } from '../layout/table.ts'
import type { Managed, PartOf } from './attendees.ts'

type Entry = Answer<'attendance', 'listWaitlist'>['entries'][number]
type Row = Entry & { readonly position: string }

const columnsOf = ({ event, path }: Managed): Column<Row>[] => [
  { key: 'position', label: 'Position', isNumber: true, cell: ({ position }) => position },
  {
    key: 'name',
    label: 'Name',
    isHeading: true,
    cell: ({ name, email }) =>
      html`<bdi>${name}</bdi>${email ? html`<br><span class="soft"><bdi>${email}</bdi></span>` : ''}`,
  },
  { key: 'seats', label: 'Seats', isNumber: true, cell: ({ guestCount }) => guestCount },
  {
    key: 'registered',
    label: 'Waiting since',
    cell: ({ registeredAt }) => momentWords(registeredAt, event.timezone),
  },
  {
    key: 'actions',
    label: 'Actions',
    isHidden: true,
    cell: ({ entryId, name }) =>
      html`<div class="row">${actionButton(path, 'Give seat', { do: 'promote', entry: entryId }, { label: name })}${menu(
        [
          menuAction(path, 'Give seat beyond capacity', { do: 'force', entry: entryId }, { label: name }),
          menuAction(
            path,
            'Remove from waitlist',
            { do: 'drop', entry: entryId },
            { danger: true, label: name },
          ),
        ],
        `More actions for ${name}`,
      )}</div>`,
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
  const { entries, total, nextCursor } = listed.value
  // Positions are known on the first page, where the order begins.
  const rows = entries.map((entry, at): Row => ({ ...entry, position: cursor ? '' : String(at + 1) }))
  return html`<p class="soft num">${plural(Math.max(total, entries.length), 'person', 'people')} on the waitlist. Free seats go to them in this order.</p>${dataTable(
    {
      caption: 'Waitlist',
      columns: columnsOf(managed),
      rows,
      empty: ['Nobody waits', 'When all seats are taken, people who register appear here.'],
    },
  )}${nextPageLink(`${path}?part=waitlist`, nextCursor, 'More people')}`
}
