import type { EventPage } from '../event/event.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { type Html, html, userText } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

type Approval = NonNullable<EventPage['approvalReference']>
type Step = Approval['approvals'][number]

const words: Readonly<Record<Step['status'], string>> = {
  pending: msg('Waiting'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
  acknowledged: msg('Acknowledged'),
  notified: msg('Notified'),
  skipped: msg('No longer needed'),
}

const stateOf = ({ status, stage }: Step, now: number | undefined): string => {
  if (status === 'rejected') return 'bad'
  if (status !== 'pending') return 'done'
  return stage === now ? 'now' : 'next'
}

/** The approvals that a waiting step has, and its due time. */
const waitText = (
  { status, approvals, required, dueAt }: Step,
  zone: string,
  at: Date | undefined,
): Html | string => {
  if (status !== 'pending') return ''
  const count = t('{approvals, number} of {required, plural, one {# approval} other {# approvals}}', {
    approvals,
    required,
  })
  const time = dueAt && moment(dueAt, zone)
  const isOverdue = dueAt !== null && dueAt !== undefined && at !== undefined && dueAt <= at.toISOString()
  const due = time
    ? html`, ${isOverdue ? t('overdue since {time}', { time }) : t('until {time}', { time })}`
    : ''
  return html`${required > 1 ? `, ${count}` : ''}${due}`
}

const stepItem = (step: Step, now: number | undefined, zone: string, at: Date | undefined): Html => {
  const { roleName, status, approvedAt, escalated } = step
  const state = html`${t(words[status])}${approvedAt ? html` ${moment(approvedAt, zone)}` : ''}${waitText(step, zone, at)}`
  const note =
    escalated && status === 'pending'
      ? html`<span class="tag warn">${t('No approver decided in time. Administrators may decide.')}</span>`
      : ''
  return html`<li class="${stateOf(step, now)}"><strong><bdi>${roleName}</bdi></strong><span class="soft">${state}</span>${note}</li>`
}

/** The steps of an approval in their order: decided, waiting and later ones. `at` is now: it marks overdue steps. */
export const stepsOf = ({ approvals }: Pick<Approval, 'approvals'>, zone: string, at?: Date): Html => {
  const ordered = [...approvals].sort((a, b) => a.stage - b.stage)
  const now = ordered.find(({ status, kind }) => status === 'pending' && kind === 'approver')?.stage
  return html`<ol class="steps">${ordered.map((step) => stepItem(step, now, zone, at))}</ol>`
}

export const commentsOf = ({ comments }: Pick<Approval, 'comments'>, zone: string): Html | string =>
  comments.length === 0
    ? ''
    : html`<ul class="talk">${[...comments].reverse().map(({ userId, text, createdAt }) => html`<li><p><strong><bdi>${userId.name}</bdi></strong> <small>${moment(createdAt, zone)}</small></p>${userText(text)}</li>`)}</ul>`

/** Where the approval of an event stands, what was said about it, and a line to say more. */
export const approvalSection = (event: EventPage, filled: Filled, at: Date): Html | string => {
  const approval = event.approvalReference
  if (!approval) return ''
  const own: Filled = filled.values.do === 'comment' ? filled : { values: {} }
  return html`<section class="card stack"><h2>${t('Approval')}</h2>${stepsOf(approval, event.timezone, at)}${commentsOf(approval, event.timezone)}<form class="stack" method="post" action="/event/${event._id}/dashboard">${hidden('do', 'comment')}${refusedForm(own, ['comment'])}${textArea(own, { name: 'comment', label: t('Comment for the approvers'), longest: 2000 })}<button class="btn plain small">${t('Send comment')}</button></form></section>`
}
