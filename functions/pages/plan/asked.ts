import type { Answer } from '../ask.ts'
import { type Html, html, plural } from '../layout/page.ts'

/** Who will be asked about an event, by the flow of the school. */
export type Preview = Answer<'planning', 'previewApprovals'>
type Step = Preview['approvals'][number]

const reasons: Readonly<Record<string, string>> = {
  always: 'is asked about every event',
  conditions: 'by what this event is',
  role: 'by the rules of the school',
  domain: 'decides about this room',
  concern: 'hears of what happens there',
  requiresApproval: 'since you ask for approval',
}

const step = ({ stakeholderName, requiredApprovals, reason }: Step): Html =>
  html`<li><strong><bdi>${stakeholderName}</bdi></strong><span class="soft">${reasons[reason] ?? reason.replaceAll('_', ' ')}${requiredApprovals > 1 ? `, ${plural(requiredApprovals, 'approval')}` : ''}</span></li>`

const told = (title: string, steps: readonly Step[]): Html | string =>
  steps.length === 0
    ? ''
    : html`<p><strong>${title}</strong> ${steps.map(({ stakeholderName }, at) => html`${at > 0 ? ', ' : ''}<bdi>${stakeholderName}</bdi>`)}</p>`

/** In the order in which they decide; those of one stage side by side. */
export const previewCard = (
  { approvals, acknowledgements, notifications }: Preview,
  action: string,
): Html => {
  const ordered = [...approvals].sort((a, b) => a.stage - b.stage)
  return html`<section class="card stack" id="asked" aria-label="Who will be asked"><h2>Who will be asked</h2>${
    ordered.length === 0
      ? html`<p>Nobody has to approve it: it is on as soon as you ${action.toLowerCase()} it.</p>`
      : html`<ol class="steps">${ordered.map(step)}</ol>`
  }${told('Take note of it:', acknowledgements)}${told('Hear of it:', notifications)}<button class="btn full" name="do" value="submit">${action} the event</button></section>`
}
