import type { Context } from '../context.ts'
import type { Limit } from '../contract/limit.ts'
import type { HoleValues } from '../table/entity.ts'
import { remove, type Write } from '../table/write.ts'
import { type CodePurpose, code, codeKey, codeMatches } from './codes.ts'
import { refuseSpent, spend } from './limits.ts'

const sixDigits = /^\d{6}$/

/** Refuses an address that has used its wrong tries up, before a code of somebody loses one of its own. */
export const refuseWrongTries = (context: Context, limit: Limit): Promise<void> =>
  refuseSpent(context, 'code-address', limit, context.device.address)

/**
 * Whether `given` is the live code of `subject`. Any other text is a wrong try like a wrong number; wrong tries also
 * count for the address they come from, within `limit` (then 429). Goes with `refuseWrongTries`: before it where anybody
 * may try, at the same time where the code is the caller's own.
 */
export const proveCode = async (
  context: Context,
  limit: Limit,
  purpose: CodePurpose,
  subject: string,
  given: string,
): Promise<boolean> => {
  const matches = await codeMatches(context, purpose, subject, sixDigits.test(given) ? given : '')
  if (!matches) await spend(context, 'code-address', limit, context.device.address)
  return matches
}

/** Uses a code up, in the transaction of what it permits: refused when somebody else used it a moment before. */
export const codeUsed = (purpose: CodePurpose, subject: string): Write =>
  remove(code, codeKey(purpose, subject).holes as HoleValues<typeof code>, { exists: true })
