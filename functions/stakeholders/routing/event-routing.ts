import { fail } from '../../../lib/contract/failure.ts'
import type { ZoneContext } from '../../../lib/identity/school/zone.ts'
import type { Table } from '../../../lib/table/table.ts'
import { ApprovalRoutingUnavailable } from '../contract/failures.ts'
import { findOrganizers, readOrgNames, readZonedSetup, type ZonedSetup } from '../repository.ts'
import type { EventFacts } from './conditions.ts'
import { type Route, routeOf } from './routing.ts'

/** The event's creator, and its host if that is a person. */
const organizersOf = ({ createdBy, hostingId, hostingType }: EventFacts): string[] => {
  const ids = [createdBy, hostingType === 'User' ? hostingId : undefined]
  return [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))] as string[]
}

/** Adds names of deciding organizations. A deleted organization cannot decide, so routing fails. */
export const withOrgNames = async (table: Table, route: Route): Promise<Route> => {
  const ids = [...new Set(route.steps.flatMap(({ orgId }) => orgId ?? []))]
  if (ids.length === 0) return route
  const names = await readOrgNames(table, ids)
  const steps = route.steps.map((step) => {
    if (step.orgId === undefined) return step
    const roleName =
      names.get(step.orgId) ??
      fail(ApprovalRoutingUnavailable, { details: { reason: `there is no organization ${step.orgId}` } })
    return { ...step, roleName }
  })
  return { ...route, steps }
}

/**
 * Routes an event through the school's approvals. Strongly consistent, one round trip, and one more when an
 * organization decides. Pass `known` if the setup is read anyway. Fails with 503 `ApprovalRoutingUnavailable`; then the
 * caller must not store anything.
 */
export const routeEvent = async (
  context: ZoneContext,
  facts: EventFacts,
  known?: ZonedSetup | Promise<ZonedSetup>,
): Promise<Route> => {
  const { table } = context
  const [setup, organizers] = await Promise.all([
    known ?? readZonedSetup(context),
    findOrganizers(table, organizersOf(facts)),
  ])
  const approvalRoles = [...new Set(organizers.flatMap((user) => user.approvalRoles))]
  return withOrgNames(table, routeOf(setup, facts, { approvalRoles }))
}
