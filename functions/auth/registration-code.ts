import type { Context } from '../../lib/context.ts'
import { Failure, type FailureKind, fail } from '../../lib/contract/failure.ts'
import { AddressOfSchoolRequired, RosterProofRequired } from '../../lib/contract/failures.ts'
import { proveCode } from '../../lib/identity/credential/code-proof.ts'
import { type Code, newCode } from '../../lib/identity/credential/codes.ts'
import { silentSpendWrite } from '../../lib/identity/limit/limits.ts'
import { isInMailDomain } from '../../lib/identity/person/addresses.ts'
import { mailDue } from '../../lib/outbox.ts'
import { InvalidCode } from '../passwords/contract.ts'
import { RegistrationCodeRequired, registrationCodeLimits } from './contract.ts'

/** Proof from a mail: a typed code, or the token of a link. An invitation link carries a token too. */
type MailedProof = { readonly code?: string | undefined; readonly token?: string | undefined }

/** A code is valid for one address at one school. */
const subjectOf = ({ tenant }: Context, email: string): string => `${tenant.key} ${email}`

/** Checks the code of a registration. A token that does not match may belong to an invitation that is over. */
export const proveRegistrationCode = async (
  context: Context,
  email: string,
  { code, token }: MailedProof,
): Promise<Code | undefined> => {
  const given = code ?? token
  const proven = given && (await proveCode(context, 'registration', subjectOf(context, email), given))
  return proven || (code === undefined ? undefined : fail(InvalidCode))
}

/** Whether the missing proof of the address is the only reason for the refusal. */
const needsAddressProof = ({ school }: Context, email: string, kind: FailureKind): boolean =>
  kind === RosterProofRequired ||
  (kind === AddressOfSchoolRequired && isInMailDomain(email, school?.emailDomains ?? []))

/**
 * Mails a code to a person whom the school refuses for want of a proof, and fails accordingly (rules/auth 44). The
 * registration request is not stored: the person sends it again with the code, so that nobody completes what a stranger
 * began. Past the mail limit the response is the same, and codes of earlier mails stay valid.
 */
export const mailRegistrationCode = async (
  context: Context,
  email: string,
  error: unknown,
): Promise<never> => {
  if (!(error instanceof Failure) || !needsAddressProof(context, email, error.kind)) throw error
  const counted = silentSpendWrite(context, 'registration-code', registrationCodeLimits.mailbox, email)
  const subject = subjectOf(context, email)
  const { nonce, write } = newCode(context, 'registration', subject)
  const mail = mailDue(context, { template: 'registration_code', to: email, nonce, params: { subject } })
  await context.table.write([counted, write, mail])
  return fail(RegistrationCodeRequired)
}
