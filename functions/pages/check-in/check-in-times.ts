import type { EventPage } from '../event/event.ts'
import { moment } from '../layout/dates.ts'
import { type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'

type CheckInEvent = Pick<EventPage, 'status' | 'checkInEnabled' | 'checkInOpensAt' | 'end_time' | 'timezone'>

/**
 * Whether people can be checked in now: `off` before an organizer opens check-in, `early` before its time, `open`, or
 * `over`. All pages that mention check-in decide by this (rules/checkins 50).
 */
export type CheckInPhase = 'off' | 'early' | 'open' | 'over'

const ended: ReadonlySet<EventPage['status']> = new Set(['cancelled', 'completed', 'archived'])

export const checkInPhaseOf = (event: CheckInEvent, now: Date): CheckInPhase => {
  if (ended.has(event.status) || Date.parse(event.end_time) < now.getTime()) return 'over'
  if (!event.checkInEnabled) return 'off'
  return now.getTime() < Date.parse(event.checkInOpensAt) ? 'early' : 'open'
}

export const checkInOpensText = ({ checkInOpensAt, timezone }: CheckInEvent): Html =>
  t('Check-in opens {time}.', { time: moment(checkInOpensAt, timezone) })

/** The phase as a tag, for people who manage the event. */
export const checkInTag = (event: CheckInEvent, now: Date): Html => {
  const phase = checkInPhaseOf(event, now)
  if (phase === 'open') return html`<span class="tag good">${t('Check-in is open')}</span>`
  if (phase === 'early') return html`<span class="tag">${checkInOpensText(event)}</span>`
  return html`<span class="tag">${phase === 'off' ? t('Check-in is off') : t('Check-in has ended')}</span>`
}
