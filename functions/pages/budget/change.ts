import { type Answer, type CallResult, call, type PageContext, type Refusal, refusalOf } from '../call.ts'
import type { Done, FormInput } from '../club-dashboard/change.ts'
import { msg } from '../locale.ts'
import { deciding } from '../mine/decisions.ts'
import { amountIn, numberIn } from './numbers.ts'

const versionIn = ({ version }: FormInput): { version?: number } =>
  version ? { version: Number(version) } : {}

const query = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, templateKey = '', fiscalYear, title } = input
  const result = await call(context, 'budgets', 'createBudget', {
    orgId,
    templateKey,
    fiscalYear: fiscalYear || undefined,
    title: title || undefined,
  })
  return {
    part: 'budgets',
    result,
    done: 'begun',
    ...(result.ok ? { id: result.value._id } : {}),
  }
}

type Budget = Answer<'budgets', 'getBudget'>
type Line = Budget['lineItems'][number]

const missingTexts: Readonly<Record<string, string>> = {
  'Required amount': msg('Enter an amount'),
  'Required number': msg('Enter a number'),
  'Required text': msg('Enter a text'),
}

/** The field of the form for a field of a request, which names a line by its key or its position. */
const formField = (field: string, lines: readonly Pick<Line, 'key'>[]): string => {
  const [, name = '', part] = /^lineItems\.([\w-]+)(?:\.(\w+))?$/.exec(field) ?? []
  if (name === '') return field
  const key = part === undefined ? name : (lines[Number(name)]?.key ?? name)
  return `${part === 'note' ? 'note' : 'line'}-${key}`
}

/** A refusal with its mistakes at the fields of the form. */
const atLineFields = (refusal: Refusal, lines: readonly Pick<Line, 'key'>[]): Refusal => ({
  ...refusal,
  field: formField(refusal.field ?? '', lines) || undefined,
  details: refusal.details.map(({ field, message, ...rest }) => ({
    ...rest,
    field: formField(field, lines),
    message: missingTexts[message] ?? message,
  })),
})

const mistakeIn = ({ kind }: Line, typed: string | undefined): string | undefined => {
  if (kind === 'text') return undefined
  if (kind === 'number') return Number.isNaN(numberIn(typed)) ? msg('Enter a number, such as 25') : undefined
  const amount = amountIn(typed)
  if (Number.isNaN(amount)) return msg('Enter an amount, such as 250.00')
  const isAmount = amount === null || /^\d{1,13}(?:\.\d{1,2})?$/.test(String(amount))
  return isAmount
    ? undefined
    : msg('An amount must be between 0 and 1,000,000,000,000 with at most two decimals')
}

/** The mistakes of all lines at once, before they are sent. */
const mistakesIn = (lines: readonly Line[], input: FormInput): Refusal | undefined => {
  const details = lines.flatMap((line) => {
    const field = `line-${line.key}`
    const message = mistakeIn(line, input[field])
    return message === undefined ? [] : [{ field, message }]
  })
  const message = msg('Some lines need another value.')
  return details.length > 0 ? refusalOf(400, { message, details }) : undefined
}

const lineChange = ({ key, kind }: Line, input: FormInput) => {
  const typed = input[`line-${key}`]
  const note = input[`note-${key}`] ?? ''
  if (kind === 'text') return { key, note, textValue: typed ?? '' }
  return kind === 'number'
    ? { key, note, numberValue: numberIn(typed) }
    : { key, note, amount: amountIn(typed) }
}

const saved = async (input: FormInput, context: PageContext): Promise<CallResult<Budget>> => {
  const { orgId, budgetId = '' } = input
  const known = await call(context, 'budgets', 'getBudget', { orgId, budgetId })
  if (!known.ok) return known
  // A line that the form did not have stays as it is.
  const shown = known.value.lineItems.filter(({ key }) => input[`line-${key}`] !== undefined)
  const refusal = mistakesIn(shown, input)
  if (refusal) return { ok: false, refusal }
  const lineItems = shown.map((line) => lineChange(line, input))
  const result = await call(context, 'budgets', 'updateBudget', {
    orgId,
    budgetId,
    lineItems,
    ...versionIn(input),
  })
  return result.ok ? result : { ok: false, refusal: atLineFields(result.refusal, lineItems) }
}

