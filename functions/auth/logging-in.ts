import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { readSelf } from '../../lib/identity/people.ts'
import type { Person } from '../../lib/identity/person.ts'
import type { TenantUser } from '../../lib/identity/records.ts'
import { signIn } from '../../lib/identity/sign-in.ts'
import { InvalidCredentials } from './contract.ts'
import { proveByPassword, refuseTiredAddress } from './password-proof.ts'
import { findIdentity, findMember, type Identity } from './repository.ts'
import { requireSchoolOrPlatformRole, whereToSignIn } from './school.ts'

type Given = {
  readonly email: string
  readonly password: string
  readonly school?: string | undefined
}

/** Reads ahead who somebody is here. An account that does not exist costs the same read. */
const guessMember = (
  { table, tenant }: Context,
  identity: Identity | undefined,
): Promise<TenantUser | undefined> =>
  tenant.platform ? Promise.resolve(undefined) : findMember(table, identity?.home ?? 'nobody')

/** A guess that the person's rights bear out; what decides about signing in are the rights alone. */
const borneOut = (
  guess: TenantUser | undefined,
  { rights }: Person,
  { tenant }: Context,
): TenantUser | undefined => {
  const membership = rights.memberships[tenant.key]
  return membership?.status === 'active' && membership.tenantUserId === guess?.id ? guess : undefined
}

/**
 * Signs somebody in by password: three round trips. `self` is the person's own record with the organizations, read beside
 * the session that is written; absent where the record could not be guessed.
 */
export const logIn = async ({ email, password, school }: Given, context: Context) => {
  const identifier = email.toLowerCase()
  const at = await whereToSignIn(context, school, identifier)
  const [identity] = await Promise.all([findIdentity(at.table, identifier), refuseTiredAddress(at)])
  const [proven, guess] = await Promise.all([
    proveByPassword(at, identity?.globalUserId, identifier, password),
    guessMember(at, identity),
  ])
  const person = proven ?? fail(InvalidCredentials)
  requireSchoolOrPlatformRole(at, person)
  const known = borneOut(guess, person, at)
  const [signedIn, self] = await Promise.all([
    signIn(at, person, { method: 'password', known }),
    known && readSelf(at.table, known),
  ])
  return { at, signedIn, self, emailVerified: person.user.emailVerified }
}
