import { type Strength, strengthAt } from '../school/trust.ts'
import type { Caller } from './caller.ts'
import type { Access } from './records.ts'

const ranks: Readonly<Record<string, number>> = { admin: 1, root: 2 }
const platformRanks: Readonly<Record<string, number>> = { platform_admin: 3, root: 4 }

const highest = (roles: readonly string[], of: Readonly<Record<string, number>>): number =>
  Math.max(0, ...roles.map((role) => of[role] ?? 0))

/** What holding a role of a school comes to. */
export const rankOfRole = (role: string): number => ranks[role] ?? 0

/**
 * How high somebody stands: administrators of the platform above the root of a school, that one above its administrators,
 * these above everybody else. For the caller, as far as the session lets them.
 */
export const rankOf = ({
  authority,
  platformRoles,
}: Pick<Caller | Strength, 'authority' | 'platformRoles'>): number =>
  Math.max(highest(authority, ranks), highest(platformRoles, platformRanks))

/** How high somebody stands by what is stored of them. */
export const storedRank = (rights: Access, tenantKey: string): number =>
  rankOf(strengthAt(rights, {}, tenantKey))
