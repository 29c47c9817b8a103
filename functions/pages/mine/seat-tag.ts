import { type Html, html } from '../layout/html.ts'
import { t } from '../locale.ts'

type Going = {
  readonly _id: string
  readonly rsvpStatus: 'attending' | 'waitlisted'
  readonly guestCount: number
}

/** The reader's own seats at an event with the way to their ticket, or their place on the waitlist. */
export const seatTag = ({ _id, rsvpStatus, guestCount }: Going): Html =>
  rsvpStatus === 'attending'
    ? html`<span class="tag good">${guestCount > 1 ? t('{count, plural, one {# seat} other {# seats}}', { count: guestCount }) : t('You have a seat')}</span><a href="/event/${_id}/ticket">${t('My ticket')}</a>`
    : html`<span class="tag warn">${t('On the waitlist')}</span>`
