import { fail } from '../../contract/failure.ts'
import { AddressOfSchoolRequired, InvitationRequired } from '../../contract/failures.ts'
import { liesIn } from '../person/addresses.ts'
import type { GlobalUser, Session } from '../person/records.ts'
import { type Doorstep, requireOpen } from './availability.ts'

/** Somebody who would become a member, and what they come in by. */
export type Applicant = {
  readonly user: Pick<GlobalUser, 'email' | 'emailVerified'>
  /** They run the platform, and have proven it themselves. */
  readonly isOperator: boolean
  readonly proof?: Session['proof']
  /** The address that this very step proves. */
  readonly provenEmail?: string | undefined
  /** They hold what was mailed to their address with an invitation. */
  readonly inviteId?: string | undefined
}

/**
 * Whether a school takes somebody as a new member, by whichever way they come (rules/auth 40, 41). Its own identity provider
 * vouches for its people, and who runs the platform is not the school's to judge.
 */
export const requireAdmission = (doorstep: Doorstep, applicant: Applicant): void => {
  const { user, isOperator, proof, provenEmail, inviteId } = applicant
  requireOpen(doorstep, isOperator)
  const { school, tenant } = doorstep
  if (school?.newMembers === undefined || isOperator || proof?.school === tenant.key) return
  if (school.newMembers === 'invited') {
    if (inviteId === undefined) fail(InvitationRequired)
    return
  }
  const proven = user.emailVerified || provenEmail === user.email || inviteId !== undefined
  if (!proven || !liesIn(user.email, school.emailDomains)) fail(AddressOfSchoolRequired)
}
