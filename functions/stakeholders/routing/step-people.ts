import type { Table } from '../../../lib/table/table.ts'
import { findStakeholderMembers, type Setup } from '../repository.ts'
import type { RouteStep } from './routing.ts'

/** Members of a role that a step names. For the others it has the number. */
const mostNamed = 10

/**
 * Adds to each step its role, the role's domain and its first ten holders. A deciding organization has no names. One
 * round trip.
 */
export const withPeople = async (table: Table, steps: readonly RouteStep[], { roles, domains }: Setup) => {
  const ids = [...new Set(steps.flatMap(({ role, orgId }) => (orgId === undefined ? [role] : [])))]
  const held = new Map(
    await Promise.all(
      ids.map(async (id) => [id, (await findStakeholderMembers(table, id, mostNamed)).items] as const),
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
