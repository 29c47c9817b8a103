import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, ImpersonationForbidden } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { auditNoted } from '../../lib/identity/audit/notes.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Access, GlobalUser, Session, TenantUser } from '../../lib/identity/person/records.ts'
import { impersonationSeconds, isAdministrator } from '../../lib/identity/session/impersonation.ts'
import { deviceInfoOf, newSession, tokensFor } from '../../lib/identity/session/sessions.ts'
import { mailDue } from '../../lib/outbox.ts'
import { UserNotFound } from './contract.ts'
import { findLendable, findMember, impersonationBegun, type Lendable } from './repository.ts'

type AdminContext = Context<'admin'>

/** A session of the person that says what it is, remembers whose it is, and ends within the hour. */
const lentSession = (context: AdminContext, rights: Access) => {
  const { caller, device } = context
  const lent: Partial<Session> = {
    deviceInfo: `Administrator acting for you (${deviceInfoOf(device.userAgent)})`,
    impersonatorGlobalUserId: identityOf(caller),
    impersonatorSid: caller.sid,
    // No stronger than the administrator's own session, and it ends with what proved that one.
    ...(caller.proof === undefined ? {} : { proof: caller.proof }),
  }
  return newSession(context, rights, 'impersonation', { ...lent, seconds: impersonationSeconds })
}

/** The person as one whom this administrator may act for: a member in good standing who administers nothing. */
const requireLendable = async (
  { caller, table, tenant }: AdminContext,
  { id, globalUserId }: TenantUser,
): Promise<Lendable> => {
  const found = (await findLendable(table, globalUserId)) ?? fail(UserNotFound)
  const membership = found.rights.memberships[tenant.key]
  if (membership?.status !== 'active' || membership.tenantUserId !== id) fail(UserNotFound)
  if (globalUserId === caller.globalUserId || isAdministrator(found.rights)) fail(ImpersonationForbidden)
  if (membership?.suspended) fail(ImpersonationForbidden)
  return found
}

export type Started = { readonly member: TenantUser; readonly person: GlobalUser; readonly tokens: Tokens }

const attempts = 5

/**
 * An administrator becomes somebody, visibly: a session in the person's own list of devices, an audit row with both ids.
 * Refused are administrators and the caller's own account (IMPERSONATION_FORBIDDEN).
 */
export const startImpersonation = async (
  context: AdminContext,
  identifier: string,
  reason: string | undefined,
): Promise<Started> => {
  const { caller, table, tenant } = context
  const wanted = identifier.includes('@') ? normalAddress(identifier) : identifier
  const member = (await findMember(table, tenant.key, wanted)) ?? fail(UserNotFound)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await requireLendable(context, member)
    const { rights, person } = found
    const { session, refreshToken } = await lentSession(context, rights)
    const written = await table.write([
      ...impersonationBegun(session, found),
      mailDue(context, {
        template: 'impersonated',
        to: `user:${member.globalUserId}`,
        params: { at: session.createdAt },
      }),
      ...auditNoted(
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
    if (written.ok) return { member, person, tokens: await tokensFor(context, session, rights, refreshToken) }
  }
  return fail(ConcurrentChange)
}
