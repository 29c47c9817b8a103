import {
  type Answer,
  call,
  type FormAction,
  type FormInput,
  operation,
  type PageContext,
  pageScope,
  refusalOf,
} from '../call.ts'
import { dayWords, spanOf, wallOf } from '../layout/dates.ts'
import { type Filled, field, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { menu, menuLink } from '../layout/menu.ts'
import { type Html, html, listed, nextPageLink } from '../layout/page.ts'
import { dataTable, sortRows } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import { saveOnce } from '../versioned.ts'
import { type AreaAction, adminPath, type PartOf, partPath, type Shown } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Room = Answer<'rooms', 'listRooms'>['rooms'][number]

const roomForm = (room: Room | undefined, filled: Filled): Html => {
  const name = room ? 'room-edit' : 'room-create'
  const now = room
    ? {
        name: room.name,
        capacity: String(room.capacity ?? ''),
        features: room.features.join(', '),
        description: room.description,
      }
    : {}
  const own: Filled = filled.values.do === name ? filled : { values: now }
  const nameFields = [
    field(own, {
      name: 'name',
      label: t('Name'),
      longest: 100,
      ...(room
        ? {
            hint: t(
              'Events are booked under this name. You can change capital letters and spaces, but not choose another name.',
            ),
          }
        : {}),
    }),
    field(own, {
      name: 'capacity',
      label: t('Capacity'),
      inputmode: 'numeric',
      longest: 6,
      optional: true,
      hint: t('People the room holds.'),
    }),
  ]
  const featuresFields = [
    field(own, {
      name: 'features',
      label: t('Features'),
      longest: 1000,
      optional: true,
      hint: t('Separated by commas, such as Projector, Step-free access.'),
    }),
    textArea(own, { name: 'description', label: t('Description'), longest: 1000, optional: true }),
  ]
  return html`<form class="card stack" method="post" action="${adminPath}"><h2>${room ? t('Edit {name}', { name: html`<bdi>${room.name}</bdi>` }) : t('Create a room')}</h2>${hidden('do', name)}${room ? hidden('id', room._id) : ''}<div class="pair">${nameFields}</div>${featuresFields}<div class="row"><button class="btn">${room ? t('Save room') : t('Create room')}</button>${room ? html`<a class="btn plain" href="${partPath('rooms')}">${t('Cancel')}</a>` : ''}</div></form>`
}

const roomsTable = (rooms: readonly Room[], { query }: Shown): Html => {
  const typed = query.search?.trim() ?? ''
  const values = {
    name: ({ name }: Room) => name.toLowerCase(),
    capacity: ({ capacity }: Room) => capacity ?? 0,
  }
  return dataTable({
    caption: t('Rooms'),
    address: partPath('rooms'),
    values: { sort: query.sort, search: typed },
    search: t('Search rooms'),
    rows: sortRows(rooms, query.sort, values),
    empty: typed
      ? [t('No room found'), t('Try another word of its name.')]
      : [t('No rooms yet'), t('Create the rooms that events can book below.')],
    columns: [
      {
        key: 'name',
        label: t('Room'),
        sortable: true,
        cell: ({ _id: id, name }) => html`<a href="${partPath('rooms', { id })}"><bdi>${name}</bdi></a>`,
      },
      {
        key: 'capacity',
        label: t('Capacity'),
        sortable: true,
        isNumber: true,
        cell: ({ capacity }) => capacity ?? t('Unknown'),
      },
      {
        key: 'features',
        label: t('Features'),
        cell: ({ features }) => (features.length === 0 ? '-' : html`<bdi>${features.join(', ')}</bdi>`),
      },
      {
        key: 'more',
        label: t('More actions'),
        isHidden: true,
        cell: ({ _id: id, name }) =>
          menu(
            [
              menuLink(partPath('rooms', { id }), t('Edit room and see bookings')),
              menuLink(partPath('rooms', { id, confirm: 'delete' }), t('Delete room')),
            ],
            t('More actions for {name}', { name }),
          ),
      },
    ],
  })
}

/** A room of the page, or by its id where the list does not have it. */
const roomById = async (id: string | undefined, rooms: readonly Room[], context: PageContext) => {
  const found = rooms.find(({ _id }) => _id === id)
  if (found || id === undefined) return found
  const result = await call(context, 'rooms', 'getRoom', { roomId: id })
  return result.ok ? result.value : undefined
}

/** Rooms of the school: a table, and a form to create or edit one. */
export const roomsPart: PartOf = async (shown, context) => {
  const { query, filled } = shown
  const result = await call(context, 'rooms', 'listRooms', {
    limit: '50',
    cursor: query.cursor,
    search: query.search?.trim() || undefined,
  })
  if (!result.ok) return result
  const { rooms, nextCursor } = result.value
  const room = await roomById(query.id, rooms, context)
  const asking =
    room && query.confirm === 'delete'
      ? confirmation({
          title: t('Delete {name}?', { name: html`<bdi>${room.name}</bdi>` }),
          consequence: t(
            'New events can no longer book it. Events that booked it keep their booking. If you create a room with this name again, it has these bookings.',
          ),
          button: t('Delete room'),
          carried: { do: 'room-delete', id: room._id, named: room.name },
          back: partPath('rooms'),
        })
      : ''
  const form = asking === '' ? roomForm(room, filled) : ''
  const bookings = room ? await bookingsOf(room, shown.zone, context) : ''
  const here = partPath('rooms', { search: query.search, sort: query.sort })
  return html`${asking}${room ? form : ''}${bookings}${roomsTable(rooms, shown)}${nextPageLink(here, nextCursor)}${room ? '' : form}`
}

type Booking = Answer<'rooms', 'listRoomBookings'>['bookings'][number]

const bookingItem = ({ eventId, name, start, end }: Booking, zone: string): Html =>
  html`<li><div class="stack-s"><a href="/event/${eventId}"><bdi>${name ?? t('Deleted event')}</bdi></a><span class="soft">${spanOf(start, end, zone)}</span></div></li>`

/** What is booked in a room in the next two weeks. */
const bookingsOf = async ({ _id, name }: Room, zone: string, context: PageContext): Promise<Html> => {
  const found = await call(context, 'rooms', 'listRoomBookings', { roomId: _id })
  if (!found.ok) return refusedForm({ values: {}, refusal: found.refusal }, [])
  const { bookings, hasMore } = found.value
  const list = listed(
    bookings.map((booking) => bookingItem(booking, zone)),
    [t('No bookings'), t('No event uses this room in the next two weeks.')],
  )
  const more = hasMore ? html`<p class="soft">${t('Later bookings are not shown.')}</p>` : ''
  return html`<section class="stack"><h2>${t('{name}: bookings in the next two weeks', { name: html`<bdi>${name}</bdi>` })}</h2>${list}${more}</section>`
}

type Restrictions = Answer<'stakeholders', 'getEventSystemConfig'>['systemSettings']['systemRestrictions']
type Period = Restrictions['blackoutDates'][number]

const dayOf = (moment: string, zone: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(moment) ? dayWords(`${moment}T12:00:00.000Z`, 'UTC') : dayWords(moment, zone)

const wordsOf = ({ start, end }: Period, zone: string): string => {
  const [first, last] = [dayOf(start, zone), dayOf(end, zone)]
  return first === last ? first : t('{start} to {end}', { start: first, end: last })
}

const openAgain = ({ start, end }: Period, zone: string): string => {
  const [first, last] = [dayOf(start, zone), dayOf(end, zone)]
  return first === last
    ? t('Events can be planned again on {day}.', { day: first })
    : t('Events can be planned again from {start} to {end}.', { start: first, end: last })
}

/** Identifies a period in an address: its days. */
const keyOf = ({ start, end }: Period): string => `${start}/${end}`

/** Events that a count examines, and periods that have one. */
const mostCounted = 20
const mostPeriods = 12

/**
 * How many public events take place in each coming period, with a link to them. One call for each period; of a period
 * of over 93 days the operation lists none, so it has the link to its first month alone.
 */
const eventLinks = async (
  periods: readonly Period[],
  today: string,
  context: PageContext,
): Promise<ReadonlyMap<Period, Html>> => {
  const coming = periods.filter(({ end }) => end.slice(0, 10) >= today).slice(0, mostPeriods)
  const links = coming.map(async (period) => {
    const { start, end } = period
    const result = await call(context, 'events', 'listEventsBetween', {
      start,
      end,
      limit: String(mostCounted),
    })
    const [first, last] = [start.slice(0, 10), end.slice(0, 10)]
    const days = first === last ? `day=${first}` : `from=${first}&to=${last}`
    const href = `/events?${result.ok ? days : `view=month&month=${first.slice(0, 7)}`}`
    const count = result.ok ? result.value.events.length : undefined
    const text =
      count === undefined
        ? t('See events')
        : result.ok && result.value.nextCursor
          ? t('More than {count} public events', { count: mostCounted })
          : t('{count, plural, one {# public event} other {# public events}}', { count })
    return [
      period,
      count === 0 ? html`${t('No public events')}` : html`<a href="${href}">${text}</a>`,
    ] as const
  })
  return new Map(await Promise.all(links))
}

/** Periods in which no event can take place, such as exams. */
export const closedPart: PartOf = async ({ query, filled, zone }, context) => {
  const result = await call(context, 'stakeholders', 'getEventSystemConfig', {})
  if (!result.ok) return result
  const { version, systemSettings } = result.value
  const periods = [...systemSettings.systemRestrictions.blackoutDates].sort((a, b) =>
    a.start.localeCompare(b.start),
  )
  const leaving = periods.find((period) => query.confirm === 'remove' && keyOf(period) === query.id)
  const carried = hidden('version', String(version))
  const asking = leaving
    ? confirmation({
        title: t('Remove the closed period {name}?', {
          name: html`<bdi>${leaving.reason || wordsOf(leaving, zone)}</bdi>`,
        }),
        consequence: openAgain(leaving, zone),
        button: t('Remove period'),
        carried: { do: 'closed-remove', id: keyOf(leaving), version: String(version) },
        back: partPath('closed'),
      })
    : ''
  const events = await eventLinks(periods, wallOf(context.now().toISOString(), zone).slice(0, 10), context)
  const table = dataTable({
    caption: t('Closed periods'),
    rows: periods,
    empty: [
      t('No closed periods'),
      t('Events can take place on every day. Add exam weeks or holidays below.'),
    ],
    columns: [
      { key: 'days', label: t('Days'), cell: (period) => wordsOf(period, zone) },
      {
        key: 'reason',
        label: t('Reason'),
        cell: ({ reason }) => html`<bdi>${reason || t('No reason')}</bdi>`,
      },
      { key: 'events', label: t('Events'), cell: (period) => events.get(period) ?? '-' },
      {
        key: 'remove',
        label: t('Remove'),
        isHidden: true,
        cell: (period) =>
          html`<a class="btn plain small" href="${partPath('closed', { id: keyOf(period), confirm: 'remove' })}" aria-label="${t('Remove {days}', { days: wordsOf(period, zone) })}">${t('Remove')}</a>`,
      },
    ],
  })
  const own: Filled = filled.values.do === 'closed-add' ? filled : { values: {} }
  const startFields = [
    field(own, { name: 'start', label: t('First day'), type: 'date' }),
    field(own, { name: 'end', label: t('Last day'), type: 'date' }),
  ]
  const reasonField = field(own, {
    name: 'reason',
    label: t('Reason'),
    longest: 200,
    optional: true,
    hint: t('Such as Final exams.'),
  })
  return html`<p class="soft">${t('No event can take place in these periods. Planners see the reason. Existing events stay: cancel or move them yourself.')}</p>${asking}${table}<form class="card stack" method="post" action="${adminPath}"><h2>${t('Add a closed period')}</h2>${hidden('do', 'closed-add')}${carried}<div class="pair">${startFields}</div>${reasonField}<button class="btn">${t('Add period')}</button></form>`
}

/** The fields of a room's form. */
const roomIn = ({ name = '', capacity, features = '', description = '' }: FormInput) => ({
  name,
  capacity: capacity?.trim() ? Number(capacity) : null,
  features: features
    .split(',')
    .map((feature) => feature.trim())
    .filter((feature) => feature !== ''),
  description,
})

/** Saves the periods that a change makes from the current ones. The version in the form rejects an outdated change. */
const saving =
  (change: (periods: readonly Period[], input: FormInput) => readonly Period[]): FormAction =>
  (input, context) => {
    const periodsIn = ({ systemSettings }: Answer<'stakeholders', 'getEventSystemConfig'>) =>
      systemSettings.systemRestrictions.blackoutDates
    return saveOnce(input, {
      read: () => call(context, 'stakeholders', 'getEventSystemConfig', {}),
      isSaved: (current) => change(periodsIn(current), input).length === periodsIn(current).length,
      save: (current, version) =>
        call(context, 'stakeholders', 'saveEventSystemConfig', {
          systemRestrictions: { blackoutDates: [...change(periodsIn(current), input)] },
          version,
        }),
    })
  }

/** Adds a period, unless the list has it. */
const withPeriod = (
  periods: readonly Period[],
  { start = '', end = '', reason = '' }: FormInput,
): readonly Period[] => {
  const added = { start, end: end || start, reason }
  const isListed = periods.some((period) => keyOf(period) === keyOf(added) && period.reason === reason)
  return isListed ? periods : [...periods, added]
}

const reversed = msg('The last day is before the first day.')
const alreadyClosed = msg('These days are closed already, by the period {days}.')

/** Adds a period. Mistakes in its days are reported at the fields, such as days that another period has already. */
const addPeriod: FormAction = async (input, context) => {
  const { start = '', end = '', reason = '' } = input
  const added = { start, end: end || start, reason }
  if (start !== '' && added.end < start)
    return { ok: false, refusal: refusalOf(400, { message: t(reversed), field: 'end' }) }
  const known = await call(context, 'stakeholders', 'getEventSystemConfig', {})
  if (!known.ok) return known
  const { blackoutDates } = known.value.systemSettings.systemRestrictions
  const around = blackoutDates.find(
    (one) => one.start <= start && added.end <= one.end && keyOf(one) !== keyOf(added),
  )
  if (start !== '' && around) {
    const days = wordsOf(around, pageScope(context).visit.timezone)
    return { ok: false, refusal: refusalOf(400, { message: t(alreadyClosed, { days }), field: 'start' }) }
  }
  const result = await saving(withPeriod)(input, context)
  if (result.ok || !result.refusal.field?.includes('blackoutDates')) return result
  const field = result.refusal.field.endsWith('.end') ? 'end' : 'start'
  return { ok: false, refusal: { ...result.refusal, field, details: [] } }
}

export const roomActions: Readonly<Record<string, AreaAction>> = {
  'room-create': { part: 'rooms', done: 'room-saved', run: operation('rooms', 'createRoom', roomIn) },
  'room-edit': {
    part: 'rooms',
    done: 'room-saved',
    opens: 'item',
    run: operation('rooms', 'updateRoom', (input) => ({ roomId: input.id ?? '', ...roomIn(input) })),
  },
  'room-delete': {
    part: 'rooms',
    done: 'room-removed',
    run: operation('rooms', 'deleteRoom', ({ id = '' }) => ({ roomId: id })),
  },
  'closed-add': {
    part: 'closed',
    done: 'period-saved',
    run: addPeriod,
  },
  'closed-remove': {
    part: 'closed',
    done: 'removed',
    run: saving((periods, { id }) => periods.filter((period) => keyOf(period) !== id)),
  },
}
