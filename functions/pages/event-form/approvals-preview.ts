import type { Answer } from '../call.ts'
import { type Html, html, plural } from '../layout/page.ts'

/** The approvals that an event needs, by the school's rules. */
export type Preview = Answer<'planning', 'previewApprovals'>
type Step = Preview['approvals'][number]

const reasons: Readonly<Record<string, string>> = {
  always: 'Approves every event',
  conditions: 'Because of the details of this event',
  role: "By the school's rules",
  domain: 'Approves this room',
  concern: 'Is notified about this place',
  requiresApproval: 'You ask for approval',
}

const step = ({ stakeholderName, requiredApprovals, reason }: Step): Html =>
  html`<li><strong><bdi>${stakeholderName}</bdi></strong><span class="soft">${reasons[reason] ?? reason.replaceAll('_', ' ')}${requiredApprovals > 1 ? `, ${plural(requiredApprovals, 'approval')}` : ''}</span></li>`

const reply = (title: string, steps: readonly Step[]): Html | string =>
  steps.length === 0
    ? ''
    : html`<p><strong>${title}</strong> ${steps.map(({ stakeholderName }, at) => html`${at > 0 ? ', ' : ''}<bdi>${stakeholderName}</bdi>`)}</p>`

/** In the order in which they decide; those of one stage side by side. */
export const previewCard = (
  { approvals, acknowledgements, notifications }: Preview,
  action: string,
  event: Html,
): Html => {
  const ordered = [...approvals].sort((a, b) => a.stage - b.stage)
  return html`<section class="card stack" id="asked" aria-label="Approvals"><h2>Preview</h2><ul>${event}</ul><h2>Approvals</h2>${
    ordered.length === 0
      ? html`<p>No approval needed: the event goes live when you ${action.toLowerCase()} it.</p>`
      : html`<ol class="steps">${ordered.map(step)}</ol>`
  }${reply('Acknowledge it:', acknowledgements)}${reply('Are notified:', notifications)}<button class="btn full" name="do" value="submit">${action} event</button></section>`
}
