import type { Answer } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { shortMoment } from '../layout/dates.ts'
import {
  actionButton,
  type ButtonCss,
  collapsible,
  face,
  type Html,
  html,
  menu,
  menuAction,
  raw,
} from '../layout/page.ts'
import { currentLocale, t } from '../locale.ts'

export type DeskList = Answer<'checkins', 'listCheckedIn'>
export type DeskPerson = DeskList['attendees'][number]
type Heads = Pick<DeskPerson, 'checkedIn' | 'headsCheckedIn' | 'guestCount'>
type Stats = NonNullable<DeskList['stats']>
export type Stranger = { readonly _id: string; readonly name: string; readonly username: string }

/**
 * The fields of the event that the desk shows. A helper with a link may not see more of it, and possibly not even the
 * partial ones.
 */
export type DeskEvent = Pick<EventPage, '_id' | 'name' | 'timezone' | 'checkInEnabled'> & Partial<EventPage>

/** The name of a person; of one who left the school, none is stored. */
const personName = ({ name, left }: DeskPerson): string => (left ? t('Former member') : name)

const rowOf = (person: DeskPerson, texts: readonly string[], action: Html | string): Html => {
  const { personId, picture, checkedIn, headsCheckedIn, guestCount, status, walkIn } = person
  const name = personName(person)
  const isRegistered = status === 'attending' && !walkIn
  return html`<li data-person="${personId}" data-in="${checkedIn ? 'yes' : 'no'}" data-seats="${guestCount}" data-came="${headsCheckedIn}"${isRegistered ? raw(' data-registered') : ''}>${face(name, picture)}<div><h3><bdi>${name}</bdi></h3><p class="soft num" data-state>${texts.join(', ')}</p></div>${action}</li>`
}

const seatsText = (guestCount: number): string =>
  guestCount > 1 ? t('{count, plural, one {# seat} other {# seats}}', { count: guestCount }) : ''

const schoolText = (school: string | undefined): string => (school ? t('guest of {school}', { school }) : '')

/** Whether a group is inside without some of its people. */
export const isPartlyIn = ({ checkedIn, headsCheckedIn, guestCount }: Heads): boolean =>
  checkedIn && headsCheckedIn < guestCount

export const partText = ({
  headsCheckedIn: inside,
  guestCount: count,
}: Pick<Heads, 'headsCheckedIn' | 'guestCount'>): string =>
  t('{inside} of {count} people here', { inside, count })

const withoutEmpty = (texts: readonly string[]): readonly string[] => texts.filter((text) => text !== '')

/** Of a group, fewer than all may have come: how many is chosen before the press. */
const groupSizes = ({ name, guestCount }: DeskPerson): Html => {
  const options = Array.from({ length: guestCount - 1 }, (_, at) => guestCount - 1 - at)
  return html`<select name="heads" aria-label="${t('How many of the group of {name} are here', { name })}"><option value="${guestCount}">${t('all {count, number}', { count: guestCount })}</option>${options.map((number) => html`<option>${number}</option>`)}</select>`
}

/** `css` gives people who wait a lesser button than people with a seat. */
const expectedRow = (person: DeskPerson, path: string, css: ButtonCss): Html => {
  const { personId, name, guestCount, sourceTenant, left } = person
  const carried = { do: 'in', person: personId, name }
  const inside = guestCount > 1 ? groupSizes(person) : ''
  return rowOf(
    person,
    withoutEmpty([seatsText(guestCount), schoolText(sourceTenant)]),
    left ? '' : actionButton(path, t('Check in'), carried, { css, label: name, inside }),
  )
}

export type ListView = {
  readonly path: string
  readonly timezone: string
  readonly now: Date
  readonly isSearch: boolean
}

/** Later arrivals of a group of which a part is inside. */
const moreArrivals = (person: DeskPerson, path: string): readonly Html[] => {
  const { personId, name, guestCount, headsCheckedIn } = person
  const numbers = Array.from({ length: guestCount - headsCheckedIn }, (_, at) => headsCheckedIn + at + 1)
  return numbers.map((heads) => {
    const text =
      heads < guestCount
        ? t('Set to {inside} of {count}', { inside: heads, count: guestCount })
        : t('Check in all {count, number}', { count: heads })
    return menuAction(path, text, { do: 'in', person: personId, name, heads: String(heads) }, { label: name })
  })
}

/** People who came. Undoing is in a menu, away from where "Check in" was: a second press must not undo the first. */
const insideRow = (person: DeskPerson, { path, timezone, now }: ListView): Html => {
  const { personId, name, checkedInAt, guestCount, sourceTenant, walkIn } = person
  const texts = withoutEmpty([
    checkedInAt ? shortMoment(checkedInAt, timezone, now) : '',
    isPartlyIn(person) ? partText(person) : seatsText(guestCount),
    schoolText(sourceTenant),
    walkIn ? t('without a registration') : '',
  ])
  const undo = menuAction(path, t('Undo check-in'), { do: 'out', person: personId, name }, { label: name })
  const actions = menu([...moreArrivals(person, path), undo], t('More actions for {name}', { name }))
  return rowOf(person, texts, person.left ? '' : actions)
}

