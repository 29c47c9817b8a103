import type { Table } from '../../../lib/table/table.ts'
import { listStakeholderMembers, type Setup } from '../repository.ts'
import type { RouteStep } from './routing.ts'

/** Members of a role whose names go with a step; of the others there is the number. */
const mostNamed = 10

/**
 * Steps with the role behind each: what it is, the domain that it belongs to, and the first ten who hold it. An
 * organization that decides names nobody. One round trip.
 */
export const withPeople = async (table: Table, steps: readonly RouteStep[], { roles, domains }: Setup) => {
  const ids = [...new Set(steps.flatMap(({ role, orgId }) => (orgId === undefined ? [role] : [])))]
  const held = new Map(
    await Promise.all(
      ids.map(async (id) => [id, (await listStakeholderMembers(table, id, mostNamed)).items] as const),
    ),
  )
  return steps.map((step) => {
    const role = roles.find(({ stakeholderId }) => stakeholderId === step.role)
    const domain = domains.find(({ _id }) => _id === role?.domainId)
    const members = (held.get(step.role) ?? []).map(({ userId, name, username, isActive }) => ({
      userId: { _id: userId, name, username },
      isActive,
    }))
    return {
      step,
      description: role?.description ?? '',
      domainId: domain ? { _id: domain._id, name: domain.name } : null,
      members,
      memberCount: step.staff,
    }
  })
}
