import * as z from 'zod/mini'
import { entity } from '../table/entity.ts'

/** What the sweeper of due rows knows and tells, kept under the platform's own key. */

/** The first hour (since 1970) that may still hold rows: everything before it was carried out. */
export const DueMark = z.object({ name: z.literal('sweep'), hour: z.number(), at: z.string() })
export type DueMark = z.infer<typeof DueMark>
export const dueMark = entity('DueMark', DueMark, { scope: 'tenant', pk: 'DUEMARK', sk: '{name}' })

/** A row that was put aside because it failed too often. It stays for a month, for whoever looks into it. */
export const DueLater = z.object({
  at: z.string(),
  tenantKey: z.string(),
  kind: z.string(),
  subject: z.string(),
  version: z.string(),
  params: z.record(z.string(), z.string()),
  tries: z.number(),
  /** The name of what was thrown last. */
  cause: z.string(),
  asideAt: z.string(),
  expiresAt: z.string(),
})
export type DueLater = z.infer<typeof DueLater>
export const dueLater = entity('DueLater', DueLater, {
  scope: 'tenant',
  pk: 'DUELATER',
  sk: '{at}#{tenantKey}#{kind}#{subject}#{version}',
  ttl: 'expiresAt',
})
