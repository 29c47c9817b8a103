import type { Session } from '../../../lib/identity/person/records.ts'
import { skewSeconds } from '../clock-skew.ts'
import type { Checks } from '../config/checks.ts'
import { requestSeconds, type SamlRequest } from '../repository.ts'
import { momentOf } from './assertion.ts'
import type { Authentication } from './authentication.ts'

const problemOf = (
  authentications: readonly Authentication[],
  requestedContext: string,
  { since, now }: { readonly since: number; readonly now: number },
): string | undefined => {
  const [only] = authentications
  const at = momentOf(only?.instant)
  if (!only || authentications.length > 1) return 'the assertion has more than one authentication context'
  if (only.contexts.length !== 1 || only.contexts[0] !== requestedContext)
    return `the authentication context is not ${requestedContext}`
  if (at === undefined || at < since - skewSeconds * 1000)
    return 'the identity provider reused an earlier sign-in; it ignored ForceAuthn'
  return at > now + skewSeconds * 1000 ? 'the sign-in time is in the future; compare the clocks' : undefined
}

/**
 * What a response proves about a second factor, if its request asked for one (rules/saml 40). A defect is recorded, and
 * the sign-in continues without that proof.
 */
export const confirmationOf = (
  { note }: Checks,
  authentications: readonly Authentication[],
  { asked: requestedContext, expiresAt }: Pick<SamlRequest, 'asked' | 'expiresAt'>,
  now: Date,
): Session['confirmed'] => {
  if (requestedContext === undefined) return undefined
  const since = Date.parse(expiresAt) - requestSeconds * 1000
  const problem = problemOf(authentications, requestedContext, { since, now: now.getTime() })
  note({
    name: 'second factor',
    ok: !problem,
    ...(problem ? { message: problem, side: 'identity provider' } : {}),
  })
  if (problem) return undefined
  const at = Math.min(momentOf(authentications[0]?.instant) ?? 0, now.getTime())
  return { at: new Date(at).toISOString(), context: requestedContext }
}
