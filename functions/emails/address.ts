import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import {
  MailboxOfSchool,
  NotAMember,
  SessionRevoked,
  StrongProofRequired,
} from '../../lib/contract/failures.ts'
import { Email, normalAddress } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { type AuditedAction, audit } from '../../lib/identity/audit/audit.ts'
import { proveCode, useCodeWrite } from '../../lib/identity/credential/code-proof.ts'
import { type Code, type CodePurpose, newCode } from '../../lib/identity/credential/codes.ts'
import { findCredential } from '../../lib/identity/credential/password.ts'
import { hasRecentFactor } from '../../lib/identity/factor/strength.ts'
import { spend, spendWrite } from '../../lib/identity/limit/limits.ts'
import { proveAddressWrites } from '../../lib/identity/person/address-proof.ts'
import { isMailboxOfSchool } from '../../lib/identity/person/addresses.ts'
import { type Caller, identityOf } from '../../lib/identity/person/caller.ts'
import { type Person, requireSelf } from '../../lib/identity/person/person.ts'
import type { Access, Credential, Session, TenantUser } from '../../lib/identity/person/records.ts'
import { accessWrite, unchangedAccess } from '../../lib/identity/person/roles.ts'
import { grantListedAdmin } from '../../lib/identity/platform-admins.ts'
import { deviceProof } from '../../lib/identity/session/known-device.ts'
import { endEverything, keepPassword, nextEpochOf } from '../../lib/identity/session/recovery.ts'
import { rotateSession, rotationWrite } from '../../lib/identity/session/renewal.ts'
import { tokensFor } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { otherwise, type Write } from '../../lib/table/write.ts'
import { InvalidCode } from '../passwords/contract.ts'
import type { contract } from './contract.ts'
import {
  AddressUnproven,
  AffiliatedTaken,
  AlreadyVerified,
  affiliatedLimits,
  checkLimits,
  EduRequired,
  NotLinked,
  requestLimits,
} from './contract.ts'
import { findGlobalUser, findHolder, findMember, linkAddress, unlinkAddress } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Requires the caller's own code. Fails with INVALID_CODE. */
const requireOwnCode = async (
  context: Context,
  purpose: CodePurpose,
  subject: string,
  given: string,
): Promise<Code> => (await proveCode(context, purpose, subject, given)) ?? fail(InvalidCode)

/** A code is valid only in the session that requested it. */
const subjectOf = ({ caller }: Context<'caller'>): string => `${identityOf(caller)} ${caller.sid}`

const requireMailbox = async (context: Context<'caller'>, { user, rights }: Person): Promise<void> => {
  if (!user.emailVerified) fail(AddressUnproven)
  if (await isMailboxOfSchool(context, user, rights)) fail(MailboxOfSchool)
}

/**
 * Mails a code to the caller's proven address. Requests from sessions of one school do not count against another
 * school's limit.
 */
export const requestOwnProof: Operation<Rows['requestOwnProof']> = async (_, context) => {
  const { caller, table } = context
  const id = identityOf(caller)
  const [{ person }] = await Promise.all([
    requireSelf(context, id),
    spend(context, 'own-proof-code', requestLimits.account, `${id} ${caller.proof?.school ?? ''}`),
  ])
  await requireMailbox(context, person)
  const subject = subjectOf(context)
  const { nonce, write } = newCode(context, 'own_proof', subject)
  const mail = mailDue(context, {
    template: 'own_proof',
    to: person.user.email,
    nonce,
    params: { subject, owner: id },
  })
  await table.write([write, mail])
}

/** A mail alone does not replace a second factor (rules/mfa 3), nor a factor that is added meanwhile. */
const requireFactorBesideMail = (
  { now }: Context,
  { factors, strong }: Pick<Caller, 'factors' | 'strong'>,
): void => {
  if (factors.length > 0 && !hasRecentFactor(strong, now().toISOString()))
    fail(StrongProofRequired, { details: { methods: factors } })
}

/**
 * Marks the caller's session as opened by the person's own proof, however it was opened before. This proves the address
 * again, so a grant that waits for a proven address takes effect too.
 */
