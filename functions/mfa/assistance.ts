import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { findFactors } from '../../lib/identity/factor/factors.ts'
import { type FactorRecovery, factorRecovery } from '../../lib/identity/factor/records.ts'
import { requireOwnRecentFactor } from '../../lib/identity/factor/strength.ts'
import { identityOf, isPlatformAdmin } from '../../lib/identity/person/caller.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { type Access, access, type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { rankOf, storedRank, unchangedAccess } from '../../lib/identity/person/roles.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import {
  confirmSeconds,
  findAssistant,
  findTenure,
  objectionSeconds,
  reachesBeyond,
  usableSeconds,
} from './assistance-rules.ts'
import { assistanceHere, assistanceView, readOpener } from './assistance-view.ts'
import type { contract } from './contract.ts'
import { later, newRecoveryNonce, provenAddresses, recoveryUnchanged } from './factor-recovery.ts'
import { isOldEnough } from './recovery-wait.ts'
import {
  BeyondSchool,
  FactorTooYoung,
  MemberNotFound,
  NothingLost,
  OtherAdministratorRequired,
  Outranked,
  OwnRecovery,
  RecoveryNotFound,
} from './shapes.ts'

type Rows = (typeof contract)['rows']

type AdminContext = Context<'admin'>

type RecoverySubject = {
  readonly person: Person
  readonly waiting: FactorRecovery | undefined
}

/** A member of the school, with any recovery that was opened there or begun by the member. Read strongly consistent. */
const requireSubject = async ({ table, tenant }: AdminContext, userId: string): Promise<RecoverySubject> => {
  const user = await table.get(tenantUser, { id: userId }, { strong: true })
  const globalUserId = user?.globalUserId ?? fail(MemberNotFound)
  const [person, waiting] = await Promise.all([
    findPerson(table, globalUserId),
    table.get(factorRecovery, { globalUserId }, { strong: true }),
  ])
  if (person?.rights.memberships[tenant.key]?.status !== 'active') return fail(MemberNotFound)
  return { person, waiting }
}

/** The caller's factors and rights. They depend on no other person, so they are read beside the member. */
const readAdministrator = async (context: AdminContext) => {
  const { table, caller, tenant } = context
  const globalUserId = identityOf(caller)
  const [factors, rights] = await Promise.all([
    findFactors(table, globalUserId),
    table.get(access, { globalUserId }, { strong: true }),
  ])
  if (!rights) return fail(ConcurrentChange)
  return { factors, rights, tenure: await findTenure(context, rights, tenant.key) }
}
type AdministratorFactors = Awaited<ReturnType<typeof readAdministrator>>

/**
 * Whether the administrator and the factor are old enough not to be made for this purpose. Otherwise one person with
 * two accounts, or with one accomplice, would count as two administrators.
 */
const isEstablished = (
  { caller, tenant, now }: AdminContext,
  { factors, rights }: AdministratorFactors,
): boolean => {
  const { since, adminSince = since } = rights.memberships[tenant.key] ?? {}
  const { passkeys, app, recovery } = factors
  const shownFactor = [...passkeys, app, recovery].find((one) => one?.createdAt === caller.strong?.since)
  const administers = isPlatformAdmin(caller) || isOldEnough({ createdAt: adminSince ?? '' }, now())
  return administers && shownFactor !== undefined && isOldEnough(shownFactor, now())
}

/** Fails unless an administrator may take part in this recovery (rules/mfa 24, 25). */
const requireEligible = (
  context: AdminContext,
  { user, rights }: Person,
  own: AdministratorFactors,
): void => {
  const { caller, tenant, now } = context
  requireOwnRecentFactor(caller, now())
  if (user.id === identityOf(caller)) fail(OwnRecovery)
  if (reachesBeyond(context, { user, rights }, tenant.key)) fail(BeyondSchool)
  if (storedRank(rights, tenant.key) > rankOf(caller)) fail(Outranked)
  if ((rights.factors ?? []).length === 0) fail(NothingLost)
  if (!isEstablished(context, own)) fail(FactorTooYoung)
}

/** One step of a recovery, the rights that it depends on, and what was read for its mails. */
type AssistanceStep = {
  readonly did: 'opened' | 'confirmed'
  readonly others: readonly Access[]
  readonly addresses: readonly string[]
  readonly opener: TenantUser | undefined
}

/**
 * Writes of every step: an audit row, and a mail to each proven address of the person. The mail has a way to end the
 * recovery.
 */
const recordStep = (
  context: AdminContext,
  { person }: RecoverySubject,
  { nonce, assisted }: FactorRecovery,
  { did, addresses }: AssistanceStep,
): Write[] => {
  const { id } = person.user
  const { readyAt: at = '', reason } = assisted ?? {}
  const why: Record<string, string> = reason === undefined ? {} : { reason }
  return [
    ...addresses.map((to) =>
      mailDue(context, {
        template: 'factor_assistance',
        to,
        nonce,
        params: { owner: id, subject: id, at, did, ...why },
      }),
    ),
    audit(context, {
      action: 'factor.assistance',
      actor: context.caller,
      targetType: 'globalUser',
      targetId: id,
      detail: { did, ...why },
    }),
  ]
}

