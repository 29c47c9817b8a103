import * as z from 'zod/mini'
import { data } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { days } from '../../lib/contract/time.ts'

/**
 * Rows held under one name. `complete` is false when rows were omitted; the newest are present, and `rest` names where
 * the others are.
 */
export const Section = z.object({
  holds: z.string(),
  complete: z.boolean(),
  rest: z.optional(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())),
})
export type Section = z.infer<typeof Section>

const Sections = z.record(z.string(), Section)

export const MyData = z.object({
  exportedAt: z.string(),
  /** Data that does not depend on a school. */
  person: Sections,
  schools: z.array(
    z.object({ school: z.string(), status: z.enum(['active', 'invited', 'left']), data: Sections }),
  ),
  /** Data at the platform host. */
  platform: Sections,
  /** Data that is held but omitted from this document, and why. */
  withheld: z.array(z.object({ name: z.string(), holds: z.string(), why: z.string() })),
})
export type MyData = z.infer<typeof MyData>

export const exportLimits = { person: { max: 5, seconds: days } } as const

export const contract = declare('privacy', 'Personal data held about the caller', {
  getMyData: {
    summary: 'Export all data held about the caller, across all their schools, as one document',
    method: 'GET',
    path: '/my-data',
    access: 'caller',
    consequence: 'personal-export',
    proof: 'own',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    reply: data(MyData, undefined, { headers: ['Content-Disposition'] }),
    limits: exportLimits,
    costs: { depth: 4, read: 23.5, write: 1 },
    example: { as: 'ada' },
  },
})
