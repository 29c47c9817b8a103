import { createHash } from 'node:crypto'
import { hourMs } from '../../../lib/contract/time.ts'
import type { Refusal } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { wallOf } from '../layout/dates.ts'
import { msg, t } from '../locale.ts'
import { clearableNames, type OwnField, ownName, textNames } from './fields.ts'

export type FormInput = Readonly<Record<string, string | undefined>>

/** Without an end, an event ends an hour after its start. */
export const withEnd = <S extends FormInput>(input: S): S => {
  const start = Date.parse(`${input.start_time?.trim() ?? ''}Z`)
  if (input.end_time?.trim() || Number.isNaN(start)) return input
  return { ...input, end_time: new Date(start + hourMs).toISOString().slice(0, 16) }
}

const count = (text: string | undefined): number | undefined => {
  const typed = (text ?? '').trim()
  return typed === '' ? undefined : Number(typed)
}

const isDeadlineAfter = (limit: 'start_time' | 'end_time', input: FormInput): boolean => {
  const { registrationDeadline: deadline = '', [limit]: end = '' } = input
  return deadline !== '' && end !== '' && deadline > end
}

/** A deadline during the event is unusual, but right where people may still join. */
export const isDeadlineDuring = (input: FormInput): boolean =>
  isDeadlineAfter('start_time', input) && !isDeadlineAfter('end_time', input)

/** A deadline after the event. The operation accepts it from programs. */
export const isDeadlineOver = (input: FormInput): boolean => isDeadlineAfter('end_time', input)

/**
 * Mistakes that show in the entered values alone. The operation refuses most of them too, but one after another; a refused
 * form shows them together.
 */
export const mistakesIn = (input: FormInput): Refusal['details'] => {
  const { start_time: start = '', end_time: end = '' } = input
  const names = ['expectedAttendance', 'maxAttendees'] as const
  const numbers = names.filter((name) => Number.isNaN(count(input[name])))
  const low = names.filter((name) => (count(input[name]) ?? 1) < 1)
  return [
    ...numbers.map((field) => ({ field, message: msg('Enter a whole number') })),
    ...low.map((field) => ({ field, message: t('Enter {limit} or more', { limit: 1 }) })),
    ...(frequencies.some((one) => one === input.frequency) && count(input.count) === undefined
      ? [{ field: 'count', message: msg('Enter how many events the series has') }]
      : []),
    ...(start !== '' && end !== '' && end <= start
      ? [{ field: 'end_time', message: msg('The event must end after it starts') }]
      : []),
    ...(isDeadlineOver(input)
      ? [{ field: 'registrationDeadline', message: msg('Registration must end before the event is over') }]
      : []),
  ]
}

/** Whether an event starts before now, on the clock of its place. */
export const isPast = ({ start_time = '' }: FormInput, zone: string, now: Date): boolean =>
  start_time !== '' && start_time < wallOf(now.toISOString(), zone)

const given = (text: string | undefined): string | undefined => text?.trim() || undefined

const frequencies = ['daily', 'weekly', 'biweekly', 'monthly'] as const

