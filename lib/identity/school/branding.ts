import * as z from 'zod/mini'

/** A school's web addresses and branding, as stored in its row. */
export const branding = {
  /** The address of the school's own client, with its path for each address kind. */
  webOrigin: z.optional(z.string()),
  webPaths: z.optional(z.record(z.string(), z.string())),
  /** A colour as #rrggbb, and a picture's address. */
  color: z.optional(z.string()),
  logo: z.optional(z.string()),
}
