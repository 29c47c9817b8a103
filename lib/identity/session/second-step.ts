import type { Context } from '../../context.ts'
import { put, type Write } from '../../table/write.ts'
import { hashOf, type PendingSignIn, pendingSignIn, randomToken } from '../factor/records.ts'
import { secondStepSeconds } from '../factor/strength.ts'
import type { Person } from '../person/person.ts'
import type { Access, Session } from '../person/records.ts'

/** A sign-in whose first proof was right: the token that the second step is taken with, and what it may be. */
export type SecondStep = { readonly token: string; readonly methods: NonNullable<Access['factors']> }

/** What can happen once only: when its condition does not hold, nobody is signed in, and `refuse` says why. */
export type Guard = { readonly write: Write; refuse(): never }

type Entrance = {
  readonly method: Session['authMethod']
  readonly proof?: Session['proof']
  readonly strong?: Session['strong']
  readonly provenEmail?: string | undefined
  readonly guards?: readonly Guard[]
}

const isFirstOfTwo = (method: Session['authMethod']): method is PendingSignIn['method'] =>
  method === 'password' || method === 'google' || method === 'apple' || method === 'email'

/**
 * Whoever has a second factor shows it too, whatever the first proof was (rules/mfa 1). A school's identity provider asks
 * for factors of its own, and stands for its school alone.
 */
export const beginSecondStep = async (
  { table, tenant, now }: Pick<Context, 'table' | 'tenant' | 'now'>,
  { rights }: Person,
  { method, proof, strong, provenEmail, guards = [] }: Entrance,
): Promise<SecondStep | undefined> => {
  const { factors: methods = [], globalUserId, epoch } = rights
  if (methods.length === 0 || strong || proof || !isFirstOfTwo(method)) return undefined
  const token = randomToken()
  const pending: PendingSignIn = {
    hash: hashOf(token),
    globalUserId,
    method,
    tenantKey: tenant.key,
    epoch,
    provenEmail,
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
