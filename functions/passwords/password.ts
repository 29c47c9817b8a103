import type { Context } from '../../lib/context.ts'
import { fail, failureText, failWithMistakes, type Mistake, withText } from '../../lib/contract/failure.ts'
import { MailboxOfSchool, PasswordWeak, SessionRevoked } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { codeProver, isCodeEnded, useCodeWrite } from '../../lib/identity/credential/code-proof.ts'
import { newCode } from '../../lib/identity/credential/codes.ts'
import { findCredential, hashPassword, passwordMatches } from '../../lib/identity/credential/password.ts'
import {
  passwordMistakes,
  requirePassword,
  schoolNames,
} from '../../lib/identity/credential/password-rule.ts'
import { requireFactorShown } from '../../lib/identity/factor/strength.ts'
import {
  countAll,
  findExhausted,
  type SubjectLimit,
  silentSpendWrite,
  sourceOf,
  spend,
} from '../../lib/identity/limit/limits.ts'
import { proveAddressWrites } from '../../lib/identity/person/address-proof.ts'
import { isMailboxOfSchool } from '../../lib/identity/person/addresses.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { findPerson, type Person, requireSelf } from '../../lib/identity/person/person.ts'
import type { Credential, GlobalUser, Session } from '../../lib/identity/person/records.ts'
import { linkMarks } from '../../lib/identity/school/provider-links.ts'
import { ownCopyWrites } from '../../lib/identity/school/tenants.ts'
import { browserMarkOf, deviceProof } from '../../lib/identity/session/known-device.ts'
import { nextEpochOf } from '../../lib/identity/session/recovery.ts'
import { deviceInfoOf } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { otherwise, type Write } from '../../lib/table/write.ts'
import { auditRemoval, findWaysIn, planRemoval, removalMailParams } from '../sessions/index.ts'
import type { contract } from './contract.ts'
import {
  changeLimits,
  forgotLimits,
  InvalidCode,
  NoPassword,
  PasswordExists,
  recentMinutes,
  SignInAgain,
  WrongPassword,
} from './contract.ts'
import { findOwner, findUsername, replacePassword, setFirstPassword } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Limits that count mails to an address. Other people's requests cannot use up a person's first mail of the hour. */
const mailLimitsOf = ({ device }: Context, email: string, busy: boolean): readonly SubjectLimit[] => {
  const { account, accountAndAddress, accountFromBusyAddress } = forgotLimits
  return [
    ['forgot-account', busy ? accountFromBusyAddress : account, email],
    ['forgot-pair', accountAndAddress, `${email} ${sourceOf(device.address)}`],
  ]
}

/**
 * Mails a code to an address. It reads no account: the scheduled mail finds out whether one exists, long after the
 * response. Past the mail limit the response is the same, and codes of earlier mails stay valid. Returns the mark that
 * identifies the requesting browser.
 */
export const mailResetCode = async (context: Context, email: string): Promise<string | undefined> => {
  const mark = browserMarkOf(context.device)
  const bounds = mailLimitsOf(context, email, false)
  const [spent, room] = await Promise.all([
    findExhausted(context, bounds),
    countAll(context, [['forgot-address', forgotLimits.address, context.device.address]]),
  ])
  if (spent) return mark
  const { nonce, write } = newCode(context, 'password_reset', email, mark)
  const mail = mailDue(context, {
    template: 'password_reset',
    to: email,
    nonce,
    params: { subject: email },
  })
  const counted = mailLimitsOf(context, email, !room).map((bound) => silentSpendWrite(context, ...bound))
  await context.table.write([...counted, write, mail])
  return mark
}

/** How the password was changed. */
type PasswordChange = 'reset' | 'change' | 'set'

