import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { daysLeft, isCurrent, isExpired, readCertificates } from '../certificates/certificates.ts'
import { TestFailed } from '../contract/failures.ts'
import type { SamlConfig } from '../repository.ts'
import type { Check } from './checks.ts'
import { requireSound } from './rules.ts'

/** Days before its end that the last certificate is worth a failed test. */
const tooFew = 7

const soundness = (config: SamlConfig, context: Context<'admin'>): Check => {
  try {
    requireSound(config, config, context)
    return { name: 'configuration', ok: true }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const field = error.extras.field === undefined ? '' : ` (${error.extras.field})`
    return { name: 'configuration', ok: false, message: `${error.kind.message}${field}`, side: 'school' }
  }
}

const certificateChecks = (config: SamlConfig, now: Date): readonly Check[] => {
  const all = readCertificates(config.certificates) ?? []
  const each = all.map((one): Check => {
    const days = daysLeft(one, now)
    const message = isExpired(one, now)
      ? `Expired on ${one.validTo.slice(0, 10)}`
      : isCurrent(one, now)
        ? `Valid for ${days} more days`
        : `Valid from ${one.validFrom.slice(0, 10)} on`
    return { name: `certificate ${one.fingerprint.slice(0, 11)}`, ok: true, message }
  })
  const longest = Math.max(-1, ...all.filter((one) => isCurrent(one, now)).map((one) => daysLeft(one, now)))
  const lasting: Check = {
    name: 'certificate days left',
    ok: longest >= tooFew,
    message:
      longest < 0 ? 'No certificate is valid now' : `${longest} days until no certificate is valid any more`,
    side: 'school',
  }
  return [...each, lasting]
}

const mapping = ({
  attributeMapping,
  usernameGeneration,
  customUsernameField,
}: SamlConfig): readonly Check[] => {
  const needed =
    usernameGeneration === 'student_id'
      ? attributeMapping.studentId
      : usernameGeneration === 'custom'
        ? (customUsernameField ?? attributeMapping.username)
        : attributeMapping.email
  return [
    {
      name: 'mapping of the e-mail address',
      ok: attributeMapping.email !== undefined,
      message: attributeMapping.email,
      side: 'school',
    },
    {
      name: 'source of usernames',
      ok: needed !== undefined,
      message: needed ?? 'Not mapped',
      side: 'school',
    },
  ]
}

/** What would keep people from signing in, and how long it can go on so (rules/saml 34). 400 when something would. */
export const requirePassing = (config: SamlConfig, context: Context<'admin'>): readonly Check[] => {
  const all: readonly Check[] = [
    soundness(config, context),
    ...certificateChecks(config, context.now()),
    ...mapping(config),
    {
      name: 'single logout',
      ok: true,
      message:
        config.sloUrl === undefined ? 'Not set up: signing out ends the session here only' : config.sloUrl,
    },
    { name: 'active', ok: true, message: config.isActive ? 'People can sign in' : 'Not active yet' },
  ]
  if (all.some(({ ok }) => !ok)) fail(TestFailed, { data: { checks: all } })
  return all
}
