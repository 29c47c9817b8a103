import { type States, tagged } from '../layout/page.ts'

const states: States = {
  draft: ['', 'Draft'],
  pending: ['warn', 'Waits for approval'],
  approved: ['good', 'Approved'],
  'not-applicable': ['good', 'Published'],
  rejected: ['bad', 'Not approved'],
  cancelled: ['bad', 'Cancelled'],
  completed: ['', 'Over'],
  archived: ['', 'Archived'],
}

/** How far an event is. */
export const stateTag = tagged(states)
