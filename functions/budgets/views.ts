import { type Answer, answer, versionTag } from '../../lib/contract/reply.ts'
import type { Organization } from '../../lib/identity/org/records.ts'
import type { BudgetRow, BudgetView } from './contract/shapes.ts'
import { amountOf, totalOf } from './lines.ts'
import type { Budget, BudgetLogEntry, Comment, History, Line, Revision, Workflow } from './repository.ts'

const lineView = ({ key, label, kind, minor, numberValue, textValue = '', note = '' }: Line) => ({
  key,
  label,
  kind,
  amount: minor === undefined ? null : amountOf(minor),
  numberValue: numberValue ?? null,
  textValue,
  note,
})

const workflowView = ({ stages, ...rest }: Workflow) => ({ ...rest, stagesSnapshot: stages })

export const rowOf = (found: Budget): BudgetRow => ({
  _id: found.id,
  orgId: found.orgId,
  templateKey: found.templateKey,
  fiscalYear: found.fiscalYear,
  title: found.title,
  status: found.status,
  lineItems: found.lineItems.map(lineView),
  totalAmount: amountOf(totalOf(found.lineItems)),
  workflow: workflowView(found.workflow),
  createdBy: found.createdBy,
  updatedBy: found.updatedBy,
  createdAt: found.createdAt,
  updatedAt: found.updatedAt,
  version: found.version,
})

const revisionView = ({ number, createdAt, createdBy, lineItems, workflow, status }: Revision) => ({
  revision: Number(number),
  createdAt,
  createdBy,
  lineItemsSnapshot: lineItems.map(lineView),
  workflowSnapshot: workflowView(workflow),
  status,
})

export const viewOf = (found: Budget, { revisions, comments, deeds }: History): BudgetView => ({
  ...rowOf(found),
  revisions: revisions.map(revisionView),
  comments: [...comments],
  auditLog: [...deeds],
})

/** Limit of comment characters for one budget in a list, so that twenty budgets fit a response. */
const maxCharacters = 60_000

/** `comments` start with the newest. */
export const listedOf = (
  found: Budget,
  { comments, deeds }: { readonly comments: readonly Comment[]; readonly deeds: readonly BudgetLogEntry[] },
) => {
  let left = maxCharacters
  const shown = comments.filter(({ body }) => {
    left -= JSON.stringify(body).length
    return left >= 0
  })
  return { ...rowOf(found), comments: shown.toReversed(), auditLog: [...deeds] }
}

export const financeRowOf = (
  found: Budget,
  { orgId, org_name, org_profile_image, orgTypeKey }: Organization,
) => ({ ...rowOf(found), org: { _id: orgId, org_name, org_profile_image, orgTypeKey } })

/** A response with the ETag of its version. */
export const withVersionTag = <V extends { readonly version: number }>(view: V): Answer<V> =>
  answer(view, { headers: { etag: versionTag(view.version) } })
