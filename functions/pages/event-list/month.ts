import { clockWords, dayWords, firstWeekday, monthName, wallOf, weekdayNames } from '../layout/dates.ts'
import { type Html, html, raw } from '../layout/page.ts'
import { sentenceCase, t } from '../locale.ts'
import type { OwnTags } from '../mine/own-seats.ts'

export type Month = { readonly year: number; readonly month: number; readonly name: string }

type Listed = { readonly _id: string; readonly name: string; readonly start_time: string }

type Look = {
  /** YYYY-MM-DD */
  readonly today: string
  readonly zone: string
  readonly here: (month: string) => string
  readonly day: (day: string) => string
  /** Marks the events that the reader has a seat at or waits for. */
  readonly own: OwnTags
}

/** Events that one day of the grid names. */
const maxNamed = 4

const monthOf = (year: number, month: number): Month => {
  const first = new Date(Date.UTC(year, month - 1, 1))
  return {
    year: first.getUTCFullYear(),
    month: first.getUTCMonth() + 1,
    name: first.toISOString().slice(0, 7),
  }
}

/** The month of an address (YYYY-MM); for any other text the month of `today`. */
export const monthIn = (text: string | undefined, today: string): Month => {
  const [, year = '', month = ''] =
    /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? today.split(/^(\d{4})-(\d\d)/)
  return monthOf(Number(year), Number(month))
}

const dayCell = (day: string, events: readonly Listed[], { today, zone, day: to, own }: Look): Html =>
  html`<td${day === today ? raw(' aria-current="date"') : day < today ? raw(' class="past"') : ''}><a class="date" href="${to(day)}" aria-label="${sentenceCase(dayWords(`${day}T12:00:00.000Z`, 'UTC'))}"><span>${Number(day.slice(8))}</span></a>${events.length === 0 ? '' : html`<ul class="stack-s">${events.slice(0, maxNamed).map((event) => html`<li><a href="/event/${event._id}"><span class="num">${clockWords(event.start_time, zone)}</span> <bdi>${event.name}</bdi> ${own(event) ?? ''}</a></li>`)}${events.length > maxNamed ? html`<li><a href="${to(day)}">${t('{count, number} more', { count: events.length - maxNamed })}</a></li>` : ''}</ul>`}</td>`

/** A phone begins the current month with today. Opening this shows the days before, if they have events. */
const earlierDays = (days: readonly string[], { today }: Look): Html | string => {
  if (!days.some((day) => day < today)) return ''
  const isOver = days.every((day) => day < today)
  return html`<details class="more earlier"${isOver ? raw(' open') : ''}><summary>${t('Earlier this month')}</summary></details>`
}

/** A month as a table of weeks, which begin on the day that is usual for the reader. Each event is listed on the day of its start. */
export const monthGrid = (shown: Month, events: readonly Listed[], look: Look): Html => {
  const { year, month, name } = shown
  const title = monthName(year, month)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 7 - (firstWeekday() % 7)) % 7
  const byDay = new Map<string, Listed[]>()
  for (const event of events) {
    // An event that began earlier is listed on the first day.
    const start = wallOf(event.start_time, look.zone).slice(0, 10)
    const day = start < `${name}-01` ? `${name}-01` : start
    byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  const days = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, at) => at - before + 1)
  const cell = (at: number): Html => {
    if (at < 1 || at > length) return html`<td></td>`
    const day = `${name}-${String(at).padStart(2, '0')}`
    return dayCell(day, byDay.get(day) ?? [], look)
  }
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const { here } = look
  const weekdays = weekdayNames()
  const nothing = events.length === 0 ? html`<p class="soft">${t('No events in this month.')}</p>` : ''
  const isCurrent = look.today.startsWith(name)
  return html`<div class="row between month-nav"><a class="btn plain small" href="${here(monthOf(year, month - 1).name)}">${t('Previous month')}</a><h2>${title}</h2><a class="btn plain small" href="${here(monthOf(year, month + 1).name)}">${t('Next month')}</a></div>${isCurrent ? earlierDays([...byDay.keys()], look) : ''}<div class="scroll far month" tabindex="0" role="group" aria-label="${title}"><table><colgroup>${weekdays.map(() => html`<col width="14%">`)}</colgroup><thead><tr>${weekdays.map((day) => html`<th scope="col">${day}</th>`)}</tr></thead><tbody>${weeks.map((week) => html`<tr>${week.map(cell)}</tr>`)}</tbody></table></div>${nothing}`
}
