import type { EventPage } from '../event/event.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { type Html, html, plural, userText } from '../layout/page.ts'

type Approval = NonNullable<EventPage['approvalReference']>
type Step = Approval['approvals'][number]

const words: Readonly<Record<Step['status'], string>> = {
  pending: 'Waits',
  approved: 'Approved',
  rejected: 'Rejected',
  acknowledged: 'Taken note of',
  notified: 'Told',
  skipped: 'No longer needed',
}

const stateOf = ({ status, stage }: Step, now: number | undefined): string => {
  if (status === 'rejected') return 'bad'
  if (status !== 'pending') return 'done'
  return stage === now ? 'now' : 'next'
}

const stepItem = (step: Step, now: number | undefined, zone: string): Html =>
  html`<li class="${stateOf(step, now)}"><strong><bdi>${step.roleName}</bdi></strong><span class="soft">${words[step.status]}${step.approvedAt ? html` ${moment(step.approvedAt, zone)}` : ''}${step.status === 'pending' && step.required > 1 ? `, ${step.approvals} of ${plural(step.required, 'approval')}` : ''}${step.status === 'pending' && step.dueAt ? html`, until ${moment(step.dueAt, zone)}` : ''}</span>${step.escalated && step.status === 'pending' ? html`<span class="tag warn">Nobody of the role decides: administrators may</span>` : ''}</li>`

/** The steps of an approval in their order: what is decided, what waits, what comes then. */
export const stepsOf = ({ approvals }: Pick<Approval, 'approvals'>, zone: string): Html => {
  const ordered = [...approvals].sort((a, b) => a.stage - b.stage)
  const now = ordered.find(({ status, kind }) => status === 'pending' && kind === 'approver')?.stage
  return html`<ol class="steps">${ordered.map((step) => stepItem(step, now, zone))}</ol>`
}

export const commentsOf = ({ comments }: Pick<Approval, 'comments'>, zone: string): Html | string =>
  comments.length === 0
    ? ''
    : html`<ul class="talk">${[...comments].reverse().map(({ userId, text, createdAt }) => html`<li><p><strong><bdi>${userId.name}</bdi></strong> <small>${moment(createdAt, zone)}</small></p>${userText(text)}</li>`)}</ul>`

/** Where the approval of an event stands, what was said about it, and a line to say more. */
export const approvalSection = (event: EventPage, filled: Filled): Html | string => {
  const approval = event.approvalReference
  if (!approval) return ''
  const own: Filled = filled.values.do === 'comment' ? filled : { values: {} }
  return html`<section class="card stack"><h2>Approval</h2>${stepsOf(approval, event.timezone)}${commentsOf(approval, event.timezone)}<form class="stack" method="post" action="/event/${event._id}/dashboard">${hidden('do', 'comment')}${refusedForm(own, ['comment'])}${textArea(own, { name: 'comment', label: 'Say something to those who decide', longest: 2000 })}<button class="btn plain small">Send</button></form></section>`
}
