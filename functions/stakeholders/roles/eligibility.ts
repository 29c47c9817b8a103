import type { Context } from '../../../lib/context.ts'
import { holdsIn, orgMember, orgRoles } from '../../../lib/identity/org/organizations.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import type { Member } from '../../../lib/identity/person/caller.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { findSettings } from '../settings/settings.ts'

/** Memberships that one answer looks at; nobody has more. */
const mostMemberships = 200

/** Organizations in which the caller may make events, by name, from the memberships that stand on the index. */
const hostsOf = async (table: Table, caller: Member) => {
  const { tenantUserId: userId } = caller
  const { items } = await table.list(orgMember, { index: 'gsi1', holes: { userId }, limit: mostMemberships })
  const [roles, cards] = await Promise.all([
    table.batchGet(items.map(({ orgId }) => key(orgRoles, { orgId }))),
    table.batchGet(items.map(({ orgId }) => key(organization, { orgId }))),
  ])
  const hosts = items.flatMap((member, at) => {
    const [role, card] = [roles[at], cards[at]]
    return card && holdsIn(caller, role, member, 'manage_events')
      ? [{ _id: card.orgId, org_name: card.org_name }]
      : []
  })
  return hosts.sort((a, b) => a.org_name.localeCompare(b.org_name))
}

/** As whom the caller may make events. It shows; creating an event decides by itself. */
export const eligibilityOf = async ({ table, caller }: Context<'member'>) => {
  const [{ formConfig }, orgsWithEventPermission] = await Promise.all([
    findSettings(table),
    hostsOf(table, caller),
  ])
  const { allowIndividualUserHosting } = formConfig
  return { allowIndividualUserHosting, orgsWithEventPermission }
}
