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
import { inviteAdmission } from '../org/invite-admission.ts'
import { isInMailDomain } from '../person/addresses.ts'
import { type Caller, isPlatformAdmin } from '../person/caller.ts'
import type { Access, GlobalUser, Session, TenantRecord } from '../person/records.ts'
import { type JoinTarget, requireOpen } from './availability.ts'
import { rosterEntry } from './roster.ts'

type AdmittingSchool = Pick<TenantRecord, 'otherSchools'> | undefined

const admitsAny = (school: AdmittingSchool, schools: readonly string[]): boolean =>
  school?.otherSchools === undefined || schools.some((one) => school.otherSchools?.includes(one))

/** Whether a school takes somebody as a guest by no school of theirs (rules/auth 42). */
export const isGuestRefused = (school: AdmittingSchool, caller: Caller): boolean =>
  caller.tenantUserId === null && !isPlatformAdmin(caller) && !admitsAny(school, caller.communities)

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
  /** The invitation to an organization whose mailed token they hold. Whether it admits is read at admission. */
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

type AdmissionContext = JoinTarget & { readonly table: Table; now(): Date }

/** What an invitation adds to the write; undefined without one that admits. Few schools ask for one. */
const invitedBy = async (
  context: AdmissionContext,
  { inviteId, user: { email } }: Applicant,
): Promise<Write[] | undefined> => {
  if (inviteId === undefined) return undefined
  return inviteAdmission(context, { inviteId, email })
}

/**
 * Whether a school takes somebody as a new member, by whichever way they come (rules/auth 40, 41, 45). Its own identity
 * provider vouches for its people, and who runs the platform is not the school's to judge. Answers what belongs into the
 * write that makes the member.
 */
export const requireAdmission = async (context: AdmissionContext, applicant: Applicant): Promise<Write[]> => {
  const { user, memberships, isOperator, proof, provenEmail } = applicant
  requireOpen(context, isOperator)
  const { school, tenant } = context
  if (isOperator || proof?.school === tenant.key) return []
  const schools = schoolsIn(memberships)
  // Who is of no school is new, and no matter of other schools.
  if (schools.length > 0 && !admitsAny(school, schools)) fail(OtherSchoolRefused)
  if (school?.newMembers === undefined) return []
  if (school.newMembers === 'invited')
    return (await invitedBy(context, applicant)) ?? fail(InvitationRequired)
  const isProven = user.emailVerified || provenEmail === user.email
  // An open invitation that was mailed to the address proves it (rules/auth 40, 45).
  const proven = isProven ? [] : await invitedBy(context, applicant)
  if (school.newMembers === 'rostered')
    return proven
      ? [...proven, ...(await requireListed(context.table, user.email))]
      : fail(RosterProofRequired)
  return proven && isInMailDomain(user.email, school.emailDomains) ? proven : fail(AddressOfSchoolRequired)
}
