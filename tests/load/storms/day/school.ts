import { seatWrites } from '../../../../functions/attendance/index.ts'
import { type EventCard, eventBody, eventCard } from '../../../../functions/events/index.ts'
import { put } from '../../../../lib/table/write.ts'
import type { Answer, Arena, Ask } from '../arena.ts'
import { stormCard } from '../storm-event.ts'
import { tableOf } from '../storm-world.ts'
import type { SignedIn } from '../visitors.ts'

export type School = {
  readonly key: string
  readonly students: readonly SignedIn[]
  /** Made their accounts themselves, so they have a password. */
  readonly registered: readonly string[]
  readonly host: SignedIn
  readonly orgId: string
  readonly events: readonly EventCard[]
  /** It takes place all day, and its desk is open. */
  readonly fair: EventCard
  /** Registered for it, and not there yet. */
  readonly expected: SignedIn[]
  /** Registered for another event. */
  readonly going: { readonly eventId: string; readonly who: SignedIn }[]
  /** Who has asked for a seat at which event: nobody does so twice. */
  readonly asked: Set<string>
}

export const dayPassword = 'a day on the campus'
const hourMs = 3_600_000

const dataIn = ({ status, text }: Answer) => {
  if (status >= 300) throw new Error(`the campus could not be prepared: ${status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

const cardOf = (school: string, host: SignedIn, at: number, start: number): EventCard => ({
  ...stormCard(`${school}-event-${at}`, 150),
  name: `Event ${at} of ${school}`,
  hostingId: host.id,
  createdBy: host.id,
  start_time: new Date(start).toISOString(),
  end_time: new Date(start + 15 * hourMs).toISOString(),
})

const bodyOf = ({ eventId, name }: EventCard) => ({
  eventId,
  description: `Everybody is welcome at ${name}.`,
  targetAudience: [],
  customFields: {},
  requiresApproval: false,
  autoBook: false,
  version: 1,
})

/** One school: students, a club with messages, events of the coming weeks, and one that takes place today. */
export const openSchool = async (
  { runtime, ask, people }: Arena,
  key: string,
  { students: count, events: eventCount }: { readonly students: number; readonly events: number },
): Promise<School> => {
  const students = await people(key, count)
  const host = students[0] as SignedIn
  const post = (wanted: Pick<Ask, 'domain' | 'path' | 'body'>) =>
    ask({ ...wanted, method: 'POST', school: key, token: host.token }).then(dataIn)
  const registered = Array.from({ length: 3 }, (_, at) => `login${at}@${key}.example.edu`)
  for (const email of registered)
    await post({ domain: 'auth', path: '/register', body: { email, password: dayPassword } })
  const { org } = await post({
    domain: 'organizations',
    path: '/create-org',
    body: { org_name: `Club of ${key}`, org_description: 'All day' },
  })
  const orgId: string = org._id
  for (let at = 0; at < 5; at += 1)
    await post({
      domain: 'messages',
      path: `/org-messages/${orgId}/messages`,
      body: { content: `Message ${at}`, visibility: 'public' },
    })
  const today = runtime.now().getTime()
  const events = Array.from({ length: eventCount }, (_, at) =>
    cardOf(key, host, at + 1, today + (at + 2) * 24 * hourMs),
  )
  const fair = cardOf(key, host, 0, today - hourMs / 2)
  const table = tableOf(runtime, key)
  for (const card of [fair, ...events])
    await table.write([
      put(eventCard, card, { absent: true }),
      put(eventBody, bodyOf(card), { absent: true }),
      ...(await seatWrites({ table }, undefined, card)),
    ])
  await post({ domain: 'checkins', path: `/events/${fair.eventId}/check-in/enable`, body: {} })
  return { key, students, registered, host, orgId, events, fair, expected: [], going: [], asked: new Set() }
}
