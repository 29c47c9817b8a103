import { roleTitle } from '../approvals/role-names.ts'
import { type Answer, call, type PageContext } from '../call.ts'
import type { EventPage } from '../event/event.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, refusedForm, textArea, unsavedMark } from '../layout/forms.ts'
import { type Html, html, userText } from '../layout/page.ts'
import { msg, t } from '../locale.ts'

type Approval = NonNullable<EventPage['approvalReference']>
type Step = Approval['approvals'][number]
type Decision = Answer<'approvals', 'getApproval'>['decisions'][number]

/** The decision that returned an event to its organizers. The name is missing where the author has left the school. */
export type ReturnDecision = Decision & { readonly author: string | undefined }

/** Whether a decision returned the event to its organizers. */
export const isReturn = ({ decision }: Pick<Decision, 'decision'>): boolean =>
  decision === 'changes_requested' || decision === 'rejected'

/** Finds the decision that ended the last submission of an event which its organizers edit again. */
export const findReturnDecision = async (
  { _id: eventId, status, approvalReference: approval }: EventPage,
  context: PageContext,
): Promise<ReturnDecision | undefined> => {
  const isReturned = status === 'rejected' || (status === 'draft' && approval?.status === 'cancelled')
  if (!isReturned) return undefined
  const found = await call(context, 'approvals', 'getApproval', { eventId })
  const decisions = found.ok ? found.value.decisions : []
  const decision = decisions.find(isReturn)
  if (!decision) return undefined
  const people = await call(context, 'users', 'getUsers', { userIds: JSON.stringify([decision.userId]) })
  return { ...decision, author: people.ok ? people.value.users[0]?.name : undefined }
}

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
  if (status === 'skipped') return 'next'
  if (status !== 'pending') return 'done'
  return stage === now ? 'now' : 'next'
}

/** The approvals that a waiting step has, and the time for its decision. */
const waitText = (step: Step, zone: string, now: Date | undefined): Html | string => {
  const { status, approvals, required, dueAt, withoutApprover } = step
  if (status !== 'pending') return ''
  const count = t('{approvals, number} of {required, plural, one {# approval} other {# approvals}}', {
    approvals,
    required,
  })
  if (dueAt === undefined || withoutApprover) return required > 1 ? `, ${count}` : ''
  const time = moment(dueAt, zone)
  const isOverdue = now !== undefined && Date.parse(dueAt) <= now.getTime()
  const due = html`, ${isOverdue ? t('overdue since {time}', { time }) : t('decision due {time}', { time })}`
  return html`${required > 1 ? `, ${count}` : ''}${due}`
}

/** Who has a step that its own approvers do not decide. */
const holderNote = ({ status, escalated, toAdmins, withoutApprover }: Step): string => {
  if (status !== 'pending') return ''
  if (withoutApprover)
    return toAdmins
      ? t(
          "Nobody was appointed for this step. The school's administrators were notified and can decide, or appoint someone.",
        )
      : t("Nobody is appointed for this step. The school's administrators can decide, or appoint someone.")
  if (toAdmins) return t("No approver decided in time. The school's administrators can decide too.")
  return escalated ? t('The next approver was notified too.') : ''
}

const stepItem = (step: Step, current: number | undefined, zone: string, now: Date | undefined): Html => {
  const { roleName, status, approvedAt, stage } = step
  const state = html`${t(words[status])}${approvedAt ? html` ${moment(approvedAt, zone)}` : ''}${waitText(step, zone, now)}`
  const note = stage === current ? holderNote(step) : ''
  return html`<li class="${stateOf(step, current)}"><strong><bdi>${roleTitle(roleName)}</bdi></strong><span class="soft">${state}</span>${note && html`<span class="note">${note}</span>`}</li>`
}

/** The steps of an approval in their order: what is decided, what waits, what comes then. */
export const stepsOf = ({ approvals }: Pick<Approval, 'approvals'>, zone: string, now?: Date): Html => {
  const ordered = [...approvals].sort((a, b) => a.stage - b.stage)
  const current = ordered.find(({ status, kind }) => status === 'pending' && kind === 'approver')?.stage
  return html`<ol class="steps">${ordered.map((step) => stepItem(step, current, zone, now))}</ol>`
}

