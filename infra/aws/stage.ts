import type { Node } from 'constructs'
import * as z from 'zod/mini'
import { readSettings, settingTable } from '../../lib/settings.ts'

const whole = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most))
const hostName = z.string().check(z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/))

/** `auth=50, planning=10`: executions that are kept for the function of a domain. */
const shares = z.pipe(
  z.string().check(z.regex(/^\s*[a-z-]+\s*=\s*\d+\s*(?:,\s*[a-z-]+\s*=\s*\d+\s*)*$/)),
  z.transform((text: string) =>
    Object.fromEntries(
      text.split(',').map((share) => {
        const [domain = '', count] = share.split('=')
        return [domain.trim(), Number(count)] as const
      }),
    ),
  ),
)

type StageValue = {
  readonly schema: z.ZodMiniType
  readonly default: string | undefined
  readonly about: string
}

/** What AWS calls the architecture of this machine; code is compiled for no other. */
export const machineArchitecture = process.arch === 'arm64' ? 'arm64' : 'x86_64'

/**
 * What an operator may decide about a stage beside the settings of its functions, with defaults. The table in
 * docs/operations.md is made from this one.
 */
export const stageValues = {
  domain: {
    schema: z.optional(hostName),
    default: undefined,
    about: 'whose subdomains are schools; without one the stage is a trial on the address that AWS gives it',
  },
  zoneId: {
    schema: z.optional(z.string().check(z.regex(/^Z[A-Z0-9]+$/))),
    default: undefined,
    about: 'id of the Route 53 zone that `domain` lies in; without it DNS is kept elsewhere, by hand',
  },
  zoneName: {
    schema: z.optional(hostName),
    default: undefined,
    about: 'name of that zone, when it is not `domain` itself',
  },
  alarmEmail: {
    schema: z.optional(z.email()),
    default: undefined,
    about: 'who is told by alarms and by the budget; SNS asks once whether the address wants that',
  },
  monthlyBudget: {
    schema: z.optional(whole(1, 1_000_000)),
    default: undefined,
    about: 'US dollars a month for the whole account; a mail comes at 80 % spent and at 100 % forecast',
  },
  requestsPerSecond: {
    schema: whole(1, 100_000),
    default: '1000',
    about: 'requests a second that the gateway lets through, over all schools',
  },
  requestsAtOnce: {
    schema: whole(1, 100_000),
    default: '2000',
    about: 'requests that may come at the same moment',
  },
  memory: {
    schema: whole(256, 10_240),
    default: '1024',
    about: 'megabytes of each function; processor time grows with it, a whole processor is 1769',
  },
  architecture: {
    schema: z.enum(['arm64', 'x86_64']),
    default: machineArchitecture,
    about:
      'of the functions: `arm64` or `x86_64`; unless given, the one of the machine that bundles, so that code caches fit',
  },
  reservedConcurrency: {
    schema: z.optional(shares),
    default: undefined,
    about: 'executions kept for, and at most given to, the function of a domain: `auth=50, planning=10`',
  },
  warmReads: {
    schema: z.optional(whole(12_000, 1_000_000)),
    default: undefined,
    about:
      'read units a second that the table and each index can serve at once; it can be raised, never lowered',
  },
  warmWrites: {
    schema: z.optional(whole(4_000, 1_000_000)),
    default: undefined,
    about: 'the same for write units',
  },
  logDays: {
    schema: z.pipe(z.enum(['30', '60', '90', '120', '180', '365']), z.transform(Number)),
    default: '90',
    about: 'days that logs are kept: 30, 60, 90, 120, 180 or 365',
  },
  weeklyBackups: {
    schema: z.stringbool(),
    default: 'false',
    about: 'whether AWS Backup keeps a copy of each week for 35 days, beside the point-in-time recovery',
  },
  rollout: {
    schema: z.enum(['canary', 'linear', 'at-once']),
    default: 'canary',
    about:
      'how new code takes over: a tenth of the requests for five minutes, a tenth more each minute, or all of them at once',
  },
  tableStream: {
    schema: z.optional(
      z.string().check(z.regex(/^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\w:.-]+$/)),
    ),
    default: undefined,
    about: 'ARN of the stream of a table that stands in for the one of the data stack, after a restore',
  },
} as const satisfies Record<string, StageValue>

type Name = keyof typeof stageValues

/** The values of a stage, checked. */
export type StageValues = { readonly [K in Name]: z.infer<(typeof stageValues)[K]['schema']> }

