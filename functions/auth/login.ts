import { createHash } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SchoolRequired } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { codeProver, isCodeEnded, useCodeWrite } from '../../lib/identity/credential/code-proof.ts'
import type { Code } from '../../lib/identity/credential/codes.ts'
import { findCredential, passwordMatches } from '../../lib/identity/credential/password.ts'
import { hashOf, pendingSignIn } from '../../lib/identity/factor/records.ts'
import { countAll, findExhausted, type SubjectLimit, sharedLimit } from '../../lib/identity/limit/limits.ts'
import { isListedPlatformAdmin } from '../../lib/identity/person/addresses.ts'
import { isPlatformRole } from '../../lib/identity/person/caller.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { session, type TenantUser } from '../../lib/identity/person/records.ts'
import { listedAdminGrant } from '../../lib/identity/platform-admins.ts'
import { atSchool, listSchools } from '../../lib/identity/school/tenants.ts'
import { findKnownDevice } from '../../lib/identity/session/known-device.ts'
import type { SecondStep } from '../../lib/identity/session/second-step.ts'
import { isPending, type SignedIn, signIn } from '../../lib/identity/session/sign-in.ts'
import { recordFailedSignIn, removeSignIn } from '../../lib/identity/session/sign-in-history.ts'
import type { SignInRequest } from '../../lib/identity/session/sign-in-request.ts'
import { isSetupRequired, secondStepReply } from '../../lib/identity/session/welcome.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import { otherwise } from '../../lib/table/write.ts'
import { InvalidCode } from '../passwords/contract.ts'
import type { contract } from './contract.ts'
import { InvalidCredentials, loginLimits, SignInCodeRequired, UserNotFound } from './contract.ts'
import { findIdentity, findMember, type Identity } from './repository.ts'

type Rows = (typeof contract)['rows']

/**
 * The school of a registration. While no school exists, the addresses of the deployment's list register on the platform
 * host without one. Otherwise the first administrator could not register.
 */
export const registrationContext = async <C extends Context>(
  context: C,
  school: string | undefined,
  email: string,
): Promise<C> => {
  const { tenant, settings, table } = context
  const mayBeFirst =
    tenant.platform && school === undefined && isListedPlatformAdmin(settings, normalAddress(email))
  const isFirst = mayBeFirst && (await listSchools(table, { strong: true })).length === 0
  return isFirst ? context : atSchool(context, school)
}

/**
 * The school of a sign-in. A platform administrator needs none on the platform host; `requireSchoolOrPlatformRole`
 * checks the role later.
 */
const signInContext = <C extends Context>(
  context: C,
  school: string | undefined,
  identifier: string,
): Promise<C> =>
  context.tenant.platform && school === undefined && identifier.includes('@')
    ? Promise.resolve(context)
    : atSchool(context, school)

/** Checked after the password is proven, so that no response tells a stranger who administers the platform. */
const requireSchoolOrPlatformRole = ({ tenant, settings }: Context, { user, rights }: Person): void => {
  if (!tenant.platform || rights.platformRoles.some(isPlatformRole)) return
  if (!isListedPlatformAdmin(settings, user.email)) fail(SchoolRequired)
}

type LoginAttempt = {
  /** Address or username, in lower case. */
  readonly identifier: string
  readonly password: string
  /** Code mailed to the address of the account. With it, other people's wrong tries do not count. */
  readonly code?: string | undefined
}

type ExhaustedLimit = Awaited<ReturnType<typeof findExhausted>>

/** A password that was right, and whether it still counts: wrong tries may have used up the limit first. */
type PasswordProof = {
  readonly person: Person
  readonly code: Code | undefined
  stillCounts(): Promise<ExhaustedLimit>
}

// Stands in for an account that does not exist, so that both cases cost the same.
const placeholderId = (identifier: string): string =>
  `nobody-${createHash('sha256').update(identifier).digest('hex').slice(0, 26)}`

const addressLimitName = 'login-address'

/** Limits for wrong tries from a device that the account does not know, for any account. */
const unknownDeviceLimits = (
  { device }: Context,
  identifier: string,
): readonly [SubjectLimit, SubjectLimit] => [
  [addressLimitName, loginLimits.address, device.address],
  sharedLimit('password', identifier),
]

