import { type AreaAction, adminPath, type PartOf, partPath } from '../admin/admin.ts'
import { confirmation } from '../admin/confirmation.ts'
import { type Answer, call, type FormAction, type FormInput, refusalOf } from '../call.ts'
import { checkbox, type Filled, field, hidden, select } from '../layout/forms.ts'
import { html } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t, translateChoices } from '../locale.ts'
import { saveOnce } from '../versioned.ts'

type FormField = Answer<'stakeholders', 'getEventSystemConfig'>['formConfig']['fields'][number]
type SentField = Pick<FormField, 'name' | 'label' | 'type' | 'required' | 'options'>

const types = [
  ['string', msg('Text')],
  ['number', msg('Number')],
  ['boolean', msg('Yes or no')],
  ['date', msg('Date')],
] as const

const own = ({ isStandard }: FormField): boolean => !isStandard

const sentOf = ({ name, label, type, required, options }: FormField): SentField => {
  return { name, label, type, required, options }
}

/** Fields that the school adds to the form for new events. */
export const eventFormPart: PartOf = async ({ query, filled }, context) => {
  const result = await call(context, 'stakeholders', 'getEventSystemConfig', {})
  if (!result.ok) return result
  const fields = result.value.formConfig.fields.filter(own)
  const version = String(result.value.version)
  const leaving = query.confirm === 'remove' ? fields.find(({ name }) => name === query.id) : undefined
  const asking = leaving
    ? confirmation({
        title: t('Remove the field {name}?', { name: html`<bdi>${leaving.label}</bdi>` }),
        consequence: t('New events no longer have it. Answers of existing events stay stored.'),
        button: t('Remove field'),
        carried: { do: 'form-remove', id: leaving.name, version, named: leaving.label },
        back: partPath('form'),
      })
    : ''
  const table = dataTable<FormField>({
    caption: t('Fields of the school'),
    rows: fields,
    empty: [
      t('No custom fields'),
      t('Add a question that every organizer answers, such as "Is there food?".'),
    ],
    columns: [
      { key: 'label', label: t('Question'), cell: ({ label }) => html`<bdi>${label}</bdi>` },
      {
        key: 'type',
        label: t('Answer'),
        cell: ({ type, options }) =>
          options.length > 0
            ? html`<bdi>${options.join(', ')}</bdi>`
            : t(types.find(([value]) => value === type)?.[1] ?? type),
      },
      { key: 'required', label: t('Required'), cell: ({ required }) => (required ? t('Yes') : t('No')) },
      {
        key: 'actions',
        label: t('Actions'),
        isHidden: true,
        cell: ({ name, label }) =>
          html`<a class="btn plain small" href="${partPath('form', { id: name, confirm: 'remove' })}" aria-label="${t('Remove {label}', { label })}">${t('Remove')}</a>`,
      },
    ],
  })
  const typed: Filled = filled.values.do === 'form-add' ? filled : { values: {} }
  const labelFields = [
    field(typed, { name: 'label', label: t('Question'), longest: 100 }),
    select(typed, 'type', t('Answer'), translateChoices(types)),
    field(typed, {
      name: 'options',
      label: t('Choices'),
      optional: true,
      longest: 2000,
      hint: t('For text answers: separated by commas. Empty: free text.'),
    }),
    checkbox(typed, 'required', t('Organizers have to answer it')),
  ]
  return html`<p class="soft">${t('Organizers answer these questions when they create an event, besides the usual ones. Approval steps can depend on the answers.')}</p>${asking}${table}<form class="card stack" method="post" action="${adminPath}"><h2>${t('Add a field')}</h2>${hidden('do', 'form-add')}${hidden('version', version)}<div>${labelFields}</div><button class="btn">${t('Add field')}</button></form>`
}

const nameFrom = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60) || 'field'

/** Saves the fields that a change makes from the current ones. The version in the form rejects an outdated change. */
const saving =
  (
    change: (fields: readonly SentField[], input: FormInput) => SentField[],
    isSaved: (fields: readonly SentField[], input: FormInput) => boolean,
  ): FormAction =>
  (input, context) => {
    const fieldsIn = ({ formConfig }: Answer<'stakeholders', 'getEventSystemConfig'>) =>
      formConfig.fields.filter(own).map(sentOf)
    return saveOnce(input, {
      read: () => call(context, 'stakeholders', 'getEventSystemConfig', {}),
      isSaved: (current) => isSaved(fieldsIn(current), input),
      save: (current, version) =>
        call(context, 'stakeholders', 'saveEventFormConfig', {
          fields: change(fieldsIn(current), input),
          version,
        }),
    })
  }

const added = (
  fields: readonly SentField[],
  { label = '', type, options = '', required }: FormInput,
): SentField[] => [
  ...fields,
  {
    name: nameFrom(label),
    label,
    type: types.find(([value]) => value === type)?.[0] ?? 'string',
    required: required === 'yes',
    options: options
      .split(',')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
  },
]

const hasField = (fields: readonly SentField[], input: FormInput): boolean => {
  const [entered] = added([], input)
  return fields.some(({ name, label, type }) => {
    return name === entered?.name && label === entered.label && type === entered.type
  })
}

const saveAdded = saving(added, hasField)

/** Choices make any answer a choice between texts, so they are refused where another answer is wanted. */
const addField: FormAction = (input, context) => {
  const { type = 'string', options = '' } = input
  if (type === 'string' || options.trim() === '') return saveAdded(input, context)
  const message = t('Choices are for text answers only. Choose Text, or leave this empty.')
  return Promise.resolve({ ok: false, refusal: refusalOf(400, { field: 'options', message }) })
}

export const formActions: Readonly<Record<string, AreaAction>> = {
  'form-add': { part: 'form', done: 'field-added', run: addField },
  'form-remove': {
    part: 'form',
    done: 'removed',
    run: saving(
      (fields, { id }) => fields.filter(({ name }) => name !== id),
      (fields, { id }) => fields.every(({ name }) => name !== id),
    ),
  },
}
