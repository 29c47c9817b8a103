import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, MailboxOfSchool } from '../../lib/contract/failures.ts'
import { codeProver, codeUsed, isEnded } from '../../lib/identity/credential/code-proof.ts'
import { hashPassword } from '../../lib/identity/credential/password.ts'
import { requirePassword, schoolNames } from '../../lib/identity/credential/password-rule.ts'
import { addressProven } from '../../lib/identity/person/address-proof.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { isReadBySchool } from '../../lib/identity/school/mailbox.ts'
import { deviceProof } from '../../lib/identity/session/known-device.ts'
import { epochAfter } from '../../lib/identity/session/recovery.ts'
import { InvalidCode } from './contract.ts'
import { recorded } from './notification.ts'
import { findOwner, findUsername, passwordReplaced } from './repository.ts'

// Stands for the owner of an address that nobody has, so that both take the same reads.
const nobody = 'nobody'

const ownerOf = async ({ table }: Context, id: string, email: string): Promise<Person | undefined> => {
  const person = await findPerson(table, id)
  return person?.user.email === email ? person : undefined
}

const refuseSchoolMailbox = async (context: Context, { user, rights }: Person): Promise<void> => {
  if (await isReadBySchool(context, user, rights)) fail(MailboxOfSchool)
}

/**
 * The owner of an address, and the code of it that was given: a right one, and not from before everything of the owner
 * ended. An address without an account takes the same reads. Only who has the code learns that it is not enough.
 */
export const requireOwner = async (context: Context, email: string, given: string) => {
  const [id = nobody, prove] = await Promise.all([
    findOwner(context.table, email),
    codeProver(context, 'password_reset', email),
  ])
  const [person, code] = await Promise.all([ownerOf(context, id, email), prove(given)])
  if (!person || !code || isEnded(code, person.rights)) return fail(InvalidCode)
  await refuseSchoolMailbox(context, person)
  return { person, code }
}

/** Who somebody is beside the address is known once the code is. */
const requireUsable = async (context: Context, { user, rights }: Person, password: string) => {
  const { tenantUserId } = rights.memberships[context.tenant.key] ?? {}
  const [username, school] = await Promise.all([
    findUsername(context.table, tenantUserId),
    schoolNames(context),
  ])
  await requirePassword(password, { ...user, username, school }, 'newPassword')
}

const attempts = 5

/**
 * A new password for the owner of an address who has its code (rules/passwords 8). All or nothing: the code is used up,
 * every session ends, the address counts as proven. Whoever came in before the proof, with a password of theirs or
 * under an address that was not theirs, is out; a person without a password gets one. Tries that locked the login are
 * no obstacle. What comes back proves this device from now on.
 */
export const resetByCode = async (
  context: Context,
  email: string,
  code: string,
  password: string,
): Promise<string> => {
  const { table, now, newId } = context
  await requirePassword(password, { email }, 'newPassword')
  const proven = await requireOwner(context, email, code)
  let { person } = proven
  await requireUsable(context, person, password)
  const hash = await hashPassword(password)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const updatedAt = now().toISOString()
    const written = await table.write([
      codeUsed(proven.code, person.rights),
      ...addressProven(person, updatedAt),
      ...passwordReplaced(person, { hash, updatedAt }, now()),
      ...recorded(context, person.user, 'reset'),
    ])
    const known = { globalUserId: person.user.id, id: newId(), epoch: epochAfter(person.rights) }
    if (written.ok) return deviceProof(context, known)
    if (written.failed.includes(0)) fail(InvalidCode)
    person = (await ownerOf(context, person.user.id, email)) ?? fail(InvalidCode)
    await refuseSchoolMailbox(context, person)
  }
  return fail(ConcurrentChange)
}