/** Limits that such a device has exhausted before the account is read. */
export const findExhaustedTries = (context: Context, { identifier }: LoginAttempt): Promise<ExhaustedLimit> =>
  findExhausted(context, unknownDeviceLimits(context, identifier))

/**
 * The limit that counts a wrong try, and whether it is exhausted. A device that the account knows uses its own limit
 * first, which strangers cannot exhaust. After that, and for all other devices, the limits of unknown devices count.
 */
const limitsOf = async (context: Context, account: string, given: LoginAttempt, spent: ExhaustedLimit) => {
  const accountLimit: SubjectLimit = ['login', loginLimits.account, account]
  const knownDevice = await findKnownDevice(context, account)
  const ofDevice: readonly SubjectLimit[] = knownDevice
    ? [['login-device', loginLimits.device, knownDevice.id]]
    : []
  const [accountSpent, deviceSpent] = await Promise.all([
    findExhausted(context, [accountLimit]),
    knownDevice && findExhausted(context, ofDevice),
  ])
  const [ofAddress, ofAll] = unknownDeviceLimits(context, given.identifier)
  const strangers = [ofAddress, accountLimit, ofAll]
  return (
    person: Person | undefined,
  ): { readonly bounds: readonly SubjectLimit[]; readonly full: ExhaustedLimit } =>
    person && knownDevice?.isKnownTo(person) && !deviceSpent
      ? { bounds: ofDevice, full: undefined }
      : { bounds: strangers, full: spent ?? accountSpent }
}

/** Requires the code mailed to the address of the account. Costs the same for an account that does not exist. */
const requireCode = async (
  context: Context,
  person: Person | undefined,
  given: LoginAttempt,
  text: string,
) => {
  const prove = await codeProver(context, 'password_reset', person?.user.email ?? given.identifier)
  const code = await prove(text)
  return person && code && !isCodeEnded(code, person.rights) ? code : fail(InvalidCode)
}

/**
 * Returns the person behind an identifier if the password is theirs; `account` is undefined for an unknown identifier.
 * An unknown account costs the same reads, the same hash and the same counts as a wrong password.
 * Wrong tries are counted after the comparison and before the response. `stillCounts` resolves to whether a right
 * password came before the limits were exhausted. So parallel guesses cannot outrun the limits, and right passwords do
 * not count.
 */
export const proveByPassword = async (
  context: Context,
  known: string | undefined,
  given: LoginAttempt,
  spent: ExhaustedLimit,
): Promise<PasswordProof | undefined> => {
  const account = known ?? placeholderId(given.identifier)
  const [person, stored, counted] = await Promise.all([
    findPerson(context.table, account),
    findCredential(context.table, account),
    limitsOf(context, account, given, spent),
  ])
  const { bounds, full } = counted(person)
  const code = given.code === undefined ? undefined : await requireCode(context, person, given, given.code)
  if (!code && full) full(SignInCodeRequired)
  const matches = await passwordMatches(given.password, stored?.hash)
  if (matches && person && stored?.epoch === person.rights.epoch) {
    // Only the limits that bound guesses across all senders are read strongly consistent.
    const consistentLimits = bounds.filter(([name]) => name !== addressLimitName)
    const stillCounts = async () =>
      code ? undefined : findExhausted(context, consistentLimits, { strong: true })
    return { person, code, stillCounts }
  }
  const failed = { globalUserId: account, rights: person?.rights, tenantKey: context.tenant.key }
  // Runs beside the counts, which take longer: an account that does not exist takes the same time.
  const [, hasRoom] = await Promise.all([
    recordFailedSignIn(context, { ...failed, method: 'password', failure: InvalidCredentials }),
    code ? true : countAll(context, bounds),
  ])
  if (!hasRoom) (await findExhausted(context, bounds, { strong: true }))?.(SignInCodeRequired)
  return undefined
}

/** Removes what a sign-in has stored, before the client receives any of it. */
const undoSignIn = (table: Table, outcome: SignedIn | SecondStep) =>
  isPending(outcome)
    ? table.remove(pendingSignIn, { hash: hashOf(outcome.token) })
    : Promise.all([
        table.remove(session, outcome.session),
        removeSignIn(table, outcome.session, outcome.rights),
      ])

