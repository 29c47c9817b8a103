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

/** Whether a school refuses the caller as a guest because it admits none of their schools (rules/auth 42). */
export const isGuestRefused = (school: AdmittingSchool, caller: Caller): boolean =>
  caller.tenantUserId === null && !isPlatformAdmin(caller) && !admitsAny(school, caller.communities)

const schoolsIn = (memberships: Access['memberships']): string[] =>
  Object.entries(memberships).flatMap(([key, { status }]) => (status === 'active' ? [key] : []))

/** A person who is about to become a member, with their proof. */
export type Applicant = {
  readonly user: Pick<GlobalUser, 'email' | 'emailVerified'>
  /** The person's memberships so far. */
  readonly memberships: Access['memberships']
  /** The person runs the platform, and has shown an own proof. */
  readonly isOperator: boolean
  readonly proof?: Session['proof']
  /** The address that this step proves. */
  readonly provenEmail?: string | undefined
  /** The invitation to an organization whose mailed token the person holds. Admission checks whether it is valid. */
  readonly inviteId?: string | undefined
}

/**
 * Reads the roster only for a proven address, so that nobody can discover its entries by trying (rules/auth 45). The
 * write of the member checks that the entry still exists.
 */
const requireListed = async (table: Table, email: string): Promise<Write[]> => {
  const entry = await table.get(rosterEntry, { email }, { strong: true })
  return entry ? [check(rosterEntry, { email }, { exists: true })] : fail(NotOnRoster)
}

type AdmissionContext = JoinTarget & { readonly table: Table; now(): Date }

/** The writes for an invitation; undefined without a valid one. Few schools require invitations. */
const invitedBy = async (
  context: AdmissionContext,
  { inviteId, user: { email } }: Applicant,
): Promise<Write[] | undefined> => {
  if (inviteId === undefined) return undefined
  return inviteAdmission(context, { inviteId, email })
}

/**
 * Requires that a school accepts a person as a new member, by any sign-in method (rules/auth 40, 41, 45). The school's
 * own identity provider vouches for its people, and platform operators are exempt. Returns conditions for the write
 * that creates the member.
 */
export const requireAdmission = async (context: AdmissionContext, applicant: Applicant): Promise<Write[]> => {
  const { user, memberships, isOperator, proof, provenEmail } = applicant
  requireOpen(context, isOperator)
  const { school, tenant } = context
  if (isOperator || proof?.school === tenant.key) return []
  const schools = schoolsIn(memberships)
  // A person without a school is new, so the rule about other schools does not apply.
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
