import type { Answer } from '../call.ts'
import { type Html, html } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

/** The approvals that an event needs, by the school's rules. */
export type Preview = Answer<'planning', 'previewApprovals'>
type Step = Preview['approvals'][number]

const reasons: Readonly<Record<string, string>> = {
  always: msg('Approves every event'),
  conditions: msg('Because of the details of this event'),
  role: msg("By the school's rules"),
  domain: msg('Approves this room'),
  concern: msg('Is notified about this place'),
  requiresApproval: msg('You requested approval'),
}

const reasonOf = ({ reason, requiredApprovals: count }: Step): string => {
  const text = t(reasons[reason] ?? reason.replaceAll('_', ' '))
  return count > 1
    ? t('{reason}, {count, plural, one {# approval} other {# approvals}}', { reason: text, count })
    : text
}

const step = (one: Step): Html =>
  html`<li><strong><bdi>${one.stakeholderName}</bdi></strong><span class="soft">${reasonOf(one)}</span></li>`

const reply = (title: string, steps: readonly Step[]): Html | string =>
  steps.length === 0
    ? ''
    : html`<p><strong>${title}</strong> ${steps.map(({ stakeholderName }, at) => html`${at > 0 ? ', ' : ''}<bdi>${stakeholderName}</bdi>`)}</p>`

export const submitText = ({ approvals }: Preview): string =>
  approvals.length > 0 ? t('Submit event') : t('Publish event')

/** In the order in which they decide; those of one stage side by side. */
export const previewCard = (
  { approvals, acknowledgements, notifications }: Preview,
  event: Html,
  notices: { readonly above: Html | string; readonly below: Html | string },
): Html => {
  const ordered = [...approvals].sort((a, b) => a.stage - b.stage)
  return html`<section class="card stack" id="asked" aria-label="${t('Approvals')}"><h2>${t('Preview')}</h2>${notices.above}${event}<h2>${t('Approvals')}</h2>${
    ordered.length === 0
      ? html`<p>${t('No approval needed: the event goes live when you publish it.')}</p>`
      : html`<ol class="steps">${ordered.map(step)}</ol><p class="soft">${t('They are asked in this order when you submit. You are notified of each decision.')}</p>`
  }${reply(t('Acknowledge it:'), acknowledgements)}${reply(t('Are notified:'), notifications)}${notices.below}</section>`
}
