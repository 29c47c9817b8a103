import { attendanceStream } from '../../attendance/stream.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded, joined, type Society } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, signedIn } from '../browser.ts'

/** A club with an event this week, an officer who manages it, a member, and a student without a role. */
export type Managing = {
  readonly w: World
  readonly ada: Person
  readonly ben: Person
  readonly cleo: Person
  readonly society: Society
  readonly orgId: string
  readonly eventId: string
  /** The manage page. */
  readonly path: string
  readonly officer: Browser
  readonly student: Browser
  readonly drain: () => Promise<unknown>
}

const hour = 3_600_000

export const managing = async (more: object = {}): Promise<Managing> => {
  const w = await world()
  await enrolSchool(w, w.home)
  const named = (name: string) => registered(w, name.toLowerCase(), { username: name.toLowerCase(), name })
  const ada = await named('Ada')
  const ben = await named('Ben')
  const cleo = await named('Cleo')
  const society = await founded(ada)
  const { orgId } = society
  await joined(society, ben)
  const stream = await attendanceStream(w)
  const start = w.clock.now().getTime() + 24 * hour
  const { body } = await ada.device.createEvent({
    name: 'Spring Open',
    type: 'Competition',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 3 * hour).toISOString(),
    location: 'Main hall',
    expectedAttendance: 40,
    registrationEnabled: true,
    orgId,
    ...more,
  })
  const eventId = String(body.eventId)
  return {
    w,
    ada,
    ben,
    cleo,
    society,
    orgId,
    eventId,
    path: `/event/${eventId}/dashboard`,
    officer: await signedIn(w, ada.email, password),
    student: await signedIn(w, cleo.email, password),
    drain: () => stream.drain(),
  }
}
