import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { Failure, fail, failWithMistakes, type Mistake } from '../../lib/contract/failure.ts'
import { ConcurrentChange, StoreUnavailable } from '../../lib/contract/failures.ts'
import { Email, normalAddress } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { useCodeWrite } from '../../lib/identity/credential/code-proof.ts'
import type { Code } from '../../lib/identity/credential/codes.ts'
import { hashPassword } from '../../lib/identity/credential/password.ts'
import { passwordMistakes, schoolNames } from '../../lib/identity/credential/password-rule.ts'
import { type SubjectLimit, sourceOf, spend } from '../../lib/identity/limit/limits.ts'
import { allowsUnverifiedAddress, isListedPlatformAdmin } from '../../lib/identity/person/addresses.ts'
import { identityOf, isPlatformAdmin } from '../../lib/identity/person/caller.ts'
import { homeSchoolsWrite, newAccess, newMember } from '../../lib/identity/person/membership.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import {
  type Access,
  credential,
  emailPointer,
  type GlobalUser,
  globalUser,
  type TenantUser,
  tenantUser,
} from '../../lib/identity/person/records.ts'
import { accessWrite } from '../../lib/identity/person/roles.ts'
import { isReservedUsername, usernameFrom, usernamePattern } from '../../lib/identity/person/usernames.ts'
import { listedAdminGrant } from '../../lib/identity/platform-admins.ts'
import { isInNetworks } from '../../lib/identity/school/campus-networks.ts'
import type { SecondStep } from '../../lib/identity/session/second-step.ts'
import { tokensFor } from '../../lib/identity/session/sessions.ts'
import { isPending, type SignedIn, trySignIn } from '../../lib/identity/session/sign-in.ts'
import type { SignInRequest } from '../../lib/identity/session/sign-in-request.ts'
import { secondStepReply } from '../../lib/identity/session/welcome.ts'
import type { Operation } from '../../lib/operation.ts'
import { isProfane } from '../../lib/profanity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { otherwise, put } from '../../lib/table/write.ts'
import { memberWithInvitation, refuseOthersInvite } from '../invites/index.ts'
import { InvalidCode } from '../passwords/contract.ts'
import {
  AccountExists,
  BothTaken,
  type contract,
  EmailInvalid,
  GlobalUserNotFound,
  registerLimits,
  UsernameInvalid,
  UsernameProfane,
  UsernameTaken,
} from './contract.ts'
import {
  completePasswordSignIn,
  findExhaustedTries,
  proveByPassword,
  registrationContext,
  signInReply,
} from './login.ts'
import { mailRegistrationCode, proveRegistrationCode } from './registration-code.ts'
import { findAddressUse } from './repository.ts'

type Rows = (typeof contract)['rows']

export type JoinResult = {
  readonly person: Person
  readonly rights: Access
  readonly member: TenantUser
  readonly alreadyMember: boolean
}

const findExistingMember = async (
  { table, tenant }: Context,
  person: Person,
): Promise<TenantUser | undefined> => {
  const membership = person.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || !membership.tenantUserId) return undefined
  return table.get(tenantUser, { id: membership.tenantUserId }, { strong: true })
}

/**
 * Makes the caller a member of this school exactly once, also for parallel requests from several devices (rules/auth
 * 29). A person who left returns with a new record.
 */
export const joinTenant: Operation<Rows['joinTenant']> = async (_, context) => {
  const { caller, table, tenant } = context
  const globalUserId = identityOf(caller)
  let names = 0
  const joined = await table.retryOnConflict(async () => {
    const person = await findPerson(table, globalUserId)
    if (!person) return fail(GlobalUserNotFound)
    const existingMember = await findExistingMember(context, person)
    if (existingMember) return { person, rights: person.rights, member: existingMember, alreadyMember: true }
    const username = await usernameFrom(person.user.email, names, context.tenant)
    const { member, rights, rows, admitted } = await newMember(context, person, {
      username,
      isOperator: isPlatformAdmin(context.caller),
      // Stands in for a session that has ended meanwhile: it no longer shows how it was opened.
      opened: person.sessions.find(({ id }) => id === context.caller.sid) ?? { authMethod: 'email' },
    })
    const written = await table.write([
      rows.username,
      rows.user,
      accessWrite(rights),
      homeSchoolsWrite(person.user, rights),
      ...rows.words,
      ...admitted,
    ])
    if (written.ok) return { person, rights, member, alreadyMember: false }
    if (written.failed.includes(0)) names += 1
    return conflicted
  })
  const current = joined.person.sessions.find(({ id }) => id === caller.sid)
  const result = {
    user: {
      ...(await readSelf(table, joined.member, caller)),
      emailVerified: joined.person.user.emailVerified,
    },
    alreadyMember: joined.alreadyMember,
    membership: { tenantKey: tenant.key, status: 'active' as const },
  }
  return answer(result, {
    message: joined.alreadyMember ? 'Already a member' : 'Joined tenant',
    ...(current ? { tokens: await tokensFor({ ...context, table }, current, joined.rights) } : {}),
  })
}