export const giveOwnProof: Operation<Rows['giveOwnProof']> = async ({ code }, context) => {
  const { caller, table } = context
  const id = identityOf(caller)
  requireFactorBesideMail(context, caller)
  const subject = subjectOf(context)
  const [found, proven] = await settleInOrder([
    requireSelf(context, id),
    requireOwnCode(context, 'own_proof', subject, code),
  ])
  let { person, own } = found
  const tokens = await table.retryOnConflict(async () => {
    await requireMailbox(context, person)
    const { user, rights: before } = person
    requireFactorBesideMail(context, { factors: before.factors ?? [], strong: own.strong })
    const { proof, ...lifted } = own
    const bySchool = proof !== undefined
    // The school's sign-in policy still knows the session by its provider.
    const lift = { authMethod: 'email', came: proof } as const
    const grant = await grantListedAdmin(context, user, before, true)
    const rights = grant?.rights ?? before
    const { next, token } = await rotateSession(context, bySchool ? { ...lifted, ...lift } : own)
    const written = await table.write([
      otherwise(useCodeWrite(proven, before), InvalidCode),
      rotationWrite(own, next, bySchool ? { set: lift, remove: ['proof'] } : {}),
      ...(grant ? [accessWrite(rights), ...grant.writes] : [unchangedAccess(before)]),
      audit(context, {
        action: 'session.own_proof',
        actor: caller,
        targetType: 'session',
        targetId: own.id,
        ...(bySchool ? { detail: { school: proof.school } } : {}),
      }),
    ])
    if (written.ok) return tokensFor(context, next, rights, token)
    ;({ person, own } = await requireSelf(context, id))
    return conflicted
  })
  return answer(undefined, { tokens })
}

type OwnAccount = { readonly person: Person; readonly own: Session; readonly stored: Credential | undefined }

const requireOwnAccount = async (context: Context<'caller'>, id: string): Promise<OwnAccount> => {
  const [self, stored] = await Promise.all([requireSelf(context, id), findCredential(context.table, id)])
  return { ...self, stored }
}

/**
 * Ends all sessions from before the proof, except the one in which the owner types the code. `granted` are rights that
 * come with the proof.
 */
const endOtherSessions = (
  { person, own, stored }: OwnAccount,
  granted: Access | undefined,
  now: Date,
): Write[] => {
  if (person.user.emailVerified) return granted ? [accessWrite(granted)] : []
  const rights = granted ?? person.rights
  return endEverything({ ...person, rights }, now, keepPassword(rights, stored), ({ id }) => id === own.id)
}

/** Rights from the deployment's list, unless a school's provider opened this session. */
const listedGrant = (context: Context<'caller'>, { person: { user, rights }, own }: OwnAccount) =>
  grantListedAdmin(context, user, rights, own.proof === undefined)

/**
 * Proves the caller's address by its code. A person who types it owns both the address and this session, so the way in
 * that opened the session stays. Other provider links and other sessions end, because a stranger may have planted them
 * (rules/passwords 20). Grants that wait for a proven address take effect. Returns the mark by which the device stays
 * known.
 */
export const confirmEmail: Operation<Rows['confirmEmail']> = async ({ code }, context) => {
  const id = identityOf(context.caller)
  const { table, now, caller } = context
  const audited: AuditedAction = {
    action: 'email.verify',
    actor: caller,
    targetType: 'globalUser',
    targetId: id,
  }
  const [found, proven] = await settleInOrder([
    requireOwnAccount(context, id),
    requireOwnCode(context, 'email', id, code),
  ])
  let self = found
  const proof = await table.retryOnConflict(async () => {
    const grant = await listedGrant(context, self)
    const written = await table.write([
      otherwise(useCodeWrite(proven, self.person.rights), InvalidCode),
      ...proveAddressWrites(self.person, now().toISOString(), self.own),
      ...endOtherSessions(self, grant?.rights, now()),
      ...(grant?.writes ?? []),
      audit(context, audited),
    ])
    const { user, rights } = self.person
    const epoch = user.emailVerified ? rights.epoch : nextEpochOf(rights)
    if (written.ok) return deviceProof(context, { ...self.own, epoch })
    self = await requireOwnAccount(context, id)
    return conflicted
  })
  return answer(undefined, { deviceProof: proof })
}

/** A code is bound to one user of one school and one address. */
export const affiliatedSubject = ({ tenant, caller }: Context<'member'>, email: string): string =>
  [tenant.key, caller.tenantUserId, email].join(' ')

