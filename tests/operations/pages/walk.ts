import { beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../support/agent.ts'

/** Numbers go by `page`, or by `skip` where a list counts rows instead. */
export type Asked = {
  readonly limit: string
  readonly page?: string
  readonly skip?: string
  readonly cursor?: string
}
type Body = Reply['body']
export type PageCase<P> = readonly [
  ask: (place: P, asked: Asked) => Promise<Reply>,
  rows: (body: Body) => unknown[],
]
/** Lists that are walked in one world, where each has three pages or more. */
export type Cases<P> = Readonly<Record<string, PageCase<P>>>

/** Rows at the top of a body, or in its `data`. */
export const named = (name: string) => (body: Body) => body[name]
export const within = (name: string) => (body: Body) => body.data[name]

const most = 20
const limit = '2'
const cursorIn = ({ nextCursor, pagination, data }: Body): string | undefined =>
  [
    nextCursor,
    pagination?.nextCursor,
    pagination?.cursor,
    data?.nextCursor,
    data?.cursor,
    data?.pagination?.nextCursor,
  ].find((cursor) => typeof cursor === 'string')
const totalIn = ({ total, pagination, data }: Body): number | undefined =>
  total ?? pagination?.total ?? data?.total ?? data?.pagination?.total

/** The engine answers the fields of a map in any order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

const placed = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row, inOrder))

/** Walks each list behind its cursor, and by numbers as far as its query `has` them. */
export const walk = <P>(
  make: () => Promise<P>,
  cases: Cases<P>,
  has: (list: string, part: string) => boolean,
) => {
  describe.each(Object.entries(cases))('%s', (list, [ask, rows]) => {
    let place: P
    beforeAll(async () => {
      place = await make()
    }, 120_000)

    const asked = async (more: Partial<Asked>) => {
      const { status, body } = await ask(place, { limit, ...more })
      expect([status, body.message]).toEqual([200, body.message])
      return body
    }
    const whole = async () => placed(rows(await asked({ limit: '100' })))

    const hasCursor = has(list, 'cursor') || !has(list, 'page')
    it.runIf(hasCursor)(
      'reaches every row once behind the cursor, and no page that goes on is empty',
      async () => {
        const all = await whole()
        expect(all.length).toBeGreaterThan(4)
        expect(new Set(all).size).toBe(all.length)
        const seen: string[] = []
        let cursor: string | undefined
        for (let page = 0; page < most; page += 1) {
          const body = await asked(cursor === undefined ? {} : { cursor })
          expect(rows(body).length).toBeLessThanOrEqual(Number(limit))
          // The table learns that a list ends with a full page when it looks behind it.
          if (rows(body).length === 0) expect(cursorIn(body)).toBeUndefined()
          expect(totalIn(body)).not.toBe(0)
          seen.push(...placed(rows(body)))
          cursor = cursorIn(body)
          if (cursor === undefined) break
        }
        expect(seen).toEqual(all)
      },
    )

    it.runIf(has(list, 'page') || has(list, 'skip'))(
      'reaches every row once by numbers of pages',
      async () => {
        const all = await whole()
        const seen: string[] = []
        for (let page = 1; page <= Math.ceil(all.length / Number(limit)); page += 1) {
          const skip = String((page - 1) * Number(limit))
          seen.push(...placed(rows(await asked(has(list, 'page') ? { page: String(page) } : { skip }))))
        }
        expect(seen).toEqual(all)
      },
    )
  })
}

/** One world for all lists of a table, made when the first of them asks. */
export const once = <P>(make: () => Promise<P>): (() => Promise<P>) => {
  let made: Promise<P> | undefined
  return () => {
    made ??= make()
    return made
  }
}

export const five = async (make: (at: number) => Promise<Reply>): Promise<void> => {
  for (let at = 0; at < 5; at += 1) {
    const { status, body } = await make(at)
    if (status > 201) throw new Error(`number ${at} was refused: ${status} ${JSON.stringify(body)}`)
  }
}
