import type { Context } from '../../context.ts'
import { put } from '../../table/write.ts'
import { hashOf, type PendingSignIn, pendingSignIn, randomToken } from '../factor/records.ts'
import { secondStepSeconds } from '../factor/strength.ts'
import type { Person } from '../person/person.ts'
import type { Access } from '../person/records.ts'
import type { SignInMethodUsed, SignInRequest } from './sign-in-request.ts'

/** A sign-in with a correct first proof: the token for the second step, and its possible methods. */
export type SecondStep = { readonly token: string; readonly methods: NonNullable<Access['factors']> }

const isFirstOfTwo = (method: SignInMethodUsed): method is PendingSignIn['method'] =>
  method === 'password' || method === 'google' || method === 'apple'

/** Whether a proof requires a second factor from people who have one. */
export const asksForFactors = ({
  method,
  proof,
  strong,
}: Pick<SignInRequest, 'method' | 'proof' | 'strong'>): boolean => !strong && !proof && isFirstOfTwo(method)

/**
 * Starts the second step. A person with a second factor must show it after every first proof (rules/mfa 1). A school's
 * identity provider has its own second factors, and its proof counts only at its school.
 */
export const beginSecondStep = async (
  { table, tenant, now }: Pick<Context, 'table' | 'tenant' | 'now'>,
  { rights }: Person,
  request: SignInRequest,
): Promise<SecondStep | undefined> => {
  const { factors: methods = [], globalUserId, epoch } = rights
  const { method, provenEmail, inviteId, guards = [] } = request
  if (methods.length === 0 || !asksForFactors(request) || !isFirstOfTwo(method)) return undefined
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
  // Single-use proofs are used up, whether or not the second step follows.
  await table.write([put(pendingSignIn, pending, { absent: true }), ...guards])
  return { token, methods }
}
