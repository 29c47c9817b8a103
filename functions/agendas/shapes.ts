import * as z from 'zod/mini'
import { Id, prose, Timestamp } from '../../lib/contract/fields.ts'
import { PublicAgenda } from '../events/contract.ts'

export { PublicAgenda } from '../events/contract.ts'

const words = (max: number) => z.optional(z.nullable(prose(max)))

/** Types of items, as clients offer them. */
export const ItemType = z.enum(['Activity', 'Break', 'Setup', 'Breakdown', 'Transition', 'Speaker', 'Custom'])

const fields = {
  title: words(200),
  description: words(5000),
  location: words(300),
  startTime: z.optional(z.nullable(Timestamp)),
  endTime: z.optional(z.nullable(Timestamp)),
  type: z.optional(ItemType),
  customTag: words(60),
  customColor: z.optional(
    z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Expected a colour such as #a855f7'))),
  ),
  assignedRoles: z.optional(z.array(Id).check(z.maxLength(20))),
  isPublic: z.optional(z.boolean()),
  order: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
}

/** An item as it is sent. What is missing is told by `itemOf`. Null takes an optional field away. */
export const ItemDraft = z.object({
  id: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  ...fields,
})
export type ItemDraft = z.infer<typeof ItemDraft>

/** A change of an item, whose id stays. */
export const ItemChange = z.object(fields)
export type ItemChange = z.infer<typeof ItemChange>

export const ItemDrafts = z.array(ItemDraft)

export const ItemView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  location: z.optional(z.string()),
  startTime: z.string(),
  endTime: z.string(),
  type: ItemType,
  customTag: z.optional(z.string()),
  customColor: z.optional(z.string()),
  assignedRoles: z.array(z.string()),
  isPublic: z.boolean(),
  order: z.number(),
})

/** What its organizers see. `_id` is null while there is none. */
export const AgendaView = z.object({
  ...PublicAgenda.shape,
  _id: z.nullable(z.string()),
  internalNotes: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})

export const Notes = words(5000)