/** Submits a budget as it was entered: saves the lines first, against the version that the reader saw. */
const submitted = async (
  input: FormInput,
  context: PageContext,
): Promise<Pick<Done, 'result' | 'values'>> => {
  const { orgId, budgetId = '' } = input
  const result = await saved(input, context)
  if (!result.ok) return { result }
  const { version, lineItems } = result.value
  const outcome = await call(context, 'budgets', 'submitBudget', { orgId, budgetId, version })
  if (outcome.ok) return { result: outcome }
  // The lines are saved, and the form goes on from there.
  const values = { version: String(version) }
  return { result: { ok: false, refusal: atLineFields(outcome.refusal, lineItems) }, values }
}

/** The page asks for a reason, as for events. Programs may reject without one. */
const commentRequired = (isRejection: boolean): Refusal => {
  const message = isRejection
    ? msg('Enter a reason. The club reads it.')
    : msg('Enter what to change. The club reads it.')
  return refusalOf(400, { message, details: [{ field: 'message', message }] })
}

const decided = async (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, budgetId = '', stage: stageKey = '', message } = input
  const named = { orgId, budgetId, stageKey, ...versionIn(input) }
  const noted = { ...named, message: message || undefined }
  const bySchool = input.of === 'platform_admin'
  if (input.do === 'approve-stage')
    return call(context, 'budgets', bySchool ? 'approveFinanceStage' : 'approveBudgetStage', named)
  if ((message ?? '').trim() === '')
    return { ok: false, refusal: commentRequired(input.do === 'reject-stage') }
  if (input.do === 'reject-stage')
    return call(context, 'budgets', bySchool ? 'rejectFinanceStage' : 'rejectBudgetStage', noted)
  return call(context, 'budgets', bySchool ? 'requestFinanceRevision' : 'requestBudgetRevision', noted)
}

const carriedOut = async (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, budgetId = '' } = input
  if (input.do === 'save-budget') return saved(input, context)
  if (input.do === 'withdraw-budget')
    return call(context, 'budgets', 'withdrawBudget', { orgId, budgetId, ...versionIn(input) })
  if (input.do === 'comment-budget')
    return call(context, 'budgets', 'commentOnBudget', { orgId, budgetId, body: input.comment ?? '' })
  return deciding(decided, ({ budgetId }) => [budgetId])(input, context)
}

const messages: Readonly<Record<string, string>> = {
  'save-budget': 'budget-saved',
  'submit-budget': 'handed-in',
  'withdraw-budget': 'taken-back',
  'comment-budget': 'sent',
  'approve-stage': 'budget-approved',
  'reject-stage': 'budget-rejected',
  'revise-stage': 'budget-returned',
}

const deleted = async (input: FormInput, context: PageContext): Promise<Done> => {
  const { orgId, budgetId = '' } = input
  const result = await call(context, 'budgets', 'deleteBudget', { orgId, budgetId, ...versionIn(input) })
  return { part: 'budgets', result, done: 'draft-deleted', ...(result.ok ? {} : { id: budgetId }) }
}

/** Creates, saves, submits, withdraws or deletes a budget, decides a stage, or adds a comment. */
export const changeBudget = async (input: FormInput, context: PageContext): Promise<Done> => {
  if (input.do === 'begin-budget') return query(input, context)
  if (input.do === 'delete-budget') return deleted(input, context)
  const outcome =
    input.do === 'submit-budget'
      ? await submitted(input, context)
      : { result: await carriedOut(input, context) }
  return { part: 'budgets', ...outcome, done: messages[input.do] ?? 'saved', id: input.budgetId ?? '' }
}