const storeStep = async (
  context: AdminContext,
  subject: RecoverySubject,
  row: FactorRecovery,
  step: AssistanceStep,
) => {
  await context.table.commit([
    put(factorRecovery, row, recoveryUnchanged(subject.waiting)),
    unchangedAccess(subject.person.rights),
    ...step.others.map(unchangedAccess),
    ...recordStep(context, subject, row, step),
  ])
  return assistanceView(context, row, step.opener)
}

const latest = (...moments: readonly (string | undefined)[]): string =>
  moments
    .flatMap((moment) => moment ?? [])
    .sort()
    .at(-1) ?? ''

/**
 * Opens a recovery for a person who has lost every factor. It has no effect until another administrator confirms it.
 */
export const openFactorRecovery: Operation<Rows['openFactorRecovery']> = async (
  { userId, reason = 'lost' },
  context,
) => {
  const { tenant, caller, now } = context
  const [subject, own] = await settleInOrder([requireSubject(context, userId), readAdministrator(context)])
  const { person, waiting } = subject
  requireEligible(context, person, own)
  if (assistanceHere(context, waiting)) return assistanceView(context, waiting)
  const byUser = caller.tenantUserId
  const [addresses, opener] = await Promise.all([
    provenAddresses(context, person),
    readOpener(context, { byUser }),
  ])
  const row: FactorRecovery = {
    ...waiting,
    globalUserId: person.user.id,
    nonce: waiting?.nonce ?? newRecoveryNonce(),
    assistance: 'opened',
    assisted: {
      school: tenant.key,
      by: own.rights.globalUserId,
      byUser,
      byEpoch: own.rights.epoch,
      bySince: own.tenure,
      openedAt: now().toISOString(),
      reason: reason === 'stolen' ? reason : undefined,
      readyAt: later(now(), objectionSeconds),
    },
    expiresAt: latest(waiting?.expiresAt, later(now(), confirmSeconds + usableSeconds)),
  }
  return storeStep(context, subject, row, { did: 'opened', others: [own.rights], addresses, opener })
}

/**
 * Confirms a recovery that another administrator has opened. That administrator must still be one, with sessions that
 * nothing has ended since.
 */
export const confirmFactorRecovery: Operation<Rows['confirmFactorRecovery']> = async (
  { userId },
  context,
) => {
  const { tenant, caller, now } = context
  const [subject, own] = await settleInOrder([requireSubject(context, userId), readAdministrator(context)])
  const { person, waiting } = subject
  requireEligible(context, person, own)
  const assisted = assistanceHere(context, waiting)
  if (!waiting || !assisted) return fail(RecoveryNotFound)
  if (assisted.by === own.rights.globalUserId) fail(OtherAdministratorRequired)
  if (waiting.assistance === 'confirmed') return assistanceView(context, waiting)
  const [first, addresses, opener] = await Promise.all([
    findAssistant(context, assisted, tenant.key, storedRank(person.rights, tenant.key)),
    provenAddresses(context, person),
    readOpener(context, assisted),
  ])
  const { rights, tenure: bySince } = own
  if (!first || bySince === undefined) return fail(RecoveryNotFound)
  const confirmedAt = now().toISOString()
  const rank = Math.min(storedRank(first, tenant.key), rankOf(caller))
  const row: FactorRecovery = {
    ...waiting,
    assistance: 'confirmed',
    assisted: {
      ...assisted,
      rank,
      confirmedAt,
      confirmer: { by: rights.globalUserId, byEpoch: rights.epoch, bySince },
    },
  }
  return storeStep(context, subject, row, { did: 'confirmed', others: [first, rights], addresses, opener })
}

/** Returns the progress of a recovery. */
export const getFactorRecovery: Operation<Rows['getFactorRecovery']> = async ({ userId }, context) => {
  const { waiting } = await requireSubject(context, userId)
  return assistanceView(context, waiting)
}

/** Withdraws a recovery that administrators have opened. A wait that the person began continues. */
export const withdrawFactorRecovery: Operation<Rows['withdrawFactorRecovery']> = async (
  { userId },
  context,
) => {
  const { table } = context
  const { person, waiting } = await requireSubject(context, userId)
  if (!waiting || !assistanceHere(context, waiting)) return fail(RecoveryNotFound)
  const { assistance: _, assisted: __, ...rest } = waiting
  const condition = recoveryUnchanged(waiting)
  await table.commit([
    rest.readyAt === undefined
      ? remove(factorRecovery, waiting, condition)
      : put(factorRecovery, rest, condition),
    audit(context, {
      action: 'factor.assistance',
      actor: context.caller,
      targetType: 'globalUser',
      targetId: person.user.id,
      detail: { did: 'withdrawn' },
    }),
  ])
}
