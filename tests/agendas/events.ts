import type { EventCard } from '../../functions/events/index.ts'
import { hostedBy, stored } from '../events/cards.ts'
import type { Reply } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { founded, joined, society } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'

/** An organization with people around it, one that may help it, and events of theirs. */
export const staged = async (name: string, settings: Readonly<Record<string, string>> = {}) => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000', ...settings } })
  const club = await society(w, name)
  const helper = await founded(await registered(w, `helper${name}`, { username: `helper${name}` }))
  const hosted = async (more: Partial<EventCard> = {}) => {
    const card = await stored(w, { ...hostedBy(club), collaborators: [helper.orgId], ...more })
    return { card, at: { orgId: club.orgId, eventId: card.eventId } }
  }
  return { w, club, helper, hosted }
}
export type Staged = Awaited<ReturnType<typeof staged>>

/** Somebody more who is an active member of the organization. */
export const another = async ({ w, club }: Pick<Staged, 'w' | 'club'>, name: string) =>
  joined(club, await registered(w, name, { username: name }))

export const itemAt = (hour: number, more: object = {}) => ({
  title: `Point ${hour}`,
  startTime: `2026-04-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
  endTime: `2026-04-01T${String(hour).padStart(2, '0')}:30:00.000Z`,
  ...more,
})

/** What the last request of a world cost behind authentication, whose read is one round trip. */
export const lastCost = ({ logs }: World) =>
  logs.at(-1)?.table as { depth: number; readUnits: number; writeUnits: number }

export const titlesOf = ({ body }: Reply): string[] =>
  body.data.agenda.items.map(({ title }: { title: string }) => title)
