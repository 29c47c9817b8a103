import { call, type PageContext, type Refusal } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { checkbox, type Filled } from '../layout/forms.ts'
import { type Html, html } from '../layout/page.ts'
import { t } from '../locale.ts'
import { isOpen } from '../manage-event/parts.ts'
import { registeredText } from '../manage-event/states.ts'
import type { Choices } from './fields.ts'
import { changesIn, type FormInput, isPast } from './submission.ts'

/** What saving a submitted event does that its organizer has to confirm. */
export type SavingRisk = 'past' | 'hide'

/** Host and time zone of an event that exists: the form has no controls for them. */
export const hostAndZoneOf = ({ hostingType, hostingId, timezone }: EventPage) => ({
  timezone,
  ...(hostingType === 'Org' ? { orgId: hostingId._id } : {}),
})

/** The input of `updateEvent` for changes to the event that was read. */
export const updateInput = ({ _id, updatedAt }: EventPage, changes: ReturnType<typeof changesIn>) => ({
  event_id: _id,
  ...changes,
  unchangedSince: updatedAt,
})

/** What the organizer has to confirm before a change of a submitted event is saved, or why it cannot be saved. */
export const savingRisks = async (
  input: FormInput,
  event: EventPage,
  { own, zone }: Choices,
  context: PageContext,
): Promise<{ readonly risks: readonly SavingRisk[] } | { readonly refusal: Refusal }> => {
  const changes = changesIn(input, event, own)
  const isMovedToPast = input.past !== 'yes' && 'start_time' in changes && isPast(input, zone, context.now())
  const risks: readonly SavingRisk[] = isMovedToPast ? ['past'] : []
  if (input.hide === 'yes' || !isOpen(event) || Object.keys(changes).length === 0) return { risks }
  const preview = { ...updateInput(event, changes), preview: true }
  const result = await call(context, 'planning', 'updateEvent', preview)
  if (!result.ok) return result
  return { risks: result.value.event.status === 'pending' ? [...risks, 'hide'] : risks }
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
