import * as z from 'zod/mini'
import { dayMs } from '../../../lib/contract/time.ts'
import { entity } from '../../../lib/table/entity.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import type { PlanWorld } from '../../lifecycle/index.ts'

const text = z.string()

/**
 * Work on the events of a series, a page for each row. `make` makes them, or submits them anew, as they were when the
 * first one was submitted; `follow` brings them where the first one was brought; the others do to them what was done to
 * one of them.
 */
export const SeriesDue = z.object({
  seriesId: text,
  run: text,
  page: text,
  job: z.enum(['make', 'follow', 'edit', 'cancel', 'delete']),
  /** Of `make`: the first event as it was. Of `follow`: the state. Of `edit`: what was sent. */
  facts: z.record(text, z.unknown()),
  /** Only events behind this one. */
  after: z.number(),
  /** The event that it was done to. */
  except: text,
  expiresAt: text,
})
export type SeriesDue = z.infer<typeof SeriesDue>
export const seriesDue = entity('SeriesDue', SeriesDue, {
  scope: 'tenant',
  pk: 'OUT#SERIES#{seriesId}',
  sk: '{run}#{page}',
  ttl: 'expiresAt',
})

const keptMs = 7 * dayMs

export const seriesWrite = (
  wanted: Pick<SeriesDue, 'seriesId' | 'job'> &
    Partial<Pick<SeriesDue, 'facts' | 'after' | 'except' | 'run' | 'page'>>,
  { now, newId }: PlanWorld,
): Write =>
  put(seriesDue, {
    run: newId(),
    page: '0000',
    facts: {},
    after: 0,
    except: wanted.seriesId,
    ...wanted,
    expiresAt: new Date(now().getTime() + keptMs).toISOString(),
  })
