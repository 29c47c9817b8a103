import { fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { textFields } from '../events/contract.ts'
import type {
  FormChange,
  FormConfig,
  FormField,
  SentField,
  ShownField,
  ShownForm,
  ShownStep,
} from './contract/form-shapes.ts'

type FieldSpec = Pick<ShownField, 'name' | 'label' | 'step' | 'inputType'> & {
  readonly type?: FormField['type']
  readonly required?: boolean
  readonly options?: readonly string[]
  readonly multiple?: boolean
  readonly min?: number
}

const { basics, last } = { basics: 'basic-info', last: 'additional' }

/** Standard fields of every event. A client can render the complete form from them. */
const standard: readonly FieldSpec[] = [
  { name: 'name', label: 'Event name', step: basics, inputType: 'text', required: true },
  {
    name: 'description',
    label: textFields.description.label,
    step: basics,
    inputType: 'markdown-textarea',
    required: true,
  },
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
  { name: 'contact', label: textFields.contact.label, step: last, inputType: 'text' },
]

const inputs = { string: 'text', number: 'number', boolean: 'checkbox', date: 'date' } as const

const shownFieldOf = (drawn: FieldSpec, order: number, isStandard: boolean): ShownField => {
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

const fieldSpecOf = (field: FormField): FieldSpec => ({
  ...field,
  step: field.step ?? last,
  inputType: field.options.length > 0 ? 'select' : inputs[field.type],
})

const standardFields: readonly ShownField[] = standard.map((drawn, order) => shownFieldOf(drawn, order, true))

type Step = FormConfig['steps'][number]

/** The steps that clients show, also for other fields while a school has no steps of its own. */
const standardSteps: readonly Step[] = [
  { id: basics, title: 'Basic information' },
  { id: 'location', title: 'Location' },
  { id: 'date-time', title: 'Date and time' },
  { id: last, title: 'Additional details' },
]

const shownSteps = (steps: readonly Step[], fields: readonly ShownField[]): ShownStep[] =>
  steps.map(({ id, title }, order) => ({
    id,
    title,
    order,
    isActive: true,
    fields: fields.filter(({ step }) => step === id).map(({ name }) => name),
  }))

/** The form for clients to render. */
export const shownForm = ({ fields: ours, steps, allowIndividualUserHosting }: FormConfig): ShownForm => {
  const fields = [
    ...standardFields,
    ...ours.map((field, at) => shownFieldOf(fieldSpecOf(field), standard.length + at, false)),
  ]
  return { fields, steps: shownSteps(steps, fields), allowIndividualUserHosting }
}

/** The form for the editor. A school without steps gets the clients' standard steps. */
export const editedForm = (form: FormConfig): ShownForm => {
  const shown = shownForm(form)
  return form.steps.length > 0 ? shown : { ...shown, steps: shownSteps(standardSteps, shown.fields) }
}

const isFieldRequired = ({ required, isRequired, validation }: SentField): boolean =>
  required ?? isRequired ?? validation?.required ?? false

const choices = ({ options, validation }: SentField): string[] => options ?? validation?.options ?? []

/** A standard field must be sent unchanged or not at all. */
const refuseOtherStandard = (sent: SentField): void => {
  const there = standardFields.find(({ name }) => name === sent.name)
  if (!there) return
  const [requested, has] = [choices(sent), there.options]
  const same =
    isFieldRequired(sent) === there.required &&
    requested.length === has.length &&
    requested.every((one) => has.includes(one))
  if (!same)
    fail(ValidationError, {
      field: sent.name,
      details: [{ field: sent.name, message: 'Every event has it so' }],
    })
}

/** Event fields that an existing editor adds to every form. They are not custom fields of the school. */
const eventFieldNames: readonly string[] = [
  'start_time',
  'end_time',
  'hostingId',
  'hostingType',
  'image',
  'location',
  'classroom_id',
  'rsvpEnabled',
  'rsvpRequired',
  'rsvpDeadline',
  'maxAttendees',
]

const isOurs = ({ name }: SentField): boolean =>
  !eventFieldNames.includes(name) && !standardFields.some((one) => one.name === name)

/** An editor moves a field by listing it in another step. That step wins over the field's own. */
const stepOf = ({ name, step }: SentField, steps: FormChange['steps'] = []): string | undefined => {
  const listing = steps.filter(({ fields }) => fields?.includes(name)).map(({ id }) => id)
  return listing.length === 0 || (step && listing.includes(step)) ? (step ?? undefined) : listing[0]
}

const formFieldOf = (sent: SentField, steps: FormChange['steps']): FormField => {
  const { name, label, type } = sent
  const kind = type === 'number' || type === 'boolean' || type === 'date' ? type : 'string'
  const step = stepOf(sent, steps)
  return {
    name,
    label,
    type: kind,
    required: isFieldRequired(sent),
    options: choices(sent),
    ...(step ? { step } : {}),
  }
}

/** The standard steps, sent back unchanged, are not steps of the school. */
const ownSteps = (sent: readonly Step[]): Step[] => {
  const steps = sent.map(({ id, title }) => ({ id, title }))
  return JSON.stringify(steps) === JSON.stringify(standardSteps) ? [] : steps
}

/** The part of a sent form to store: the school's own fields and steps. */
export const formConfigChange = ({
  fields,
  steps,
  allowIndividualUserHosting,
}: FormChange): Partial<FormConfig> => {
  fields?.forEach(refuseOtherStandard)
  const ours = fields?.filter(isOurs)
  return {
    ...(ours ? { fields: ours.map((field) => formFieldOf(field, steps)) } : {}),
    ...(steps ? { steps: ownSteps(steps) } : {}),
    ...(allowIndividualUserHosting === undefined ? {} : { allowIndividualUserHosting }),
  }
}
