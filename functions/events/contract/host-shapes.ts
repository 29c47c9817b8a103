import * as z from 'zod/mini'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** The host of an event, for all its readers. It never includes an e-mail address or school roles. */
export const HostView = z.object({
  _id: text,
  name: text,
  /** For an organization. */
  org_name: maybe(text),
  org_profile_image: maybe(text),
  /** For a person. The picture is repeated as `image`, where existing clients read it. */
  username: maybe(text),
  picture: maybe(text),
  image: maybe(text),
  /** Always empty; existing clients expect the list. */
  roles: z.array(text),
})
export type HostView = z.infer<typeof HostView>
