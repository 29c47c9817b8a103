import { type AudiencePager, pager } from '../../../lib/audience.ts'
import { type GroupedChange, listGroupedChanges } from '../../../lib/change-groups.ts'
import { forEachConcurrently } from '../../../lib/concurrency.ts'
import type { Table } from '../../../lib/table/table.ts'

const participants = ['attendees', 'waiting', 'workers'] as const

/** Filters people to those who attend an event, wait for it or work at it. */
const amongEvent = async (
  events: AudiencePager,
  eventId: string,
  people: readonly string[],
  table: Table,
): Promise<readonly string[]> => {
  const found = await Promise.all(
    // Attendees include waitlisted people here.
    (['attendees', 'workers'] as const).map((who) =>
      events.among({ kind: 'event', eventId, who }, people, table),
    ),
  )
  return found.flat()
}

const requireEventPager = (pagers: readonly AudiencePager[]): AudiencePager => {
  const found = pagers.find(({ kind }) => kind === 'event')
  if (!found) throw new Error('there is no pager of events')
  return found
}

/** Events read at the same time. */
const atOnce = 8

/** Finds for each person the changes of a group that concern them, in the order of the events. */
export const changesByPerson = async (
  pagers: readonly AudiencePager[],
  changes: readonly GroupedChange[],
  people: readonly string[],
  table: Table,
): Promise<ReadonlyMap<string, readonly GroupedChange[]>> => {
  if (people.length === 0) return new Map()
  const events = requireEventPager(pagers)
  const concerned = new Map<string, ReadonlySet<string>>()
  await forEachConcurrently(changes, atOnce, async ({ eventId }) => {
    concerned.set(eventId, new Set(await amongEvent(events, eventId, people, table)))
  })
  return new Map(
    people.map((person) => [person, changes.filter(({ eventId }) => concerned.get(eventId)?.has(person))]),
  )
}

type Position = { readonly at: number; readonly within?: string | undefined }

/** `<list> <cursor of the list>`; each event has one list for each kind of participant. */
const positionOf = (cursor = '0'): Position => {
  const [, at = '0', within] = /^(\d+)(?: (.*))?$/s.exec(cursor) ?? []
  return { at: Number(at), within }
}

const cursorAt = ({ at, within }: Position): string => (within === undefined ? String(at) : `${at} ${within}`)

/** The people of all events of a group, event by event. A person of several events appears several times. */
export const changeGroupPager = (pagers: readonly AudiencePager[]): AudiencePager =>
  pager(
    'changeGroup',
    async ({ group, template }, table, cursor) => {
      const { at, within } = positionOf(cursor)
      const changes = await listGroupedChanges(table, group, template)
      const change = changes[Math.floor(at / participants.length)]
      const who = participants[at % participants.length]
      if (!change || !who) return { people: [] }
      const audience = { kind: 'event', eventId: change.eventId, who } as const
      const { people, next } = await requireEventPager(pagers).page(audience, table, within)
      if (next !== undefined) return { people, next: cursorAt({ at, within: next }) }
      const isLast = at + 1 >= changes.length * participants.length
      return isLast ? { people } : { people, next: cursorAt({ at: at + 1 }) }
    },
    async ({ group, template }, people, table) => {
      const found = new Set<string>()
      for (const { eventId } of await listGroupedChanges(table, group, template)) {
        const missing = people.filter((person) => !found.has(person))
        if (missing.length === 0) break
        for (const person of await amongEvent(requireEventPager(pagers), eventId, missing, table))
          found.add(person)
      }
      return people.filter((person) => found.has(person))
    },
  )
