import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'

/** That a school was brought here from a file, whole or as far as it got: the same file may go on, no other. */
export const SchoolImport = z.object({
  name: z.literal('import'),
  hash: z.string(),
  startedAt: z.string(),
  finishedAt: z.optional(z.string()),
})
export type SchoolImport = z.infer<typeof SchoolImport>
export const schoolImport = entity('SchoolImport', SchoolImport, {
  scope: 'tenant',
  pk: 'IMPORT',
  sk: '{name}',
})
