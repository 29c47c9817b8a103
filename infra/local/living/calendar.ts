import { hourMs } from '../../../lib/contract/time.ts'
import { dayAfter, dayOf, momentOf } from '../../../lib/zones.ts'
import { dice } from '../campus/dice.ts'
import { demoSchools } from '../demo-people.ts'
import { type ClubPlan, weekdays } from './clubs.ts'
import { type EveningPlan, evenings, type Week } from './evenings.ts'

const zone = demoSchools[0].timezone
const daysInWeek = 7

/** An event with its times. `day` counts from the day of the first start; times are ISO 8601 in UTC. */
export type Evening = EveningPlan & {
  readonly day: number
  readonly start: string
  readonly end: string
  /** Days from the first start, negative, at which it was created and at which its page was last viewed. */
  readonly createdOn: number
  readonly viewedOn: number
}

/** Days from `today` (`YYYY-MM-DD`) to a weekday of a week. */
export const daysTo = (today: string, { weekday, week }: Exclude<Week, 'today'>): number => {
  const distance = weekdays.indexOf(weekday) - new Date(`${today}T12:00:00Z`).getUTCDay()
  const ahead = ((distance + daysInWeek - 1) % daysInWeek) + 1
  return week > 0
    ? ahead + (week - 1) * daysInWeek
    : ahead - daysInWeek - (ahead === daysInWeek ? daysInWeek : 0) + (week + 1) * daysInWeek
}

/** A local time, some days from `today`, in UTC. */
export const momentOn = (today: string, days: number, clock: string): string =>
  momentOf(`${dayAfter(today, { days })}T${clock}`, zone) ?? `${today}T${clock}:00.000Z`

/** An evening of the first day is on the next one once most of it is over. */
const dayOfToday = (now: number, today: string, { at, hours }: EveningPlan): number =>
  Date.parse(momentOn(today, 0, at)) + (hours - 1) * hourMs < now ? 1 : 0

const oldest = -34

const daysOfViews = 13

/** Last views: of events soon to come a moment ago, of later ones earlier. */
const viewedOn = (name: string, day: number, createdOn: number): number => {
  const share = dice(`views of ${name}`).roll()
  return day < 0 ? day + share * 0.3 : -0.05 - share * Math.min(day, daysOfViews, -0.5 - createdOn)
}

/** The events of both schools, for a first start at `now` (milliseconds since 1970). */
export const calendarOf = (now: number): readonly Evening[] => {
  const today = dayOf(new Date(now).toISOString(), zone)
  return evenings.map((plan) => {
    const day = plan.on === 'today' ? dayOfToday(now, today, plan) : daysTo(today, plan.on)
    const start = momentOn(today, day, plan.at)
    const end = new Date(Date.parse(start) + plan.hours * hourMs).toISOString()
    // Nobody has decided yet, and the time for it has not passed.
    const createdOn = plan.needsApproval ? -1 : Math.max(oldest, Math.min(day - 24, -6))
    return { ...plan, day, start, end, createdOn, viewedOn: viewedOn(plan.name, day, createdOn) }
  })
}

/** The post of a club and its time, in the order of time. */
export const postsOf = (
  now: number,
  { name, posts }: ClubPlan,
): readonly { readonly content: string; readonly at: number }[] => {
  const today = dayOf(new Date(now).toISOString(), zone)
  const die = dice(`posts of ${name}`)
  return posts.map((content, nth) => {
    const [hour, minute] = [die.between(10, 20), die.between(10, 59)]
    const days = die.between(-10, -8) + nth * 3
    return { content, at: Date.parse(momentOn(today, days, `${hour}:${minute}`)) }
  })
}

const firstHour = 8

/** The same time, moved to the evening before where people sleep. */
export const whileAwake = (at: number): number => {
  const [hour = 0] = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone })
    .formatToParts(at)
    .filter(({ type }) => type === 'hour')
    .map(({ value }) => Number(value))
  return hour < firstHour ? at - (hour + 2) * hourMs : at
}

const overlaps = (one: Evening, other: Evening): boolean => one.start < other.end && other.start < one.end

/** Who registers for which event, by its name: nobody for two events at the same time. */
export const registrationsOf = <P>(
  own: readonly Evening[],
  people: readonly P[],
  mayCome: (evening: Evening, person: P) => boolean,
): ReadonlyMap<string, readonly P[]> => {
  const chosen = new Map<Evening, readonly P[]>()
  for (const evening of own.filter(({ needsApproval }) => !needsApproval)) {
    const busy = new Set(
      [...chosen].filter(([other]) => overlaps(evening, other)).flatMap(([, some]) => some),
    )
    const free = people.filter((person) => !busy.has(person) && mayCome(evening, person))
    chosen.set(evening, dice(`people of ${evening.name}`).some(free, evening.coming))
  }
  return new Map([...chosen].map(([{ name }, some]) => [name, some]))
}
