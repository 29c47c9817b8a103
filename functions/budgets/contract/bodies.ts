import * as z from 'zod/mini'
import { line, prose, text } from '../../../lib/contract/fields.ts'
import { minutes } from '../../../lib/contract/limit.ts'
import { BudgetTemplates, LineKind, WorkflowPresets } from './finance-shapes.ts'

/** The version that the change was made from. */
const version = z.optional(z.int().check(z.minimum(0)))

export const commentLimits = { person: { max: 60, seconds: 10 * minutes } } as const

export const FinanceBody = z.strictObject({
  budgetTemplates: z.optional(BudgetTemplates),
  workflowPresets: z.optional(WorkflowPresets),
  version,
})

export const CreationBody = z.strictObject({
  templateKey: text(60),
  fiscalYear: z.optional(
    z
      .string()
      .check(z.regex(/^\d[\w /.-]{0,19}$/, 'A year, or a span such as 2026-27, at most 20 characters')),
  ),
  title: z.optional(line(200)),
})

const wide = 1e15

const SentLine = z.strictObject({
  key: text(60),
  amount: z.optional(z.nullable(z.number())),
  numberValue: z.optional(z.nullable(z.number().check(z.minimum(-wide), z.maximum(wide)))),
  textValue: z.optional(z.nullable(prose(2000))),
  note: z.optional(prose(500)),
  label: z.optional(line(120, 0)),
  kind: z.optional(LineKind),
})

export const EditBody = z.strictObject({
  lineItems: z.optional(z.array(SentLine).check(z.maxLength(200))),
  title: z.optional(line(200)),
  version,
})

export const VersionBody = z.optional(z.strictObject({ version }))

const message = z.optional(prose(4900))
export const NoteBody = z.optional(z.strictObject({ message, version }))

export const CommentBody = z.strictObject({ body: z.optional(prose(5000)) })
