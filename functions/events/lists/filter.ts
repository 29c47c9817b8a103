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

/** What lists of events can be narrowed down to. A value alone means `$eq`. */
const Filter = z.strictObject({ type: z.optional(Test), hostingType: z.optional(Test) })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return fail(BadFilter)
  }
}

const folded = (value: string): string => value.trim().toLowerCase()

const passes = (given: string, test: Test | undefined): boolean => {
  if (test === undefined) return true
  const value = folded(given)
  if (typeof test === 'string') return value === folded(test)
  const { $in, $eq, $ne, $gte, $lte } = test
  if ($in && !$in.map(folded).includes(value)) return false
  if ($eq !== undefined && value !== folded($eq)) return false
  if ($ne !== undefined && value === folded($ne)) return false
  if ($gte !== undefined && value < folded($gte)) return false
  return $lte === undefined || value <= folded($lte)
}

export type CardFilter = (card: Pick<EventCard, 'type' | 'hostingType'>) => boolean

/** The filter of a query: JSON with the operators above alone. Fails with 400 `Invalid filter format.` */
export const filterOf = (text: string | undefined): CardFilter | undefined => {
  if (text === undefined || text.trim() === '') return undefined
  const { success, data } = z.safeParse(Filter, parsed(text))
  if (!success) return fail(BadFilter)
  return ({ type, hostingType }) => passes(type, data.type) && passes(hostingType, data.hostingType)
}