/** Writes of every new password: an audit row, and a mail to its owner, who may not have set it. */
const recordPasswordChange = (
  context: Context,
  { id, email }: GlobalUser,
  way: PasswordChange,
  more: Readonly<Record<string, string>> = {},
): Write[] => [
  audit(context, { action: `password.${way}`, actor: id, targetType: 'globalUser', targetId: id }),
  mailDue(context, {
    template: 'password_changed',
    to: email,
    params: { way, device: deviceInfoOf(context.device.userAgent), owner: id, ...more },
  }),
]

type OwnCredentials = {
  readonly person: Person
  readonly own: Session
  /** The present password. */
  readonly before: Credential | undefined
  readonly username: string | undefined
  readonly school: readonly string[]
}

/** Reads all data for a decision while the try is counted. The comparison waits for the count. */
const readOwnCredentials = async (
  context: Context,
  limit: string,
  globalUserId: string,
): Promise<OwnCredentials> => {
  const [self, before, username, school] = await Promise.all([
    requireSelf(context, globalUserId),
    findCredential(context.table, globalUserId),
    findUsername(context.table, context.caller?.tenantUserId ?? undefined),
    schoolNames(context),
    spend(context, limit, changeLimits.account, globalUserId),
  ])
  return { ...self, before, username, school }
}

const SamePassword = withText(PasswordWeak, failureText('The new password must differ from the current one'))

/** Replaces the current password. This device stays signed in and known; all others are signed out. */
export const changePassword: Operation<Rows['changePassword']> = async (
  { currentPassword: current, newPassword: next },
  context,
) => {
  const globalUserId = identityOf(context.caller)
  const { table, now } = context
  const self = await readOwnCredentials(context, 'change-password', globalUserId)
  const { before = fail(NoPassword), username, school } = self
  const matches = await passwordMatches(current, before.hash)
  // A password that ended because an administrator secured the account proves nothing.
  const wrong: Mistake[] =
    matches && before.epoch === self.person.rights.epoch
      ? []
      : [{ kind: WrongPassword, field: 'currentPassword' }]
  const weak = await passwordMistakes(next, { ...self.person.user, username, school }, 'newPassword')
  const same: Mistake[] = next === current ? [{ kind: SamePassword, field: 'newPassword' }] : []
  failWithMistakes([...wrong, ...(weak.length > 0 ? weak : same)])
  const hash = await hashPassword(next)
  let { person, own }: Pick<OwnCredentials, 'person' | 'own'> = self
  const proof = await table.retryOnConflict(async () => {
    const written = await table.write([
      ...replacePassword(person, { hash, updatedAt: now().toISOString() }, now(), before, own),
      ...recordPasswordChange(context, person.user, 'change'),
    ])
    if (written.ok) return deviceProof(context, { ...own, epoch: nextEpochOf(person.rights) })
    ;({ person, own } = await requireSelf(context, globalUserId))
    return conflicted
  })
  return answer(undefined, { deviceProof: proof })
}

const isRecent = ({ createdAt }: Session, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) <= recentMinutes * minuteMs

/**
 * Sets the first password of an account that signs in by a provider. Requires a recent session, so that a lost device
 * cannot set one.
 */
export const setPassword: Operation<Rows['setPassword']> = async ({ newPassword: password }, context) => {
  const globalUserId = identityOf(context.caller)
  const { table, now } = context
  const { person, own, before, username, school } = await readOwnCredentials(
    context,
    'set-password',
    globalUserId,
  )
  if (before) fail(PasswordExists)
  if (!isRecent(own, now())) fail(SignInAgain)
  requireFactorShown(person.rights, own, now())
  await requirePassword(password, { ...person.user, username, school }, 'newPassword')
  const hash = await hashPassword(password)
  const writes = [
    ...setFirstPassword(person, { hash, updatedAt: now().toISOString() }),
    ...recordPasswordChange(context, person.user, 'set'),
  ]
  await table.commit(writes, SessionRevoked)
}

// Stands in for the owner of an unknown address, so that both cases cost the same reads.
const placeholderId = 'nobody'

const ownerOf = async ({ table }: Context, id: string, email: string): Promise<Person | undefined> => {
  const person = await findPerson(table, id)
  return person?.user.email === email ? person : undefined
}

