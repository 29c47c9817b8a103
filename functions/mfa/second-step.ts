import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { findFactors } from '../../lib/identity/factor/factors.ts'
import { hashOf, type PendingSignIn, pendingSignIn } from '../../lib/identity/factor/records.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import type { Access } from '../../lib/identity/person/records.ts'
import { listedAdminGrant } from '../../lib/identity/platform-admins.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { atSchool } from '../../lib/identity/school/tenants.ts'
import { completeSignIn, type SignedIn } from '../../lib/identity/session/sign-in.ts'
import { recordFailedSignIn, recordFailureAndRethrow } from '../../lib/identity/session/sign-in-history.ts'
import type { SignInRequest } from '../../lib/identity/session/sign-in-request.ts'
import { isSetupRequired } from '../../lib/identity/session/welcome.ts'
import type { Operation } from '../../lib/operation.ts'
import { otherwise } from '../../lib/table/write.ts'
import { memberWithInvitation } from '../invites/index.ts'
import { proveByCode, type ShownFactor } from './codes.ts'
import type { contract } from './contract.ts'
import {
  asAuthentication,
  authenticationOptions,
  findOwnedPasskey,
  rpIdOf,
  verifyPasskeyUse,
} from './passkeys.ts'
import { endPending, findPending } from './repository.ts'
import { PasskeyNotFound, PasskeyRefused, passkeyLimits, SecondStepOver, WrongSecondCode } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** Codes that one sign-in accepts. After that, the person has to sign in again. */
const maxTries = 5

const clearSecondStep = { secondStep: null } as const

export type SecondStepToken = string | null | undefined

/** Finds the pending sign-in of this school by a browser's cookie or an app's token. Fails when it is over. */
export const requirePending = async (context: Context, given: SecondStepToken) => {
  const { table, tenant, device } = context
  const token = given ?? device.secondStep ?? fail(SecondStepOver)
  const pending = (await findPending(table, hashOf(token))) ?? fail(SecondStepOver)
  if (!tenant.platform && pending.tenantKey !== tenant.key) fail(SecondStepOver)
  return pending
}

export const requirePerson = async (
  { table }: Context,
  { globalUserId, epoch }: PendingSignIn,
): Promise<Person> => {
  const person = await findPerson(table, globalUserId)
  return person?.rights.epoch === epoch ? person : fail(SecondStepOver)
}

/** The school of the sign-in, also when it is completed on the platform host. */
const contextOf = (context: Context, { tenantKey }: PendingSignIn): Promise<Context> =>
  tenantKey === platformKey ? Promise.resolve(context) : atSchool(context, tenantKey)

export const pendingMethods = async (context: Context): Promise<NonNullable<Access['factors']>> => {
  const pending = await requirePending(context, undefined)
  const { rights } = await requirePerson(context, pending)
  return rights.factors ?? []
}

/** The response to every completed sign-in. */
const signInReply = async (at: Context, person: Person, signedIn: SignedIn, inviteId?: string) => {
  const { member: found, tokens } = signedIn
  // Loaded only for a sign-in with an invitation.
  const member = found && inviteId !== undefined ? await memberWithInvitation(at, found, inviteId) : found
  const self = member && (await readSelf(at.table, member))
  const adminMfaSetupRequired = isSetupRequired(signedIn, at)
  const reply = self
    ? { user: { ...self, emailVerified: person.user.emailVerified }, adminMfaSetupRequired }
    : { user: null, adminMfaSetupRequired }
  return answer(reply, { tokens, ...clearSecondStep })
}

/** A failed second step, for the sign-in history. */
const failedSignInOf = ({ method, tenantKey }: PendingSignIn, { user, rights }: Person) => ({
  globalUserId: user.id,
  rights,
  tenantKey,
  method,
})

/** The part of a sign-in that a shown factor contributes. */
const factorProof = ({ now }: Context, { by, since, uses }: ShownFactor, used: FailureKind) => ({
  strong: { at: now().toISOString(), by, since },
  guards: uses.map((write) => otherwise(write, used)),
})

/** Completes a sign-in after its second step. */
export const completeSecondStep = async (
  context: Context,
  pending: PendingSignIn,
  person: Person,
  { strong, guards = [], findGrant }: Pick<SignInRequest, 'strong' | 'guards' | 'findGrant'>,
) => {
  const at = await contextOf(context, pending)
  const { method, provenEmail, inviteId } = pending
  const once = otherwise(endPending(pending), SecondStepOver)
  const request = {
    method,
    strong,
    inviteId,
    findGrant: findGrant ?? listedAdminGrant(at, provenEmail),
    guards: [once, ...guards],
  }
  return signInReply(at, person, await completeSignIn(at, person, request), inviteId)
}

