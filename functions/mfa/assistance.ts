import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { findFactors } from '../../lib/identity/factor/factors.ts'
import { type FactorRecovery, factorRecovery } from '../../lib/identity/factor/records.ts'
import { requireOwnStrength } from '../../lib/identity/factor/strength.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { findPerson, type Person } from '../../lib/identity/person/person.ts'
import { type Access, access, tenantUser } from '../../lib/identity/person/records.ts'
import { rankOf, storedRank } from '../../lib/identity/person/roles.ts'
import { mailDue } from '../../lib/outbox.ts'
import { check, put, remove, type Write } from '../../lib/table/write.ts'
import {
  confirmableUntil,
  confirmSeconds,
  isUnderWay,
  ownersSeconds,
  reachesBeyond,
  usableSeconds,
  usableUntil,
} from './assistance-rules.ts'
import { isTrusted } from './codes.ts'
import { asRead, later, newRecoveryNonce, provenAddresses } from './factor-recovery.ts'
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

type AdminContext = Context<'admin'>

type Subject = {
  readonly person: Person
  readonly waiting: FactorRecovery | undefined
  /** The row as it stands, which may be that of a wait that is over. */
  readonly stored: FactorRecovery | undefined
}

/** A member of the school, with what was begun for them there or by themselves. Read strongly. */
const requireSubject = async ({ table, tenant }: AdminContext, userId: string): Promise<Subject> => {
  const user = await table.get(tenantUser, { id: userId }, { strong: true })
  const globalUserId = user?.globalUserId ?? fail(MemberNotFound)
  const [person, stored] = await Promise.all([
    findPerson(table, globalUserId),
    table.get(factorRecovery, { globalUserId }, { strong: true }),
  ])
  if (person?.rights.memberships[tenant.key]?.status !== 'active') return fail(MemberNotFound)
  return { person, stored, waiting: stored?.epoch === person.rights.epoch ? stored : undefined }
}

/** Whether an administrator may take part in this for somebody (rules/mfa 24, 25). */
const requireStanding = async (context: AdminContext, { user, rights }: Person): Promise<void> => {
  const { caller, table, tenant, now } = context
  requireOwnStrength(caller, now())
  const own = identityOf(caller)
  if (user.id === own) fail(OwnRecovery)
  if (reachesBeyond(context, { user, rights }, tenant.key)) fail(BeyondSchool)
  if (storedRank(rights, tenant.key) > rankOf(caller)) fail(Outranked)
  if ((rights.factors ?? []).length === 0) fail(NothingLost)
  const { passkeys, app } = await findFactors(table, own)
  if (![...passkeys, ...(app ? [app] : [])].some((factor) => isTrusted(factor, now()))) fail(FactorTooYoung)
}

const underWayHere = (
  { tenant, now }: AdminContext,
  waiting: FactorRecovery | undefined,
): FactorRecovery['assisted'] =>
  waiting?.assisted?.school === tenant.key && isUnderWay(waiting, now().toISOString())
    ? waiting.assisted
    : undefined

const nothing = {
  state: 'none' as const,
  openedBy: null,
  openedAt: null,
  confirmUntil: null,
  readyAt: null,
  usableUntil: null,
}

/** How far administrators of the school have come. A wait of the person's own is not theirs to see. */
const shown = async (context: AdminContext, waiting: FactorRecovery | undefined) => {
  const assisted = underWayHere(context, waiting)
  if (!assisted || !waiting?.assistance) return nothing
  const { byUser, openedAt, readyAt } = assisted
  const by = byUser === null ? undefined : await context.table.get(tenantUser, { id: byUser })
  const confirmed = waiting.assistance === 'confirmed'
  return {
    state: waiting.assistance,
    openedBy: by ? publicUserOf(by) : null,
    openedAt,
    confirmUntil: confirmed ? null : confirmableUntil(assisted),
    readyAt,
    usableUntil: confirmed ? usableUntil(assisted) : null,
  }
}

/** What every step leaves behind: an audit row, and a mail to each proven address of the person, with a way to end it. */
const recorded = async (
  context: AdminContext,
  { person }: Subject,
  { nonce, assisted }: FactorRecovery,
  did: 'opened' | 'confirmed',
): Promise<Write[]> => {
  const { id } = person.user
  const at = assisted?.readyAt ?? ''
  return [
    ...(await provenAddresses(context, person)).map((to) =>
      mailDue(context, {
        template: 'factor_assistance',
        to,
        nonce,
        params: { owner: id, subject: id, at, did },
      }),
    ),
    audit(context, {
      action: 'factor.assistance',
      actor: context.caller,
      targetType: 'globalUser',
      targetId: id,
      detail: { did },
    }),
  ]
}

