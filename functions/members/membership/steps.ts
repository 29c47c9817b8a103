import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import type { MembershipStep } from '../../../lib/identity/org/membership.ts'
import type { Organization } from '../../../lib/identity/org/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { findAdmission } from '../../management/index.ts'
import { MembershipRefused, RoleNotFound } from '../contract/failures.ts'

const attempts = 8

/** Writes that go along with a membership, such as the decision about an application. */
export const along = (...writes: readonly Write[]): MembershipStep[] =>
  writes.map((write) => ({ of: 'membership', write }))

/**
 * Carries out what `plan` makes of the present state, all or nothing, and plans anew when somebody was faster. Fails
 * when the organization went meanwhile, or the school lets it have no more members, or a role that is given went, unless the
 * plan reads the roles anew.
 */
export const carryOutSteps = async <R extends { readonly steps: readonly MembershipStep[] }>(
  table: Table,
  plan: () => Promise<R>,
  readsRoles = false,
): Promise<R> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [planned, admission] = await Promise.all([plan(), findAdmission(table)])
    if (planned.steps.length === 0) return planned
    const written = await table.write(planned.steps.map(({ write }) => admission.guard(write)))
    if (written.ok) return planned
    const refused = written.failed.map((at) => planned.steps[at]?.of)
    const card = written.failed.find((at) => planned.steps[at]?.of === 'organization')
    if (card !== undefined) {
      admission.refuse(written.found[card] as Organization | undefined)
      fail(OrganizationNotFound)
    }
    if (refused.includes('refusal')) fail(MembershipRefused)
    if (refused.includes('role') && !readsRoles) fail(RoleNotFound)
  }
  return fail(ConcurrentChange)
}
