import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { type OrgAccess, OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { spending } from '../../lib/identity/limits.ts'
import { put } from '../../lib/table/write.ts'
import { commentLimits } from './bodies.ts'
import { CommentRequired } from './failures.ts'
import { requireBudget } from './reading.ts'
import { commentOf, idOf } from './recording.ts'
import { budgetComment, orgStillThere } from './repository.ts'
import type { BudgetView } from './shapes.ts'
import { viewOf } from './views.ts'

type Asked = { readonly orgId: string; readonly budgetId: string; readonly body?: string | undefined }

/** Adds a comment. It changes nothing of the budget, so that nobody who decides meanwhile loses a race to it. */
export const comment = async (
  { body = '', ...named }: Asked,
  context: Context<OrgAccess>,
): Promise<BudgetView> => {
  const said = body.trim()
  if (said === '') fail(CommentRequired, { field: 'body' })
  const { found, history } = await requireBudget(named, context)
  const row = commentOf(context, found, said)
  const limit = spending(context, 'budget-comment', commentLimits.person, idOf(context.caller))
  const writes = [orgStillThere(named.orgId), limit.write, put(budgetComment, row)]
  const written = await context.table.write(writes)
  if (!written.ok) {
    if (written.failed.includes(0)) fail(OrganizationNotFound)
    limit.refuse()
  }
  return viewOf(found, { ...history, comments: [...history.comments, row] })
}
