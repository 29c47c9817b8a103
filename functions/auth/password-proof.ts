import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { findCredential } from '../../lib/identity/credential.ts'
import { refuseSpent, spend } from '../../lib/identity/limits.ts'
import { passwordMatches } from '../../lib/identity/password.ts'
import { findPerson, type Person } from '../../lib/identity/person.ts'
import { loginLimits } from './contract.ts'

// Stands for an account that does not exist, so that asking for one costs what asking for a real one costs.
const nobody = (identifier: string): string =>
  `nobody-${createHash('sha256').update(identifier).digest('hex').slice(0, 26)}`

/**
 * The person behind an identifier if the password is theirs. An unknown account takes the same reads, the same hash and
 * the same count of tries as a wrong password. Tries of an account are counted before the password is looked at, so
 * parallel guesses cannot outrun the limit; failures are also counted for the address they come from.
 */
export const proveByPassword = async (
  context: Context,
  globalUserId: string | undefined,
  identifier: string,
  password: string,
): Promise<Person | undefined> => {
  const { table, device } = context
  const account = globalUserId ?? nobody(identifier)
  const [person, stored] = await Promise.all([
    findPerson(table, account),
    findCredential(table, account),
    spend(context, 'login', loginLimits.account, account),
  ])
  const matches = await passwordMatches(password, stored?.hash)
  if (matches && person && stored?.epoch === person.rights.epoch) return person
  await spend(context, 'login-address', loginLimits.address, device.address)
  return undefined
}

/** Refuses an address that has used its failures up, whoever it tries next. */
export const refuseTiredAddress = (context: Context): Promise<void> =>
  refuseSpent(context, 'login-address', loginLimits.address, context.device.address)
