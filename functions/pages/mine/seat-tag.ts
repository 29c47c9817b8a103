import { type Html, html } from '../layout/html.ts'
import { t } from '../locale.ts'

type Status = 'attending' | 'waitlisted'

type Going = {
  readonly _id: string
  readonly rsvpStatus: Status
  readonly guestCount: number
}

/** Whether the reader has seats or waits for them. */
export const registrationTag = ({ rsvpStatus, guestCount }: Omit<Going, '_id'>): Html =>
  rsvpStatus === 'attending'
    ? html`<span class="tag good">${t('{count, plural, one {You have a seat} other {You have # seats}}', { count: Math.max(1, guestCount) })}</span>`
    : html`<span class="tag warn">${t('On the waitlist')}</span>`

/** The reader's own seats at an event with the way to their ticket, or their place on the waitlist. */
export const seatTag = ({ _id, ...going }: Going): Html =>
  html`${registrationTag(going)}${going.rsvpStatus === 'waitlisted' ? '' : html`<a href="/event/${_id}/ticket">${t('My ticket')}</a>`}`
