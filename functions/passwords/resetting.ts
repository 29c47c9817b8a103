import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { addressProven } from '../../lib/identity/address-proof.ts'
import { codeUsed, proveCode, refuseWrongTries } from '../../lib/identity/code-proof.ts'
import { hashPassword } from '../../lib/identity/password.ts'
import { requirePassword } from '../../lib/identity/password-rule.ts'
import { findPerson, type Person } from '../../lib/identity/person.ts'
import { usernamePattern } from '../../lib/identity/username.ts'
import { codeLimits, InvalidCode } from './contract.ts'
import { recorded } from './notice.ts'
import { findOwner, findUsername, passwordReplaced } from './repository.ts'

/** Fails with INVALID_CODE. The address of the device has been looked at before. */
export const requireCode = async (context: Context, email: string, code: string): Promise<void> => {
  if (!(await proveCode(context, codeLimits.address, 'password_reset', email, code))) fail(InvalidCode)
}

// Stands for the owner of an address that nobody has, so that both take the same reads.
const nobody = 'nobody'

const ownerOf = async ({ table }: Context, id: string, email: string): Promise<Person | undefined> => {
  const person = await findPerson(table, id)
  return person?.user.email === email ? person : undefined
}

/** The owner of an address whose code is right. The try is counted while the person is read, the address before. */
const requireOwner = async (context: Context, email: string, code: string): Promise<Person> => {
  const [id = nobody] = await Promise.all([
    findOwner(context.table, email),
    refuseWrongTries(context, codeLimits.address),
  ])
  const [person] = await Promise.all([ownerOf(context, id, email), requireCode(context, email, code)])
  return person ?? fail(InvalidCode)
}

/** A password that could not be a username is not compared with one. */
const requireUsable = async (context: Context, { rights }: Person, email: string, password: string) => {
  if (!usernamePattern.test(password)) return
  const { tenantUserId } = rights.memberships[context.tenant.key] ?? {}
  const username = await findUsername(context.table, tenantUserId)
  requirePassword(password, { email, username }, 'newPassword')
}

const attempts = 5

/**
 * A new password for the owner of an address who has its code (identity.md 5.2). All or nothing: the code is used up,
 * every session ends, the address counts as proven. Whoever came in before the proof, with a password of theirs or
 * under an address that was not theirs, is out; a person without a password gets one. Tries that locked the login are
 * no obstacle.
 */
export const resetByCode = async (
  context: Context,
  email: string,
  code: string,
  password: string,
): Promise<void> => {
  const { table, now } = context
  requirePassword(password, { email }, 'newPassword')
  let person = await requireOwner(context, email, code)
  await requireUsable(context, person, email, password)
  const hash = await hashPassword(password)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const updatedAt = now().toISOString()
    const written = await table.write([
      codeUsed('password_reset', email),
      ...addressProven(person, updatedAt),
      ...passwordReplaced(person, { hash, updatedAt }),
      ...recorded(context, person.user, 'reset'),
    ])
    if (written.ok) return
    if (written.failed.includes(0)) fail(InvalidCode)
    person = (await ownerOf(context, person.user.id, email)) ?? fail(InvalidCode)
  }
  fail(ConcurrentChange)
}
