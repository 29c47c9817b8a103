import { type Html, html } from '../layout/html.ts'
import { t } from '../locale.ts'

type Status = 'attending' | 'waitlisted'

type Going = {
  readonly _id: string
  readonly rsvpStatus: Status
  readonly guestCount: number
}

/** Whether the reader has a seat or waits for one. */
export const registrationTag = (status: Status): Html =>
  status === 'attending'
    ? html`<span class="tag good">${t('You have a seat')}</span>`
    : html`<span class="tag warn">${t('On the waitlist')}</span>`

/** The reader's own seats at an event with the way to their ticket, or their place on the waitlist. */
export const seatTag = ({ _id, rsvpStatus, guestCount }: Going): Html => {
  if (rsvpStatus === 'waitlisted') return registrationTag(rsvpStatus)
  const seats =
    guestCount > 1
      ? html`<span class="tag good">${t('{count, plural, one {# seat} other {# seats}}', { count: guestCount })}</span>`
      : registrationTag(rsvpStatus)
  return html`${seats}<a href="/event/${_id}/ticket">${t('My ticket')}</a>`
}