/** Reads the values of a stage. Throws one sentence that names each wrong value and what it takes. */
export const readStageValues = (given: (name: string) => string | undefined): StageValues => {
  const wrong: string[] = []
  const read = Object.entries(stageValues).map(([name, value]: [string, StageValue]) => {
    const text = given(name)
    const parsed = z.safeParse(value.schema, text ?? value.default)
    if (!parsed.success) wrong.push(`${name}=${text}: ${parsed.error.issues[0]?.message} (${value.about})`)
    return [name, parsed.data]
  })
  if (wrong.length > 0) throw new Error(`Values of a stage that cannot be used:\n  ${wrong.join('\n  ')}`)
  return Object.fromEntries(read) as StageValues
}

/** One deployment: what its stacks are named after, where it answers, and what its functions are told. */
export type Stage = {
  /** Names the stacks `quad-<name>-…`. */
  readonly name: string
  /** Whose subdomains are schools. Without one the stage is a trial on the address that AWS gives it. */
  readonly domain?: string
  /** The Route 53 zone that `domain` lies in; without it DNS is kept elsewhere, by hand. */
  readonly zone?: { readonly hostedZoneId: string; readonly zoneName: string }
  /** Settings that do not depend on what the stacks create. */
  readonly settings: Readonly<Record<string, string>>
  /** Sizes, alarms and the like: what the stacks are told. */
  readonly values: StageValues
}

/** Settings of machines, or of what the stacks themselves create. */
const ownSettings = [
  'STAGE',
  'TABLE_NAME',
  'DYNAMODB_ENDPOINT',
  'DATA_DIR',
  'BASE_DOMAIN',
  'PUBLIC_PORT',
  'MEDIA_ORIGIN',
  'MEDIA_BUCKET',
  'EXPORTS_BUCKET',
  'SECRET_ID',
  'METRICS_STAGE',
  // A deployed stage has no choice.
  'REQUIRE_VERIFIED_EMAIL',
  // Templates and consoles show settings; on AWS these two stand in the secret itself.
  'GOOGLE_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
]

/** Settings that an operator may give to a stage, by `-c NAME=value` or under `settings` in `cdk.json`. */
export const operatorSettings = Object.keys(settingTable).filter((name) => !ownSettings.includes(name))

const textOf = (key: string, value: unknown): string | undefined => {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`The context value ${key} must be a text.`)
}

/** `settings` of `cdk.json` is `{"<stage>": {"NAME": "value"}}`, for values of the stage as for settings. */
const listedFor = (node: Node, stage: string): Readonly<Record<string, unknown>> => {
  const listed: Record<string, Record<string, unknown>> = node.tryGetContext('settings') ?? {}
  const known = [...operatorSettings, ...Object.keys(stageValues)]
  const strange = Object.keys(listed[stage] ?? {}).filter((name) => !known.includes(name))
  if (strange.length > 0) throw new Error(`No settings that a stage can be given: ${strange.join(', ')}.`)
  return listed[stage] ?? {}
}

const zoneOf = ({ domain, zoneId, zoneName = domain }: StageValues): Stage['zone'] => {
  if (zoneId === undefined || zoneName === undefined) return undefined
  if (domain !== zoneName && !domain?.endsWith(`.${zoneName}`)) {
    throw new Error(`The domain ${domain} does not lie in the zone ${zoneName} that zoneName names.`)
  }
  return { hostedZoneId: zoneId, zoneName }
}

/**
 * Reads the stage from the context: `stage`, the values of `stageValues`, and settings. A stage with a domain of its own
 * runs as production. Throws one sentence that says what cannot be used.
 */
export const readStage = (node: Node): Stage => {
  const name = textOf('stage', node.tryGetContext('stage')) ?? 'test'
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(name)) throw new Error(`No name for a stage: ${name}`)
  const listed = listedFor(node, name)
  const given = (key: string): string | undefined =>
    textOf(key, node.tryGetContext(key)) ?? textOf(key, listed[key])
  const values = readStageValues((key) => (key === 'domain' ? given(key)?.toLowerCase() : given(key)))
  const { domain } = values
  const zone = zoneOf(values)
  const settings = {
    ...(domain === undefined
      ? { STAGE: 'test' }
      : { STAGE: 'production', BASE_DOMAIN: domain, COOKIE_DOMAIN: domain }),
    MAIL_FROM: `Quad <no-reply@${domain ?? 'quad.invalid'}>`,
    ...Object.fromEntries(
      operatorSettings.flatMap((key) => {
        const value = given(key)
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  }
  readSettings(settings)
  return {
    name,
    settings,
    values,
    ...(domain === undefined ? {} : { domain }),
    ...(zone === undefined ? {} : { zone }),
  }
}
