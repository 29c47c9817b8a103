import * as z from 'zod/mini'

/** Where the people of a school are led and what its pages look like, as its row keeps it. */
export const branding = {
  /** The address of a client of its own, and where in it each kind of address is. */
  webOrigin: z.optional(z.string()),
  webPaths: z.optional(z.record(z.string(), z.string())),
  /** A colour as #rrggbb, and the address of a picture. */
  color: z.optional(z.string()),
  logo: z.optional(z.string()),
}
