import * as z from 'zod/mini'
import { entity } from '../table/entity.ts'

/** State of the sweeper of scheduled tasks, stored under the platform's own key. */

/** The first hour (since 1970) that may still hold tasks: all earlier ones were run. */
export const DueMark = z.object({ name: z.literal('sweep'), hour: z.number(), at: z.string() })
export type DueMark = z.infer<typeof DueMark>
export const dueMark = entity('DueMark', DueMark, { scope: 'tenant', pk: 'DUEMARK', sk: '{name}' })

/** A task that was set aside because it failed too often. It stays for a month, for inspection. */
export const DueLater = z.object({
  at: z.string(),
  tenantKey: z.string(),
  kind: z.string(),
  subject: z.string(),
  version: z.string(),
  params: z.record(z.string(), z.string()),
  tries: z.number(),
  /** The name of the last error. */
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
