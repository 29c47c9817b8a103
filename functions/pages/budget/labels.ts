import { type Html, html, type States, tagged } from '../layout/page.ts'
import { currentCurrency, currentLocale, msg, t } from '../locale.ts'

const formats = new Map<string, Intl.NumberFormat>()
const mostFormats = 100

const moneyFormat = (currency: string): Intl.NumberFormat => {
  const { tag } = currentLocale()
  const name = `${tag} ${currency}`
  const known = formats.get(name)
  if (known) return known
  if (formats.size > mostFormats) formats.clear()
  const made = new Intl.NumberFormat(tag, { style: 'currency', currency, maximumFractionDigits: 2 })
  formats.set(name, made)
  return made
}

/** A budget without a currency is in the school's (rules/budgets 38). */
type Currency = { readonly currency?: string | undefined }

/** The name of a budget's currency in the reader's language, such as "US Dollar". */
export const currencyName = ({ currency = currentCurrency() }: Currency): string =>
  new Intl.DisplayNames(currentLocale().tag, { type: 'currency' }).of(currency) ?? currency

/** An amount in the major unit, with the budget's currency. */
export const moneyWords = (amount: number, { currency = currentCurrency() }: Currency): string =>
  moneyFormat(currency).format(amount)

const statuses: States = {
  draft: ['', msg('Draft')],
  submitted: ['warn', msg('Submitted')],
  in_review: ['warn', msg('In review')],
  approved: ['good', msg('Approved')],
  rejected: ['bad', msg('Rejected')],
  revision_requested: ['warn', msg('Changes requested')],
}

export const statusTag = tagged(statuses)

const actions: Readonly<Record<string, string>> = {
  draft_created: msg('{actor, select, school {The school} other {The club}} created the budget'),
  submitted: msg('{actor, select, school {The school} other {The club}} submitted the budget'),
  withdrawn: msg('{actor, select, school {The school} other {The club}} withdrew the budget'),
  approved: msg('{actor, select, school {The school} other {The club}} approved the budget'),
  rejected: msg('{actor, select, school {The school} other {The club}} rejected the budget'),
  revision_requested: msg('{actor, select, school {The school} other {The club}} requested changes'),
  resumed_after_revision: msg(
    '{actor, select, school {The school} other {The club}} edited the budget again',
  ),
}
const stageApproved = msg('{actor, select, school {The school} other {The club}} approved a stage')
const otherAction = msg('{actor, select, school {The school} other {The club}}: {action}')

type EntryFacts = {
  readonly bySchool: boolean
  readonly stage: string | undefined
  readonly name: Html | undefined
}

/** An entry of the history, such as "The club submitted the budget". */
export const actionText = (action: string, { bySchool, stage, name }: EntryFacts): Html | string => {
  const isStage = action === 'officer_stage_approved' || action === 'platform_stage_approved'
  if (isStage && stage !== undefined && name !== undefined)
    return t('{name} approved the stage {stage}', { name, stage: html`<bdi>${stage}</bdi>` })
  return t(isStage ? stageApproved : (actions[action] ?? otherAction), {
    actor: bySchool ? 'school' : 'club',
    action: action.replaceAll('_', ' '),
  })
}