/**
 * Signs a person in while the check that the try still counts runs. If it does not count, the sign-in is undone before
 * the client receives any of it. `mayEnter` fails for people who may not sign in here.
 */
export const completePasswordSignIn = async (
  context: Context,
  { person, code, stillCounts }: PasswordProof,
  options: Pick<SignInRequest, 'known' | 'inviteId'> = {},
  mayEnter: () => void = () => undefined,
): Promise<SignedIn | SecondStep> => {
  const guards = code ? [otherwise(useCodeWrite(code, person.rights), InvalidCode)] : []
  const enter = async () => {
    mayEnter()
    const provenEmail = code && person.user.email
    const findGrant = listedAdminGrant(context, provenEmail)
    return signIn(context, person, {
      ...options,
      method: 'password',
      findGrant,
      provenEmail,
      guards,
    })
  }
  const [entered, late] = await Promise.allSettled([enter(), stillCounts()])
  if (late.status === 'rejected') throw late.reason
  if (late.value) {
    if (entered.status === 'fulfilled') await undoSignIn(context.table, entered.value)
    late.value(SignInCodeRequired)
  }
  if (entered.status === 'rejected') throw entered.reason
  return entered.value
}

type LoginRequest = {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
  readonly school?: string | undefined
}

/** Reads the probable member record in advance. An account that does not exist costs the same read. */
const guessMember = (
  { table, tenant }: Context,
  identity: Identity | undefined,
): Promise<TenantUser | undefined> =>
  tenant.platform ? Promise.resolve(undefined) : findMember(table, identity?.home ?? 'nobody')

/** The guess, if the person's rights confirm it. Only the rights decide about the sign-in. */
const confirmedGuess = (
  guess: TenantUser | undefined,
  { rights }: Person,
  { tenant }: Context,
): TenantUser | undefined => {
  const membership = rights.memberships[tenant.key]
  return membership?.status === 'active' && membership.tenantUserId === guess?.id ? guess : undefined
}

/**
 * Signs a person in by password, in three round trips. `self` is the person's own record with the organizations, read
 * while the session is written. It is absent where the record could not be guessed.
 */
export const signInByPassword = async ({ email, password, code, school }: LoginRequest, context: Context) => {
  const attempt = { identifier: normalAddress(email), password, code }
  const at = await signInContext(context, school, attempt.identifier)
  const [identity, spent] = await Promise.all([
    findIdentity(at.table, attempt.identifier),
    findExhaustedTries(at, attempt),
  ])
  const [proven, guess] = await Promise.all([
    proveByPassword(at, identity?.globalUserId, attempt, spent),
    guessMember(at, identity),
  ])
  if (!proven) return fail(InvalidCredentials)
  const { person } = proven
  const known = confirmedGuess(guess, person, at)
  const [signedIn, self] = await Promise.all([
    completePasswordSignIn(at, proven, { known }, () => requireSchoolOrPlatformRole(at, person)),
    known && readSelf(at.table, known),
  ])
  return { at, signedIn, self, emailVerified: person.user.emailVerified }
}

const readSelfAt = async ({ tenant, table }: Context, { member }: SignedIn, emailVerified: boolean) => {
  if (tenant.platform) return null
  return { ...(await readSelf(table, member ?? fail(UserNotFound))), emailVerified }
}

export const signInReply = async (at: Context, signedIn: SignedIn, emailVerified: boolean) => {
  const user = await readSelfAt(at, signedIn, emailVerified)
  const adminMfaSetupRequired = isSetupRequired(signedIn, at)
  return user ? { user, adminMfaSetupRequired } : { user, adminMfaSetupRequired }
}

export const login: Operation<Rows['login']> = async (input, context) => {
  const { at, signedIn, self, emailVerified } = await signInByPassword(input, context)
  if (isPending(signedIn)) return secondStepReply(at, signedIn)
  const reply = self
    ? { user: { ...self, emailVerified }, adminMfaSetupRequired: isSetupRequired(signedIn, at) }
    : await signInReply(at, signedIn, emailVerified)
  return answer(reply, { tokens: signedIn.tokens })
}
