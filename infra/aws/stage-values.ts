import * as z from 'zod/mini'

const whole = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most))
const hostName = z.string().check(z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/))

/** `auth=50, planning=10`: reserved concurrency by domain. */
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

/** `auth@7, events@12`: the version that each function went back to, by domain. */
const formerVersions = z.pipe(
  z.string().check(z.regex(/^\s*[a-z-]+@\d+\s*(?:,\s*[a-z-]+@\d+\s*)*$/)),
  z.transform((text: string) =>
    Object.fromEntries(
      text.split(',').map((one) => {
        const [domain = '', version = ''] = one.trim().split('@')
        return [domain, Number(version)] as const
      }),
    ),
  ),
)

const webhook = z.url({ protocol: /^https$/ })

type StageValue = {
  readonly schema: z.ZodMiniType
  readonly default: string | undefined
  readonly about: string
}

/** AWS's name for this machine's architecture; code is precompiled only for this one. */
export const machineArchitecture = process.arch === 'arm64' ? 'arm64' : 'x86_64'

/**
 * Options of a stage beyond the settings of its functions, with defaults. The table in docs/operations.md is generated
 * from this.
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
    about:
      'mail address that receives alarms of every severity and the budget; SNS asks once for a confirmation',
  },
  pageWebhook: {
    schema: z.optional(webhook),
    default: undefined,
    about:
      'HTTPS address of a pager that receives alarms of severity `page`; it must confirm SNS subscriptions, as PagerDuty and Opsgenie do',
  },
  ticketWebhook: {
    schema: z.optional(webhook),
    default: undefined,
    about: 'the same for alarms of severity `ticket`, such as an issue tracker',
  },
  noteWebhook: {
    schema: z.optional(webhook),
    default: undefined,
    about: 'the same for alarms of severity `note`, such as a chat',
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
    about:
      'megabytes of each function, at least 1024 where pictures are decoded; processor time grows with it, a whole processor is 1769',
  },
  architecture: {
    schema: z.enum(['arm64', 'x86_64']),
    default: 'arm64',
    about: 'of the functions: `arm64`, a fifth cheaper, or `x86_64`',
  },
  reservedConcurrency: {
    schema: z.optional(shares),
    default: undefined,
    about: 'executions kept for, and at most given to, the function of a domain: `auth=50, planning=10`',
  },
  concurrencyQuota: {
    schema: whole(10, 1_000_000),
    default: '1000',
    about:
      "the account's quota of concurrent executions (10 in a new account); an alarm rings when four fifths are in use",
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
  backupCopies: {
    schema: z.optional(
      z.string().check(z.regex(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/)),
    ),
    default: undefined,
    about:
      'ARN of a backup vault in another region or account that gets a copy of each weekly backup; requires `weeklyBackups`',
  },
  rollout: {
    schema: z.enum(['canary', 'linear', 'at-once']),
    default: 'canary',
    about:
      'how new code takes over: a tenth of the requests for five minutes, a tenth more each minute, or all of them at once',
  },
  redeploy: {
    schema: z.optional(formerVersions),
    default: undefined,
    about:
      'functions that get a new version without a change, as `npm run aliases` prints them after going back: `auth@7, events@12`',
  },
  edge: {
    schema: z.enum(['none', 'cloudfront']),
    default: 'none',
    about:
      'what is in front of the gateway: `cloudfront` lets requests through CloudFront alone, limited by address; wants a domain',
  },
  edgeVersion: {
    schema: z.optional(z.uuid()),
    default: undefined,
    about: "version of the edge's secret that is deployed, after a rotation",
  },
  requestsPerAddress: {
    schema: whole(100, 20_000_000),
    default: '20000',
    about:
      'requests that the edge lets through from one address in five minutes; a campus may have one address',
  },
  watch: {
    schema: z.optional(z.enum(['full', 'slo', 'none'])),
    default: undefined,
    about:
      'how the stage is monitored: `full` has all alarms and the dashboard, `slo` only alarms about effects that people notice, `none` no alarm, metric or synthetic visit; default `full` with a domain, otherwise `none`',
  },
  traces: {
    schema: z.stringbool(),
    default: 'false',
    about:
      'whether X-Ray traces the functions: one request a second and 5 % of the others. Sampling rules do not apply to Lambda',
  },
  probeSchool: {
    schema: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/))),
    default: undefined,
    about: 'the school whose address the probe asks for; default `www`, which the names of schools cover',
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

/** The values of a stage, validated. */
export type StageValues = { readonly [K in Name]: z.infer<(typeof stageValues)[K]['schema']> }

/** Reads the values of a stage. Throws one sentence that names each invalid value and its accepted form. */
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
