import { type Answer, call, type PageContext, pageScope, readerOf } from '../call.ts'
import type { Desk, Part } from '../club-dashboard/dashboard.ts'
import { moment } from '../layout/dates.ts'
import { carriedVersion, type Filled, hidden, refusedForm, textArea, wrongIn } from '../layout/forms.ts'
import { collapsible, confirmedAction, guardedLink, type Html, html, userText } from '../layout/page.ts'
import { t } from '../locale.ts'
import { returnedNote } from '../manage-event/approval.ts'
import { actionText, currencyName, moneyWords, statusTag } from './labels.ts'
import { editableNumber } from './numbers.ts'

type Budget = Answer<'budgets', 'getBudget'>
type Line = Budget['lineItems'][number]

/** The budget's stages: completed, current, upcoming. `isOwnTurn`: the reader may decide the current one. */
const stages = ({ workflow, status }: Budget, zone: string, isOwnTurn: boolean): Html => {
  const at = status === 'in_review' || status === 'submitted' ? workflow.currentStageIndex : -1
  return html`<ol class="steps">${workflow.stagesSnapshot.map(({ key, label, actorType }, index) => {
    const done = workflow.completedStages.find((one) => one.key === key)
    const isRejected = status === 'rejected' && index === workflow.currentStageIndex
    const state = done ? 'done' : isRejected ? 'bad' : index === at ? 'now' : 'next'
    const bySchool = actorType === 'platform_admin'
    const others = bySchool ? t('Waiting for the school') : t('Waiting for the club')
    const waiting = isOwnTurn ? t('Waiting for your decision') : others
    const next = bySchool ? t('Next: the school') : t('Next: the club')
    const open = status === 'rejected' ? t('No longer needed') : next
    const detail = done
      ? t('Approved {when}', { when: moment(done.approvedAt, zone) })
      : isRejected
        ? t('Rejected')
        : index === at
          ? waiting
          : open
    return html`<li class="${state}"><strong><bdi>${label}</bdi></strong><span class="soft">${detail}</span></li>`
  })}</ol>`
}

const textOf = (line: Line): string => {
  if (line.kind === 'text') return line.textValue
  const value = line.kind === 'currency' ? line.amount : line.numberValue
  return value === null ? '' : editableNumber(value)
}

const amountText = (line: Line, budget: Budget): Html => {
  const isEmpty = line.kind === 'currency' ? line.amount === null : line.numberValue === null
  if (isEmpty) return html`<span class="soft">${t('None')}</span>`
  return html`${line.kind === 'currency' ? moneyWords(line.amount ?? 0, budget) : textOf(line)}`
}

const noteOf = ({ note }: Line): Html | string =>
  note === '' ? '' : html`<span class="soft note"><bdi>${note}</bdi></span>`

/** Amounts and numbers as a table with their total; texts below it. */
const table = (budget: Budget): Html => {
  const numbers = budget.lineItems.filter(({ kind }) => kind !== 'text')
  const texts = budget.lineItems.filter((line) => line.kind === 'text' && textOf(line) !== '')
  const rows = numbers.map(
    (line) =>
      html`<tr><th scope="row"><bdi>${line.label}</bdi>${noteOf(line)}</th><td class="num">${amountText(line, budget)}</td></tr>`,
  )
  const said = texts.map(
    (line) =>
      html`<div><dt><bdi>${line.label}</bdi></dt><dd>${userText(textOf(line))}${noteOf(line)}</dd></div>`,
  )
  return html`<div class="card stack"><table class="amounts"><caption class="vh">${t('Budget lines')}</caption><thead><tr><th scope="col">${t('Item')}</th><th scope="col" class="num">${t('Amount')}</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">${t('Total')}</th><td class="num"><strong>${moneyWords(budget.totalAmount, budget)}</strong></td></tr></tfoot></table>${texts.length > 0 ? html`<dl class="answers">${said}</dl>` : ''}</div>`
}

