import { beforeAll, describe, expect, it } from 'vitest'
import { taskHandlers } from '../../functions/attendance/scheduled-tasks.ts'
import { changeCounter } from '../../functions/attendance/seats/seat-counter.ts'
import { type Attendee, attendee } from '../../functions/events/index.ts'
import { put } from '../../lib/table/write.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { sweep } from '../support/due.ts'
import { type Person, password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'
import { crowd, type Visitor } from './crowd.ts'
import { planned } from './events.ts'
import { expectSound, stateOf } from './state.ts'

let w: World
let local: Visitor
let stream: WholeStream

beforeAll(async () => {
  ;({ w } = await admins())
  ;[local] = (await crowd(w, 1)) as [Visitor]
  await enrolSchool(w, w.home)
  stream = await wholeStream(w)
})

/** The transaction of a registration that was under way. */
const landed = (row: Attendee) =>
  w
    .table()
    .write([put(attendee, row, { absent: true }), changeCounter(row, { add: { taken: row.guestCount } })])

const rowsOf = async (eventId: string) => (await stateOf(w, eventId)).rows

describe('a registration that is under way while its person leaves', () => {
  const cases: readonly (readonly [string, (name: string) => Promise<Person['device']>])[] = [
    ['a user', async (name) => (await registered(w, name)).device],
    ['a guest', async (name) => (await registered(w, name, {}, w.sister)).device],
  ]

  // rules/attendance 31
  it.each(cases)('does not stay: %s', async (kind, made) => {
    const { eventId } = await planned(w, { maxAttendees: 1 })
    const device = await made(kind === 'a user' ? 'ulla' : 'gus')
    const here = kind === 'a user' ? device : device.on(w.home)
    expect((await here.registerForEvent({ event_id: eventId })).status).toBe(201)
    await stream.drain()
    const [row] = await rowsOf(eventId)
    const home = kind === 'a user' ? device : device.on(w.sister)
    expect((await home.deleteAccount({ password })).status).toBeLessThan(300)
    await stream.drain()
    expect(await rowsOf(eventId)).toEqual([])
    if (row) expect((await landed(row)).ok).toBe(true)
    expect((await local.device.registerForEvent({ event_id: eventId })).body.status).toBe('waitlisted')
    await stream.drain()
    w.clock.advance(14 * 60)
    await sweep(w, taskHandlers)
    await stream.drain()
    expect(await rowsOf(eventId)).toHaveLength(2)
    w.clock.advance(2 * 60)
    await sweep(w, taskHandlers)
    await stream.drain()
    expect(await rowsOf(eventId)).toMatchObject([{ personId: local.id, status: 'attending' }])
    expectSound(await stateOf(w, eventId))
  })
})