const refuseSchoolMailbox = async (context: Context, { user, rights }: Person): Promise<void> => {
  if (await isMailboxOfSchool(context, user, rights)) fail(MailboxOfSchool)
}

/**
 * Returns the owner of an address, and the address's code. The code must be right, and not older than the owner's
 * current epoch. An address without an account costs the same reads. Only a caller with the code learns that more is
 * required.
 */
export const requireOwner = async (context: Context, email: string, given: string) => {
  const [id = placeholderId, prove] = await Promise.all([
    findOwner(context.table, email),
    codeProver(context, 'password_reset', email),
  ])
  const [person, code] = await Promise.all([ownerOf(context, id, email), prove(given)])
  if (!person || !code || isCodeEnded(code, person.rights)) return fail(InvalidCode)
  await refuseSchoolMailbox(context, person)
  return { person, code }
}

/** The rules that depend on the person run after the code is proven. */
const requireUsable = async (context: Context, { user, rights }: Person, password: string) => {
  const { tenantUserId } = rights.memberships[context.tenant.key] ?? {}
  const [username, school] = await Promise.all([
    findUsername(context.table, tenantUserId),
    schoolNames(context),
  ])
  await requirePassword(password, { ...user, username, school }, 'newPassword')
}

/**
 * Sets a new password for the owner of an address who has its code (rules/passwords 8). All or nothing: the code is
 * used up, every session ends, the address counts as proven. Access that others gained before the proof ends, by a
 * password of theirs or under an address that was not theirs. A person without a password gets one. Tries that locked
 * the login do not prevent it. Recently added factors and links are removed too: they may be a thief's (rules/passwords
 * 28). The returned proof makes this device known.
 */
export const resetPassword: Operation<Rows['resetPassword']> = async (
  { email, code, newPassword: password },
  context,
) => {
  const { table, now, newId, tenant } = context
  await requirePassword(password, { email }, 'newPassword')
  const ownerProof = await requireOwner(context, email, code)
  let { person } = ownerProof
  await requireUsable(context, person, password)
  const hash = await hashPassword(password)
  const { proof, removed, kept } = await table.retryOnConflict(async () => {
    const updatedAt = now().toISOString()
    const removal = planRemoval(person, await findWaysIn(context, person), ({ isRecent }) => isRecent)
    const { links, rights, removed, kept } = removal
    const marks = { set: { updatedAt }, remove: linkMarks(person.user, links) }
    const written = await table.write([
      otherwise(useCodeWrite(ownerProof.code, person.rights), InvalidCode),
      ...proveAddressWrites(person, updatedAt, undefined, links),
      ...replacePassword({ ...person, rights }, { hash, updatedAt }, now()),
      ...removal.writes,
      ...(person.user.emailVerified ? removal.linkWrites : []),
      ...(marks.remove.length > 0 ? ownCopyWrites(tenant, rights, marks) : []),
      ...auditRemoval(context, person.user.id, person, removal, 'reset'),
      ...recordPasswordChange(context, person.user, 'reset', removalMailParams(removal)),
    ])
    const known = { globalUserId: person.user.id, id: newId(), epoch: nextEpochOf(person.rights) }
    if (written.ok) return { proof: await deviceProof(context, known), removed, kept }
    person = (await ownerOf(context, person.user.id, email)) ?? fail(InvalidCode)
    await refuseSchoolMailbox(context, person)
    return conflicted
  })
  return answer({ removed: [...removed], kept: [...kept] }, { deviceProof: proof })
}

export const forgotPassword: Operation<Rows['forgotPassword']> = async ({ email }, context) => {
  const mark = await mailResetCode(context, email)
  return answer(undefined, mark === undefined ? {} : { mark })
}

export const verifyCode: Operation<Rows['verifyCode']> = async ({ email, code }, context) => {
  await requireOwner(context, email, code)
}
