import { type Answer, call, type PageContext, pageScope } from '../call.ts'
import type { Desk, Part } from '../club-dashboard/dashboard.ts'
import { moment } from '../layout/dates.ts'
import { type Filled, hidden, refusedForm, textArea } from '../layout/forms.ts'
import { actionButton, guardedLink, type Html, html, userText } from '../layout/page.ts'
import { t } from '../locale.ts'
import { actionText, moneyWords, statusTag } from './labels.ts'
import { editableNumber } from './numbers.ts'

type Budget = Answer<'budgets', 'getBudget'>
type Line = Budget['lineItems'][number]

/** The budget's stages: completed, current, upcoming. */
const stages = ({ workflow, status }: Budget, zone: string): Html => {
  const at = status === 'in_review' || status === 'submitted' ? workflow.currentStageIndex : -1
  return html`<ol class="steps">${workflow.stagesSnapshot.map(({ key, label, actorType }, index) => {
    const done = workflow.completedStages.find((one) => one.key === key)
    const state = done ? 'done' : index === at ? 'now' : 'next'
    const bySchool = actorType === 'platform_admin'
    const waiting = bySchool ? t('Waiting for the school') : t('Waiting for the club')
    const next = bySchool ? t('Next: the school') : t('Next: the club')
    const detail = done
      ? t('Approved {when}', { when: moment(done.approvedAt, zone) })
      : index === at
        ? waiting
        : next
    return html`<li class="${state}"><strong><bdi>${label}</bdi></strong><span class="soft">${detail}</span></li>`
  })}</ol>`
}

const textOf = (line: Line): string => {
  if (line.kind === 'text') return line.textValue
  const value = line.kind === 'currency' ? line.amount : line.numberValue
  return value === null ? '' : editableNumber(value)
}

const shown = (line: Line): Html =>
  line.kind === 'currency'
    ? html`<span class="num">${line.amount === null ? '' : moneyWords(line.amount)}</span>`
    : html`<bdi>${textOf(line)}</bdi>`

const table = (budget: Budget): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${t('Budget lines')}"><table><thead><tr><th scope="col">${t('Item')}</th><th scope="col">${t('Amount')}</th><th scope="col">${t('Note')}</th></tr></thead><tbody>${budget.lineItems.map((line) => html`<tr><th scope="row"><bdi>${line.label}</bdi></th><td>${shown(line)}</td><td><bdi>${line.note}</bdi></td></tr>`)}</tbody><tfoot><tr><th scope="row">${t('Total')}</th><td class="num"><strong>${moneyWords(budget.totalAmount)}</strong></td><td></td></tr></tfoot></table></div>`

/** The message of a refused line ends with the line's label. */
const isWrong = ({ label }: Line, { refusal }: Filled): boolean =>
  refusal?.message.endsWith(`: ${label}`) === true

const lineFields = (line: Line, filled: Filled): Html => {
  const wrong = isWrong(line, filled)
    ? html`<span class="wrong" id="wrong-${line.key}">${t(filled.refusal?.message.slice(0, -line.label.length - 2) ?? '')}</span>`
    : ''
  const tied = wrong && html` aria-invalid="true" aria-describedby="wrong-${line.key}"`
  const name = `line-${line.key}`
  const value = filled.values[name] ?? textOf(line)
  const control =
    line.kind === 'text'
      ? html`<textarea id="${name}" name="${name}" maxlength="2000" dir="auto"${tied}>${value}</textarea>`
      : html`<input id="${name}" name="${name}" value="${value}" inputmode="decimal" autocomplete="off"${tied}>`
  const label = line.kind === 'text' ? t('Text') : line.kind === 'number' ? t('Number') : t('Amount')
  const noteName = `note-${line.key}`
  const note = html`<label class="hint" for="${noteName}">${t('Note (optional)')}</label><input id="${noteName}" name="${noteName}" value="${filled.values[noteName] ?? line.note}" maxlength="500" dir="auto">`
  return html`<fieldset class="field"><legend><bdi>${line.label}</bdi></legend><div class="pair"><div><label class="hint" for="${name}">${label}</label>${control}${wrong}</div><div>${note}</div></div></fieldset>`
}

