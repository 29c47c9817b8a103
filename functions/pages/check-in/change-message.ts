import { shortMoment } from '../layout/dates.ts'
import { actionButton, type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { DeskPerson, ListView } from './desk-people.ts'

/** The last change of a desk, as its address names it. */
type Changed = { readonly eventId: string } & Partial<Record<'done' | 'person' | 'name', string | undefined>>

/** A person who may be in no list, such as the one of a ticket, as far as they are known. */
export type TicketHolder = Partial<Pick<DeskPerson, 'name' | 'guestCount' | 'headsCheckedIn' | 'walkIn'>>

/**
 * Who was just checked in or out, and the way back from a mistaken press. Nothing that the list contradicts is shown: an
 * address may be made up. Undoing the check-in of a person without a registration leaves no row: `made` names them.
 */
export const changeMessage = (
  { eventId, done, person, name = '' }: Changed,
  changed: DeskPerson | undefined,
  made: TicketHolder | undefined,
  { timezone, now }: Pick<ListView, 'timezone' | 'now'>,
): Html | string => {
  if (person === undefined || (changed && changed.checkedIn !== (done !== 'let-out'))) return ''
  if (!changed && !made && done !== 'let-out') return ''
  const shownName = changed?.name ?? made?.name
  const known = shownName === undefined ? undefined : { name: html`<strong><bdi>${shownName}</bdi></strong>` }
  if (done === 'let-out')
    return html`<p class="tell good" role="status"><span>${known ? t('{name}: check-in undone.', known) : t('Check-in undone.')}</span></p>`
  if (done === 'already-in')
    return html`<p class="tell warn" role="status"><span>${known ? alreadyIn(known.name, changed, timezone, now) : t('This person is already checked in.')}</span></p>`
  if (done !== 'let-in') return ''
  const undo = actionButton(`/event/${eventId}/door`, t('Undo check-in'), { do: 'out', person, name })
  return html`<div class="tell good" role="status"><span>${known ? checkedInText(known.name, changed ?? made) : t('Checked in.')}</span>${undo}</div>`
}

/** How many people of a registration for several are inside. */
const checkedInText = (name: Html, person: TicketHolder | undefined): Html => {
  if (person?.walkIn) return t('{name}: checked in without a registration.', { name })
  const { guestCount: count = 1, headsCheckedIn: inside = count } = person ?? {}
  if (inside < count) return t('{name}: {inside} of {count} people checked in.', { name, inside, count })
  return count > 1
    ? t('{name}: checked in, with all {count, number} seats.', { name, count })
    : t('{name}: checked in.', { name })
}

const alreadyIn = (name: Html, person: DeskPerson | undefined, timezone: string, now: Date): Html =>
  person?.checkedInAt
    ? t('{name} is already checked in, since {time}.', {
        name,
        time: shortMoment(person.checkedInAt, timezone, now),
      })
    : t('{name} is already checked in.', { name })
