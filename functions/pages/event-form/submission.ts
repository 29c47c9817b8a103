import { createHash } from 'node:crypto'
import { hourMs } from '../../../lib/contract/time.ts'
import type { Refusal } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { wallOf } from '../layout/dates.ts'
import { msg } from '../locale.ts'
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

/**
 * Mistakes that show in the entered values alone. The operation refuses them too, but one after another; a refused form
 * shows them together.
 */
export const mistakesIn = (input: FormInput): Refusal['details'] => {
  const { start_time: start = '', end_time: end = '' } = input
  const numbers = ['expectedAttendance', 'maxAttendees'].filter((name) => Number.isNaN(count(input[name])))
  return [
    ...numbers.map((field) => ({ field, message: msg('Enter a whole number') })),
    ...(start !== '' && end !== '' && end <= start
      ? [{ field: 'end_time', message: msg('The event must end after it starts') }]
      : []),
  ]
}

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

const markOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null).replaceAll('\\r\\n', '\\n'))
    .digest('base64url')
    .slice(0, 8)

type Fields = ReturnType<typeof changedEvent>

const fieldsIn = (fields: Fields) => Object.entries(fields) as [keyof Fields, unknown][]

/** A mark of each field as the form shows it. The form sends them back with what its reader made of the fields. */
export const shownMarks = (event: EventPage, own: readonly OwnField[]): string =>
  fieldsIn(changedEvent(valuesOf(event), own))
    .map(([name, value]) => `${name}:${markOf(value)}`)
    .join(' ')

/**
 * What the reader of a form changed, so that a form opened earlier does not undo what others changed since; and the
 * fields among these that others changed to something else.
 */
export const changesIn = (
  input: FormInput,
  event: EventPage,
  own: readonly OwnField[],
): { readonly changes: Partial<Fields>; readonly overtaken: readonly string[] } => {
  const entered = changedEvent(input, own)
  if (!input.shown) return { changes: entered, overtaken: [] }
  const shown = new Map(input.shown.split(' ').map((mark) => mark.split(':') as [string, string]))
  const stored = changedEvent(valuesOf(event), own)
  const changed = fieldsIn(entered).filter(([name, value]) => markOf(value) !== shown.get(name))
  const overtaken = changed.filter(([name, value]) => {
    const now = markOf(stored[name])
    return now !== shown.get(name) && now !== markOf(value)
  })
  return { changes: Object.fromEntries(changed), overtaken: overtaken.map(([name]) => name) }
}
