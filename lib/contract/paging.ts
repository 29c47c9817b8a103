import * as z from 'zod/mini'
import { holds } from './fields.ts'

/** A number as the text of a query. */
export const Count = z.string().check(z.maxLength(20), holds('number'))

/** `page` and `limit` as existing clients send them, clamped by the services; `cursor` continues after a page. */
export const PageQuery = {
  page: z.optional(Count),
  limit: z.optional(Count),
  cursor: z.optional(z.string().check(z.maxLength(2048))),
}

type PageRequest = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}

const clamped = (text: string | undefined, otherwise: number, most: number): number => {
  const parsed = Math.trunc(Number(text))
  return text === undefined || !Number.isFinite(parsed) ? otherwise : Math.min(most, Math.max(1, parsed))
}

/**
 * The page of a query: pages start at 1, `limit` defaults to 20 and is at most 100. Invalid numbers count as absent.
 */
export const pageOf = ({ page, limit, cursor }: PageRequest) => ({
  page: clamped(page, 1, 1_000_000),
  limit: clamped(limit, 20, 100),
  cursor,
})

/** The number of pages of a list, at least `least`: the pages that are known to exist when `total` is a lower bound. */
export const pagesOf = (total: number, limit: number, least = 1): number =>
  Math.max(1, least, Math.ceil(total / limit))