type RegistrationRequest = {
  readonly email: string
  readonly password: string
  readonly username?: string | undefined
  readonly name?: string | undefined
}

/** `created` is true for a new account or a new membership, and false for a mere sign-in. */
export type RegistrationResult = SignedIn & { readonly created: boolean; readonly emailVerified: boolean }

const newPerson = (
  { email, name, mailed }: RegistrationRequest & RegistrationProofs,
  { now, newId }: Context,
): Person => {
  const at = now().toISOString()
  const id = newId()
  const user: GlobalUser = {
    id,
    email,
    emailVerified: mailed !== undefined,
    name: name ?? email.split('@')[0] ?? email,
    createdAt: at,
    updatedAt: at,
  }
  return { user, rights: newAccess(id), sessions: [], links: [] }
}

const newPersonWrites = (
  { user, rights }: Person,
  hash: string,
): NonNullable<SignInRequest['newAccount']> => ({
  emailPointer: put(emailPointer, { email: user.email, globalUserId: user.id }, { absent: true }),
  others: [
    put(globalUser, user, { absent: true }),
    put(
      credential,
      { globalUserId: user.id, hash, epoch: rights.epoch, updatedAt: user.createdAt },
      { absent: true },
    ),
  ],
})

/** Proofs of a registration beside the password: an invitation or a code that was mailed to the address. */
export type RegistrationProofs = {
  readonly inviteId?: string | undefined
  readonly mailed?: Code | undefined
}

const passwordSignInRequest = async (
  context: Context,
  { user, rights }: Person,
  { inviteId, mailed }: RegistrationProofs,
) => {
  const provenEmail = mailed && user.email
  return {
    method: 'password' as const,
    findGrant: listedAdminGrant(context, provenEmail),
    provenEmail,
    inviteId,
    guards: mailed ? [otherwise(useCodeWrite(mailed, rights), InvalidCode)] : [],
  }
}

/** Creates the person. Returns null if another registration of the same address came first. */
const createPerson = async (
  context: Context,
  requested: RegistrationRequest,
  proofs: RegistrationProofs,
): Promise<RegistrationResult | null> => {
  const person = newPerson({ ...requested, ...proofs }, context)
  const newAccount = newPersonWrites(person, await hashPassword(requested.password))
  const entrance = { ...(await passwordSignInRequest(context, person, proofs)), newAccount }
  return context.table.retryOnConflict(async (turn) => {
    const username = requested.username ?? (await usernameFrom(requested.email, turn, context.tenant))
    const outcome = await trySignIn(context, person, entrance, username)
    if (typeof outcome === 'object')
      return { ...outcome, created: true, emailVerified: person.user.emailVerified }
    if (outcome === 'email taken') return null
    if (outcome === 'username taken' && requested.username !== undefined) fail(UsernameTaken)
    return conflicted
  })
}

/**
 * The address is registered already. The account's own password makes this a sign-in; otherwise the address is taken.
 */
const signInExisting = async (
  context: Context,
  holder: string,
  requested: RegistrationRequest,
  nameTaken: boolean,
  { inviteId, mailed }: RegistrationProofs,
): Promise<RegistrationResult | SecondStep> => {
  const credentials = { identifier: requested.email, password: requested.password }
  const passwordProof = await proveByPassword(
    context,
    holder,
    credentials,
    await findExhaustedTries(context, credentials),
  )
  if (!passwordProof) return fail(nameTaken ? BothTaken : AccountExists)
  const { person } = passwordProof
  const created = person.rights.memberships[context.tenant.key]?.status !== 'active'
  const signedIn = await completePasswordSignIn(
    context,
    { ...passwordProof, code: created ? mailed : undefined },
    { inviteId },
  )
  if (isPending(signedIn)) return signedIn
  return { ...signedIn, created, emailVerified: person.user.emailVerified }
}

const usernameMistakes = async (username: string | undefined): Promise<readonly Mistake[]> => {
  if (username === undefined) return []
  if (!usernamePattern.test(username)) return [{ kind: UsernameInvalid, field: 'username' }]
  return (await isProfane(username)) ? [{ kind: UsernameProfane, field: 'username' }] : []
}

