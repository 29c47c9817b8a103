import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import type { TenantUser } from '../../lib/identity/person/records.ts'
import { InvalidCredentials } from './contract.ts'
import { admit, lookAtTries, proveByPassword } from './password-proof.ts'
import { findIdentity, findMember, type Identity } from './repository.ts'
import { requireSchoolOrPlatformRole, whereToSignIn } from './school-access.ts'

type Asked = {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
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
export const logIn = async ({ email, password, code, school }: Asked, context: Context) => {
  const given = { identifier: normalAddress(email), password, code }
  const at = await whereToSignIn(context, school, given.identifier)
  const [identity, spent] = await Promise.all([
    findIdentity(at.table, given.identifier),
    lookAtTries(at, given),
  ])
  const [proven, guess] = await Promise.all([
    proveByPassword(at, identity?.globalUserId, given, spent),
    guessMember(at, identity),
  ])
  if (!proven) return fail(InvalidCredentials)
  const { person } = proven
  const known = borneOut(guess, person, at)
  const [signedIn, self] = await Promise.all([
    admit(at, proven, { known }, () => requireSchoolOrPlatformRole(at, person)),
    known && readSelf(at.table, known),
  ])
  return { at, signedIn, self, emailVerified: person.user.emailVerified }
}