/** Holds a step to somebody's rights as they were read. */
const unchanged = ({ globalUserId, version }: Access): Write =>
  check(access, { globalUserId }, { equals: { version } })

const store = async (
  context: AdminContext,
  subject: Subject,
  row: FactorRecovery,
  did: 'opened' | 'confirmed',
  others: readonly Access[],
) => {
  const written = await context.table.write([
    put(factorRecovery, row, asRead(subject.stored)),
    unchanged(subject.person.rights),
    ...others.map(unchanged),
    ...(await recorded(context, subject, row, did)),
  ])
  return written.ok ? shown(context, row) : fail(ConcurrentChange)
}

const latest = (...moments: readonly (string | undefined)[]): string =>
  moments
    .flatMap((moment) => moment ?? [])
    .sort()
    .at(-1) ?? ''

/** Opens it for somebody who has lost every factor: nothing follows until another administrator confirms it. */
export const openFactorRecovery = async (userId: string, context: AdminContext) => {
  const { table, tenant, caller, now } = context
  const subject = await requireSubject(context, userId)
  const { person, waiting } = subject
  await requireStanding(context, person)
  if (underWayHere(context, waiting)) return shown(context, waiting)
  const by = identityOf(caller)
  const own = (await table.get(access, { globalUserId: by }, { strong: true })) ?? fail(ConcurrentChange)
  const row: FactorRecovery = {
    ...waiting,
    globalUserId: person.user.id,
    nonce: waiting?.nonce ?? newRecoveryNonce(),
    epoch: person.rights.epoch,
    assistance: 'opened',
    assisted: {
      school: tenant.key,
      by,
      byUser: caller.tenantUserId,
      byEpoch: own.epoch,
      openedAt: now().toISOString(),
      readyAt: later(now(), ownersSeconds),
    },
    expiresAt: latest(waiting?.expiresAt, later(now(), confirmSeconds + usableSeconds)),
  }
  return store(context, subject, row, 'opened', [own])
}

/** Confirms what another administrator has opened, who is still one, and whose sessions nothing has ended since. */
export const confirmFactorRecovery = async (userId: string, context: AdminContext) => {
  const { table, tenant, caller, now } = context
  const subject = await requireSubject(context, userId)
  const { person, waiting } = subject
  await requireStanding(context, person)
  const assisted = underWayHere(context, waiting)
  if (!waiting || !assisted) return fail(RecoveryNotFound)
  const second = identityOf(caller)
  if (assisted.by === second) fail(OtherAdministratorRequired)
  if (waiting.assistance === 'confirmed') return shown(context, waiting)
  const [opener, own] = await Promise.all(
    [assisted.by, second].map((globalUserId) => table.get(access, { globalUserId }, { strong: true })),
  )
  if (!own) return fail(ConcurrentChange)
  const stands =
    opener?.epoch === assisted.byEpoch &&
    storedRank(opener, tenant.key) > 0 &&
    opener.memberships[tenant.key]?.suspended !== true
  if (!opener || !stands) return fail(RecoveryNotFound)
  const confirmedAt = now().toISOString()
  const row: FactorRecovery = { ...waiting, assistance: 'confirmed', assisted: { ...assisted, confirmedAt } }
  return store(context, subject, row, 'confirmed', [opener, own])
}

/** How far it has come. */
export const getFactorRecovery = async (userId: string, context: AdminContext) => {
  const { waiting } = await requireSubject(context, userId)
  return shown(context, waiting)
}

/** Takes back what administrators have opened; a wait of the person's own goes on. */
export const withdrawFactorRecovery = async (userId: string, context: AdminContext): Promise<void> => {
  const { table } = context
  const { person, waiting } = await requireSubject(context, userId)
  if (!waiting || !underWayHere(context, waiting)) return fail(RecoveryNotFound)
  const { assistance: _, assisted: __, ...rest } = waiting
  const condition = asRead(waiting)
  const written = await table.write([
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
  if (!written.ok) fail(ConcurrentChange)
}