const lineFields = (line: Line, filled: Filled): Html => {
  const name = `line-${line.key}`
  const text = wrongIn(filled, name) ?? wrongIn(filled, `note-${line.key}`)
  const wrong = text === undefined ? '' : html`<span class="wrong" id="${name}-wrong">${text}</span>`
  const tied = wrong && html` aria-invalid="true" aria-describedby="${name}-wrong"`
  const value = filled.values[name] ?? textOf(line)
  const control =
    line.kind === 'text'
      ? html`<textarea id="${name}" name="${name}" dir="auto"${tied}>${value}</textarea>`
      : html`<input id="${name}" name="${name}" value="${value}" inputmode="decimal" autocomplete="off"${tied}>`
  const label = line.kind === 'text' ? t('Your text') : line.kind === 'number' ? t('Number') : t('Amount')
  const noteName = `note-${line.key}`
  const note = html`<label class="hint" for="${noteName}">${t('Note (optional)')}</label><input id="${noteName}" name="${noteName}" value="${filled.values[noteName] ?? line.note}" maxlength="500" dir="auto">`
  return html`<fieldset class="field"><legend><bdi>${line.label}</bdi></legend><div class="pair"><div><label class="hint" for="${name}">${label}</label>${control}${wrong}</div><div>${note}</div></div></fieldset>`
}

const editor = ({ path }: Desk, budget: Budget, filled: Filled): Html => {
  const { _id: budgetId, lineItems } = budget
  const names = lineItems.flatMap(({ key }) => [`line-${key}`, `note-${key}`])
  const fields = lineItems.map((line) => lineFields(line, filled))
  // The return key presses the first button, which only saves.
  const buttons = html`<div class="row"><button class="btn plain" name="do" value="save-budget">${t('Save budget')}</button><button class="btn" name="do" value="submit-budget">${t('Submit budget for approval')}</button></div>`
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Edit budget')}</h2><p class="soft">${t('Currency: {currency}', { currency: currencyName(budget) })}</p><p class="soft">${t('The approvers read your notes.')}</p>${hidden('budgetId', budgetId)}${hidden('version', carriedVersion(filled, budget.version))}${refusedForm(filled, names)}<div>${fields}</div>${buttons}</form>`
}

type Stage = Budget['workflow']['stagesSnapshot'][number]

/** The stage that a submitted budget waits at. */
const openStage = ({ status, workflow }: Budget): Stage | undefined =>
  status === 'in_review' || status === 'submitted'
    ? workflow.stagesSnapshot[workflow.currentStageIndex]
    : undefined

const mostApprovers = '10'

type Approver = Answer<'members', 'listOrgMembers'>['members'][number]['user_id']

/** Members whose roles let them decide a stage of the club, without the reader. */
const findApprovers = async (
  { orgId, club }: Desk,
  { permission }: Stage,
  context: PageContext,
): Promise<readonly Approver[]> => {
  const roles = (club?.positions ?? []).filter(
    ({ permissions }) => permissions.includes('all') || permissions.includes(permission),
  )
  const pages = await Promise.all(
    roles.map(({ name: role }) =>
      call(context, 'members', 'listOrgMembers', { orgId, role, limit: mostApprovers }),
    ),
  )
  const found = pages.flatMap((page) => (page.ok ? page.value.members : []))
  const people = new Map(found.map(({ user_id }) => [user_id._id, user_id]))
  people.delete(readerOf(context))
  return [...people.values()]
}

/** Approving takes no comment. The two other decisions need one, so they have a form of their own. */
const decisionForm = (
  { path }: Desk,
  budget: Budget,
  stage: Stage,
  filled: Filled,
  note: Html | string = '',
): Html => {
  const own: Filled = { values: { message: filled.values.message }, refusal: filled.refusal }
  const reasonField = textArea(own, {
    name: 'message',
    label: t('Reason'),
    longest: 4900,
    hint: t('The club reads it.'),
  })
  const carried = html`${hidden('budgetId', budget._id)}${hidden('version', String(budget.version))}${hidden('stage', stage.key)}${hidden('of', stage.actorType)}`
  const returnForm = html`<form class="stack" method="post" action="${path}">${carried}${reasonField}<div class="row"><button class="btn plain" name="do" value="revise-stage">${t('Request changes')}</button><button class="btn bad" name="do" value="reject-stage">${t('Reject')}</button></div></form>`
  return html`<section class="card stack"><h2>${t('Decide: {stage}', { stage: html`<bdi>${stage.label}</bdi>` })}</h2>${note}${refusedForm(own, ['message'])}<form method="post" action="${path}">${carried}<button class="btn" name="do" value="approve-stage">${t('Approve')}</button></form>${collapsible(t('Request changes or reject'), returnForm, filled.refusal !== undefined)}</section>`
}

const namesOf = (people: readonly Approver[]): Html =>
  html`${people.map(({ name }, at) => html`${at > 0 ? ', ' : ''}<bdi>${name}</bdi>`)}`

