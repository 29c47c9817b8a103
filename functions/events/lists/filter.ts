import * as z from 'zod/mini'
import { fail } from '../../../lib/contract/failure.ts'
import { BadFilter } from '../contract/failures.ts'
import type { EventCard } from '../records/event.ts'

const Value = z.string().check(z.maxLength(100))

const Test = z.union([
  Value,
  z.strictObject({
    $in: z.optional(z.array(Value).check(z.maxLength(20))),
    $eq: z.optional(Value),
    $ne: z.optional(Value),
    $gte: z.optional(Value),
    $lte: z.optional(Value),
  }),
])
type Test = z.infer<typeof Test>

/** Filters for event lists, with the same operators for ids. A plain value means `$eq`. */
const Filter = z.strictObject({
  type: z.optional(Test),
  hostingType: z.optional(Test),
  hostingId: z.optional(Test),
  status: z.optional(Test),
  /** The event's creator. */
  creator: z.optional(Test),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return fail(BadFilter)
  }
}

const folded = (value: string): string => value.trim().toLowerCase()

/** A row without the fact passes; the card decides later. */
const passes = (given: string | undefined, test: Test | undefined): boolean => {
  if (test === undefined || given === undefined) return true
  const value = folded(given)
  if (typeof test === 'string') return value === folded(test)
  const { $in, $eq, $ne, $gte, $lte } = test
  if ($in && !$in.map(folded).includes(value)) return false
  if ($eq !== undefined && value !== folded($eq)) return false
  if ($ne !== undefined && value === folded($ne)) return false
  if ($gte !== undefined && value < folded($gte)) return false
  return $lte === undefined || value <= folded($lte)
}

export type CardFilter = (
  card: Pick<EventCard, 'type' | 'hostingType'> &
    Partial<Pick<EventCard, 'hostingId' | 'status' | 'createdBy'>>,
) => boolean

/** Parses the filter of a query: JSON with only the operators above. Fails with 400 `Invalid filter format.` */
export const filterOf = (text: string | undefined): CardFilter | undefined => {
  if (text === undefined || text.trim() === '') return undefined
  const { success, data } = z.safeParse(Filter, parsed(text))
  if (!success) return fail(BadFilter)
  return ({ type, hostingType, hostingId, status, createdBy }) =>
    passes(type, data.type) &&
    passes(hostingType, data.hostingType) &&
    passes(hostingId, data.hostingId) &&
    passes(status, data.status) &&
    passes(createdBy, data.creator)
}

/** The single host that a filter names; undefined for none or several. */
export const hostIn = (text: string | undefined): string | undefined => {
  if (text === undefined || text.trim() === '') return undefined
  const { hostingId: test } = z.parse(Filter, parsed(text))
  return typeof test === 'object' ? test.$eq : test
}
