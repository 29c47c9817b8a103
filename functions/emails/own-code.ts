import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { proveCode, refuseWrongTries } from '../../lib/identity/code-proof.ts'
import type { CodePurpose } from '../../lib/identity/codes.ts'
import { codeLimits, InvalidCode } from '../passwords/contract.ts'

/** Fails with INVALID_CODE. The code is the caller's own, so nobody else loses tries here. */
export const requireOwnCode = async (
  context: Context,
  purpose: CodePurpose,
  subject: string,
  code: string,
): Promise<void> => {
  const [matches] = await Promise.all([
    proveCode(context, codeLimits.address, purpose, subject, code),
    refuseWrongTries(context, codeLimits.address),
  ])
  if (!matches) fail(InvalidCode)
}
