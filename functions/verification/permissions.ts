import { type OrgMember, type OrgStanding, ownerRole } from '../../lib/identity/org/organizations.ts'

/** Every organization's role of that name has this id, whether it is the first one or the organization's own. */
const adminRole = 'admin'

export const administers = ({ status, roles }: OrgMember): boolean =>
  status === 'active' && (roles.includes(ownerRole) || roles.includes(adminRole))

/** Owner and admins of an organization, and administrators of the school (rules/verification 1). */
export const speaksFor = ({ isAdmin, isOwner, member }: OrgStanding): boolean =>
  isAdmin || isOwner || (member !== undefined && administers(member))