/**
 * Rejects a request and names all of its mistakes. The password is checked only beside other mistakes, because it may be
 * that of an existing account.
 */
const validateRequest = async (context: Context, sent: RegistrationRequest): Promise<RegistrationRequest> => {
  const request = { ...sent, email: normalAddress(sent.email) }
  const { email, username, password } = request
  const mistakes: readonly Mistake[] = [
    ...(z.safeParse(Email, email).success ? [] : [{ kind: EmailInvalid, field: 'email' }]),
    ...(await usernameMistakes(username)),
  ]
  if (mistakes.length === 0) return request
  const owner = { ...request, school: await schoolNames(context) }
  failWithMistakes([...mistakes, ...(await passwordMistakes(password, owner, 'password'))])
  return request
}

/** Reserved names. In a demo, platform administrators may use them; elsewhere no address is proven at this point. */
const isReserved = ({ settings, tenant }: Context, email: string, username: string): boolean =>
  isReservedUsername(username, tenant.key) &&
  !(allowsUnverifiedAddress(settings) && isListedPlatformAdmin(settings, email))

/** An eventually consistent read can miss a recent registration, so a member may look like a new person. */
const retryableFailure = (error: unknown): Failure => {
  // A write without a response may have succeeded, so it is not retried as a sign-in.
  if (error instanceof Failure && error.kind !== StoreUnavailable) return error
  throw error
}

/**
 * The limit of registrations that an address shares. An address in a network that the school names as its own has a
 * larger one, for this school only (rules/auth 55).
 */
const registrationLimit = ({ school, tenant, device: { address } }: Context): SubjectLimit =>
  isInNetworks(address, school?.campusNetworks ?? [])
    ? ['register-campus', registerLimits['address of the campus'], `${tenant.key} ${sourceOf(address)}`]
    : ['register', registerLimits.address, address]

/**
 * Registers one person per address; the first request wins, and no other gets into that account (rules/auth 1). If a
 * second step comes first, the proof of the address is stored with it.
 */
export const registerPerson = async (
  context: Context,
  sent: Parameters<Operation<(typeof contract)['rows']['register']>>[0],
  proofs: RegistrationProofs,
): Promise<RegistrationResult | SecondStep> => {
  const request = await validateRequest(context, sent)
  const reserved = request.username !== undefined && isReserved(context, request.email, request.username)
  const [{ holder, nameTaken: isNameHeld }, school] = await Promise.all([
    findAddressUse(context.table, request.email, request.username),
    schoolNames(context),
    spend(context, ...registrationLimit(context)),
  ])
  const nameTaken = isNameHeld || reserved
  if (holder) return signInExisting(context, holder, request, nameTaken, proofs)
  const weak = await passwordMistakes(request.password, { ...request, school }, 'password')
  failWithMistakes([...weak, ...(nameTaken ? [{ kind: UsernameTaken, field: 'username' }] : [])])
  const created = await createPerson(context, request, proofs).catch(retryableFailure)
  if (created && !(created instanceof Failure)) return created
  const latest = await findAddressUse(context.table, request.email, request.username, { strong: true })
  if (latest.holder) return signInExisting(context, latest.holder, request, latest.nameTaken, proofs)
  throw created ?? new Failure(ConcurrentChange)
}

export const register: Operation<Rows['register']> = async (
  { school, invite_token: token, code, ...requested },
  context,
) => {
  const at = await registrationContext(context, school, requested.email)
  const isInvited = token !== undefined && !at.tenant.platform
  const inviteId = isInvited ? await refuseOthersInvite(at, token, requested.email) : undefined
  const isMailed = code !== undefined || (isInvited && inviteId === undefined)
  const email = normalAddress(requested.email)
  const mailed = isMailed ? await proveRegistrationCode(at, email, { code, token }) : undefined
  const registered = await registerPerson(at, requested, { inviteId, mailed }).catch(
    async (error: unknown) => {
      if (mailed || at.tenant.platform) throw error
      return mailRegistrationCode(at, email, error)
    },
  )
  if (isPending(registered)) return secondStepReply(at, registered)
  const invited = registered.member && inviteId !== undefined
  const member = invited ? await memberWithInvitation(at, registered.member, inviteId) : registered.member
  return answer(await signInReply(at, { ...registered, member }, registered.emailVerified), {
    tokens: registered.tokens,
    status: registered.created ? 201 : 200,
  })
}
