import { dayMs, hourMs } from '../../../lib/contract/time.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { inventClub, stepsOfClub } from './clubs.ts'
import { type Course, inParallel } from './course.ts'
import { type Campus, play, type Step } from './history.ts'
import { continuableMs, noJournal } from './journal.ts'
import { stepsOfOccasion } from './occasion-steps.ts'
import { inventOccasion } from './occasions.ts'
import { enrol, hashOfAll, inventName, makeSchool, type Newcomer, promote, signOut } from './people.ts'
import { type Ask, type CampusApi, openCampusApi, type Person } from './requests.ts'

/** Size, seed and place of a campus. */
export type CampusSize = {
  readonly people: number
  readonly organizations: number
  readonly events: number
  readonly seed: string
  readonly school: string
}

/** Counts of created items by name, and the logins of some people. */
export type CampusResult = { readonly made: ReadonlyMap<string, number>; readonly logins: readonly Login[] }

export type Login = { readonly school: string; readonly email: string; readonly about: string }

/** The first people join this many days before now. */
const firstDay = -52
const sisterOf = (school: string): string => `${school.slice(0, 27)}-east`

const newcomers = ({ seed, school, people }: CampusSize): Newcomer[] => {
  const sister = sisterOf(school)
  const newcomerOf = (nth: number, at: string): Newcomer => {
    const { name, latin } = inventName(seed, nth)
    const local = `${latin}${nth}`
    return {
      school: at,
      name,
      username: `${latin.replace('.', '').slice(0, 12)}${nth}`,
      email: `${local}@${at}.example.edu`,
    }
  }
  const visitors = Math.ceil(people / 40)
  return [
    { school, name: 'Dana Dean', username: 'dean', email: `dean@${school}.example.edu` },
    { school, name: 'Wilma Warden', username: 'warden', email: `warden@${school}.example.edu` },
    ...Array.from({ length: Math.max(2, people) - 2 }, (_, nth) => newcomerOf(nth, school)),
    ...Array.from({ length: visitors }, (_, nth) => newcomerOf(people + nth, sister)),
  ]
}

const gather = async (doors: CampusApi, wanted: CampusSize, course: Course): Promise<readonly Person[]> => {
  const { school } = wanted
  const { journal } = course
  const midnight = Math.floor(journal.begunAt / dayMs) * dayMs
  const first = midnight + firstDay * dayMs
  try {
    await makeSchool(doors, first, school, 'Campus University', journal.isResumed)
    await makeSchool(doors, first, sisterOf(school), 'Eastern University', journal.isResumed)
  } catch (error) {
    // The school is complete, or belongs to somebody else: a next run must not continue it.
    if (!journal.isResumed) journal.close()
    throw error
  }
  const device = {
    hash: await hashOfAll(),
    until: journal.begunAt + continuableMs,
    mayExist: journal.isResumed,
  }
  return inParallel(newcomers(wanted), course, async (newcomer) => {
    const known = journal.personOf(newcomer.email)
    if (known) return known
    const person = await enrol(doors, first, newcomer, device)
    journal.note({ person })
    return person
  })
}

/** Large events wait for the warden's approval. */
const settle = async (ask: Ask, dean: Person, warden: Person): Promise<void> => {
  const role = 'facilities manager'
  const large = { field: 'expectedAttendance', operator: 'greaterThan', value: 200 }
  await ask(dean, `POST /api/stakeholder-role/${role}/assign`, { userId: warden.userId })
  await ask(dean, 'PUT /api/event-system-config/approval-flow', {
    steps: [{ role, stage: 0, conditionGroups: [{ conditions: [large] }] }],
  })
}

/**
 * Creates a campus with a history of seven weeks. Every action calls the platform's operations, at its own simulated
 * time. The same seed on the same day creates the same campus. The stream handles what follows. A run that is given the
 * journal of an interrupted one continues it.
 */
export const makeCampus = async (
  runtime: Runtime,
  wanted: CampusSize,
  {
    journal = noJournal(runtime.now().getTime()),
    report = async () => undefined,
    shouldStop = () => false,
  }: Partial<Course> = {},
): Promise<CampusResult> => {
  const { seed, school } = wanted
  const now = journal.begunAt
  const course = { journal, report, shouldStop }
  const midnight = Math.floor(now / dayMs) * dayMs
  const doors = openCampusApi({ ...runtime, log: () => undefined }, wanted, journal)
  await report({ day: '', done: 0, total: 0 })
  const everybody = await gather(doors, wanted, course)
  const [dean, warden] = everybody as [Person, Person]
  const people = everybody.filter((one) => one.school === school && one !== dean && one !== warden)
  const campus: Campus = {
    people,
    guests: everybody.filter((one) => one.school !== school),
    dean,
    warden,
    shifts: new Map(),
    at: (day, hour) => Math.min(now, midnight + day * dayMs + hour * hourMs),
    moment: (day, hour) => new Date(midnight + day * dayMs + hour * hourMs).toISOString(),
  }
  const clubs = Array.from({ length: wanted.organizations }, (_, nth) => inventClub(seed, nth, people))
  const occasions = Array.from({ length: wanted.events }, (_, nth) =>
    inventOccasion(seed, nth, campus, clubs),
  )
  const opening = midnight + firstDay * dayMs
  const steps: readonly Step[] = [
    { at: opening, label: 'administrator', act: () => promote(doors, opening, dean) },
    { at: opening + hourMs, label: 'settings', act: (ask) => settle(ask, dean, warden) },
    ...clubs.flatMap((club) => stepsOfClub(campus, seed, club)),
    ...occasions.flatMap((occasion) => stepsOfOccasion(campus, seed, occasion)),
  ]
  const timed = occasions.map((event) => {
    const [begins, ends] = [event.hour, event.hour + event.hours].map((hour) =>
      Math.floor(Date.parse(campus.moment(event.day, hour)) / hourMs),
    ) as [number, number]
    // The school keeps the usual reminders: a day and two hours before the start.
    return { event, hours: [begins - 24, begins - 2, ends] }
  })
  await play(steps, doors, now, course, timed)
  await signOut(doors, now, everybody, course)
  journal.close()
  const login = ({ school: at, email }: Person, about: string): Login => ({ school: at, email, about })
  const logins = [
    login(dean, 'administrator'),
    login(warden, 'decides about large events'),
    ...clubs.slice(0, 2).map(({ owner, name }) => login(owner, `owner of the ${name}`)),
    ...people.slice(-1).map((one) => login(one, 'student')),
    ...campus.guests.slice(0, 1).map((one) => login(one, 'student of the sister school')),
  ]
  const counted = [['people', people.length + 2] as const, ['guests', campus.guests.length] as const]
  return { made: new Map([...counted, ...doors.made]), logins }
}