const picked = <N extends string, V>(names: readonly N[], of: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, V>

const ownValues = (input: FormInput, own: readonly OwnField[]): Record<string, unknown> =>
  Object.fromEntries(
    own.flatMap(({ name, type }): [string, unknown][] => {
      const typed = input[ownName(name)]
      if (type === 'boolean') return [[name, typed === 'yes']]
      if (given(typed) === undefined) return []
      return [[name, type === 'number' ? Number(typed) : typed]]
    }),
  )

/** What an event is asked to be; what nobody has entered is undefined. */
const done = (input: FormInput, own: readonly OwnField[]) => {
  const registering = input.registering ?? 'open'
  const tags = (input.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return {
    ...picked(textNames, (name) => given(input[name])),
    visibility: (given(input.visibility) ?? 'public') as 'public' | 'members_only' | 'unlisted',
    expectedAttendance: count(input.expectedAttendance),
    tags,
    registrationEnabled: registering !== 'none',
    registrationRequired: registering === 'required',
    maxAttendees: count(input.maxAttendees),
    waitlistEnabled: input.waitlist === 'yes',
    requiresApproval: input.requiresApproval === 'yes',
    ...(own.length > 0 ? { customFields: ownValues(input, own) } : {}),
  }
}

/** The body of a new event. */
export const newEvent = (input: FormInput, own: readonly OwnField[]) => {
  const frequency = frequencies.find((one) => one === input.frequency)
  const orgId = input.host === 'me' ? undefined : given(input.host)
  return {
    ...done(input, own),
    ...(frequency ? { recurrence: { frequency, interval: 1, count: count(input.count) ?? Number.NaN } } : {}),
    ...(orgId === undefined ? {} : { orgId }),
  }
}

/** The body of a change. An empty control clears its field. */
export const changedEvent = (input: FormInput, own: readonly OwnField[]) => {
  const now = done(input, own)
  const cleared = ([...clearableNames, 'maxAttendees'] as const).filter((name) => now[name] === undefined)
  return { ...now, ...Object.fromEntries(cleared.map((name) => [name, null])) }
}

/** What the form shows of an event that is there. */
export const valuesOf = (event: EventPage): Record<string, string> => ({
  ...picked(textNames, (name) => event[name] ?? ''),
  start_time: event.undated ? '' : wallOf(event.start_time, event.timezone),
  end_time: event.undated ? '' : wallOf(event.end_time, event.timezone),
  visibility: event.visibility,
  expectedAttendance: String(event.expectedAttendance),
  tags: event.tags.join(', '),
  registering: event.registrationRequired ? 'required' : event.registrationEnabled ? 'open' : 'none',
  maxAttendees: event.maxAttendees === null ? '' : String(event.maxAttendees),
  registrationDeadline: event.registrationDeadline ? wallOf(event.registrationDeadline, event.timezone) : '',
  ...(event.waitlistEnabled ? { waitlist: 'yes' } : {}),
  ...(event.requiresApproval ? { requiresApproval: 'yes' } : {}),
  ...Object.fromEntries(
    Object.entries(event.customFields).map(([name, value]) => [
      ownName(name),
      value === true ? 'yes' : value === false ? '' : String(value),
    ]),
  ),
})

/** Checkboxes that browsers leave out of a sent form while they are not ticked. */
const tickNames = (own: readonly OwnField[]): ReadonlySet<string> =>
  new Set([
    'waitlist',
    'requiresApproval',
    ...own.filter(({ type }) => type === 'boolean').map(({ name }) => ownName(name)),
  ])

const controlNames = (own: readonly OwnField[]): readonly string[] => [
  ...textNames,
  'visibility',
  'expectedAttendance',
  'tags',
  'registering',
  'maxAttendees',
  'waitlist',
  'requiresApproval',
  ...own.map(({ name }) => ownName(name)),
]

const markOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null).replaceAll('\\r\\n', '\\n'))
    .digest('base64url')
    .slice(0, 8)

const controlMark = (value = ''): string => markOf(value.trim())

/** A mark of what a preview shows, so that nothing else is published than what its reader saw. */
export const previewMark = (input: FormInput, own: readonly OwnField[]): string =>
  markOf(newEvent(input, own))

/** A mark of each control as the form shows it. The form sends them back with what its reader made of the controls. */
export const shownMarks = (event: EventPage, own: readonly OwnField[]): string => {
  const values = valuesOf(event)
  return controlNames(own)
    .map((name) => `${encodeURIComponent(name)}:${controlMark(values[name])}`)
    .join(' ')
}

/**
 * The form with the reader's changes on top of the event as it is now, so that a form opened earlier does not undo what
 * others changed since. `overtaken` are the controls that others changed to something else than the reader.
 */
export const mergedForm = <S extends FormInput>(
  input: S,
  event: EventPage,
  own: readonly OwnField[],
): { readonly input: S; readonly overtaken: readonly string[] } => {
  if (!input.shown) return { input, overtaken: [] }
  const shown = new Map(input.shown.split(' ').map((mark) => mark.split(':') as [string, string]))
  const stored = valuesOf(event)
  const ticks = tickNames(own)
  const isChanged = (name: string, value: string | undefined): boolean =>
    controlMark(value) !== shown.get(encodeURIComponent(name))
  // A control that the form did not have sends nothing.
  const changed = controlNames(own).filter(
    (name) => (ticks.has(name) || input[name] !== undefined) && isChanged(name, input[name]),
  )
  const overtaken = changed.filter(
    (name) => isChanged(name, stored[name]) && controlMark(stored[name]) !== controlMark(input[name]),
  )
  const kept = controlNames(own).filter((name) => !changed.includes(name))
  const current = Object.fromEntries(kept.map((name) => [name, stored[name] ?? '']))
  return { input: { ...input, ...current, shown: shownMarks(event, own) }, overtaken }
}

type Fields = ReturnType<typeof changedEvent>

/** The fields of a form that differ from the event. */
export const changesIn = (input: FormInput, event: EventPage, own: readonly OwnField[]): Partial<Fields> => {
  const stored = changedEvent(valuesOf(event), own)
  const fields = Object.entries(changedEvent(input, own)) as [keyof Fields, unknown][]
  return Object.fromEntries(fields.filter(([name, value]) => markOf(value) !== markOf(stored[name])))
}