export const requireEduAddress = (given: string): string => {
  const email = normalAddress(given)
  if (!email.endsWith('.edu') || !z.safeParse(Email, email).success) fail(EduRequired, { field: 'email' })
  return email
}

const requireMember = async ({ table, caller }: Context<'member'>): Promise<TenantUser> =>
  (await findMember(table, caller.tenantUserId)) ?? fail(NotAMember)

const auditAffiliation = (context: Context<'member'>, change: 'link' | 'unlink') =>
  audit(context, {
    action: `affiliated_email.${change}`,
    actor: context.caller,
    targetType: 'tenantUser',
    targetId: context.caller.tenantUserId,
  })

/** Links the address if the code is right. One write uses the code up and keeps the address to one user. */
export const verifyAffiliatedEmail: Operation<Rows['verifyAffiliatedEmail']> = async (
  { email: given, code },
  context,
) => {
  const email = normalAddress(given)
  const { table, now } = context
  const subject = affiliatedSubject(context, email)
  const [found, proven] = await settleInOrder([
    requireMember(context),
    requireOwnCode(context, 'affiliated_email', subject, code),
  ])
  const used = otherwise(useCodeWrite(proven), InvalidCode)
  let self = found
  await table.retryOnConflict(async () => {
    const isNew = self.affiliatedEmail !== email
    const written = await table.write([
      used,
      ...(isNew ? linkAddress(self, email, now().toISOString()) : []),
      auditAffiliation(context, 'link'),
      // Anyone who reads mail of this address can end a wait for lost factors (rules/mfa 20).
      ...(isNew ? [mailDue(context, { template: 'address_linked', to: `user:${self.globalUserId}` })] : []),
    ])
    if (written.ok) return true
    self = await requireMember(context)
    return conflicted
  })
}

export const unlinkAffiliatedEmail: Operation<Rows['unlinkAffiliatedEmail']> = async (_, context) => {
  const { table, now } = context
  await table.retryOnConflict(async () => {
    const self = await requireMember(context)
    if (self.affiliatedEmail === undefined) fail(NotLinked)
    const written = await table.write([
      ...unlinkAddress(self, now().toISOString()),
      auditAffiliation(context, 'unlink'),
    ])
    return written.ok || conflicted
  })
}

// Calls no checking service: this operation is public, and each check would cost money.
export const checkEmail: Operation<Rows['checkEmail']> = async ({ email }, context) => {
  await spend(context, 'email-check', checkLimits.address, context.device.address)
  return { result: z.safeParse(Email, email).success ? 'deliverable' : 'undeliverable' }
}

export const requestEmailCode: Operation<Rows['requestEmailCode']> = async (_, context) => {
  const id = identityOf(context.caller)
  const [user] = await Promise.all([
    findGlobalUser(context.table, id),
    spend(context, 'email-code', requestLimits.account, id),
  ])
  if (!user) return fail(SessionRevoked)
  if (user.emailVerified) fail(AlreadyVerified)
  const { nonce, write } = newCode(context, 'email', id)
  const mail = mailDue(context, {
    template: 'verify_email',
    to: user.email,
    nonce,
    params: { subject: id },
  })
  await context.table.write([write, mail])
}

export const requestAffiliatedEmailCode: Operation<Rows['requestAffiliatedEmailCode']> = async (
  { email: given },
  context,
) => {
  const { table, caller } = context
  const email = requireEduAddress(given)
  const [holder, self] = await Promise.all([
    findHolder(table, email),
    findMember(table, caller.tenantUserId),
    spend(context, 'affiliated-account', affiliatedLimits.account, caller.tenantUserId),
  ])
  if (holder !== undefined && holder !== caller.tenantUserId) fail(AffiliatedTaken)
  // Counted last, so that refused requests do not use up the limit of a mailbox.
  const counted = spendWrite(context, 'affiliated-mailbox', affiliatedLimits.mailbox, email)
  const subject = affiliatedSubject(context, email)
  const { nonce, write } = newCode(context, 'affiliated_email', subject)
  const params = { subject, username: self?.username ?? '' }
  const mail = mailDue(context, { template: 'verify_affiliated_email', to: email, nonce, params })
  await table.commit([counted, write, mail])
}
