import { namesOf } from '../../../lib/contract/field-table.ts'
import { textFields } from '../../events/contract.ts'
import { zoneWords } from '../layout/dates.ts'
import { type Choice, choice, type Filled, field, lines, tick } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'

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
  /** The event is there already: whose it is and how it repeats stay. */
  readonly changes: boolean
}

export const eventTypes = [
  'Meeting',
  'Social',
  'Workshop',
  'Performance',
  'Competition',
  'Lecture',
  'Fundraiser',
  'Service',
  'Sports',
  'Other',
] as const

const typeChoices = (now: string | undefined): Choice[] => {
  const all: string[] = [...eventTypes]
  if (now && !all.includes(now)) all.unshift(now)
  return all.map((name) => [name, name])
}

const seen: readonly Choice[] = [
  ['public', 'Everybody'],
  ['members_only', 'Members of the club'],
  ['unlisted', 'Whoever has the link'],
]

const registering: readonly Choice[] = [
  ['open', 'People may register'],
  ['required', 'People have to register'],
  ['none', 'Nobody registers'],
]

const repeating: readonly Choice[] = [
  ['', 'Once'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['biweekly', 'Every other week'],
  ['monthly', 'Every month'],
]

const none = (text: string, all: readonly Choice[]): Choice[] => [['', text], ...all]

/** The name of a field of the school's own, as forms send it. */
export const ownName = (name: string): string => `own-${name}`

const ownField = (filled: Filled, { name, label, type, required, options }: OwnField): Html => {
  const as = ownName(name)
  if (type === 'boolean') return tick(filled, as, label)
  if (options.length > 0)
    return choice(
      filled,
      as,
      label,
      none(
        required ? 'Choose one' : 'None',
        options.map((one) => [one, one]),
      ),
    )
  const kind = type === 'number' ? { inputmode: 'decimal' } : type === 'date' ? { type: 'date' } : {}
  return field(filled, { name: as, label, optional: !required, longest: 200, ...kind })
}

const group = (title: string, inside: Html): Html =>
  html`<section class="card stack"><h2>${title}</h2><div>${inside}</div></section>`

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

/** Fields that show an error beside their control. */
export const controlNames = [
  ...textNames,
  'visibility',
  'expectedAttendance',
  'maxAttendees',
  'tags',
] as const

const optionalTexts = (filled: Filled): Html[] =>
  Object.entries(textFields).map(([name, { label, longest, hint, control }]) => {
    const one = { name, label, longest, optional: true, ...(hint === undefined ? {} : { hint }) }
    return control === 'lines' ? lines(filled, one) : field(filled, one)
  })

/** Everything that planners say of an event, in three groups: what, when and where, who comes. */
export const fieldsOf = (filled: Filled, { hosts, rooms, forms, own, zone, changes }: Choices): Html => {
  const hint = `On the clock of ${zoneWords(zone)}.`
  const what = html`${changes ? '' : choice(filled, 'host', 'Who invites', hosts)}${field(filled, { name: 'name', label: 'Name', longest: 200 })}${choice(filled, 'type', 'What it is', typeChoices(filled.values.type))}${optionalTexts(filled)}${field(filled, { name: 'tags', label: 'Words to find it by', longest: 400, optional: true, hint: 'With commas between them.' })}`
  const when = html`<div class="pair">${field(filled, { name: 'start_time', label: 'Begins', type: 'datetime-local', hint })}${field(filled, { name: 'end_time', label: 'Ends', type: 'datetime-local', hint })}</div>${changes ? '' : html`<div class="pair">${choice(filled, 'frequency', 'Takes place', repeating)}${field(filled, { name: 'count', label: 'How many times', inputmode: 'numeric', longest: 2, optional: true, hint: 'Where it repeats: 2 to 52.' })}</div>`}${rooms.length > 0 ? choice(filled, 'classroom_id', 'Room of the school', none('None of them', rooms)) : ''}${field(filled, { name: 'location', label: 'Where', longest: 300, optional: true, hint: 'In words, as people look for it.' })}`
  const who = html`${choice(filled, 'visibility', 'Who sees it', seen)}${field(filled, { name: 'expectedAttendance', label: 'How many people you expect', inputmode: 'numeric', longest: 5 })}${choice(filled, 'registering', 'Registration', registering)}<div class="pair">${field(filled, { name: 'maxAttendees', label: 'Seats', inputmode: 'numeric', longest: 6, optional: true, hint: 'Empty: as many as come.' })}${field(filled, { name: 'registrationDeadline', label: 'Register until', type: 'datetime-local', optional: true, hint })}</div>${tick(filled, 'waitlist', 'When all seats are taken, people stand in line')}${
    forms.length > 0
      ? html`${choice(filled, 'registrationFormId', 'Questions with the registration', none('None', forms))}${choice(filled, 'feedbackFormId', 'Questions after the event', none('None', forms))}`
      : ''
  }${tick(filled, 'requiresApproval', 'Ask the school to approve it')}`
  return html`${group('What', what)}${group('When and where', when)}${group('Who comes', who)}${own.length > 0 ? group('What the school asks', html`${own.map((one) => ownField(filled, one))}`) : ''}`
}
