import { namesOf } from '../../../lib/contract/field-table.ts'
import { textFields } from '../../events/contract.ts'
import { typeWords } from '../layout/cover.ts'
import { zoneWords } from '../layout/dates.ts'
import { type Choice, checkbox, type Filled, field, select, textArea, wrongIn } from '../layout/forms.ts'
import { collapsible, type Html, html, stepper } from '../layout/page.ts'
import { currentLocale, msg, t } from '../locale.ts'

/** A field that the school adds to the form for events. */
export type OwnField = {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly options: readonly string[]
}

/** What can be chosen on this page. */
export type Choices = {
  readonly hosts: readonly Choice[]
  readonly rooms: readonly Choice[]
  readonly forms: readonly Choice[]
  readonly own: readonly OwnField[]
  readonly zone: string
  /** Where the club of the event makes its forms. */
  readonly formsPath?: string | undefined
  /** The event is there already: whose it is and how it repeats stay. */
  readonly changes: boolean
  /** The form leads to a preview, which lists the approvals. */
  readonly hasPreview: boolean
}

/** Types of events that planners choose from. */
export const eventTypes = [
  msg('Meeting'),
  msg('Social'),
  msg('Workshop'),
  msg('Performance'),
  msg('Competition'),
  msg('Lecture'),
  msg('Fundraiser'),
  msg('Service'),
  msg('Sports'),
  msg('Academic'),
  msg('Arts'),
  msg('Fair'),
  msg('Volunteering'),
  msg('Other'),
] as const

/** All types by their names in the reader's language, "other" last, with the one of an address or an event. */
export const typesWith = (type = ''): string[] => {
  const { language } = currentLocale()
  const isOther = (name: string): number => Number(name === 'Other')
  return [...new Set<string>([...(type === '' ? [] : [type]), ...eventTypes])].sort(
    (a, b) => isOther(a) - isOther(b) || typeWords(a).localeCompare(typeWords(b), language),
  )
}

const typeChoices = (now: string | undefined): Choice[] =>
  typesWith(now).map((name) => [name, typeWords(name)])

/** Choices with their texts in the reader's language. */
const translatedChoices = (all: readonly Choice[]): Choice[] => all.map(([value, text]) => [value, t(text)])

export const seen: readonly Choice[] = [
  ['public', msg('Everyone')],
  ['members_only', msg('Members of the club')],
  ['unlisted', msg('People with the link')],
]

export const registering: readonly Choice[] = [
  ['open', msg('Register or just come')],
  ['required', msg('Registration required')],
  ['none', msg('No registration')],
]

export const repeating: readonly Choice[] = [
  ['', msg('Does not repeat')],
  ['daily', msg('Every day')],
  ['weekly', msg('Every week')],
  ['biweekly', msg('Every two weeks')],
  ['monthly', msg('Every month')],
]

const none = (text: string, all: readonly Choice[]): Choice[] => [['', text], ...all]

/** The name of a field of the school's own, as forms send it. */
export const ownName = (name: string): string => `own-${name}`

const ownField = (filled: Filled, { name, label, type, required, options }: OwnField): Html => {
  const as = ownName(name)
  if (type === 'boolean') return checkbox(filled, as, label)
  if (options.length > 0)
    return select(
      filled,
      as,
      label,
      none(
        required ? t('Choose one') : t('None'),
        options.map((one) => [one, one]),
      ),
    )
  const kind = type === 'number' ? { inputmode: 'decimal' } : type === 'date' ? { type: 'date' } : {}
  return field(filled, { name: as, label, optional: !required, longest: 200, ...kind })
}

const parts = [
  ['what', msg('What'), msg('What')],
  ['when', msg('When and where'), msg('When')],
  ['who', msg('Who'), msg('Who')],
] as const

/** Links to the parts of the form. */
export const planSteps = (): Html =>
  stepper(
    parts.map(([id, , text]) => ({ href: `#${id}`, text: t(text) })),
    undefined,
    t('Parts of the form'),
  )

const part = (at: number, inside: Html): Html => {
  const [id = '', title = ''] = parts[at] ?? []
  return html`<section class="form-part" id="${id}"><h2><span class="num">${at + 1}</span>${t(title)}</h2>${inside}</section>`
}

/** Optional fields, folded until one of them is refused or filled in. */
const folded = (filled: Filled, summary: string, names: readonly string[], inside: Html): Html => {
  const isOpen = names.some(
    (name) => wrongIn(filled, name) !== undefined || (filled.values[name] ?? '') !== '',
  )
  return collapsible(summary, html`<div>${inside}</div>`, isOpen)
}

/** Optional fields that the form sends as text. An empty control clears the field. */
export const clearableNames = [
  ...namesOf(textFields),
  'location',
  'classroom_id',
  'registrationDeadline',
  'registrationFormId',
  'feedbackFormId',
] as const
export const textNames = ['name', 'type', 'start_time', 'end_time', ...clearableNames] as const

/** Names of the controls of the form, which show an error beside them. */
export const controlsOf = ({ rooms, forms, own, changes }: Choices): readonly string[] => {
  const absent = new Set<string>([
    ...(rooms.length > 0 ? [] : ['classroom_id']),
    ...(forms.length > 0 ? [] : ['registrationFormId', 'feedbackFormId']),
  ])
  return [
    ...textNames.filter((name) => !absent.has(name)),
    ...['visibility', 'expectedAttendance', 'registering', 'maxAttendees', 'tags'],
    ...(changes ? [] : ['host', 'frequency', 'count']),
    ...own.filter(({ type }) => type !== 'boolean').map(({ name }) => ownName(name)),
  ]
}

