import { call, type PageContext } from '../call.ts'
import { checkInPhaseOf } from '../check-in/check-in-times.ts'
import { isPartlyIn, partText, registrationsCheckedIn } from '../check-in/desk-people.ts'
import { momentWords, shortMoment } from '../layout/dates.ts'
import { type Choice, type Filled, hidden } from '../layout/forms.ts'
import { confirmedMenuAction, menu, menuAction } from '../layout/menu.ts'
import {
  actionButton,
  collapsible,
  emailWords,
  face,
  type Html,
  html,
  nextPageLink,
  raw,
} from '../layout/page.ts'
import { questionFields } from '../layout/questions.ts'
import { type Column, dataTable } from '../layout/table.ts'
import { currentLocale, msg, t } from '../locale.ts'
import type { CheckInPerson, Managed, PartOf } from './attendees.ts'

const perPage = '50'
const fewestLetters = 2

const presence: readonly Choice[] = [
  ['', msg('All except the waitlist')],
  ['true', msg('Checked in')],
  ['false', msg('Not checked in')],
]

const isPresence = (value: string | undefined): value is 'true' | 'false' =>
  value === 'true' || value === 'false'

const status = (person: CheckInPerson, zone: string, now: Date): Html => {
  if (person.checkedIn)
    return html`<span class="tag good">${t('Checked in')}</span>${person.checkedInAt ? html` <span class="soft">${shortMoment(person.checkedInAt, zone, now)}</span>` : ''}${isPartlyIn(person) ? html`<br><span class="soft">${partText(person)}</span>` : ''}${person.checkedInByName ? html`<br><span class="soft">${t('By {name}', { name: html`<bdi>${person.checkedInByName}</bdi>` })}</span>` : ''}`
  return person.status === 'waitlisted'
    ? html`<span class="tag warn">${t('Waitlist')}</span>`
    : html`<span class="soft">${t('Not checked in')}</span>`
}

/** Whether people can be checked in, or could be before the event ended. */
const hasBegun = ({ event }: Managed, now: Date): boolean =>
  checkInPhaseOf(event, now) === 'open' || Date.parse(event.start_time) <= now.getTime()

const rowActions = ({ path, orgId }: Managed, person: CheckInPerson, canCheckIn: boolean): Html => {
  const { personId, name, checkedIn, userId, left } = person
  if (left) return html``
  const checkIn =
    canCheckIn && !checkedIn
      ? actionButton(path, t('Check in'), { do: 'in', person: personId }, { label: name })
      : ''
  const undo = menuAction(path, t('Undo check-in'), { do: 'out', person: personId }, { label: name })
  const more = [
    ...(checkedIn ? [undo] : []),
    ...(orgId === ''
      ? []
      : [
          confirmedMenuAction(path, {
            text: t('Remove registration'),
            consequence: t(
              '{name} loses the registration and its answers. Free seats go to the waitlist. This cannot be undone.',
              { name: html`<bdi>${name}</bdi>` },
            ),
            carried: { do: 'remove', person: userId._id },
            label: name,
          }),
        ]),
  ]
  return html`<div class="row">${checkIn}${orgId === '' && !checkedIn ? '' : menu(more, t('More actions for {name}', { name }))}</div>`
}

type Shown = { readonly rows: readonly CheckInPerson[]; readonly now: Date }

/** The columns that say something: check-in once the event has begun, seats if someone has more than one. */
const columnsOf = (managed: Managed, { rows, now }: Shown): Column<CheckInPerson>[] => {
  const { event } = managed
  const begun = hasBegun(managed, now)
  const all: (Column<CheckInPerson> & { readonly isLeftOut?: boolean })[] = [
    {
      key: 'name',
      label: t('Name'),
      cell: ({ name, picture, email, sourceTenant, left }) =>
        html`<span class="row person">${face(name, picture)}<span><bdi>${left ? t('Former member') : name}</bdi>${email ? html`<br><span class="soft">${emailWords(email)}</span>` : ''}${sourceTenant ? html`<br><span class="soft">${t('Guest of {school}', { school: html`<bdi>${sourceTenant}</bdi>` })}</span>` : ''}</span></span>`,
    },
    {
      key: 'status',
      label: t('Status'),
      isLeftOut: !begun && !rows.some(({ checkedIn }) => checkedIn),
      cell: (person) => status(person, event.timezone, now),
    },
    {
      key: 'seats',
      label: t('Seats'),
      isNumber: true,
      isLeftOut: rows.every(({ guestCount }) => guestCount <= 1),
      cell: ({ guestCount }) => guestCount,
    },
    {
      key: 'registered',
      label: t('Registered on'),
      cell: ({ registeredAt, walkIn }) =>
        walkIn ? t('Came without registering') : momentWords(registeredAt, event.timezone),
    },
    {
      key: 'actions',
      label: t('Actions'),
      isHidden: true,
      cell: (person) =>
        rowActions(managed, person, event.checkInEnabled && begun && person.status === 'attending'),
    },
  ]
  return all.filter(({ isLeftOut }) => !isLeftOut)
}

