import { forbidden, notFound } from './failure.ts'
import { NotAMember } from './failures.ts'

/** Permissions of a role in an organization. */
export const orgPermissions = [
  'all',
  'view_roles',
  'manage_roles',
  'manage_members',
  'manage_events',
  'view_analytics',
  'view_events',
  'manage_equipment',
  'modify_equipment',
  'manage_content',
  'manage_settings',
  'send_announcements',
  'manage_communications',
  'view_finances',
  'manage_finances',
  'manage_integrations',
  'access_advanced_features',
  'manage_governance',
  'create_events',
  'edit_events',
  'delete_events',
  'approve_events',
  'view_event_analytics',
  'manage_event_registrations',
  'invite_users',
  'remove_users',
  'change_user_roles',
  'view_user_profiles',
  'manage_user_permissions',
  'reject_events',
  'request_changes',
  'configure_approval_rules',
  'escalate_approvals',
] as const
export type OrgPermission = (typeof orgPermissions)[number]

/**
 * Required rights in organization `:orgId`. `visitor` is any member of the school, `member` any active member of the
 * organization. `owner` is the owner, `ownerOrAdmin` also the school's administrators. A permission is any holder of
 * it; a list requires one of its entries.
 */
export type OrgDemand =
  | OrgPermission
  | readonly OrgPermission[]
  | 'visitor'
  | 'member'
  | 'owner'
  | 'ownerOrAdmin'
export type OrgAccess = { readonly org: OrgDemand }

/** Failures of the pipeline for a demand. */
export const refusalsOf = (demand: OrgDemand) => {
  if (demand === 'owner' || demand === 'ownerOrAdmin') return [OrganizationNotFound, OwnerOnly]
  if (demand === 'visitor') return [OrganizationNotFound, NotAMember]
  if (demand === 'member') return [OrganizationNotFound, NotAnOrgMember]
  const refused = typeof demand === 'string' ? permissionRequired(demand) : NoneOfPermissions
  return [OrganizationNotFound, NotAnOrgMember, refused]
}

export const OrganizationNotFound = notFound('Organization not found', 'ORGANIZATION_NOT_FOUND')
export const NotAnOrgMember = forbidden('You are not a member of this organization', 'NOT_AN_ORG_MEMBER')
export const OwnerOnly = forbidden('Only the organization owner can perform this action', 'OWNER_ONLY')
export const NoneOfPermissions = forbidden(
  "You don't have the required permissions for this action",
  'PERMISSION_REQUIRED',
)
export const permissionRequired = (permission: OrgPermission) =>
  forbidden(`You don't have permission to ${permission} in this organization`, 'PERMISSION_REQUIRED')