/** Takes a submitted budget back, after saying what is lost. */
const withdrawing = ({ path, may }: Desk, { _id, status, version, workflow }: Budget): Html | string => {
  if (status !== 'in_review' || !may('manage_finances')) return ''
  const approvals = workflow.completedStages.length
  return confirmedAction(path, {
    text: t('Withdraw submission'),
    consequence:
      approvals > 0
        ? t(
            'The budget becomes a draft. {approvals, plural, one {# approval is lost} other {# approvals are lost}}, and a new submission begins with the first stage.',
            { approvals },
          )
        : t('The budget becomes a draft. You can submit it again.'),
    button: t('Yes, withdraw'),
    carried: { do: 'withdraw-budget', budgetId: _id, version: String(version) },
  })
}

/** Deletes a draft that was never submitted. */
const deleting = ({ path, may }: Desk, { _id, status, version, revisions }: Budget): Html | string =>
  status === 'draft' && revisions.length === 0 && may('manage_finances')
    ? confirmedAction(path, {
        text: t('Delete draft'),
        consequence: t('The draft is deleted with its comments and history. This cannot be undone.'),
        carried: { do: 'delete-budget', budgetId: _id, version: String(version) },
      })
    : ''

type NextDecision = { readonly shown: Html | string; readonly isOwnTurn: boolean }

/** What happens next, or the reader's decision. The submitter approves only as the owner, while nobody else can (rules/budgets 4). */
const nextDecision = async (
  desk: Desk,
  budget: Budget,
  filled: Filled,
  context: PageContext,
): Promise<NextDecision> => {
  const others = (shown: Html | string): NextDecision => ({ shown, isOwnTurn: false })
  const stage = openStage(budget)
  if (!stage) return others('')
  const decides = (note?: Html): NextDecision => ({
    shown: decisionForm(desk, budget, stage, filled, note),
    isOwnTurn: true,
  })
  const isStaff = pageScope(context).visit.isAdministrator === true
  if (stage.actorType === 'platform_admin')
    return isStaff
      ? decides()
      : others(
          html`<p class="tell">${t('The school decides next. You are notified about the decision.')}</p>`,
        )
  const submission = budget.auditLog.findLast(({ action }) => action === 'submitted')
  const isOwn = submission?.userId === readerOf(context)
  const mayDecide = isStaff || desk.may(stage.permission)
  if (mayDecide && !isOwn) return decides()
  const approvers = await findApprovers(desk, stage, context)
  if (mayDecide && approvers.length === 0 && desk.may('all'))
    return decides(
      html`<p>${t('You submitted this budget, and nobody else in the club can approve it. You can approve it now.')}</p>`,
    )
  if (approvers.length === 0)
    return others(
      html`<p class="tell warn">${t('Nobody else in the club can decide this stage. The owner can give a member a role that approves budgets.')} <a href="${desk.path}?part=roles">${t('Roles')}</a></p>`,
    )
  const values = { people: namesOf(approvers), count: approvers.length }
  return others(
    html`<p class="tell">${
      isOwn
        ? t(
            'You submitted this budget, so someone else approves it. {count, plural, one {This person can} other {One of these people can}} decide: {people}.',
            values,
          )
        : t(
            '{count, plural, one {This person decides} other {One of these people decides}} next: {people}.',
            values,
          )
    }</p>`,
  )
}

type Entry = Budget['auditLog'][number]

/** The decision that returned the budget, if the club has not submitted it since. */
const returnOf = ({ auditLog }: Budget): Entry | undefined => {
  const last = auditLog.findLast(({ action }) =>
    ['submitted', 'withdrawn', 'revision_requested', 'rejected'].includes(action),
  )
  return last?.action === 'submitted' || last?.action === 'withdrawn' ? undefined : last
}

/** Who returned the budget, when and why. */
const returnNotice = (budget: Budget, zone: string, writers: Writers): Html | string => {
  const returned = returnOf(budget)
  if (!returned) return ''
  const { userId, action, at, actor, message: reason } = returned
  const name = writers.get(userId) ?? (actor === 'platform' ? t('The school') : t('The club'))
  const isRejection = action === 'rejected'
  const title = isRejection
    ? t('{name} rejected the budget', { name })
    : t('{name} requested changes', { name })
  return returnedNote({ title, at, zone, reason, isRejection })
}

/** Names of the people in comments and history. Former members of the school have none. */
const writersOf = async ({ comments, auditLog }: Budget, context: PageContext) => {
  const ids = [...new Set([...comments, ...auditLog].map(({ userId }) => userId))].slice(0, 100)
  const result = await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids) })
  return new Map(result.ok ? result.value.users.map(({ _id, name }) => [_id, html`<bdi>${name}</bdi>`]) : [])
}
type Writers = Awaited<ReturnType<typeof writersOf>>

