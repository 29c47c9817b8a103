import * as z from 'zod/mini'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

export const Seen = z.object({
  kind: maybe(z.enum(['event', 'agenda', 'form_open', 'form_bounce'])),
  source: maybe(z.enum(['org_page', 'explore', 'direct', 'email'])),
  once: maybe(
    z
      .enum(['day'])
      .check(z.meta({ description: 'Counts one view a person and day, in the time zone of the school' })),
  ),
})
export type Seen = z.infer<typeof Seen>
