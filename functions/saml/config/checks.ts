import type { Context } from '../../../lib/context.ts'
import { Failure, type FailureKind, fail } from '../../../lib/contract/failure.ts'
import { SessionRevoked } from '../../../lib/contract/failures.ts'
import { reservedKeys } from '../../../lib/contract/json.ts'
import { days } from '../../../lib/contract/time.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { daysLeft, isCurrent, isExpired, readCertificates } from '../certificates.ts'
import {
  AnswerRepeated,
  AuthenticationFailed,
  TestFailed,
  WayExists,
  WayTaken,
} from '../contract/failures.ts'
import { type SamlConfig, type SamlTrace, samlTrace } from '../repository.ts'
import type { Profile, ReceivedAttributes } from '../sign-in/attributes.ts'
import { identityNames, identityWarnings } from '../sign-in/identity.ts'
import { requireValidConfig } from './settings.ts'

/** Party that has to act when a check fails. */
export type Side = 'identity provider' | 'school' | 'person' | 'platform'

export type Check = {
  readonly name: string
  readonly ok: boolean
  readonly message?: string | undefined
  readonly side?: Side | undefined
  readonly code?: string | undefined
}

/** Records every check of one message, so that a trace shows how far it came and why it ended. */
export type Checks = {
  readonly done: Check[]
  /** Records a remark that does not end the sign-in, once. */
  note(check: Check): void
  /** Records a check and returns what it found. Fails with `kind` when nothing was found. */
  need<T>(name: string, found: T | undefined | false, problem: string, side?: Side, kind?: FailureKind): T
}

/** Checks of one attempt to sign in. */
export type AttemptChecks = Checks & {
  /** Records a refusal after the response was found valid, which no check has recorded (rules/saml 42). */
  noteRefusal(kind: FailureKind): void
}

const linkCodes = new Set([WayTaken.code, WayExists.code, SessionRevoked.code, AnswerRepeated.code])

export const createChecks = (): AttemptChecks => {
  const done: Check[] = []
  let refusedBy: FailureKind | undefined
  return {
    done,
    note(check) {
      if (!done.some(({ name }) => name === check.name)) done.push(check)
    },
    need(name, found, problem, side = 'identity provider', kind = AuthenticationFailed) {
      if (found !== undefined && found !== false) {
        if (!done.some((one) => one.name === name)) done.push({ name, ok: true })
        return found
      }
      done.push({ name, ok: false, message: problem, side })
      refusedBy = kind
      return fail(kind)
    },
    noteRefusal({ message, code }) {
      if (refusedBy || done.some((one) => !one.ok && one.code === code)) return
      const side = linkCodes.has(code) ? 'person' : 'school'
      done.push({ name: 'account', ok: false, message, side, code })
    },
  }
}

type ChecksContext = Pick<Context<'anyone'>, 'now' | 'newId' | 'device'>

/** Data recorded while a message is checked. The person who fails sees `id`; administrators read the rest. */
export type TraceDraft = {
  readonly id: string
  readonly checks: AttemptChecks
  kind: SamlTrace['kind']
  received: ReceivedAttributes
  mapped: Profile | undefined
}

const traceSeconds = 7 * days

/** Short enough to read out on the telephone: ids differ most at their end. */
export const startTrace = ({ newId }: ChecksContext, kind: SamlTrace['kind']): TraceDraft => ({
  id: newId().slice(-10),
  checks: createChecks(),
  kind,
  received: new Map(),
  mapped: undefined,
})

const traceLimits = { attributes: 60, values: 10, characters: 300 }

const receivedView = (received: ReceivedAttributes): Record<string, string[]> =>
  Object.fromEntries(
    [...received]
      // A key with this name has a special meaning in an object. No other code uses the attribute either.
      .filter(([name]) => !reservedKeys.includes(name))
      .slice(0, traceLimits.attributes)
      .map(([name, values]) => [
        name.slice(0, traceLimits.characters),
        values
          .slice(0, traceLimits.values)
          .map((value) => value.slice(0, traceLimits.characters).toWellFormed()),
      ]),
  )

/** The row of one attempt, for the session's transaction or alone. It expires after seven days. */
export const traceWrite = (
  { now, device }: ChecksContext,
  { id, kind, checks: { done }, received, mapped }: TraceDraft,
  refused?: FailureKind,
): { value: SamlTrace; write: Write } => {
  const at = now()
  const value: SamlTrace = {
    id,
    at: at.toISOString(),
    kind,
    outcome: refused ? 'refused' : 'ok',
    message: refused?.message ?? 'ok',
    ...(refused ? { code: refused.code } : {}),
    checks: done.map((check) => ({ ...check })),
    received: receivedView(received),
    mapped: Object.fromEntries(Object.entries(mapped ?? {}).filter(([, text]) => text !== undefined)),
    redacted: false,
    requestId: device.requestId,
    expiresAt: new Date(at.getTime() + traceSeconds * 1000).toISOString(),
  }
  return { value, write: put(samlTrace, value) }
}

/** The same trace without personal data. */
export const redactTrace = (trace: SamlTrace): SamlTrace => ({
  ...trace,
  received: Object.fromEntries(Object.keys(trace.received).map((name) => [name, []])),
  mapped: Object.fromEntries(Object.keys(trace.mapped).map((name) => [name, ''])),
  redacted: true,
})

/** Days before the end of the last certificate at which a test fails. */
const minDaysLeft = 7

const configurationCheck = (config: SamlConfig, context: Context<'admin'>): Check => {
  try {
    requireValidConfig(config, config, context)
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
    ok: longest >= minDaysLeft,
    message:
      longest < 0
        ? 'No certificate is currently valid'
        : `${longest} days until the last valid certificate expires`,
    side: 'school',
  }
  return [...each, lasting]
}

const mappingChecks = ({
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

const identityMessage = (config: SamlConfig): string => {
  const { identityAttribute: chosen } = config
  return [
    ...(chosen === undefined ? [] : [`People are identified by the ${identityNames[chosen]}.`]),
    ...identityWarnings(config),
  ].join(' ')
}

/**
 * Problems that keep people from signing in, or soon will, with the time left (rules/saml 34). Fails with 400 when
 * sign-in cannot work.
 */
export const requireChecksPass = (config: SamlConfig, context: Context<'admin'>): readonly Check[] => {
  const all: readonly Check[] = [
    configurationCheck(config, context),
    ...certificateChecks(config, context.now()),
    ...mappingChecks(config),
    { name: 'identity attribute', ok: true, message: identityMessage(config) },
    {
      name: 'single logout',
      ok: true,
      message:
        config.sloUrl === undefined
          ? 'Not configured. Signing out ends the session on this platform only.'
          : config.sloUrl,
    },
    { name: 'active', ok: true, message: config.isActive ? 'People can sign in' : 'Not active yet' },
  ]
  if (all.some(({ ok }) => !ok)) fail(TestFailed, { data: { checks: all } })
  return all
}
