import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventPage, type Source } from '../../functions/events/index.ts'
import { Failure } from '../../lib/contract/failure.ts'
import type { Page } from '../../lib/table/lists/list.ts'
import { maxNumberedItems, type Numbered, numberedPage } from '../../lib/table/lists/numbered.ts'
import { joinedPage, windowPage } from '../../lib/table/lists/pages.ts'
import { cardOf } from '../events/cards.ts'

type Paged = {
  readonly items: readonly number[]
  readonly cursor?: string | undefined
  readonly total?: number
}
type Asking = (numbered: Numbered) => Promise<Paged>

/** Rows of a list, in order; a `gap` has none that are shown. */
type Lists = { readonly rows: readonly number[]; isShown(row: number): boolean }

const padded = (row: number): string => String(row).padStart(6, '0')

/** What the table does for one list of numbers. */
const listed =
  (rows: readonly number[]) =>
  async (part: {
    limit: number
    cursor?: string | undefined
    from?: string | undefined
  }): Promise<Page<number>> => {
    const after = part.cursor === undefined ? undefined : Number(part.cursor)
    const rest = rows.filter(
      (row) => (after === undefined || row > after) && padded(row) >= (part.from ?? ''),
    )
    const items = rest.slice(0, part.limit)
    return rest.length > items.length ? { items, cursor: String(items.at(-1)) } : { items }
  }

const halves = (rows: readonly number[]) => [0, 1].map((half) => rows.filter((row) => row % 2 === half))

const numbered =
  ({ rows }: Lists): Asking =>
  (asked) =>
    numberedPage(listed(rows), asked)

const joined =
  ({ rows }: Lists): Asking =>
  (asked) =>
    joinedPage({
      lists: halves(rows).map(listed),
      placeOf: padded,
      descending: false,
      numbered: asked,
      scope: 'joined',
    })

const windows =
  ({ rows, isShown }: Lists): Asking =>
  ({ page, limit, cursor }) =>
    windowPage({
      read: async (at) => {
        const part = await listed(rows)({ limit: 100, cursor: at })
        return { items: part.items.filter(isShown), at: at ?? '', next: part.cursor }
      },
      skip: (page - 1) * limit,
      limit,
      cursor,
      scope: 'windows',
      looks: 3,
    })

const start = (row: number): string => new Date(Date.parse('2026-01-01') + row * 1000).toISOString()

const events = ({ rows, isShown }: Lists): Asking => {
  const cards = new Map(
    rows.map((row) => [padded(row), cardOf({ eventId: padded(row), start_time: start(row) })]),
  )
  const source =
    (half: readonly number[]): Source =>
    async ({ limit, from = '' }) => {
      const own = half.map((row) => cards.get(padded(row))).filter((card) => card !== undefined)
      const rest = own.filter((card) => `${card.start_time}#${card.eventId}` >= from)
      const items = rest.slice(0, limit)
      return rest.length > items.length ? { items, cursor: 'more' } : { items }
    }
  return async (asked) => {
    const { items, ...rest } = await eventPage({
      sources: halves(rows).map(source),
      numbered: asked,
      scope: 'events',
      examined: 100,
      keep: (found) => found.filter(({ eventId }) => isShown(Number(eventId))),
    })
    return { ...rest, items: items.map(({ eventId }) => Number(eventId)) }
  }
}

const kinds = { numbered, joined, windows, events }

const lists = fc
  .record({ size: fc.integer({ min: 0, max: 1300 }), step: fc.integer({ min: 1, max: 5 }), gap: fc.nat(700) })
  .map(({ size, step, gap }) => ({
    rows: Array.from({ length: size }, (_, at) => at),
    isShown: (row: number) => row >= gap && row % step === 0,
  }))

describe.each(Object.entries(kinds))('pages that are %s', (name, of) => {
  const shownOf = ({ rows, isShown }: Lists): readonly number[] =>
    name === 'windows' || name === 'events' ? rows.filter(isShown) : rows

  // rules/table 2
  it('meet every row once behind a cursor, count them, and never say 0 while they go on', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 7, max: 100 }), async (list, limit) => {
        const ask = of(list)
        const all: number[] = []
        let cursor: string | undefined
        let total: number | undefined
        do {
          const page = await ask({ page: 1, limit, cursor })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          if (page.cursor !== undefined) expect(page.total).not.toBe(0)
          all.push(...page.items)
          ;({ cursor, total } = page)
        } while (cursor !== undefined)
        expect(all).toEqual(shownOf(list))
        if (total !== undefined) expect(total).toBe(all.length)
      }),
      { numRuns: 40 },
    )
  })

  // rules/table 3
  it('show by number what the cursor shows, or say that they do not reach it', async () => {
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.integer({ min: 7, max: 100 }),
        fc.integer({ min: 1, max: 200 }),
        async (list, limit, page) => {
          const wanted = shownOf(list).slice((page - 1) * limit, page * limit)
          const found = await of(list)({ page, limit }).catch((error: unknown) => {
            if (error instanceof Failure && error.kind.code === 'PAGE_TOO_FAR') return undefined
            throw error
          })
          if (found === undefined) {
            expect((page - 1) * limit).toBeGreaterThan(0)
            expect(list.rows.length).toBeGreaterThanOrEqual(
              name === 'windows' ? 100 : Math.min(300, maxNumberedItems),
            )
          } else if (found.cursor === undefined) expect(found.items).toEqual(wanted)
          else expect(found.items).toEqual(wanted.slice(0, found.items.length))
        },
      ),
      { numRuns: 60 },
    )
  })
})