type Found = { readonly _id: string; readonly name: string; readonly username: string }

/** One of the people found, with the answers that the event's form requires. */
const newAttendee = ({ event, path }: Managed, people: readonly Found[], find: string, filled: Filled) => {
  const questions = event.registrationForm?.questions ?? []
  const pick = ({ _id, name, username }: Found, at: number): Html =>
    html`<label class="pick"><input type="radio" name="userId" value="${_id}" required${filled.values.userId === _id || (at === 0 && people.length === 1) ? raw(' checked') : ''}><span><bdi>${name}</bdi> <span class="soft">@<bdi>${username}</bdi></span></span></label>`
  return html`<form class="card stack" method="post" action="${path}">${hidden('do', 'add')}${hidden('find', find)}<fieldset><legend>${t('Person')}</legend>${people.map(pick)}</fieldset>${questionFields(questions, filled)}<button class="btn">${t('Add attendee')}</button></form>`
}

/** People of the school who can be registered by hand. */
const adding = async (
  managed: Managed,
  find: string,
  filled: Filled,
  context: PageContext,
): Promise<Html> => {
  const long = [...find].length >= fewestLetters
  const found = long ? await call(context, 'users', 'searchUsers', { query: find, limit: '10' }) : undefined
  const people = found?.ok ? found.value.data : []
  const none = long
    ? html`<p class="soft">${t('No matches. Try the beginning of another word of the name.')}</p>`
    : ''
  return collapsible(
    t('Add an attendee'),
    html`<form class="find" action="${managed.path}">${hidden('part', 'people')}<label class="vh" for="find">${t('Name of a person at this school')}</label><input id="find" name="find" type="search" value="${find}" placeholder="${t('Name of a person at this school')}" maxlength="100" dir="auto"><button class="btn plain">${t('Find')}</button></form>${people.length > 0 ? newAttendee(managed, people, find, filled) : none}`,
    find !== '',
  )
}

/** By name, if all of them are on the page: later pages would begin with A again. */
const byName = (rows: readonly CheckInPerson[], isComplete: boolean): readonly CheckInPerson[] =>
  isComplete ? [...rows].sort((a, b) => a.name.localeCompare(b.name, currentLocale().language)) : rows

/** People with a seat; with the filter for checked-in people, also those who came without one. */
export const peoplePart: PartOf = async (managed, query, filled, context) => {
  const { event, path, orgId } = managed
  const typed = (query.search ?? '').trim()
  const find = (query.find ?? '').trim()
  const checkedIn = isPresence(query.in) ? query.in : ('all' as const)
  const listed = await call(context, 'checkins', 'listCheckedIn', {
    eventId: event._id,
    checkedIn,
    status: checkedIn === 'true' ? undefined : 'attending',
    limit: perPage,
    names: 'true',
    ...([...typed].length < fewestLetters ? {} : { q: typed }),
    cursor: query.cursor,
  })
  if (!listed.ok) return listed
  const { attendees, stats, nextCursor } = listed.value
  const rows = byName(attendees, !query.cursor && !nextCursor)
  const values = { search: typed, in: query.in }
  const address = `${path}?part=people`
  const parameters = new URLSearchParams({
    part: 'people',
    ...(typed ? { search: typed } : {}),
    ...(checkedIn === 'all' ? {} : { in: checkedIn }),
  })
  const filtered = typed !== '' || checkedIn !== 'all'
  const hasPresence = hasBegun(managed, context.now()) || stats.totalCheckedIn > 0
  return html`${hasPresence ? html`<p class="soft num">${registrationsCheckedIn(stats)}</p>` : ''}${orgId === '' ? '' : await adding(managed, find, filled, context)}${dataTable(
    {
      caption: t('Attendees'),
      columns: columnsOf(managed, { rows, now: context.now() }),
      rows,
      empty: filtered
        ? [
            t('No attendee found'),
            t('Search for the beginning of a name.'),
            { href: address, text: t('Show all attendees') },
          ]
        : [
            t('No attendees yet'),
            t('People who register for the event appear here. Share the event page, or add someone by hand.'),
            { href: `/event/${event._id}`, text: t('Event page') },
          ],
      address,
      values,
      search: t('Search attendees'),
      filters: hasPresence
        ? [{ name: 'in', label: t('Check-in'), choices: presence.map(([value, text]) => [value, t(text)]) }]
        : [],
    },
  )}${nextPageLink(`${path}?${parameters}`, nextCursor, t('More attendees'))}`
}
