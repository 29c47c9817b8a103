import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { type OrgMember, type OrgRoles, ownerRole } from '../../lib/identity/organizations.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'

type InOrg = Context<OrgAccess>
type Of = { readonly orgId: string; readonly orgName: string; readonly userId: string }

/** Nobody is told what they did themselves. */
const tell = (context: InOrg, { orgId, orgName, userId }: Of, template: string, params = {}): Write[] =>
  userId === context.caller.tenantUserId
    ? []
    : [
        notificationDue(context, {
          template,
          to: { kind: 'users', ids: [userId] },
          params: { orgName, ...params },
          metadata: { orgId },
        }),
      ]

/** What roles are called, in their order. */
export const titlesOf = (ids: readonly string[], { roles }: OrgRoles): string =>
  ids.flatMap((id) => roles.find(({ _id }) => _id === id)?.displayName ?? []).join(', ')

/** Tells a member which roles they have now, when somebody else gave or took some. */
export const rolesChanged = (
  context: InOrg,
  orgName: string,
  before: OrgMember | undefined,
  after: OrgMember,
): Write[] => {
  const { orgId, userId, roles } = after
  if (before?.status !== 'active') return []
  if (roles.length === before.roles.length && roles.every((id) => before.roles.includes(id))) return []
  const titles = titlesOf(roles, context.caller.org.roles)
  return tell(context, { orgId, orgName, userId }, 'org_roles_changed', { roles: titles })
}

/** Tells somebody that they are a member no more. */
export const removed = (context: InOrg, of: Of, reason = ''): Write[] =>
  tell(context, of, 'org_member_removed', reason === '' ? {} : { reason })

/** Tells who owns the organization now, and who did, what became of it. */
export const handedOver = (
  context: InOrg,
  orgName: string,
  next: OrgMember,
  last: OrgMember | undefined,
): Write[] => {
  const { orgId } = next
  const params = { ownerName: next.name }
  return [
    ...tell(context, { orgId, orgName, userId: next.userId }, 'org_ownership_given', params),
    ...(last?.roles.includes(ownerRole)
      ? tell(context, { orgId, orgName, userId: last.userId }, 'org_ownership_taken', params)
      : []),
  ]
}