const talk = ({ path }: Desk, budget: Budget, zone: string, writers: Writers): Html => {
  const commentField = textArea({ values: {} }, { name: 'comment', label: t('Comment'), longest: 5000 })
  const item = (text: Html, userId: string, at: string) => ({
    at,
    shown: html`<li><div class="stack-s">${text}<small>${writers.has(userId) ? html`${writers.get(userId)}, ` : ''}${moment(at, zone)}</small></div></li>`,
  })
  const { auditLog } = budget
  // A decision stores its reason as a comment as well.
  const reasons = new Set(
    auditLog.flatMap(({ message, userId }) => (message ? [`${userId} ${message}`] : [])),
  )
  const written = budget.comments.filter(
    ({ userId, body }) => !reasons.has(`${userId} ${body.replace(/^(?:Rejected|Revision requested): /, '')}`),
  )
  const comments = written
    .map(({ userId, body, createdAt }) => item(userText(body), userId, createdAt))
    .toReversed()
  const labels = new Map(budget.workflow.stagesSnapshot.map(({ key, label }) => [key, label]))
  // The approval of the last stage approves the budget.
  const last = auditLog.findLast(({ action }) => action === 'approved')
  const returned = returnOf(budget)
  const entries = auditLog
    .filter(({ action, at }) => !(action.endsWith('_stage_approved') && at === last?.at))
    .toReversed()
    .map((entry) => {
      const { userId, action, at, actor, message, stageKey = '' } = entry
      // The reason of the last return is shown at the top.
      const reason = message && entry !== returned ? html`: <bdi>${message}</bdi>` : ''
      const text = actionText(action, {
        bySchool: actor === 'platform',
        stage: labels.get(stageKey),
        name: writers.get(userId),
      })
      return item(html`<p>${text}${reason}</p>`, userId, at)
    })
  // Both lists begin with the newest, and sorting keeps this order at equal times.
  const newestFirst = [...entries, ...comments].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  )
  return html`<section class="stack"><h2>${t('Comments and history')}</h2><ul class="list">${newestFirst.map(({ shown }) => shown)}</ul><form class="stack" method="post" action="${path}">${hidden('do', 'comment-budget')}${hidden('budgetId', budget._id)}${commentField}<button class="btn plain">${t('Add comment')}</button></form></section>`
}

const exported = (context: PageContext, { orgId, path }: Desk, budgetId: string): Html => {
  const table = `/org-budgets/${orgId}/budgets/${budgetId}/export?format=csv`
  const href = guardedLink(context, { consequence: 'export', href: table, page: path })
  return href === table
    ? html`<a href="${href}" download>${t('Export budget (CSV)')}</a>`
    : html`<a href="${href}">${t('Confirm your identity to export this budget (CSV)')}</a>`
}

/** One budget: its stages, its lines and the actions that its status allows. */
export const budgetPart = async (
  desk: Desk,
  budgetId: string,
  filled: Filled,
  context: PageContext,
): Promise<Part> => {
  const result = await call(context, 'budgets', 'getBudget', { orgId: desk.orgId, budgetId })
  if (!result.ok) return result
  const budget = result.value
  const { timezone: zone } = pageScope(context).visit
  const open = budget.status === 'draft' || budget.status === 'revision_requested'
  const writes = open && desk.may('manage_finances')
  const next = await nextDecision(desk, budget, filled, context)
  const isStaff = pageScope(context).visit.isAdministrator === true
  const back = isStaff
    ? html`<a href="/admin?part=budgets">${t('Back to budgets in review')}</a> &middot; <a href="${desk.path}?part=budgets">${t("This club's budgets")}</a>`
    : html`<a href="${desk.path}?part=budgets">${t('All budgets')}</a>`
  const writers = await writersOf(budget, context)
  return html`<p>${back}</p><header class="stack-s"><h2 class="large"><bdi>${budget.title}</bdi></h2><p class="row">${budget.title.includes(budget.fiscalYear) ? '' : html`<bdi>${budget.fiscalYear}</bdi>`}${statusTag(budget.status)}${exported(context, desk, budgetId)}</p></header>${returnNotice(budget, zone, writers)}${stages(budget, zone, next.isOwnTurn)}${next.shown}${withdrawing(desk, budget)}${writes ? editor(desk, budget, filled) : table(budget)}${deleting(desk, budget)}${talk(desk, budget, zone, writers)}`
}