/** Completes a sign-in by a code. Each try is counted before it is compared. */
export const verifyTotp: Operation<Rows['verifyTotp']> = async ({ code, mfaToken: token }, context) => {
  const { table } = context
  const pending = await requirePending(context, token)
  const { hash, globalUserId } = pending
  const counted = await table.update(
    pendingSignIn,
    { hash },
    { add: { tries: 1 } },
    { exists: true, below: { tries: maxTries } },
  )
  if (!counted.ok) fail(SecondStepOver)
  const [person, factors] = await Promise.all([
    requirePerson(context, pending),
    findFactors(table, globalUserId),
  ])
  const shown = await proveByCode(context, person.user, factors, code, WrongSecondCode).catch(
    recordFailureAndRethrow(context, failedSignInOf(pending, person), [400, 401, 403, 429]),
  )
  return completeSecondStep(context, pending, person, factorProof(context, shown, WrongSecondCode))
}

export const startPasskeyStep: Operation<Rows['startPasskeyStep']> = async (given, context) => {
  const token = given?.mfaToken
  const pending = await requirePending(context, token)
  const { passkeys } = await findFactors(context.table, pending.globalUserId)
  const usablePasskeys = passkeys.filter(({ rpId }) => rpId === rpIdOf(context))
  if (usablePasskeys.length === 0) fail(PasskeyNotFound)
  return {
    options: { ...(await authenticationOptions(context, 'second_step', pending.hash, usablePasskeys)) },
  }
}

export const verifyPasskey: Operation<Rows['verifyPasskey']> = async (
  { credential: sent, mfaToken: token },
  context,
) => {
  const credential = asAuthentication(sent)
  const pending = await requirePending(context, token)
  const { globalUserId, hash } = pending
  const use = { purpose: 'second_step', asker: hash, credential } as const
  const [person, shown] = await Promise.all([
    requirePerson(context, pending),
    verifyPasskeyUse(context, use, (id) => findOwnedPasskey(context, globalUserId, id)),
  ])
  if (!shown) {
    await recordFailedSignIn(context, { ...failedSignInOf(pending, person), failure: PasskeyRefused })
    return fail(PasskeyRefused)
  }
  return completeSecondStep(context, pending, person, factorProof(context, shown, PasskeyRefused))
}

/** A passkey sign-in begins without any known person. */
const anonymousAsker = 'nobody'

const spendAddress = (context: Context): Promise<void> =>
  spend(context, 'passkey-sign-in', passkeyLimits.address, context.device.address)

export const startPasskeySignIn: Operation<Rows['startPasskeySignIn']> = async (_, context) => {
  await spendAddress(context)
  return { options: { ...(await authenticationOptions(context, 'sign_in', anonymousAsker)) } }
}

/** Signs in the owner of a passkey. The key identifies the owner, and the device was unlocked for it. */
export const signInByPasskey: Operation<Rows['signInByPasskey']> = async (
  { credential: sent, school },
  context,
) => {
  const credential = asAuthentication(sent)
  const globalUserId = Buffer.from(credential.response.userHandle ?? '', 'base64url').toString()
  if (!/^[\w-]{1,64}$/.test(globalUserId)) fail(PasskeyRefused)
  const at = context.tenant.platform && school === undefined ? context : await atSchool(context, school)
  const use = { purpose: 'sign_in', asker: anonymousAsker, credential } as const
  const [person, shown] = await Promise.all([
    findPerson(at.table, globalUserId),
    verifyPasskeyUse(context, use, (id) => findOwnedPasskey(at, globalUserId, id)),
    spendAddress(context),
  ])
  if (!shown || !person) {
    const failed = { globalUserId, rights: person?.rights, tenantKey: at.tenant.key }
    await recordFailedSignIn(at, { ...failed, method: 'passkey', failure: PasskeyRefused })
    return fail(PasskeyRefused)
  }
  const request = {
    ...factorProof(at, shown, PasskeyRefused),
    method: 'passkey',
    findGrant: listedAdminGrant(at),
  } as const
  return signInReply(at, person, await completeSignIn(at, person, request))
}

export const getPendingSignIn: Operation<Rows['getPendingSignIn']> = async (_, context) => ({
  requiresMfa: true,
  methods: [...(await pendingMethods(context))],
})
