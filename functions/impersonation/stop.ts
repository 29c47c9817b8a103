import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, SessionRevoked } from '../../lib/contract/failures.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import { rotated } from '../../lib/identity/session/rotation.ts'
import { isLive, tokensFor } from '../../lib/identity/session/sessions.ts'
import { NotImpersonating } from './contract.ts'
import { findLoan, findOwnSession, impersonationEnded } from './repository.ts'

const requireLoan = async ({ caller, table }: Context<'caller'>) => {
  const { actor, sid } = caller
  if (actor === undefined || sid === undefined) return fail(NotImpersonating)
  const loan = (await findLoan(table, identityOf(caller), sid)) ?? fail(SessionRevoked)
  return { loan, actor, ownSid: loan.impersonatorSid ?? fail(SessionRevoked) }
}

const attempts = 5

/**
 * Ends the impersonation and gives fresh tokens of the administrator's own session, which has to be alive still. An app
 * that has not shown its refresh token is given none, and goes on with those that it kept.
 */
export const endImpersonation = async (context: Context<'caller'>): Promise<Tokens | undefined> => {
  const { caller, device, table } = context
  const { loan, actor, ownSid } = await requireLoan(context)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { own, rights } = await findOwnSession(table, actor, ownSid)
    if (!own || !rights || !isLive(own, rights)) return fail(SessionRevoked)
    const moved = device.delivery === 'nowhere' ? undefined : await rotated(context, own)
    const written = await table.write([
      ...impersonationEnded(loan, own, moved?.next),
      audit(context, {
        action: 'impersonation.stop',
        actor: caller,
        targetType: 'globalUser',
        targetId: loan.globalUserId,
        detail: { session: loan.id },
      }),
    ])
    if (written.ok) return moved && tokensFor(context, moved.next, rights, moved.token)
    if (written.failed.includes(1)) fail(SessionRevoked)
  }
  return fail(ConcurrentChange)
}
