import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { findCredential } from '../../lib/identity/credential/password.ts'
import { findFactors, removeFactors } from '../../lib/identity/factor/factors.ts'
import { type FactorRecovery, factorRecovery, type PendingSignIn } from '../../lib/identity/factor/records.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { type Access, type GlobalUser, tenantUser } from '../../lib/identity/person/records.ts'
import { listedAdminGrant } from '../../lib/identity/platform-admins.ts'
import { keepPassword, withNextEpoch } from '../../lib/identity/session/recovery.ts'
import type { Grant } from '../../lib/identity/session/sign-in-request.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import type { Condition } from '../../lib/table/condition.ts'
import { put, remove } from '../../lib/table/write.ts'
import {
  findWaysIn,
  removalMailParams,
  removeLinkWrites,
  type WaysIn,
  withOneWayLeft,
} from '../sessions/index.ts'
import { confirmedAssistance } from './assistance-rules.ts'
import type { contract } from './contract.ts'
import { graceSeconds, isOldEnough, waitSeconds } from './recovery-wait.ts'
import { completeSecondStep, requirePending, requirePerson } from './second-step.ts'
import { RecoveryNotFound, RecoveryNotReady } from './shapes.ts'

type Rows = (typeof contract)['rows']

/** The code that ends a wait is derived from this nonce. */
export const newRecoveryNonce = (): string => `factor_recovery ${randomBytes(16).toString('base64url')}`

const steps = ['readyAt', 'assistance', 'assisted'] as const

/** The wait has not changed since it was read: not ended, not a step further, not withdrawn and opened again. */
export const recoveryUnchanged = (before: FactorRecovery | undefined): Condition<FactorRecovery> => {
  if (!before) return { absent: true }
  const presentSteps = steps.filter((step) => before[step] !== undefined)
  return {
    equals: { nonce: before.nonce, ...Object.fromEntries(presentSteps.map((step) => [step, before[step]])) },
    without: steps.filter((step) => before[step] === undefined),
  }
}

export const later = (at: Date, seconds: number): string =>
  new Date(at.getTime() + seconds * 1000).toISOString()

/** Addresses that one wait mails at most: the person's own, and the school addresses that the person has linked. */
const maxMailedAddresses = 20

/**
 * All proven addresses of the person: their own, and the school addresses linked at least fourteen days ago. A thief
 * could link a younger one, read its mail, and end the owner's wait by the link.
 */
export const provenAddresses = async (
  { table, now }: Pick<Context, 'table' | 'now'>,
  { user, rights }: Pick<Person, 'user' | 'rights'>,
): Promise<readonly string[]> => {
  const activeMemberships = Object.entries(rights.memberships).flatMap(
    ([school, { status, tenantUserId: id }]) =>
      status === 'active' && id !== undefined ? [{ school, id }] : [],
  )
  const records = await Promise.all(
    activeMemberships
      .slice(0, maxMailedAddresses)
      .map(({ school, id }) => table.at(school).get(tenantUser, { id }, { strong: true })),
  )
  const linked = records.flatMap((record) => {
    const { affiliatedEmailVerified, affiliatedEmail, affiliatedEmailAt: createdAt } = record ?? {}
    const isOld = createdAt !== undefined && isOldEnough({ createdAt }, now())
    return affiliatedEmailVerified && affiliatedEmail && isOld ? [affiliatedEmail] : []
  })
  return [...new Set([user.email, ...linked])]
}

/**
 * Begins the wait once; a repeated request returns the wait that is under way. Mails the owner at every proven address,
 * and each mail has a link that ends the wait (rules/mfa 20).
 */
export const startFactorRecovery: Operation<Rows['startFactorRecovery']> = async (given, context) => {
  const token = given?.mfaToken
  const { table, now } = context
  const pending = await requirePending(context, token)
  const [person, { waiting }] = await Promise.all([
    requirePerson(context, pending),
    findFactors(table, pending.globalUserId),
  ])
  if (waiting?.readyAt !== undefined) return { readyAt: waiting.readyAt }
  const { id } = person.user
  const addresses = await provenAddresses(context, person)
  const nonce = waiting?.nonce ?? newRecoveryNonce()
  const readyAt = later(now(), waitSeconds)
  const row: FactorRecovery = {
    ...waiting,
    globalUserId: id,
    nonce,
    readyAt,
    expiresAt: later(now(), waitSeconds + graceSeconds),
  }
  await table.commit([
    put(factorRecovery, row, recoveryUnchanged(waiting)),
    ...addresses.map((to) =>
      mailDue(context, {
        template: 'factor_recovery',
        to,
        nonce,
        params: { owner: id, subject: id, at: readyAt },
      }),
    ),
    audit(context, {
      action: 'factor.recovery',
      actor: id,
      targetType: 'globalUser',
      targetId: id,
      detail: { did: 'begun' },
    }),
  ])
  return { readyAt }
}

