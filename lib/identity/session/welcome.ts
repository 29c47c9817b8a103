import type { Context } from '../../context.ts'
import { answer } from '../../contract/reply.ts'
import { needsSecondFactor } from '../factor/strength.ts'
import { sessionStrengthAt } from '../school/provider-trust.ts'
import type { SecondStep } from './second-step.ts'
import type { SignedIn } from './sign-in.ts'

/** Whether the person must set up a second factor before they can use their rights. */
export const isSetupRequired = (
  { rights, session }: Pick<SignedIn, 'rights' | 'session'>,
  { tenant, school, settings }: Pick<Context, 'tenant' | 'school' | 'settings'>,
): boolean => {
  const { membership, ...strength } = sessionStrengthAt(rights, session, tenant.key)
  const authority = { ...strength, tenantUserId: membership?.tenantUserId ?? null }
  return (rights.factors ?? []).length === 0 && needsSecondFactor(authority, school, settings)
}

/**
 * The response to a sign-in that waits for its second factor. Browsers get the second step's token as a cookie that
 * scripts cannot read, apps in the body.
 */
export const secondStepReply = (
  { tenant, device }: Pick<Context, 'tenant' | 'device'>,
  { token, methods }: SecondStep,
) => {
  const reply = {
    user: null,
    adminMfaSetupRequired: false,
    requiresMfa: true as const,
    methods: [...methods],
    school: tenant.key,
  }
  const message = 'Confirm your sign-in with your second factor'
  return device.delivery === 'body'
    ? answer({ ...reply, mfaToken: token }, { message, status: 200 })
    : answer(reply, { message, status: 200, secondStep: token })
}
