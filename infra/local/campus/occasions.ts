import type { Club } from './clubs.ts'
import { type Dice, dice } from './dice.ts'
import type { Campus } from './history.ts'
import { occasions } from './names.ts'
import type { Person } from './requests.ts'

type Fate = 'live' | 'draft' | 'waiting' | 'granted' | 'rejected' | 'cancelled' | 'archived'

/** An event, as far as the generator has created it. */
export type Occasion = {
  readonly number: number
  readonly club: Club
  readonly name: string
  readonly type: string
  readonly fate: Fate
  readonly visibility: 'public' | 'unlisted' | 'members_only'
  /** Days from today. */
  readonly day: number
  readonly madeOn: number
  readonly hour: number
  readonly hours: number
  readonly room: string | undefined
  readonly seats: number | undefined
  readonly coming: readonly Person[]
  eventId: string
}

const rooms = 40
/** Hours in UTC, two apart because rooms are shared: from late morning to late evening in the school's zone. */
const startHours = [16, 18, 20, 22, 24, 26] as const
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

/** Most events are small. */
const crowdOf = (die: Dice): number => 1 + Math.floor(16 * die.roll() ** 2)

/**
 * The `number`th event. Rooms are assigned by number, hour and day, so that no two events need one at the same time.
 */
export const inventOccasion = (
  seed: string,
  number: number,
  { people, guests }: Campus,
  clubs: readonly Club[],
): Occasion => {
  const die = dice(`${seed} event ${number}`)
  const club = clubs[number % clubs.length] as Club
  const [what, type, hours] = die.pick(occasions)
  const day = dayOf(die)
  const fate = fateOf(die, day)
  const visibility = die.pick(['public', 'public', 'public', 'unlisted', 'members_only'] as const)
  const ofClub = [club.owner, ...(club.officer ? [club.officer] : [])]
  const others = die.some(people, crowdOf(die)).filter((one) => !ofClub.includes(one))
  const visitors = visibility === 'public' && die.chance(0.15) ? die.some(guests, die.between(1, 2)) : []
  const coming = visibility === 'members_only' ? ofClub : [...ofClub.slice(1), ...others, ...visitors]
  const turn = Math.floor(number / startHours.length)
  return {
    number,
    club,
    name: `${club.name.split(' ')[0]} ${what}`,
    type,
    fate,
    visibility,
    day,
    madeOn: Math.max(-46, Math.min(-1, day - die.between(2, 14))),
    hour: startHours[number % startHours.length] ?? 24,
    hours,
    room: turn < rooms && hours <= 2 ? `hall-${turn + 1}` : undefined,
    seats: die.chance(0.3) ? Math.max(1, Math.floor(coming.length * 0.7)) : undefined,
    coming,
    eventId: '',
  }
}
