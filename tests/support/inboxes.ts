import type { Audience } from '../../lib/audience.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { setRights } from '../security/rights.ts'
import { type Person, registered } from './people.ts'
import { streamOf } from './streamed.ts'
import type { World } from './world.ts'

type Due = Parameters<typeof notificationDue>[1]

/** Lets something happen that some people are told of. */
export const tell = async (w: World, to: Audience, more: Partial<Due> = {}): Promise<void> => {
  const params = { eventTitle: 'Chess night', ...more.params }
  await w.table().write([notificationDue(w.runtime, { template: 'event_created', ...more, params, to })])
  await streamOf(w).drain()
}

/** Some people by name. */
export const only = (...people: Person[]): Audience => ({
  kind: 'users',
  ids: people.map(({ user }) => user._id),
})

/** One page of somebody's inbox. */
export const listed = async ({ device }: Person, query: object = {}) =>
  (await device.listNotifications(query)).body

/** Their counters. */
export const countsOf = async ({ device }: Person) => (await device.getNotificationStatistics()).body.data

export const unreadOf = async ({ device }: Person): Promise<number> =>
  (await device.countUnreadNotifications()).body.data.count

/** An administrator of the school. */
export const asAdmin = async (w: World, name = 'dean'): Promise<Person> => {
  const person = await registered(w, name)
  await setRights(w, { globalUserId: person.user.globalUserId, memberId: person.user._id } as never, {
    roles: ['user', 'admin'],
  })
  return person
}
