import * as z from 'zod/mini'
import { line, text } from '../../../lib/contract/fields.ts'
import { closed, fieldTypes } from './fields.ts'

const options = z.array(line(100)).check(z.maxLength(50))

/** A custom field of the school. Events store its answer under `customFields`. */
export const FormField = closed({
  name: text(64),
  label: line(100),
  type: z.enum(fieldTypes),
  required: z._default(z.boolean(), false),
  options: z._default(options, []),
  step: z.optional(text(64)),
})
export type FormField = z.infer<typeof FormField>

export const FormStep = closed({ id: text(64), title: line(100) })

const namesDiffer = (fields: readonly { readonly name: string }[]): boolean =>
  new Set(fields.map(({ name }) => name)).size === fields.length

/** The school's part of the event form. */
export const FormConfig = closed({
  fields: z.array(FormField).check(z.maxLength(50), z.refine(namesDiffer, 'Names must be unique')),
  steps: z.array(FormStep).check(z.maxLength(20)),
  allowIndividualUserHosting: z.boolean(),
})
export type FormConfig = z.infer<typeof FormConfig>

/** Display fields: `required` and `options` are repeated where existing clients read them. */
const drawn = {
  inputType: z.string(),
  /** Shown until a value is entered. Some clients show no label beside the field. */
  placeholder: z.string(),
  order: z.number(),
  isActive: z.literal(true),
  isRequired: z.boolean(),
  validation: z.object({
    required: z.boolean(),
    options: z.optional(z.array(z.string())),
    multiple: z.optional(z.boolean()),
    min: z.optional(z.number()),
  }),
}

export const ShownField = z.object({
  ...FormField.shape,
  step: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  ...drawn,
  /** Every event has this field; the school cannot change it here. */
  isStandard: z.boolean(),
})
export type ShownField = z.infer<typeof ShownField>

const ShownStep = z.object({
  id: z.string(),
  title: z.string(),
  order: z.number(),
  isActive: z.literal(true),
  /** Names of the step's fields. */
  fields: z.array(z.string()),
})
export type ShownStep = z.infer<typeof ShownStep>

/** The complete form: standard fields, then the school's. */
export const ShownForm = z.object({
  fields: z.array(ShownField),
  steps: z.array(ShownStep),
  allowIndividualUserHosting: z.boolean(),
})
export type ShownForm = z.infer<typeof ShownForm>

/** Type names that existing clients use for texts and for standard event fields. */
const otherTypes = ['text', 'textarea', 'select', 'image', 'location'] as const

const Validation = z.looseObject({
  required: z.optional(z.nullable(z.boolean())),
  options: z.optional(z.nullable(options)),
})

/** A field as clients send it back, with its display fields. Standard fields may be included unchanged. */
const SentField = closed({
  name: text(64),
  label: line(100),
  type: z.enum([...fieldTypes, ...otherTypes]),
  required: z.optional(z.boolean()),
  options: z.optional(options),
  step: z.optional(z.nullable(text(64))),
  isRequired: z.optional(z.boolean()),
  validation: z.optional(z.nullable(Validation)),
  inputType: z.optional(text(40)),
  order: z.optional(z.number()),
  isActive: z.optional(z.literal(true)),
  isStandard: z.optional(z.boolean()),
  placeholder: z.optional(z.nullable(text(200, 0))),
  helpText: z.optional(z.nullable(text(300, 0))),
  description: z.optional(z.nullable(text(300, 0))),
  isLocked: z.optional(z.boolean()),
  conditional: z.optional(z.unknown()),
  allowMarkdown: z.optional(z.boolean()),
  _id: z.optional(text(64)),
})
export type SentField = z.infer<typeof SentField>

const SentStep = closed({
  ...FormStep.shape,
  order: z.optional(z.number()),
  isActive: z.optional(z.literal(true)),
  description: z.optional(text(300, 0)),
  fields: z.optional(z.array(text(64)).check(z.maxLength(80))),
})

export const FormChange = closed({
  fields: z.optional(
    z.array(SentField).check(z.maxLength(80), z.refine(namesDiffer, 'Names must be unique')),
  ),
  steps: z.optional(z.array(SentStep).check(z.maxLength(20))),
  allowIndividualUserHosting: z.optional(z.boolean()),
  /** The version of the configuration that was read. A form that changed since is not overwritten. */
  version: z.optional(z.int()),
})
export type FormChange = z.infer<typeof FormChange>
