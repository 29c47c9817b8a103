import * as z from 'zod/mini'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

export const agendaItemTypes = [
  'Activity',
  'Break',
  'Setup',
  'Breakdown',
  'Transition',
  'Speaker',
  'Custom',
] as const

/** One agenda item. Times are ISO 8601, UTC. */
export const AgendaItem = z.object({
  id: text,
  title: text,
  description: maybe(text),
  location: maybe(text),
  startTime: text,
  endTime: text,
  type: z.enum(agendaItemTypes),
  customTag: maybe(text),
  customColor: maybe(text),
  /** Ids of the event's jobs. */
  assignedRoles: z.array(text),
  /** False: visible to staff only. */
  isPublic: z.boolean(),
  order: z.number(),
})
export type AgendaItem = z.infer<typeof AgendaItem>

export const PublicAgenda = z.object({
  _id: z.string(),
  eventId: z.string(),
  orgId: z.optional(z.string()),
  items: z.array(AgendaItem),
  isPublished: z.boolean(),
  publicNotes: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
