import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, SessionRevoked } from '../../lib/contract/failures.ts'
import type { Tokens } from '../../lib/contract/reply.ts'
import { audit } from '../../lib/identity/audit.ts'
import { identityOf } from '../../lib/identity/caller.ts'
import type { Session } from '../../lib/identity/records.ts'
import { isLive, tokensFor } from '../../lib/identity/sessions.ts'
import { NotImpersonating } from './contract.ts'
import { findLoan, findOwnSession, impersonationEnded } from './repository.ts'

/**
 * The session with its next refresh token. The browser gave the newest one away when it began to act for somebody, and
 * a client that kept it can go on using it, as after any rotation.
 */
const rotated = async ({ issuer, now }: Context, own: Session) => {
  const bare = { ...own, generation: own.generation + 1, kid: '', rotatedAt: now().toISOString() }
  const { token, kid, hash } = await issuer.refreshToken(bare)
  return { next: { ...bare, kid, refreshHash: hash }, token }
}

const requireLoan = async ({ caller, table }: Context<'caller'>) => {
  const { actor, sid } = caller
  if (actor === undefined || sid === undefined) return fail(NotImpersonating)
  const loan = (await findLoan(table, identityOf(caller), sid)) ?? fail(SessionRevoked)
  return { loan, actor, ownSid: loan.impersonatorSid ?? fail(SessionRevoked) }
}

const attempts = 5

/** Ends the impersonation and gives fresh tokens of the administrator's own session, which has to be alive still. */
export const endImpersonation = async (context: Context<'caller'>): Promise<Tokens> => {
  const { caller, table } = context
  const { loan, actor, ownSid } = await requireLoan(context)
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { own, rights } = await findOwnSession(table, actor, ownSid)
    if (!own || !rights || !isLive(own, rights)) return fail(SessionRevoked)
    const { next, token } = await rotated(context, own)
    const written = await table.write([
      ...impersonationEnded(loan, own, next),
      audit(context, {
        action: 'impersonation.stop',
        actor: caller,
        targetType: 'globalUser',
        targetId: loan.globalUserId,
        detail: { session: loan.id },
      }),
    ])
    if (written.ok) return tokensFor(context, next, rights, token)
    if (written.failed.includes(1)) fail(SessionRevoked)
  }
  return fail(ConcurrentChange)
}
