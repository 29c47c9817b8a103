import { type Answer, call } from '../call.ts'
import type { PartOf } from '../club-dashboard/dashboard.ts'
import { type Filled, field, hidden, refusedForm, select } from '../layout/forms.ts'
import { type Html, html, listed, nextPageLink } from '../layout/page.ts'
import { t } from '../locale.ts'
import { budgetPart } from './budget.ts'
import { moneyWords, statusTag } from './labels.ts'

type Listed = Answer<'budgets', 'listBudgets'>['data'][number]

/** Whether a budget occupies its template and year. A rejected one does not. */
const isOf = ({ templateKey, fiscalYear, status }: Listed, template: string | undefined, year: string) =>
  templateKey === template && fiscalYear === year && status !== 'rejected'

/** The first year from `year` without a budget of the template. */
const freeYear = (budgets: readonly Listed[], template: string | undefined, year: number): number =>
  budgets.some((one) => isOf(one, template, String(year))) ? freeYear(budgets, template, year + 1) : year

/** Why a budget was not created; one that exists already is linked. */
const refused = (own: Filled, budgets: readonly Listed[], path: string): Html => {
  const { templateKey, fiscalYear = '' } = own.values
  const existing =
    own.refusal?.code === 'BUDGET_EXISTS'
      ? budgets.find((one) => isOf(one, templateKey, fiscalYear))
      : undefined
  return existing
    ? html`<p class="tell bad" role="alert">${t('A budget with this template exists for this year: {title}', { title: html`<a href="${path}?part=budgets&amp;id=${existing._id}"><bdi>${existing.title}</bdi></a>` })}</p>`
    : refusedForm(own, ['templateKey', 'fiscalYear', 'title'])
}

/** What a template calls its period. The name that templates begin with is translated. */
const periodName = (label = t('Year')): string => (label === 'Fiscal year' ? t('Fiscal year') : label)

/** An organization's budgets, the most recently changed first, or one budget. */
export const budgetsPart: PartOf = async (desk, { id, cursor }, filled, context) => {
  if (id !== undefined) return budgetPart(desk, id, filled, context)
  const { orgId, path } = desk
  const makes = desk.may('manage_finances')
  const [result, known] = await Promise.all([
    call(context, 'budgets', 'listBudgets', { orgId, cursor }),
    makes ? call(context, 'budgets', 'listBudgetTemplates', { orgId }) : undefined,
  ])
  if (!result.ok) return result
  const { data: budgets, nextCursor } = result.value
  const templates = known?.ok ? known.value.templates : []
  const year = freeYear(budgets, templates[0]?.templateKey, context.now().getUTCFullYear())
  const own: Filled = filled.refusal ? filled : { values: { fiscalYear: String(year) } }
  return html`${listed(
    budgets.map(
      (one) =>
        html`<li><div class="stack-s"><h2><a href="${path}?part=budgets&amp;id=${one._id}"><bdi>${one.title}</bdi></a></h2><p class="soft"><bdi>${one.fiscalYear}</bdi> &middot; <span class="num">${moneyWords(one.totalAmount, one)}</span></p></div>${statusTag(one.status)}</li>`,
    ),
    [
      t('No budgets yet'),
      makes ? t('Create one below, fill it in and submit it for approval.') : t('Budgets appear here.'),
    ],
  )}${nextPageLink(`${path}?part=budgets`, nextCursor)}${
    templates.length === 0
      ? ''
      : html`<form class="card stack" method="post" action="${path}"><h2>${t('Create budget')}</h2>${hidden('do', 'begin-budget')}${refused(own, budgets, path)}<div>${select(
          own,
          'templateKey',
          t('Template'),
          templates.map(({ templateKey, displayName }) => [templateKey, displayName]),
        )}${field(own, { name: 'fiscalYear', label: periodName(templates[0]?.fiscalLabel), longest: 20 })}${field(own, { name: 'title', label: t('Title'), longest: 200, optional: true })}</div><button class="btn">${t('Create budget')}</button></form>`
  }`
}
