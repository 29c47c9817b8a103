import { type States, tagged } from '../layout/page.ts'
import { msg } from '../locale.ts'

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

/** `recurrence` is there if the event begins a series. */
type Submitted = { readonly status: string; readonly recurrence?: unknown }

/** The confirmation message of a submission. A submitted event is public at once where it needs no approval. */
export const submittedMessage = ({ status, recurrence }: Submitted): string =>
  `${recurrence ? 'series' : 'event'}-${status === 'pending' ? 'submitted' : 'published'}`
