import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ImpersonationForbidden, SessionRevoked } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { answer } from '../../lib/contract/reply.ts'
import { audit, auditWithReason } from '../../lib/identity/audit/audit.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import type { Access, GlobalUser, Session, TenantUser } from '../../lib/identity/person/records.ts'
import { impersonationSeconds, isAdministrator } from '../../lib/identity/session/impersonation-status.ts'
import { rotateSession } from '../../lib/identity/session/renewal.ts'
import { deviceInfoOf, isLive, newSession, tokensFor } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import { mailDue } from '../../lib/outbox.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { contract } from './contract.ts'
import { IdentifierRequired, impersonationLimits, NotImpersonating, UserNotFound } from './contract.ts'
import type { ImpersonationTarget } from './repository.ts'
import {
  beginImpersonationWrites,
  endImpersonationWrites,
  findAdministratorName,
  findImpersonation,
  findImpersonationTarget,
  findMember,
  findOwnSession,
} from './repository.ts'

type Rows = (typeof contract)['rows']

type AdminContext = Context<'admin'>

/** A session of the person that is marked as an impersonation, names the administrator, and ends within the hour. */
const newImpersonationSession = (
  context: AdminContext,
  rights: Access,
  names: NonNullable<Session['impersonation']>,
) => {
  const { caller, device } = context
  const sessionFields: Partial<Session> = {
    deviceInfo: `Administrator acting for you (${deviceInfoOf(device.userAgent)})`,
    impersonatorGlobalUserId: identityOf(caller),
    impersonatorSid: caller.sid,
    impersonation: names,
    // No stronger than the administrator's own session. It ends with the proof of that session.
    ...(caller.proof === undefined ? {} : { proof: caller.proof }),
  }
  return newSession(context, rights, 'impersonation', { ...sessionFields, seconds: impersonationSeconds })
}

/** The person, if this administrator may impersonate them: a member in good standing without an administrative role. */
const requireTarget = async (
  { caller, table, tenant }: AdminContext,
  { id, globalUserId }: TenantUser,
): Promise<ImpersonationTarget> => {
  const found = (await findImpersonationTarget(table, globalUserId)) ?? fail(UserNotFound)
  const membership = found.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || membership.tenantUserId !== id) fail(UserNotFound)
  if (globalUserId === caller.globalUserId || isAdministrator(found.rights)) fail(ImpersonationForbidden)
  if (membership?.suspended) fail(ImpersonationForbidden)
  return found
}

export type ImpersonationStart = {
  readonly member: TenantUser
  readonly person: GlobalUser
  readonly tokens: Tokens
}

/**
 * Lets an administrator act as another person, visibly. The session is in the person's list of devices, and an audit
 * row has both ids. Refuses administrators and the caller's own account (IMPERSONATION_FORBIDDEN).
 */
export const startImpersonation = async (
  context: AdminContext,
  identifier: string,
  reason: string | undefined,
): Promise<ImpersonationStart> => {
  const { caller, table, tenant } = context
  const normalIdentifier = identifier.includes('@') ? normalAddress(identifier) : identifier
  const [found, by] = await Promise.all([
    findMember(table, tenant.key, normalIdentifier),
    findAdministratorName(table, caller),
  ])
  const member = found ?? fail(UserNotFound)
  return table.retryOnConflict(async () => {
    const target = await requireTarget(context, member)
    const { rights, person } = target
    const names = { by, as: member.name }
    const { session, refreshToken } = await newImpersonationSession(context, rights, names)
    const written = await table.write([
      ...beginImpersonationWrites(session, target),
      mailDue(context, {
        template: 'impersonated',
        to: `user:${member.globalUserId}`,
        params: { at: session.createdAt },
      }),
      ...auditWithReason(
        context,
        {
          action: 'impersonation.start',
          actor: caller,
          targetType: 'globalUser',
          targetId: member.globalUserId,
          detail: { session: session.id, userId: member.id },
        },
        reason,
      ),
    ])
    return written.ok
      ? { member, person, tokens: await tokensFor(context, session, rights, refreshToken) }
      : conflicted
  })
}

const requireImpersonation = async ({ caller, table }: Context<'caller'>) => {
  const { actor, sid } = caller
  if (actor === undefined || sid === undefined) return fail(NotImpersonating)
  const impersonation = (await findImpersonation(table, identityOf(caller), sid)) ?? fail(SessionRevoked)
  return { loan: impersonation, actor, ownSid: impersonation.impersonatorSid ?? fail(SessionRevoked) }
}

/**
 * Ends the impersonation and returns fresh tokens of the administrator's own session, which must still be live. An app
 * that has not sent its refresh token receives none, and continues with its stored tokens.
 */
export const endImpersonation = async (context: Context<'caller'>): Promise<Tokens | null> => {
  const { caller, device, table } = context
  const { loan, actor, ownSid } = await requireImpersonation(context)
  return table.retryOnConflict(async () => {
    const { own, rights } = await findOwnSession(table, actor, ownSid)
    if (!own || !rights || !isLive(own, rights)) return fail(SessionRevoked)
    const moved = device.delivery === 'nowhere' ? undefined : await rotateSession(context, own)
    const written = await table.write([
      ...endImpersonationWrites(loan, own, moved?.next),
      audit(context, {
        action: 'impersonation.stop',
        actor: caller,
        targetType: 'globalUser',
        targetId: loan.globalUserId,
        detail: { session: loan.id },
      }),
    ])
    if (written.ok) return moved ? tokensFor(context, moved.next, rights, moved.token) : null
    if (written.failed.includes(1)) fail(SessionRevoked)
    return conflicted
  })
}

export const impersonateUser: Operation<Rows['impersonateUser']> = async (
  { identifier = '', reason },
  context,
) => {
  if (identifier === '') fail(IdentifierRequired, { field: 'identifier' })
  await spend(context, 'impersonate', impersonationLimits.administrator, identityOf(context.caller))
  const { member, person, tokens } = await startImpersonation(context, identifier, reason)
  const self = await readSelf(context.table, member)
  const user = { ...self, emailVerified: person.emailVerified }
  return answer({ user }, { message: `Logged in as ${member.username}`, tokens })
}

export const stopImpersonation: Operation<Rows['stopImpersonation']> = async (_, context) => {
  const tokens = await endImpersonation(context)
  return answer(undefined, tokens ? { tokens } : {})
}
