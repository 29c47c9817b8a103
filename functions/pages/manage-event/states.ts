import type { EventPage } from '../event/event.ts'
import { type Html, html, type States, tagged } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

const states: States = {
  draft: ['', msg('Draft')],
  'changes-requested': ['warn', msg('Changes requested')],
  pending: ['warn', msg('Waiting for approval')],
  approved: ['good', msg('Published')],
  'not-applicable': ['good', msg('Published')],
  rejected: ['bad', msg('Not approved')],
  cancelled: ['bad', msg('Cancelled')],
  completed: ['', msg('Completed')],
  archived: ['', msg('Archived')],
}

/** Who can see an event, in words. */
export const visibilityTexts: Readonly<Record<string, string>> = {
  public: msg('Everyone'),
  members_only: msg('Members of the club'),
  unlisted: msg('People with the link'),
}

/** How far an event is. */
export const stateTag = tagged(states)

type Listed = { readonly status: string; readonly changesRequested?: true | undefined }

/** The same in a list, where a draft may have been returned by its approvers. */
export const listedStateTag = ({ status, changesRequested }: Listed): Html =>
  stateTag(changesRequested ? 'changes-requested' : status)

type Registered = Pick<EventPage, 'registrationCount' | 'waitlistCount'>

/** Whether people have a seat at an event, or wait for one. */
export const hasRegistrations = ({ registrationCount, waitlistCount }: Registered): boolean =>
  registrationCount + waitlistCount > 0

/** How many people a change of an event concerns. */
export const registeredText = ({ registrationCount: count, waitlistCount: waiting }: Registered): string => {
  const registered = t(
    '{count, plural, =0 {Nobody is registered.} one {# person is registered.} other {# people are registered.}}',
    { count },
  )
  const waits = t('{waiting, plural, one {# is on the waitlist.} other {# are on the waitlist.}}', {
    waiting,
  })
  return waiting > 0 ? `${registered} ${waits}` : registered
}

/** `recurrence` is there if the event begins a series. */
type Submitted = { readonly status: string; readonly recurrence?: unknown }

/** The confirmation message of a submission. A submitted event is public at once where it needs no approval. */
export const submittedMessage = ({ status, recurrence }: Submitted): string =>
  `${recurrence ? 'series' : 'event'}-${status === 'pending' ? 'submitted' : 'published'}`

/** At an entry of the agenda or a job, whose time may be a mistake. */
export const outsideTag = (): Html => html`<span class="tag warn">${t("Outside the event's time")}</span>`
