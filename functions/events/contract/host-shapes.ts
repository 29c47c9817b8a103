import * as z from 'zod/mini'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** Who hosts an event, as whoever reads the event sees them: never an address, and no roles of the school. */
export const HostView = z.object({
  _id: text,
  name: text,
  /** Of an organization. */
  org_name: maybe(text),
  org_profile_image: maybe(text),
  /** Of a person; the picture once more as `image`, where existing clients read it. */
  username: maybe(text),
  picture: maybe(text),
  image: maybe(text),
  /** Always empty: existing clients look into the list. */
  roles: z.array(text),
})
export type HostView = z.infer<typeof HostView>
