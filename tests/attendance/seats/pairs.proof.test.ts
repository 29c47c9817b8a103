import { beforeAll, describe, expect, it } from 'vitest'
import { waitlistEntry } from '../../../functions/attendance/repository.ts'
import { type EventCard, eventCard } from '../../../functions/events/index.ts'
import { seeded } from '../../load/seeded.ts'
import { made, type PlannedCampus, plannedCampus } from '../../planning/people.ts'
import { type WholeStream, wholeStream } from '../../privacy/stream.ts'
import type { Reply } from '../../support/agent.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { expectCounted, expectSound, seatedIn, stateOf, waitingIn } from '../state.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)

let p: PlannedCampus
let stream: WholeStream
let formId: string
let names = 0

beforeAll(async () => {
  p = await plannedCampus()
  await enrolSchool(p.w, p.w.home)
  const form = { title: 'Meal', questions: [{ type: 'short', question: 'What do you eat?' }] }
  const { body } = await p.c.owner.device.createEventForm({ orgId: p.c.orgId, form })
  formId = body.data._id
  stream = await wholeStream(p.w)
})

/** An event of four seats, of which three are taken by three people and a guest; two more of them wait. */
const staged = async () => {
  const { w, c } = p
  const eventId = await made(c.owner.device, {
    hostingType: 'Org',
    hostingId: c.orgId,
    maxAttendees: 4,
    registrationEnabled: true,
    waitlistEnabled: true,
  })
  names += 1
  const user = (name: string) => registered(w, `${name}${names}`, { username: `${name}${names}` })
  const [seated, other, late, fresh] = [
    await user('sue'),
    await user('oto'),
    await user('leo'),
    await user('fay'),
  ]
  const there = await registered(w, `gus${names}`, { username: `gus${names}` }, w.sister)
  const guest = { ...there, device: there.device.on(w.home) }
  const rsvp = ({ device }: Person, guestCount = 1) =>
    device.registerForEvent({ event_id: eventId, guestCount })
  for (const [person, count] of [
    [seated, 2],
    [guest, 1],
    [other, 1],
    [late, 2],
  ] as const) {
    w.clock.advance(1)
    expect((await rsvp(person, count)).status).toBe(201)
  }
  return { eventId, seated, other, late, fresh, guest, rsvp }
}
type Stage = Awaited<ReturnType<typeof staged>>
type Deed = (stage: Stage) => Promise<Reply>

const edit =
  (more: object): Deed =>
  ({ eventId }) =>
    p.c.owner.device.updateEvent({ event_id: eventId, ...more })

const deeds: Readonly<Record<string, Deed>> = {
  'somebody registers': ({ fresh, rsvp }) => rsvp(fresh),
  'somebody comes with more': ({ seated, rsvp }) => rsvp(seated, 4),
  'somebody comes with fewer': ({ seated, rsvp }) => rsvp(seated, 1),
  'somebody in line comes with fewer': ({ late, rsvp }) => rsvp(late, 1),
  'somebody withdraws': ({ seated, eventId }) => seated.device.withdrawFromEvent({ event_id: eventId }),
  'somebody leaves the line': ({ late, eventId }) => late.device.withdrawFromEvent({ event_id: eventId }),
  'there are more seats': edit({ maxAttendees: 5 }),
  'there are fewer seats': edit({ maxAttendees: 3 }),
  'it waits for approval': edit({ requiresApproval: true, maxAttendees: 40 }),
  'it has a form': (stage) => edit({ registrationFormId: formId })(stage),
  'it is cancelled': ({ eventId }) => p.c.owner.device.cancelEvent({ event_id: eventId }),
  'it is deleted': ({ eventId }) => p.c.owner.device.deleteEvent({ event_id: eventId }),
  'a guest joins the school': async ({ guest, rsvp }) => {
    await guest.device.joinTenant()
    return rsvp(guest)
  },
  'a guest goes for ever': ({ guest }) => guest.device.on(p.w.sister).deleteAccount({ password }),
  'somebody leaves the school': ({ other }) => other.device.deleteAccount({ password }),
  'somebody is called otherwise': ({ other }) => other.device.updateUser({ name: `Otto ${names}` }),
}

const freeIn = (card: EventCard, taken: number): number => (card.maxAttendees ?? 0) - taken

/** What has to hold when everything has come to rest, whichever was first. */
const expectRest = async ({ eventId }: Stage): Promise<void> => {
  const card = await p.w.table().get(eventCard, { eventId }, { strong: true })
  if (!card) return
  const state = await stateOf(p.w, eventId)
  expectSound(state)
  // What is deleted is counted nowhere any more, and its rows go with it.
  if (card.deletedAt === undefined) expectCounted(state)
  const live = card.shelf === 'live' && card.deletedAt === undefined
  expect(state.counter?.open ?? live).toBe(live)
  const taken = seatedIn(state).reduce((sum, { guestCount }) => sum + guestCount, 0)
  const { items } = await p.w.table().list(waitlistEntry, { keyParams: { eventId }, limit: 10, strong: true })
  expect(items).toHaveLength(waitingIn(state).length)
  if (live) expect(items.filter(({ guestCount }) => guestCount <= freeIn(card, taken))).toEqual([])
}

const pairs = Object.keys(deeds).flatMap((one, at) =>
  Object.keys(deeds)
    .slice(at)
    .map((other) => [one, other] as const),
)
/** All of them by `PAIRS=1`; a seeded share otherwise. */
const random = seeded(seed)
const share = Number(process.env.PAIRS ?? 0.1)
const chosen = pairs.filter(() => random.next() < share)

describe('at the same moment', () => {
  it.each(chosen)(
    '%s and %s: no seat is lost or given twice, and every count is right',
    async (one, other) => {
      const stage = await staged()
      await stream.drain()
      const both = [deeds[one], deeds[other]].map(async (deed) => deed?.(stage))
      for (const reply of await Promise.all(both))
        expect(reply?.status, JSON.stringify(reply?.body)).toBeLessThan(500)
      await stream.drain(2)
      await expectRest(stage)
    },
  )
})
