import * as z from 'zod/mini'
import { dayMs } from '../../lib/contract/time.ts'
import { entity } from '../../lib/table/entity.ts'
import { put, type Write } from '../../lib/table/write.ts'

const text = z.string()

/**
 * A page of a closed host's events to cancel. The change event of one row cancels one page and writes the next row.
 */
export const HostSweep = z.object({
  hostingId: text,
  /** The second pass, a minute later, finds events that the index showed too late for the first. */
  pass: z.enum(['1', '2']),
  round: text,
  shelf: text,
  cursor: z.optional(text),
  expiresAt: text,
})
export type HostSweep = z.infer<typeof HostSweep>
export const hostSweep = entity('HostSweep', HostSweep, {
  scope: 'tenant',
  pk: 'OUT#HOST#{hostingId}',
  sk: '{pass}#{round}',
  ttl: 'expiresAt',
})

const rowLifetimeMs = 7 * dayMs

/** `round` counts the pages of a pass, from 0. */
export const hostSweepWrite = (
  { round, ...place }: Omit<HostSweep, 'round' | 'expiresAt'> & { readonly round: number },
  { now }: { readonly now: () => Date },
): Write =>
  put(hostSweep, {
    ...place,
    round: String(round).padStart(6, '0'),
    expiresAt: new Date(now().getTime() + rowLifetimeMs).toISOString(),
  })

/**
 * Work on the events of a series, one row for each page. `make` creates the events, or submits them again, from the
 * state of the first event at submission. `follow` gives them the status of the first event. The other jobs repeat a
 * change that was made to one event.
 */
export const SeriesTask = z.object({
  seriesId: text,
  run: text,
  page: text,
  job: z.enum(['make', 'follow', 'edit', 'cancel', 'delete']),
  /** For `make`: the first event at submission. For `follow`: the status. For `edit`: the fields sent. */
  facts: z.record(text, z.unknown()),
  /** Only events with a higher index. */
  after: z.number(),
  /** The event that already has the change. */
  except: text,
  expiresAt: text,
})
export type SeriesTask = z.infer<typeof SeriesTask>
export const seriesTask = entity('SeriesDue', SeriesTask, {
  scope: 'tenant',
  pk: 'OUT#SERIES#{seriesId}',
  sk: '{run}#{page}',
  ttl: 'expiresAt',
})

export const seriesTaskWrite = (
  wanted: Pick<SeriesTask, 'seriesId' | 'job'> &
    Partial<Pick<SeriesTask, 'facts' | 'after' | 'except' | 'run' | 'page'>>,
  { now, newId }: { readonly now: () => Date; readonly newId: () => string },
): Write =>
  put(seriesTask, {
    run: newId(),
    page: '0000',
    facts: {},
    after: 0,
    except: wanted.seriesId,
    ...wanted,
    expiresAt: new Date(now().getTime() + rowLifetimeMs).toISOString(),
  })
