import { call, type PageContext } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { checkbox, type Filled } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import { isOpen } from '../manage-event/parts.ts'
import { registeredText } from '../manage-event/states.ts'
import type { Choices } from './fields.ts'
import { changesIn, type FormInput, isPast, newEvent, valuesOf } from './submission.ts'

/** What saving a submitted event does that its organizer has to confirm. */
export type SavingRisk = 'past' | 'hide'

type Changes = ReturnType<typeof changesIn>

const width: Readonly<Record<string, number>> = { members_only: 0, unlisted: 1, public: 2 }

const hasGrown = (before: number | null, after: number | null | undefined): boolean =>
  before !== null && after !== undefined && (after === null || after > before * 1.2)

/** Whether a published event needs its approvals again, if it needs any (rules/planning 14). */
const isMaterial = (event: EventPage, changes: Changes): boolean =>
  ['start_time', 'end_time', 'location', 'classroom_id'].some((name) => name in changes) ||
  (changes.type ?? event.type).trim().toLowerCase() !== event.type.trim().toLowerCase() ||
  (width[changes.visibility ?? event.visibility] ?? 0) > (width[event.visibility] ?? 0) ||
  hasGrown(event.maxAttendees, changes.maxAttendees) ||
  hasGrown(event.expectedAttendance, changes.expectedAttendance)

/** Host and time zone of an event that exists: the form has no controls for them. */
export const hostAndZoneOf = ({ hostingType, hostingId, timezone }: EventPage) => ({
  timezone,
  ...(hostingType === 'Org' ? { orgId: hostingId._id } : {}),
})

/** The approval steps of an event, by the school's rules. None for an event that its operation refuses anyway. */
const stepsOf = async (
  input: FormInput,
  event: EventPage,
  { own }: Choices,
  context: PageContext,
): Promise<readonly string[]> => {
  const fields = { ...newEvent(input, own), ...hostAndZoneOf(event) }
  const result = await call(context, 'planning', 'previewApprovals', fields)
  return result.ok ? result.value.approvals.map(({ _id }) => _id) : []
}

const isHiddenBy = async (
  changes: Changes,
  input: FormInput,
  event: EventPage,
  choices: Choices,
  context: PageContext,
): Promise<boolean> => {
  if (!isOpen(event) || Object.keys(changes).length === 0) return false
  const steps = await stepsOf(input, event, choices, context)
  if (steps.length === 0 || isMaterial(event, changes)) return steps.length > 0
  const before = await stepsOf(valuesOf(event), event, choices, context)
  return steps.some((id) => !before.includes(id))
}

/** What the organizer has to confirm before a change of a submitted event is saved. */
export const savingRisks = async (
  input: FormInput,
  event: EventPage,
  choices: Choices,
  context: PageContext,
): Promise<readonly SavingRisk[]> => {
  const changes = changesIn(input, event, choices.own)
  const isMovedToPast =
    input.past !== 'yes' && 'start_time' in changes && isPast(input, choices.zone, context.now())
  const isHidden = input.hide !== 'yes' && (await isHiddenBy(changes, input, event, choices, context))
  return [...(isMovedToPast ? (['past'] as const) : []), ...(isHidden ? (['hide'] as const) : [])]
}

/** Names the consequences of saving, each with the check box that confirms it. */
export const savingNotices = (filled: Filled, event: EventPage, risks: readonly SavingRisk[]): Html => {
  const notice = (risk: SavingRisk, text: string, label: string): Html | string =>
    risks.includes(risk)
      ? html`<div class="tell warn" role="alert"><div class="stack-s"><p>${text} ${registeredText(event)}</p>${checkbox(filled, risk, label)}</div></div>`
      : ''
  return html`${notice(
    'past',
    t('This event would start in the past. Nobody can register once it is over. Check the date.'),
    t('Save it with a date in the past'),
  )}${notice(
    'hide',
    t('This hides the event until it is approved again. Everybody with a registration is notified.'),
    t('Save it and hide the event until then'),
  )}`
}
