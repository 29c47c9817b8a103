import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { type EventFacts, factsNamed, readZonedSetup, routeOf, withOrgNames } from '../stakeholders/index.ts'
import type { contract } from './contract.ts'
import { stepViewOf } from './lists.ts'
import type { Preview } from './shapes.ts'

type Rows = (typeof contract)['rows']

/**
 * Simulates a submission: returns the steps that would apply, with the outcome of each condition. Nothing is stored.
 * `organizer` is the event's creator, by default the caller. Fails like routing.
 */
export const simulateApprovals: Operation<Rows['simulateApprovals']> = async (
  { event, organizer },
  context,
) => {
  const { table, caller } = context
  const id = organizer ?? caller.tenantUserId
  const [setup, user] = await Promise.all([
    readZonedSetup(context),
    id === null ? undefined : table.get(tenantUser, { id }, { strong: true }),
  ])
  const facts: EventFacts = factsNamed(event)
  const { steps } = await withOrgNames(
    table,
    routeOf(setup, facts, { approvalRoles: user?.approvalRoles ?? [] }),
  )
  const of = (kind: Preview['approvals'][number]['kind']) =>
    steps.filter((step) => step.kind === kind).map(stepViewOf)
  return {
    approvals: of('approver'),
    acknowledgements: of('acknowledger'),
    notifications: of('notifiee'),
    total: steps.length,
  }
}