const editor = ({ path }: Desk, budget: Budget, filled: Filled): Html => {
  const { _id: budgetId, lineItems } = budget
  const version = String(budget.version)
  const refused = lineItems.some((line) => isWrong(line, filled)) ? '' : refusedForm(filled, [])
  const fields = lineItems.map((line) => lineFields(line, filled))
  const carried = { do: 'submit-budget', budgetId, version }
  const submit = actionButton(path, t('Submit budget for approval'), carried, { css: 'full' })
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Edit budget')}</h2>${hidden('do', 'save-budget')}${hidden('budgetId', budgetId)}${hidden('version', version)}${refused}<div>${fields}</div><button class="btn">${t('Save budget')}</button></form>${submit}`
}

/** The decision form of the current stage. */
const decision = ({ path, may }: Desk, budget: Budget, filled: Filled, isStaff: boolean): Html | string => {
  const stage = budget.workflow.stagesSnapshot[budget.workflow.currentStageIndex]
  if (budget.status !== 'in_review' && budget.status !== 'submitted') return ''
  if (!stage) return ''
  const isSchoolStage = stage.actorType === 'platform_admin'
  if (!isStaff && (isSchoolStage || !may(stage.permission))) return ''
  const own: Filled = { values: { message: filled.values.message }, refusal: filled.refusal }
  const messageField = textArea(own, {
    name: 'message',
    label: t('Comment'),
    optional: true,
    longest: 4900,
    hint: t('Required when you request changes.'),
  })
  return html`<form class="card stack" method="post" action="${path}"><h2>${t('Decide: {stage}', { stage: html`<bdi>${stage.label}</bdi>` })}</h2>${refusedForm(own, ['message'])}${hidden('budgetId', budget._id)}${hidden('version', String(budget.version))}${hidden('stage', stage.key)}${hidden('of', stage.actorType)}${messageField}<div class="row"><button class="btn" name="do" value="approve-stage">${t('Approve')}</button><button class="btn plain" name="do" value="revise-stage">${t('Request changes')}</button><button class="btn bad" name="do" value="reject-stage">${t('Reject')}</button></div></form>`
}

/** Names of the people in comments and history. Former members of the school have none. */
const writersOf = async ({ comments, auditLog }: Budget, context: PageContext) => {
  const ids = [...new Set([...comments, ...auditLog].map(({ userId }) => userId))].slice(0, 100)
  const result = await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids) })
  return new Map(
    result.ok ? result.value.users.map(({ _id, name }) => [_id, html`<bdi>${name}</bdi>, `]) : [],
  )
}
type Writers = Awaited<ReturnType<typeof writersOf>>

const talk = ({ path }: Desk, budget: Budget, zone: string, writers: Writers): Html => {
  const commentField = textArea({ values: {} }, { name: 'comment', label: t('Comment'), longest: 5000 })
  const item = (text: Html, userId: string, at: string): Html =>
    html`<li><div class="stack-s">${text}<small>${writers.get(userId) ?? ''}${moment(at, zone)}</small></div></li>`
  const comments = budget.comments.map(({ userId, body, createdAt }) =>
    item(userText(body), userId, createdAt),
  )
  const entries = budget.auditLog.map(({ userId, action, at, actor, message }) => {
    const reason = message ? html`: <bdi>${message}</bdi>` : ''
    return item(html`<p>${actionText(action, actor === 'platform')}${reason}</p>`, userId, at)
  })
  return html`<section class="stack"><h2>${t('Comments and history')}</h2><ul class="list">${comments}${entries}</ul><form class="stack" method="post" action="${path}">${hidden('do', 'comment-budget')}${hidden('budgetId', budget._id)}${commentField}<button class="btn plain">${t('Add comment')}</button></form></section>`
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
  const { timezone: zone, isAdministrator } = pageScope(context).visit
  const open = budget.status === 'draft' || budget.status === 'revision_requested'
  const writes = open && desk.may('manage_finances')
  return html`<p><a href="${desk.path}?part=budgets">${t('All budgets')}</a></p><header class="stack-s"><h2 class="large"><bdi>${budget.title}</bdi></h2><p class="row"><bdi>${budget.fiscalYear}</bdi>${statusTag(budget.status)}${exported(context, desk, budgetId)}</p></header>${stages(budget, zone)}${decision(desk, budget, filled, isAdministrator === true)}${writes ? editor(desk, budget, filled) : table(budget)}${talk(desk, budget, zone, await writersOf(budget, context))}`
}