type Comments = Approval['comments']

const commentList = (comments: Comments, zone: string): Html | string =>
  comments.length === 0
    ? ''
    : html`<ul class="talk">${[...comments].reverse().map(({ userId, text, createdAt }) => html`<li><p><strong><bdi>${userId.name}</bdi></strong> <small>${moment(createdAt, zone)}</small></p>${userText(text)}</li>`)}</ul>`

type Returned = {
  readonly title: Html | string
  readonly at: string
  readonly zone: string
  readonly reason: string | undefined
  readonly isRejection: boolean
}

/** Who returned something to its authors, when and why. */
export const returnedNote = ({ title, at, zone, reason, isRejection }: Returned): Html =>
  html`<div class="tell ${isRejection ? 'bad' : 'warn'}"><div><p><strong>${title}</strong> <small>${moment(at, zone)}</small></p>${reason ? userText(reason) : ''}</div></div>`

/** What the author of a decision did; without a name where they have left the school. */
export const returnTitle = (decision: Decision['decision'], author: string | undefined): Html | string => {
  const name = author === undefined ? t('An approver') : html`<bdi>${author}</bdi>`
  return decision === 'rejected'
    ? t('{name} rejected the event', { name })
    : t('{name} requested changes', { name })
}

/** Who returned the event and why, and the next step. */
const returnNotice = (
  event: EventPage,
  { decision, author, reason, at }: ReturnDecision,
  filled: Filled,
): Html => {
  const isRejection = decision === 'rejected'
  const title = returnTitle(decision, author)
  const refused: Filled = filled.values.do === 'submit' ? filled : { values: {} }
  return html`${returnedNote({ title, at, zone: event.timezone, reason, isRejection })}${refusedForm(refused, ['comment'])}<p><a class="btn" href="/create-event?event=${event._id}">${t('Edit event')}</a></p>`
}

/** The reason is shown at the top, not among the comments as well. */
const withoutReason = (comments: Comments, { userId, reason }: ReturnDecision): Comments =>
  comments.filter((comment) => comment.userId._id !== userId || comment.text !== reason)

/** The limit of `addApprovalComment`. */
export const longestComment = 2000

/** The state of an event's approval, its comments, and a field for another comment. */
export const approvalSection = (
  event: EventPage,
  returned: ReturnDecision | undefined,
  filled: Filled,
  now: Date,
): Html | string => {
  const approval = event.approvalReference
  if (!approval) return ''
  const isSent = filled.values.do === 'comment' || filled.values.do === 'submit'
  const own: Filled = isSent ? filled : { values: {} }
  const notice = returned ? returnNotice(event, returned, filled) : ''
  // An event in the past is submitted only on the form.
  const canSubmit = returned && Date.parse(event.start_time) > now.getTime()
  // The steps that a return ended say nothing to do.
  const steps = returned
    ? approval.approvals.filter(({ status }) => status !== 'skipped')
    : approval.approvals
  const submit = canSubmit
    ? html`<button class="btn plain" name="do" value="submit">${t('Submit again')}</button>`
    : ''
  const buttons = html`<div class="row">${submit}<button class="btn plain small" name="do" value="comment">${t('Send comment')}</button></div>`
  const commentField = textArea(own, {
    name: 'comment',
    label: t('Comment for the approvers'),
    optional: Boolean(canSubmit),
    longest: longestComment,
    ...(canSubmit ? { hint: t('A comment goes along when you submit the event again.') } : {}),
  })
  const comments = returned ? withoutReason(approval.comments, returned) : approval.comments
  return html`<section class="card stack"><h2>${t('Approval')}</h2>${notice}${steps.length > 0 ? stepsOf({ approvals: steps }, event.timezone, now) : ''}${commentList(comments, event.timezone)}<form class="stack" method="post" action="/event/${event._id}/dashboard"${own.values.comment ? unsavedMark(own) : ''}>${returned && own.values.do === 'submit' ? '' : refusedForm(own, ['comment'])}${commentField}${buttons}</form></section>`
}