const sortByName = (people: readonly DeskPerson[]): DeskPerson[] =>
  [...people].sort((a, b) => a.name.localeCompare(b.name, currentLocale().language))

/** Whether somebody with a seat is missing. Nobody waits for people who left the school during the event. */
const isExpected = (person: DeskPerson): boolean =>
  person.status === 'attending' && (!person.checkedIn || (isPartlyIn(person) && !person.left))

/** `id` keeps a folded list open when the script replaces it. */
const rows = (items: readonly Html[], id: string): Html =>
  html`<ul class="list door" id="${id}">${items}</ul>`

/**
 * People with a seat by name, also groups of which some are missing; those who wait and those who are in are folded
 * below, and open in a search result. Empty without anybody.
 */
export const peopleLists = (people: readonly DeskPerson[], view: ListView): Html | string => {
  const { path, isSearch } = view
  if (people.length === 0) return ''
  const sorted = sortByName(people)
  const expected = sorted.filter(isExpected)
  const others = sorted.filter((person) => !isExpected(person))
  const inside = others.filter(({ checkedIn }) => checkedIn)
  const waiting = others.filter(({ checkedIn }) => !checkedIn)
  const waitlist = () =>
    collapsible(
      t('On the waitlist: {count, number}', { count: waiting.length }),
      html`<p class="soft">${t('They have no seat. Check them in only if there is room.')}</p>${rows(
        waiting.map((person) => expectedRow(person, path, 'plain small')),
        'waiting',
      )}`,
      isSearch,
    )
  const checkedIn = () =>
    collapsible(
      t('Checked in: {count, number}', { count: inside.length }),
      rows(
        inside.map((person) => insideRow(person, view)),
        'inside',
      ),
      isSearch,
    )
  const everybodyIn =
    expected.length === 0 && !isSearch
      ? html`<p class="soft">${t('Everybody with a seat is checked in.')}</p>`
      : ''
  return html`${
    expected.length > 0
      ? rows(
          expected.map((person) =>
            person.checkedIn ? insideRow(person, view) : expectedRow(person, path, ''),
          ),
          'expected',
        )
      : everybodyIn
  }${waiting.length > 0 ? waitlist() : ''}${inside.length > 0 ? checkedIn() : ''}`
}

const strangerRow = ({ _id, name, username }: Stranger, path: string): Html => {
  const person = `u-${_id}`
  const button = actionButton(
    path,
    t('Add and check in'),
    { do: 'in', person, name },
    { css: 'plain small', label: name },
  )
  return html`<li data-person="${person}" data-in="no" data-seats="1" data-came="0">${face(name, undefined)}<div><h3><bdi>${name}</bdi></h3><p class="soft" data-state>@<bdi>${username}</bdi></p></div>${button}</li>`
}

/** People of the school without a registration, who were found by their names. */
export const strangersList = (
  strangers: readonly Stranger[],
  path: string,
  isRegistrationRequired: boolean,
): Html | string => {
  if (strangers.length === 0) return ''
  const text = isRegistrationRequired
    ? t('This event requires a registration: ask them to register on the event page first.')
    : t('Members of the school with this name. They take no seat.')
  const list = isRegistrationRequired
    ? html`<ul class="list">${strangers.map(({ name, username }) => html`<li>${face(name, undefined)}<div><h3><bdi>${name}</bdi></h3><p class="soft">@<bdi>${username}</bdi></p></div></li>`)}</ul>`
    : rows(
        strangers.map((stranger) => strangerRow(stranger, path)),
        'strangers',
      )
  return html`<section class="stack"><div><h2>${t('Not registered')}</h2><p class="soft">${text}</p></div>${list}</section>`
}

/**
 * How many people are inside, and how many are registered. More may be inside, since people without a registration
 * come too. The script counts on in `data-heads` and `data-inside`.
 */
export const checkInCount = (stats: Stats): Html => {
  const people = t('{inside} inside, {registered, plural, one {# person} other {# people}} registered', {
    inside: html`<strong data-heads>${stats.headsCheckedIn}</strong>`,
    registered: stats.seatsTaken,
  })
  return html`<p class="count">${people}</p><p class="soft">${registrationsCheckedIn(stats)}</p>`
}

/** How many registrations are checked in, for the desk, the attendees page, the event page and the printed list. */
export const registrationsCheckedIn = ({
  totalCheckedIn,
  totalRegistrations,
  walkIns,
}: Pick<Stats, 'totalCheckedIn' | 'totalRegistrations' | 'walkIns'>): Html => {
  const counted = t(
    '{checkedIn} of {registrations, plural, one {# registration} other {# registrations}} checked in',
    { checkedIn: html`<span data-inside>${totalCheckedIn}</span>`, registrations: totalRegistrations },
  )
  const uninvited =
    walkIns > 0 ? html` &middot; ${t('{count, number} without a registration', { count: walkIns })}` : ''
  return html`${counted}${uninvited}`
}
