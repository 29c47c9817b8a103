import { fail } from '../../contract/failure.ts'
import {
  AddressOfSchoolRequired,
  InvitationRequired,
  NotOnRoster,
  OtherSchoolRefused,
  RosterProofRequired,
} from '../../contract/failures.ts'
import type { Table } from '../../table/table.ts'
import { check, type Write } from '../../table/write.ts'
import { liesIn } from '../person/addresses.ts'
import { type Caller, isPlatformAdmin } from '../person/caller.ts'
import type { Access, GlobalUser, Session, TenantRecord } from '../person/records.ts'
import { type Doorstep, requireOpen } from './availability.ts'
import { rosterEntry } from './roster.ts'

type Taking = Pick<TenantRecord, 'otherSchools'> | undefined

const takesOneOf = (school: Taking, schools: readonly string[]): boolean =>
  school?.otherSchools === undefined || schools.some((one) => school.otherSchools?.includes(one))

/** Whether a school takes somebody as a guest by no school of theirs (rules/auth 42). */
export const isGuestRefused = (school: Taking, caller: Caller): boolean =>
  caller.tenantUserId === null && !isPlatformAdmin(caller) && !takesOneOf(school, caller.communities)

const schoolsIn = (memberships: Access['memberships']): string[] =>
  Object.entries(memberships).flatMap(([key, { status }]) => (status === 'active' ? [key] : []))

/** Somebody who would become a member, and what they come in by. */
export type Applicant = {
  readonly user: Pick<GlobalUser, 'email' | 'emailVerified'>
  /** At schools so far. */
  readonly memberships: Access['memberships']
  /** They run the platform, and have proven it themselves. */
  readonly isOperator: boolean
  readonly proof?: Session['proof']
  /** The address that this very step proves. */
  readonly provenEmail?: string | undefined
  /** They hold what was mailed to their address with an invitation. */
  readonly inviteId?: string | undefined
}

/**
 * The roster is read for a proven address alone, so that nobody learns by trying what is on it (rules/auth 45). What it said
 * has to be so still when the member is written.
 */
const requireListed = async (table: Table, email: string): Promise<Write[]> => {
  const entry = await table.get(rosterEntry, { email }, { strong: true })
  return entry ? [check(rosterEntry, { email }, { exists: true })] : fail(NotOnRoster)
}

/**
 * Whether a school takes somebody as a new member, by whichever way they come (rules/auth 40, 41, 45). Its own identity
 * provider vouches for its people, and who runs the platform is not the school's to judge. Answers what belongs into the
 * write that makes the member.
 */
export const requireAdmission = async (
  doorstep: Doorstep & { readonly table: Table },
  applicant: Applicant,
): Promise<Write[]> => {
  const { user, memberships, isOperator, proof, provenEmail, inviteId } = applicant
  requireOpen(doorstep, isOperator)
  const { school, tenant } = doorstep
  if (isOperator || proof?.school === tenant.key) return []
  const schools = schoolsIn(memberships)
  // Who is of no school is new, and no matter of other schools.
  if (schools.length > 0 && !takesOneOf(school, schools)) fail(OtherSchoolRefused)
  if (school?.newMembers === undefined) return []
  if (school.newMembers === 'invited') {
    return inviteId === undefined ? fail(InvitationRequired) : []
  }
  const proven = user.emailVerified || provenEmail === user.email || inviteId !== undefined
  if (school.newMembers === 'rostered')
    return proven ? requireListed(doorstep.table, user.email) : fail(RosterProofRequired)
  return proven && liesIn(user.email, school.emailDomains) ? [] : fail(AddressOfSchoolRequired)
}