/** Removed links, as parameters of the mail. */
const removedLinksParams = (ways: WaysIn['ways'], gone: ReadonlySet<string>) =>
  removalMailParams({
    removed: ways.filter(({ id, kind }) => gone.has(id) && ['google', 'apple', 'saml'].includes(kind)),
    kept: [],
  })

/**
 * The grant after a completed wait: rights without factors. Only the password stays valid beside them. The wait is read
 * again with every try, because it may have ended.
 */
const recoveryGrant =
  (context: Context, { provenEmail }: PendingSignIn) =>
  async (user: GlobalUser, rights: Access): Promise<Grant> => {
    const { table, now } = context
    const [factors, password, granted] = await Promise.all([
      findFactors(table, user.id),
      findCredential(table, user.id),
      listedAdminGrant(context, provenEmail)(user, rights),
    ])
    const { waiting = fail(RecoveryNotFound), ...gone } = factors
    const { globalUserId } = waiting
    const assisted = await confirmedAssistance(context, waiting, { user, rights })
    const readyAt = [waiting.readyAt, assisted?.readyAt].flatMap((at) => at ?? []).sort()[0]
    const byWait = readyAt === waiting.readyAt
    const person = (await findPerson(table, user.id)) ?? fail(ConcurrentChange)
    const { ways, links } = await findWaysIn(context, person)
    const isRecent = withOneWayLeft(ways, password?.epoch === rights.epoch, (way) => way.isRecent)
    const recentIds = new Set(ways.filter(isRecent).map(({ id }) => id))
    const recentLinks = links.filter(({ wayId }) => recentIds.has(wayId))
    if (readyAt === undefined) return fail(RecoveryNotFound)
    if (now().toISOString() < readyAt) fail(RecoveryNotReady, { data: { readyAt } })
    const after = withNextEpoch({ ...(granted?.rights ?? rights), factors: [] }, now())
    return {
      rights: after,
      writes: [
        keepPassword(rights, password)(after.epoch),
        ...(granted?.writes ?? []),
        ...removeFactors({ ...gone, waiting: undefined }),
        ...recentLinks.flatMap(removeLinkWrites),
        remove(factorRecovery, { globalUserId }, { exists: true, ...recoveryUnchanged(waiting) }),
        ...(byWait ? [] : (assisted?.unchanged ?? [])),
        mailDue(context, {
          template: 'factor_changed',
          to: user.email,
          params: { did: 'removed', what: 'all', owner: user.id, ...removedLinksParams(ways, recentIds) },
        }),
        audit(context, {
          action: 'factor.recovery',
          actor: user.id,
          targetType: 'globalUser',
          targetId: user.id,
          detail: { did: 'completed', by: byWait ? 'wait' : 'administrators' },
        }),
      ],
    }
  }

/** Completes the wait: removes every factor and continues the sign-in without one. */
export const completeFactorRecovery: Operation<Rows['completeFactorRecovery']> = async (given, context) => {
  const token = given?.mfaToken
  const pending = await requirePending(context, token)
  const person = await requirePerson(context, pending)
  return completeSecondStep(context, pending, person, { findGrant: recoveryGrant(context, pending) })
}

const isSameSecret = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Ends the wait by the code of the mail, which cannot be guessed. */
export const cancelFactorRecovery: Operation<Rows['cancelFactorRecovery']> = async (
  { id: globalUserId, code },
  context,
) => {
  const { table, issuer } = context
  const waiting = await table.get(factorRecovery, { globalUserId }, { strong: true })
  if (!waiting || !isSameSecret(await issuer.linkCode(waiting.nonce), code)) return fail(RecoveryNotFound)
  const { nonce } = waiting
  await table.remove(factorRecovery, { globalUserId }, { equals: { nonce }, else: RecoveryNotFound })
}
