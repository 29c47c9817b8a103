import type { Context } from '../../lib/context.ts'
import { Failure, type FailureKind, fail } from '../../lib/contract/failure.ts'
import { AddressOfSchoolRequired, RosterProofRequired } from '../../lib/contract/failures.ts'
import { proveCode } from '../../lib/identity/credential/code-proof.ts'
import { type Code, newCode } from '../../lib/identity/credential/codes.ts'
import { spendWrite } from '../../lib/identity/limit/limits.ts'
import { isInMailDomain } from '../../lib/identity/person/addresses.ts'
import { mailDue } from '../../lib/outbox.ts'
import { InvalidCode } from '../passwords/contract.ts'
import { RegistrationCodeRequired, registrationCodeLimits } from './contract.ts'

/** What came with a mail: a code that was typed, or the token of a link, which an invitation may have as well. */
type MailedProof = { readonly code?: string | undefined; readonly token?: string | undefined }

/** A code counts for one address at one school. */
const subjectOf = ({ tenant }: Context, email: string): string => `${tenant.key} ${email}`

/** The code by which somebody registers. A token that is none may be that of an invitation which is over. */
export const proveRegistrationCode = async (
  context: Context,
  email: string,
  { code, token }: MailedProof,
): Promise<Code | undefined> => {
  const given = code ?? token
  const proven = given && (await proveCode(context, 'registration', subjectOf(context, email), given))
  return proven || (code === undefined ? undefined : fail(InvalidCode))
}

/** Whether it is only for want of a proof that the school refuses an address. */
const needsAddressProof = ({ school }: Context, email: string, kind: FailureKind): boolean =>
  kind === RosterProofRequired ||
  (kind === AddressOfSchoolRequired && isInMailDomain(email, school?.emailDomains ?? []))

/**
 * Mails a code to whom a school refuses for want of a proof, and says so (rules/auth 44). What was sent is kept nowhere: who
 * registers sends it again with the code, so that nobody finishes what a stranger began. Where no further mail goes out, the
 * answer is the same and codes of earlier mails stay good.
 */
export const mailRegistrationCode = async (
  context: Context,
  email: string,
  error: unknown,
): Promise<never> => {
  if (!(error instanceof Failure) || !needsAddressProof(context, email, error.kind)) throw error
  const bound = spendWrite(context, 'registration-code', registrationCodeLimits.mailbox, email)
  const subject = subjectOf(context, email)
  const { nonce, write } = newCode(context, 'registration', subject)
  const mail = mailDue(context, { template: 'registration_code', to: email, nonce, params: { subject } })
  await context.table.write([bound.write, write, mail])
  return fail(RegistrationCodeRequired)
}