const optionalTexts = (filled: Filled): Html[] =>
  Object.entries(textFields).map(([name, { label, longest, hint, control }]) => {
    const translatedHint = hint === undefined ? {} : { hint: t(hint) }
    const one = { name, label: t(label), longest, optional: true, ...translatedHint }
    return control === 'lines' ? textArea(filled, one) : field(filled, one)
  })

const whatPart = (filled: Filled, { hosts, changes }: Choices): Html => {
  const more = [...Object.keys(textFields).filter((name) => name !== 'description'), 'tags']
  const [description, ...others] = optionalTexts(filled)
  return html`${changes ? '' : select(filled, 'host', t('Host'), hosts)}${field(filled, { name: 'name', label: t('Event name'), longest: 200 })}${select(filled, 'type', t('Type'), typeChoices(filled.values.type))}${description ?? ''}${folded(
    filled,
    t('Contact, link and tags'),
    more,
    html`${others}${field(filled, { name: 'tags', label: t('Tags'), longest: 400, optional: true, hint: t('Separated by commas') })}`,
  )}${changes ? '' : html`<p class="soft">${t('You can add a picture after you save or submit the event.')}</p>`}`
}

const whenPart = (filled: Filled, { rooms, zone, changes }: Choices): Html => {
  const hint = zoneWords(zone)
  const hasRooms = rooms.length > 0
  const frequencyField = select(filled, 'frequency', t('Repeats'), translatedChoices(repeating))
  const countField = field(filled, {
    name: 'count',
    label: t('Number of events'),
    inputmode: 'numeric',
    longest: 2,
    isRequired: false,
    hint: t('Needed when the event repeats: 2 to 52'),
  })
  const repeats = html`<div class="pair">${frequencyField}${countField}</div>`
  return html`<div class="pair">${field(filled, { name: 'start_time', label: t('Starts'), type: 'datetime-local', hint })}${field(filled, { name: 'end_time', label: t('Ends'), type: 'datetime-local', optional: true, hint: t('If empty, one hour after the start') })}</div>${hasRooms ? select(filled, 'classroom_id', t('Room'), none(t('No school room'), rooms)) : ''}${field(
    filled,
    {
      name: 'location',
      label: hasRooms ? t('Where (required without a room)') : t('Where'),
      longest: 300,
      isRequired: !hasRooms,
      hint: hasRooms
        ? t('If empty, the name of the room is shown')
        : t('Such as "Main hall" or "The quad, by the fountain"'),
    },
  )}${changes ? '' : folded(filled, t('Repeat this event'), ['frequency', 'count'], repeats)}`
}

/** The way to a new form with questions. A draft is saved first, so that nothing entered is lost. */
const formsNote = ({ forms, formsPath, hasPreview }: Choices): Html | string => {
  if (formsPath === undefined) return ''
  if (hasPreview)
    return html`<p class="soft">${t('To ask people other questions, create a form. The event is saved first, without being submitted, and you return to it.')}</p><p><button class="btn plain small" name="do" value="form" formnovalidate>${t('Save and create form')}</button></p>`
  return forms.length > 0
    ? ''
    : html`<p class="soft">${t('To ask people questions when they register, save your changes, then create a form under {forms} of the club and choose it here.', { forms: html`<a href="${formsPath}">${t('Forms')}</a>` })}</p>`
}

const whoPart = (filled: Filled, choices: Choices): Html => {
  const { forms, zone, hasPreview } = choices
  const more = ['registrationDeadline', 'registrationFormId', 'feedbackFormId', 'requiresApproval']
  return html`<div class="pair">${select(filled, 'visibility', t('Who can see it'), translatedChoices(seen))}${field(filled, { name: 'expectedAttendance', label: t('Expected attendance'), inputmode: 'numeric', longest: 5 })}</div><div class="pair">${select(filled, 'registering', t('Registration'), translatedChoices(registering), t('People who just come take no seat.'))}${field(filled, { name: 'maxAttendees', label: t('Seats'), inputmode: 'numeric', longest: 6, optional: true, hint: t('If empty, no limit') })}</div>${checkbox(filled, 'waitlist', t('Open a waitlist when all seats are taken'))}${folded(
    filled,
    t('Deadline, questions and approval'),
    more,
    html`${field(filled, { name: 'registrationDeadline', label: t('Register until'), type: 'datetime-local', optional: true, hint: zoneWords(zone) })}${
      forms.length > 0
        ? html`${select(filled, 'registrationFormId', t('Questions when registering'), none(t('None'), forms))}${select(filled, 'feedbackFormId', t('Questions after the event'), none(t('None'), forms))}`
        : ''
    }${formsNote(choices)}${checkbox(filled, 'requiresApproval', t('Ask the school for approval'))}<p class="soft">${t("Approvals that the school's rules require are added without it.")}${hasPreview ? html` ${t('The preview lists them.')}` : ''}</p>`,
  )}`
}

/** All fields of an event in three parts: what, when and where, who. Then the fields of the school. */
export const fieldsOf = (filled: Filled, choices: Choices): Html => {
  const { own } = choices
  return html`${part(0, whatPart(filled, choices))}${part(1, whenPart(filled, choices))}${part(2, whoPart(filled, choices))}${own.length > 0 ? html`<section class="form-part"><h2>${t('Questions of the school')}</h2>${own.map((one) => ownField(filled, one))}</section>` : ''}`
}
