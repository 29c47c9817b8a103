import { isDormant } from '../../contract/org-rules.ts'
import type { Table } from '../../table/table.ts'
import { type OrgRoles, orgRoles } from './organizations.ts'
import { organization } from './records.ts'

/**
 * Whether an organization is inactive. Its roles say so; those that were written before they did are asked for the card,
 * and say so from then on. Whoever moves the organization writes the word too, and theirs stands.
 */
export const dormancyOf = async (
  table: Table,
  { orgId, dormant }: Pick<OrgRoles, 'orgId' | 'dormant'>,
): Promise<boolean> => {
  if (dormant !== undefined) return dormant
  const card = await table.get(organization, { orgId }, { strong: true })
  if (!card) return false
  const found = isDormant(card)
  await table.update(orgRoles, { orgId }, { set: { dormant: found } }, { exists: true, without: ['dormant'] })
  return found
}
