import type { Context } from '../../context.ts'
import { put, type Write } from '../../table/write.ts'
import { hashOf, type PendingSignIn, pendingSignIn, randomToken } from '../factor/records.ts'
import { secondStepSeconds } from '../factor/strength.ts'
import type { Person } from '../person/person.ts'
import type { Access } from '../person/records.ts'
import type { SignInMethodUsed, SignInRequest } from './sign-in-request.ts'

/** A sign-in whose first proof was right: the token that the second step is taken with, and what it may be. */
export type SecondStep = { readonly token: string; readonly methods: NonNullable<Access['factors']> }

/** What can happen once only: when its condition does not hold, nobody is signed in, and `refuse` says why. */
export type Guard = { readonly write: Write; refuse(): never }

const isFirstOfTwo = (method: SignInMethodUsed): method is PendingSignIn['method'] =>
  method === 'password' || method === 'google' || method === 'apple'

/** Whether a second factor is asked for after a proof, of whoever has one. */
export const asksForFactors = ({
  method,
  proof,
  strong,
}: Pick<SignInRequest, 'method' | 'proof' | 'strong'>): boolean => !strong && !proof && isFirstOfTwo(method)

/**
 * Whoever has a second factor shows it too, whatever the first proof was (rules/mfa 1). A school's identity provider asks
 * for factors of its own, and stands for its school alone.
 */
export const beginSecondStep = async (
  { table, tenant, now }: Pick<Context, 'table' | 'tenant' | 'now'>,
  { rights }: Person,
  entrance: SignInRequest,
): Promise<SecondStep | undefined> => {
  const { factors: methods = [], globalUserId, epoch } = rights
  const { method, provenEmail, inviteId, guards = [] } = entrance
  if (methods.length === 0 || !asksForFactors(entrance) || !isFirstOfTwo(method)) return undefined
  const token = randomToken()
  const pending: PendingSignIn = {
    hash: hashOf(token),
    globalUserId,
    method,
    tenantKey: tenant.key,
    epoch,
    provenEmail,
    inviteId,
    tries: 0,
    expiresAt: new Date(now().getTime() + secondStepSeconds * 1000).toISOString(),
  }
  // What can happen once only has happened, whether the second step is taken or not.
  const written = await table.write([
    put(pendingSignIn, pending, { absent: true }),
    ...guards.map(({ write }) => write),
  ])
  if (!written.ok) guards[(written.failed[0] ?? 0) - 1]?.refuse()
  return { token, methods }
}
