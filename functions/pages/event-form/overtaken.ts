import type { Refusal } from '../call.ts'
import { typeWords } from '../layout/cover.ts'
import { momentWords } from '../layout/dates.ts'
import type { Choice } from '../layout/forms.ts'
import { t } from '../locale.ts'
import { type Choices, registering, seen } from './fields.ts'

const times: readonly string[] = ['start_time', 'end_time', 'registrationDeadline']
const longest = 200

/** A value of the form as its reader sees it there. */
const valueWords = (name: string, value: string, choices: Choices): string => {
  if (times.includes(name)) return momentWords(`${value}Z`, 'UTC')
  if (name === 'type') return typeWords(value)
  const lists: Readonly<Record<string, readonly Choice[]>> = {
    classroom_id: choices.rooms,
    registrationFormId: choices.forms,
    feedbackFormId: choices.forms,
    visibility: seen,
    registering,
  }
  const text = lists[name]?.find(([one]) => one === value)?.[1]
  if (text !== undefined) return t(text)
  return value.length > longest ? `${value.slice(0, longest)}...` : value
}

const conflictText = (name: string, value: string, choices: Choices): string =>
  value === ''
    ? t('Somebody else cleared this meanwhile. Saving again replaces it.')
    : t('Somebody else changed this to "{value}" meanwhile. Saving again replaces it.', {
        value: valueWords(name, value, choices),
      })

/** A form that would overwrite what somebody else changed while it was open. `stored` has the values of now. */
export const overtakenRefusal = (
  fields: readonly string[],
  stored: Readonly<Record<string, string>>,
  choices: Choices,
): Refusal => ({
  status: 409,
  message: t('Somebody else changed the event while you edited it. Save again to keep what you entered.'),
  code: 'EVENT_OVERTAKEN',
  field: undefined,
  details: fields.map((field) => ({ field, message: conflictText(field, stored[field] ?? '', choices) })),
  methods: [],
  data: undefined,
})
