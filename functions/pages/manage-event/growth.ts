import { days as daySeconds } from '../../../lib/contract/time.ts'
import type { Answer } from '../call.ts'
import type { Point } from '../layout/chart.ts'
import { currentLocale } from '../locale.ts'

type Growth = Answer<'analytics', 'getRsvpGrowth'>

const mostDays = 120

const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 100

const formatOf = (tag: string): Intl.DateTimeFormat => {
  const known = formats.get(tag)
  if (known) return known
  if (formats.size > mostFormats) formats.clear()
  const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  formats.set(tag, format)
  return format
}

/** `Mar 6`, of a day such as 2026-03-06. */
export const shortDay = (day: string): string =>
  formatOf(currentLocale().tag).format(new Date(`${day}T00:00:00Z`))

/** How many are registered at the end of each day, from the first registration to the last: days without any keep the number. */
export const growthOf = ({ registrations }: Growth): Point[] => {
  const days = Object.keys(registrations).sort()
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const points: Point[] = []
  let sum = 0
  for (let at = Date.parse(first); at <= Date.parse(last); at += daySeconds * 1000) {
    const day = new Date(at).toISOString().slice(0, 10)
    sum += registrations[day] ?? 0
    points.push({ name: shortDay(day), shown: day, value: sum })
  }
  // A picture has room for so many; what came before them is in the first.
  return points.slice(-mostDays)
}
