import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { codeUsed } from '../../lib/identity/code-proof.ts'
import { hashPassword } from '../../lib/identity/password.ts'
import { requirePassword } from '../../lib/identity/password-rule.ts'
import { findPerson, type Person } from '../../lib/identity/sign-in.ts'
import { InvalidCode } from './contract.ts'
import { recorded } from './notice.ts'
import { addressProven, findOwner, findUsername, passwordReplaced } from './repository.ts'

const requireOwner = async ({ table }: Context, id: string, email: string): Promise<Person> => {
  const person = await findPerson(table, id)
  return person?.user.email === email ? person : fail(InvalidCode)
}

const attempts = 5

/**
 * A new password for the owner of an address whose code was right (identity.md 5.2). All or nothing: the code is used up,
 * every session ends, the address counts as proven. Whoever came in before the proof, with a password of theirs or
 * under an address that was not theirs, is out; a person without a password gets one. Tries that locked the login are
 * no obstacle.
 */
export const resetByCode = async (context: Context, email: string, password: string): Promise<void> => {
  const { table, tenant, now } = context
  const id = (await findOwner(table, email)) ?? fail(InvalidCode)
  const { rights } = await requireOwner(context, id, email)
  const username = await findUsername(table, rights.memberships[tenant.key]?.tenantUserId)
  requirePassword(password, { email, username }, 'newPassword')
  const hash = await hashPassword(password)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const person = await requireOwner(context, id, email)
    const updatedAt = now().toISOString()
    const written = await table.write([
      codeUsed('password_reset', email),
      ...addressProven(person, updatedAt),
      ...passwordReplaced(person, { hash, updatedAt }),
      ...recorded(context, person.user, 'reset'),
    ])
    if (written.ok) return
    if (written.failed.includes(0)) fail(InvalidCode)
  }
  fail(ConcurrentChange)
}
