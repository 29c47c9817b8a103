import type { Context } from '../../../lib/context.ts'
import { memberRole, type OrgMember, ownerRole } from '../../../lib/identity/org/organizations.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { Assignment } from '../contract/shapes.ts'
import type { InOrg } from './request.ts'

/** From when, and until when, somebody holds their roles (ISO 8601, UTC). */
export type Term = Pick<OrgMember, 'roleTermStart' | 'roleTermEnd'>

/** The roles that end with a term: whoever owns an organization hands it over, and whoever is a member leaves. */
export const coveredRoles = ({ roles }: Pick<OrgMember, 'roles'>): readonly string[] =>
  roles.filter((id) => id !== ownerRole && id !== memberRole)

type Given = Pick<Assignment, 'roleTermStart' | 'roleTermEnd'>
type Wanted = { readonly userId: string; readonly roles: readonly string[]; readonly given: Given }

/** The term that a member has after an assignment. Few have one: what reads it loads with the first. */
export const termAfter = async (
  before: OrgMember | undefined,
  { given, ...wanted }: Wanted,
  context: InOrg,
): Promise<Term> => {
  const said = [given.roleTermStart, given.roleTermEnd, before?.roleTermStart, before?.roleTermEnd]
  if (said.every((one) => one === undefined)) return {}
  return (await import('./request.ts')).readTerm(before, { given, ...wanted }, context)
}

type Place = Pick<Context, 'now'> & { readonly table: Pick<Table, 'tenant'> }

/** What is due at the end of a term, and before it, moves with the membership and goes with it. */
export const termWrites = async (
  place: Place,
  before: OrgMember | undefined,
  after: OrgMember | undefined,
): Promise<readonly Write[]> =>
  before?.roleTermEnd === after?.roleTermEnd
    ? []
    : (await import('./records.ts')).termChanges(place, before, after)
