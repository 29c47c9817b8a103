import { ask, type Heard, type PageContext } from '../ask.ts'
import type { Done, Sent } from '../desk/change.ts'

const versionIn = ({ version }: Sent): { version?: number } => (version ? { version: Number(version) } : {})

/** An amount as people write it: `1250.50`, `1,250.50` or nothing. Other text becomes NaN, which is refused. */
const numberIn = (text: string | undefined): number | null => {
  const typed = (text ?? '').trim().replaceAll(',', '')
  return typed === '' ? null : Number(typed)
}

const begun = async (sent: Sent, context: PageContext): Promise<Done> => {
  const { orgId, templateKey = '', fiscalYear, title } = sent
  const heard = await ask(context, 'budgets', 'createBudget', {
    orgId,
    templateKey,
    fiscalYear: fiscalYear || undefined,
    title: title || undefined,
  })
  return {
    part: 'budgets',
    heard,
    said: 'begun',
    ...(heard.ok ? { id: heard.value._id } : {}),
  }
}

const saved = async (sent: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const { orgId, budgetId = '' } = sent
  const known = await ask(context, 'budgets', 'getBudget', { orgId, budgetId })
  if (!known.ok) return known
  const lineItems = known.value.lineItems.map(({ key, kind }) => {
    const typed = sent[`line-${key}`]
    const value =
      kind === 'text'
        ? { textValue: typed ?? '' }
        : kind === 'number'
          ? { numberValue: numberIn(typed) }
          : { amount: numberIn(typed) }
    return { key, note: sent[`note-${key}`] ?? '', ...value }
  })
  return ask(context, 'budgets', 'updateBudget', { orgId, budgetId, lineItems, ...versionIn(sent) })
}

const decided = (sent: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const { orgId, budgetId = '', stage: stageKey = '', message } = sent
  const named = { orgId, budgetId, stageKey, ...versionIn(sent) }
  const noted = { ...named, message: message || undefined }
  const bySchool = sent.of === 'platform_admin'
  if (sent.do === 'approve-stage')
    return ask(context, 'budgets', bySchool ? 'approveFinanceStage' : 'approveBudgetStage', named)
  if (sent.do === 'reject-stage')
    return ask(context, 'budgets', bySchool ? 'rejectFinanceStage' : 'rejectBudgetStage', noted)
  return ask(context, 'budgets', bySchool ? 'requestFinanceRevision' : 'requestBudgetRevision', noted)
}

const carriedOut = async (sent: Sent, context: PageContext): Promise<Heard<unknown>> => {
  const { orgId, budgetId = '' } = sent
  if (sent.do === 'save-budget') return saved(sent, context)
  if (sent.do === 'submit-budget')
    return ask(context, 'budgets', 'submitBudget', { orgId, budgetId, ...versionIn(sent) })
  if (sent.do === 'comment-budget')
    return ask(context, 'budgets', 'commentOnBudget', { orgId, budgetId, body: sent.comment ?? '' })
  return decided(sent, context)
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
export const changeBudget = async (sent: Sent, context: PageContext): Promise<Done> => {
  if (sent.do === 'begin-budget') return begun(sent, context)
  const heard = await carriedOut(sent, context)
  return { part: 'budgets', heard, said: messages[sent.do] ?? 'saved', id: sent.budgetId ?? '' }
}
