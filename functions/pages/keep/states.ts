import { type Html, html } from '../layout/page.ts'

const states: Readonly<Record<string, readonly [tone: string, words: string]>> = {
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
export const stateTag = (status: string): Html => {
  const [tone, words] = states[status] ?? ['', status]
  return html`<span class="tag ${tone}">${words}</span>`
}
