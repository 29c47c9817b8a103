import * as z from 'zod/mini'
import type { Tenant } from '../../lib/context.ts'
import { fileLine, type Paragraph } from '../../lib/gateways/letter.ts'

/** What a cause may put into its metadata for mails: a path of the school's own address, and files. */
const ForMails = z.object({
  mailLink: z.optional(z.string().check(z.regex(/^\/(?![/\\])/))),
  attachments: z.optional(z.array(z.object({ filename: z.string(), url: z.string() }))),
})

/** Lines of a mail that its notification has no room for: where to read more, and where files are. */
export const additionsOf = (metadata: unknown, { origin }: Tenant): readonly Paragraph[] => {
  const { success, data } = z.safeParse(ForMails, metadata ?? {})
  if (!success) return []
  const files = (data.attachments ?? []).map(({ filename, url }) => ({ written: fileLine(filename, url) }))
  return [...files, ...(data.mailLink === undefined ? [] : [`${origin}${data.mailLink}`])]
}
