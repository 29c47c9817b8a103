import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { proveCode } from '../../lib/identity/code-proof.ts'
import type { Code, CodePurpose } from '../../lib/identity/codes.ts'
import { InvalidCode } from '../passwords/contract.ts'

/** The code of the caller's own that was given. Fails with INVALID_CODE. */
export const requireOwnCode = async (
  context: Context,
  purpose: CodePurpose,
  subject: string,
  given: string,
): Promise<Code> => (await proveCode(context, purpose, subject, given)) ?? fail(InvalidCode)
