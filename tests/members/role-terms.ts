import { taskHandlers } from '../../functions/members/scheduled-tasks.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import type { Runtime } from '../../lib/runtime.ts'
import { sweepHourOfNow } from '../../lib/scheduled/sweep.ts'
import { dueShards, scheduledTask } from '../../lib/scheduled/task.ts'
import { sweepWorld } from '../support/due.ts'
import { listed } from '../support/inboxes.ts'
import { type Person, password } from '../support/people.ts'
import { society } from '../support/societies.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

export const dayMs = 24 * 3600_000

/** A platform whose schools live in New York, with a table of its own. */
export const newYork = (): Promise<World> =>
  world({ ownTable: true, settings: { DEFAULT_TIMEZONE: 'America/New_York', RATE_LIMIT_SCALE: '1000' } })

/** A moment (ISO 8601) so many days from now. */
export const inDays = ({ clock }: World, days: number): string =>
  new Date(clock.now().getTime() + days * dayMs).toISOString()

/** Carries out what is due in this hour, as often as it is asked. */
export const strike = (w: World, runtime: Runtime = w.runtime): Promise<void> =>
  sweepHourOfNow(taskHandlers)(sweepWorld(runtime))

/** It is that moment, people sign in anew, and the clock strikes. */
export const strikeAt = async (w: World, moment: string, people: readonly Person[] = []): Promise<void> => {
  w.clock.advance((Date.parse(moment) - w.clock.now().getTime()) / 1000)
  await strike(w)
  for (const { device, email } of people) await device.login({ email, password })
}

/** What is due in the hours of some moments because of terms: the kind, without its domain, and when. */
export const termsDue = async (w: World, moments: readonly string[]): Promise<readonly string[]> => {
  const hours = [...new Set(moments.map((moment) => moment.slice(0, 13)))]
  const pages = await Promise.all(
    hours.flatMap((hour) =>
      dueShards.map((shard) =>
        w.table('www').list(scheduledTask, { keyParams: { hour, shard }, limit: 500, strong: true }),
      ),
    ),
  )
  return pages
    .flatMap(({ items }) => items)
    .filter(({ kind }) => kind.startsWith('members.'))
    .map(({ kind, at, subject }) => `${kind.replace('members.', '')} ${subject} ${at}`)
    .sort()
}

export type Club = Awaited<ReturnType<typeof society>>

let clubs = 0

/** An organization with its people, each time another one. */
export const termClub = (w: World): Promise<Club> => {
  clubs += 1
  return society(w, `term${'abcdefghijklmnopqrstuvwxyz'[clubs]}`)
}

export const idOf = ({ user }: Person): string => user._id

/** What the table, and people's inboxes, say of the terms of a world. */
export const termsOf = (w: World) => {
  const stream = streamOf(w)
  const rowOf = ({ orgId }: Club, person: Person) =>
    w.table().get(orgMember, { orgId, userId: idOf(person) }, { strong: true })
  return {
    rowOf,
    rolesOf: async (c: Club, person: Person) => (await rowOf(c, person))?.roles,
    told: async (person: Person): Promise<readonly string[]> => {
      await stream.drain()
      return (await listed(person)).data.map(({ message }: { message: string }) => message)
    },
  }
}

export const assign = ({ orgId }: Club, by: Person, to: Person, more: object) =>
  by.device.assignOrgRole({ orgId, userId: idOf(to), ...more })
