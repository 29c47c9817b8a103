import { type CallResult, call, type PageContext } from '../call.ts'
import type { Done, FormInput } from '../club-dashboard/change.ts'
import { numberIn } from './numbers.ts'

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

const saved = async (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, budgetId = '' } = input
  const known = await call(context, 'budgets', 'getBudget', { orgId, budgetId })
  if (!known.ok) return known
  const lineItems = known.value.lineItems.map(({ key, kind }) => {
    const typed = input[`line-${key}`]
    const value =
      kind === 'text'
        ? { textValue: typed ?? '' }
        : kind === 'number'
          ? { numberValue: numberIn(typed) }
          : { amount: numberIn(typed) }
    return { key, note: input[`note-${key}`] ?? '', ...value }
  })
  return call(context, 'budgets', 'updateBudget', { orgId, budgetId, lineItems, ...versionIn(input) })
}

const decided = (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, budgetId = '', stage: stageKey = '', message } = input
  const named = { orgId, budgetId, stageKey, ...versionIn(input) }
  const noted = { ...named, message: message || undefined }
  const bySchool = input.of === 'platform_admin'
  if (input.do === 'approve-stage')
    return call(context, 'budgets', bySchool ? 'approveFinanceStage' : 'approveBudgetStage', named)
  if (input.do === 'reject-stage')
    return call(context, 'budgets', bySchool ? 'rejectFinanceStage' : 'rejectBudgetStage', noted)
  return call(context, 'budgets', bySchool ? 'requestFinanceRevision' : 'requestBudgetRevision', noted)
}

const carriedOut = async (input: FormInput, context: PageContext): Promise<CallResult<unknown>> => {
  const { orgId, budgetId = '' } = input
  if (input.do === 'save-budget') return saved(input, context)
  if (input.do === 'submit-budget')
    return call(context, 'budgets', 'submitBudget', { orgId, budgetId, ...versionIn(input) })
  if (input.do === 'comment-budget')
    return call(context, 'budgets', 'commentOnBudget', { orgId, budgetId, body: input.comment ?? '' })
  return decided(input, context)
}

const messages: Readonly<Record<string, string>> = {
  'save-budget': 'saved',
  'submit-budget': 'handed-in',
  'comment-budget': 'sent',
  'approve-stage': 'approved',
  'reject-stage': 'rejected',
  'revise-stage': 'sent-back',
}

/** Creates, saves or submits a budget, decides a stage, or adds a comment. */
export const changeBudget = async (input: FormInput, context: PageContext): Promise<Done> => {
  if (input.do === 'begin-budget') return query(input, context)
  const result = await carriedOut(input, context)
  return { part: 'budgets', result, done: messages[input.do] ?? 'saved', id: input.budgetId ?? '' }
}
