import { fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import type {
  FormChange,
  FormConfig,
  FormField,
  SentField,
  ShownField,
  ShownForm,
} from './contract/form-shapes.ts'

type Drawn = Pick<ShownField, 'name' | 'label' | 'step' | 'inputType'> & {
  readonly type?: FormField['type']
  readonly required?: boolean
  readonly options?: readonly string[]
  readonly multiple?: boolean
  readonly min?: number
}

const { basics, last } = { basics: 'basic-info', last: 'additional' }

/** What every event is asked, whatever the school adds: a client that draws the form has it all from here. */
const standard: readonly Drawn[] = [
  { name: 'name', label: 'Event name', step: basics, inputType: 'text', required: true },
  { name: 'description', label: 'Description', step: basics, inputType: 'markdown-textarea', required: true },
  {
    name: 'type',
    label: 'Event type',
    step: basics,
    inputType: 'select',
    required: true,
    options: [
      'Meeting',
      'Social',
      'Workshop',
      'Training',
      'Community',
      'Performance',
      'Competition',
      'Other',
    ],
  },
  { name: 'event_tags', label: 'Tags', step: basics, inputType: 'multi-select', multiple: true },
  {
    name: 'visibility',
    label: 'Visibility',
    step: basics,
    inputType: 'select',
    required: true,
    options: ['public', 'unlisted', 'members_only'],
  },
  {
    name: 'expectedAttendance',
    label: 'Expected attendance',
    step: basics,
    inputType: 'number',
    type: 'number',
    required: true,
    min: 1,
  },
  { name: 'contact', label: 'Contact', step: last, inputType: 'text' },
]

const inputs = { string: 'text', number: 'number', boolean: 'checkbox', date: 'date' } as const

const shown = (drawn: Drawn, order: number, isStandard: boolean): ShownField => {
  const {
    name,
    label,
    step,
    inputType,
    type = 'string',
    required = false,
    options = [],
    multiple,
    min,
  } = drawn
  return {
    name,
    label,
    type,
    required,
    options: [...options],
    step,
    inputType,
    placeholder: isStandard && inputType !== 'select' ? label : '',
    order,
    isActive: true,
    isRequired: required,
    validation: {
      required,
      ...(options.length === 0 ? {} : { options: [...options] }),
      ...(multiple === undefined ? {} : { multiple }),
      ...(min === undefined ? {} : { min }),
    },
    isStandard,
  }
}

const own = (field: FormField): Drawn => ({
  ...field,
  step: field.step ?? last,
  inputType: field.options.length > 0 ? 'select' : inputs[field.type],
})

const standardFields: readonly ShownField[] = standard.map((drawn, order) => shown(drawn, order, true))

/** The form as clients draw it. */
export const shownForm = ({ fields, steps, allowIndividualUserHosting }: FormConfig): ShownForm => ({
  fields: [...standardFields, ...fields.map((field, at) => shown(own(field), standard.length + at, false))],
  steps: steps.map(({ id, title }, order) => ({ id, title, order, isActive: true })),
  allowIndividualUserHosting,
})

const asked = ({ required, isRequired, validation }: SentField): boolean =>
  required ?? isRequired ?? validation?.required ?? false

const choices = ({ options, validation }: SentField): string[] => options ?? validation?.options ?? []

/** What every event is asked stands among the fields as it was read, or not at all. */
const refuseOtherStandard = (sent: SentField): void => {
  const there = standardFields.find(({ name }) => name === sent.name)
  if (!there) return
  const [wanted, has] = [choices(sent), there.options]
  const same =
    asked(sent) === there.required && wanted.length === has.length && wanted.every((one) => has.includes(one))
  if (!same)
    fail(ValidationError, {
      field: sent.name,
      details: [{ field: sent.name, message: 'Every event has it so' }],
    })
}

const kept = (sent: SentField): FormField => {
  const { name, label, type, step } = sent
  const kind = type === 'text' || type === 'textarea' || type === 'select' ? 'string' : type
  return { name, label, type: kind, required: asked(sent), options: choices(sent), ...(step ? { step } : {}) }
}

/** What is kept of a form that was sent: the school's own fields. */
export const keptForm = ({ fields, steps, allowIndividualUserHosting }: FormChange): Partial<FormConfig> => {
  fields?.forEach(refuseOtherStandard)
  const ours = fields?.filter(({ name }) => !standardFields.some((one) => one.name === name))
  return {
    ...(ours ? { fields: ours.map(kept) } : {}),
    ...(steps ? { steps: steps.map(({ id, title }) => ({ id, title })) } : {}),
    ...(allowIndividualUserHosting === undefined ? {} : { allowIndividualUserHosting }),
  }
}
