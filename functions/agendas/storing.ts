import { fail } from '../../lib/contract/failure.ts'
import { pause } from '../../lib/table/pause.ts'
import type { Table } from '../../lib/table/table.ts'
import { type EventAgenda, eventAgenda } from '../events/service.ts'
import { AgendaTooLarge, EventChanged } from './failures.ts'

/** What the table takes in one item, with room for what lies beside the agenda. */
const mostBytes = 300_000
const attempts = 8

export const findAgenda = (table: Table, eventId: string): Promise<EventAgenda | undefined> =>
  table.get(eventAgenda, { eventId }, { strong: true })

type Draft = Omit<EventAgenda, 'itemCount' | 'version' | 'updatedAt'>

const sized = (agenda: EventAgenda): EventAgenda =>
  Buffer.byteLength(JSON.stringify(agenda)) > mostBytes ? fail(AgendaTooLarge) : agenda

/**
 * Keeps what `change` makes of the agenda, under the version it was made of. Who loses a race is shown the agenda as it
 * is by then and decides again; after eight of them 409 `Event was changed by someone else`.
 */
export const saveAgenda = async (
  { table, now }: { readonly table: Table; now(): Date },
  read: EventAgenda | undefined,
  change: (before: EventAgenda | undefined) => Draft,
): Promise<EventAgenda> => {
  let before = read
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const draft = change(before)
    const after = sized({
      ...draft,
      itemCount: draft.items.length,
      updatedAt: now().toISOString(),
      version: (before?.version ?? 0) + 1,
    })
    const condition = before ? { equals: { version: before.version } } : ({ absent: true } as const)
    const saved = await table.put(eventAgenda, after, condition)
    if (saved.ok) return after
    before = saved.found
    await pause(attempt)
  }
  return fail(EventChanged)
}
