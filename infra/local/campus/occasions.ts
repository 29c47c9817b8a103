import { hourMs } from '../../../lib/contract/time.ts'
import { momentAt } from '../../../lib/zones.ts'
import type { Club } from './clubs.ts'
import { type Dice, dice } from './dice.ts'
import type { Campus } from './history.ts'
import { occasionsByHour, places } from './names.ts'
import { campusZone } from './people.ts'
import type { Person } from './requests.ts'

type Fate = 'live' | 'draft' | 'waiting' | 'granted' | 'rejected' | 'cancelled' | 'archived'

/** An event, as far as the generator has created it. */
export type Occasion = {
  readonly number: number
  readonly club: Club
  readonly name: string
  readonly about: string
  readonly type: string
  readonly fate: Fate
  readonly visibility: 'public' | 'unlisted' | 'members_only'
  /** Days from today. */
  readonly day: number
  readonly madeOn: number
  /** Start in UTC, in hours after midnight of the day. */
  readonly hour: number
  readonly hours: number
  readonly room: string | undefined
  readonly place: string
  readonly seats: number | undefined
  readonly coming: readonly Person[]
  eventId: string
}

const rooms = 40
const startHours = [...occasionsByHour.keys()]
const firstDay = -45
const lastDay = 60

/** Two fifths of the events are over. */
const dayOf = (die: Dice): number => (die.chance(0.4) ? die.between(firstDay, -1) : die.between(1, lastDay))

const fateOf = (die: Dice, day: number): Fate => {
  const roll = die.roll()
  if (roll < 0.06) return 'draft'
  if (roll < 0.1) return 'rejected'
  if (roll < 0.15) return 'cancelled'
  if (roll < 0.18) return 'granted'
  if (day > 1) return roll < 0.25 ? 'waiting' : 'live'
  return roll < 0.26 && day < -2 ? 'archived' : 'live'
}

/** An hour of the school's clocks, in UTC hours after midnight of the day. */
const utcHourOf = (localHour: number, day: number, { moment }: Campus): number => {
  const midnight = moment(day, 0)
  const local = momentAt({ date: midnight.slice(0, 10), time: `${localHour}:00:00` }, campusZone)
  return (Date.parse(local ?? midnight) - Date.parse(midnight)) / hourMs
}

/** Most events are small. */
const crowdOf = (die: Dice): number => 1 + Math.floor(16 * die.roll() ** 2)

/**
 * The `number`th event. Rooms are assigned by number, hour and day, so that no two events need one at the same time.
 */
export const inventOccasion = (
  seed: string,
  number: number,
  campus: Campus,
  clubs: readonly Club[],
): Occasion => {
  const { people, guests } = campus
  const die = dice(`${seed} event ${number}`)
  const club = clubs[number % clubs.length] as Club
  const localHour = startHours[number % startHours.length] ?? 18
  const { title, type, hours, about } = die.pick(occasionsByHour.get(localHour) ?? [])
  const day = dayOf(die)
  const fate = fateOf(die, day)
  const visibility = die.pick(['public', 'public', 'public', 'unlisted', 'members_only'] as const)
  const ofClub = [club.owner, ...(club.officer ? [club.officer] : [])]
  const others = die.some(people, crowdOf(die)).filter((one) => !ofClub.includes(one))
  const visitors = visibility === 'public' && die.chance(0.15) ? die.some(guests, die.between(1, 2)) : []
  const coming = visibility === 'members_only' ? ofClub : [...ofClub.slice(1), ...others, ...visitors]
  const [topic = ''] = club.name.split(' ')
  const turn = Math.floor(number / startHours.length)
  return {
    number,
    club,
    name: title.replace('*', topic),
    about: about.replace('*', topic),
    type,
    fate,
    visibility,
    day,
    madeOn: Math.max(-46, Math.min(-1, day - die.between(2, 14))),
    hour: utcHourOf(localHour, day, campus),
    hours,
    room: turn < rooms && hours <= 2 ? `hall-${turn + 1}` : undefined,
    place: turn < rooms && hours <= 2 ? `Student union, hall ${turn + 1}` : die.pick(places),
    seats: die.chance(0.3) ? Math.max(1, Math.floor(coming.length * 0.7)) : undefined,
    coming,
    eventId: '',
  }
}
