import { seatCounter } from '../../../functions/attendance/repository.ts'
import { type Attendee, attendee, type EventCard } from '../../../functions/events/index.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { put } from '../../../lib/table/write.ts'
import type { Answer, Arena, Ask } from './arena.ts'
import { makeEvent, stormCard } from './storm-event.ts'
import { putAll, home as school, tableOf } from './storm-world.ts'
import type { SignedIn } from './visitors.ts'

type Asking = Arena['ask']

/** The JSON of an answer that has to be a good one. Throws what it says otherwise. */
export const jsonIn = ({ status, text }: Answer) => {
  if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

const asHost =
  (ask: Asking, { token }: SignedIn) =>
  (wanted: Pick<Ask, 'domain' | 'path' | 'body'>) =>
    ask({ method: 'POST', school, token, ...wanted }).then(jsonIn)

/** An organization that everybody may join, with a message; `like` is the address to like it at. */
export const openSociety = async (ask: Asking, host: SignedIn) => {
  const post = asHost(ask, host)
  const founding = { org_name: 'Chess', org_description: 'All day' }
  const { org } = await post({ domain: 'organizations', path: '/create-org', body: founding })
  const messages = `/org-messages/${org._id}/messages`
  const hello = { content: 'Hello', visibility: 'public' }
  const { data } = await post({ domain: 'messages', path: messages, body: hello })
  return { orgId: org._id as string, like: `${messages}/${data._id}/like` }
}

const rowOf = (card: EventCard, { id: personId }: SignedIn): Attendee => ({
  eventId: card.eventId,
  kind: 'u',
  personId,
  status: 'attending',
  name: personId,
  username: personId.toLowerCase(),
  registeredAt: card.updatedAt,
  guestCount: 1,
  checkedIn: false,
  start_time: card.start_time,
  version: 1,
})

/** An event that has begun, where all these people have a seat and nobody is in yet. */
export const expecting = async (
  runtime: Runtime,
  host: SignedIn,
  people: readonly SignedIn[],
): Promise<EventCard> => {
  const now = runtime.now().getTime()
  const card = {
    ...stormCard('begun-event', people.length),
    start_time: new Date(now - 60_000).toISOString(),
    end_time: new Date(now + 3 * 3_600_000).toISOString(),
    hostingId: host.id,
    createdBy: host.id,
  }
  const table = tableOf(runtime)
  await makeEvent(table, card)
  await putAll(
    runtime,
    school,
    people.map((one) => put(attendee, rowOf(card, one))),
  )
  await table.update(seatCounter, { eventId: card.eventId }, { set: { taken: people.length } })
  return card
}

/** Opens the desk of an event and the doors of these names: the secret of each. */
export const openDoors = async (
  ask: Asking,
  host: SignedIn,
  { eventId }: EventCard,
  names: readonly string[],
): Promise<string[]> => {
  const post = asHost(ask, host)
  const desk = `/events/${eventId}/check-in`
  await post({ domain: 'checkins', path: `${desk}/enable`, body: {} })
  const secrets: string[] = []
  for (const name of names) {
    const { data } = await post({
      domain: 'checkins',
      path: `${desk}/door-credentials`,
      body: { name, hours: 4 },
    })
    secrets.push(data.credential.secret)
  }
  return secrets
}
