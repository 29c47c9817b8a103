import * as z from 'zod/mini'
import { longestSessionSeconds } from './contract/session-lifetime.ts'
import { isZone } from './contract/zone.ts'

const seconds = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(31_536_000))
const flag = z.stringbool()

type Setting = {
  readonly schema: z.ZodMiniType
  readonly default: string | undefined
}

/**
 * All settings with their defaults. A comment on each explains it; docs/settings.md lists the same. Values come from
 * the environment. `STAGE` defines "production".
 */
export const settingTable = {
  /** `production` turns on secure cookies and the tenant registry; `test` is deployed as well, without a domain. */
  STAGE: {
    schema: z.enum(['local', 'test', 'production']),
    default: 'local',
  },
  /** Name of the DynamoDB table. */
  TABLE_NAME: {
    schema: z.string().check(z.minLength(3)),
    default: 'quad',
  },
  /**
   * Name under which metrics are counted. While set, log lines contain metrics in CloudWatch's format (the stacks set
   * it).
   */
  METRICS_STAGE: {
    schema: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,19}$/))),
    default: undefined,
  },
  /** Whether log lines of a deployed stage contain metrics, which cost money each (the stacks set it). */
  COUNT_METRICS: { schema: flag, default: 'true' },
  /** A DynamoDB-compatible engine, instead of the embedded one (locally) or AWS (deployed). */
  DYNAMODB_ENDPOINT: {
    schema: z.optional(z.url()),
    default: undefined,
  },
  /** Folder of a local platform's table, keys, media and sent mail. */
  DATA_DIR: {
    schema: z.string(),
    default: '.local',
  },
  /** The domain whose first-level subdomains are schools. The domain itself and `www` are the platform host. */
  BASE_DOMAIN: {
    schema: z.string().check(z.regex(/^[a-z0-9.-]+$/)),
    default: 'localhost',
  },
  /**
   * The only address of a deployed trial, which has no host for each school. Links, calendars and cookies use it (the
   * stacks set it).
   */
  PUBLIC_ADDRESS: {
    schema: z.optional(z.url({ protocol: /^https$/ })),
    default: undefined,
  },
  /**
   * The key that the edge sends with a request's true host and address, and after a comma the previous key or `none`.
   * While set, requests without a valid key are refused (the stacks set it).
   */
  EDGE_KEYS: {
    schema: z.optional(z.string().check(z.regex(/^[\w-]{32,}(?:,(?:none|[\w-]{32,}))?$/))),
    default: undefined,
  },
  /**
   * The key of synthetic visits. A request with it in `X-Quad-Visit` is at the synthetic school, which does not exist
   * without it (the stacks set it).
   */
  VISIT_KEY: {
    schema: z.optional(z.string().check(z.regex(/^[\w-]{32,}$/))),
    default: undefined,
  },
  /** Port in the addresses of mails and metadata; `npm start` sets it to its own. */
  PUBLIC_PORT: {
    schema: z.optional(z.string().check(z.regex(/^\d+$/))),
    default: undefined,
  },
  /** The school at `localhost`, an IP address or a host without a dot, outside production. */
  DEFAULT_TENANT: {
    schema: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/)),
    default: 'demo',
  },
  /**
   * Whether pages open at every well-formed school key, outside production; `npm start` sets `false`. Clients of the API
   * need no enrolled school there.
   */
  PAGES_OF_ANY_SCHOOL: { schema: flag, default: 'true' },
  /** Time zone (IANA name) of a school without its own. The rules of a school use its own zone. */
  DEFAULT_TIMEZONE: {
    schema: z.string().check(z.refine(isZone, 'Expected the IANA name of a time zone')),
    default: 'UTC',
  },
  /**
   * Comma-separated addresses. Each becomes a platform administrator at the first sign-in or mailed code that proves
   * the address.
   */
  PLATFORM_ADMIN_EMAILS: {
    schema: z.string(),
    default: '',
  },
  /**
   * Whether `PLATFORM_ADMIN_EMAILS` requires a proof of the address. Always so on deployed stages, default `false`
   * locally.
   */
  REQUIRE_VERIFIED_EMAIL: {
    schema: z.optional(flag),
    default: undefined,
  },
  /** Parent domain of the cookies in production, so that every school of the platform receives them. */
  COOKIE_DOMAIN: {
    schema: z.optional(z.string().check(z.regex(/^[a-z0-9.-]+$/))),
    default: undefined,
  },
  /** `lax` keeps people signed in when they follow a link from another site. */
  COOKIE_SAMESITE: {
    schema: z.enum(['strict', 'lax']),
    default: 'strict',
  },
  /** Lifetime of an access token and its cookie, in seconds. */
  ACCESS_TOKEN_TTL: {
    schema: seconds,
    default: '900',
  },
  /** Lifetime of a refresh token and its cookie, in seconds. A refresh token never outlives its session. */
  REFRESH_TOKEN_TTL: {
    schema: seconds,
    default: String(longestSessionSeconds),
  },
  /**
   * While set, access tokens in the old format (HS256, userId and roles) signed with it are accepted, until
   * `LEGACY_TOKENS_UNTIL`.
   */
  LEGACY_TOKEN_SECRET: {
    schema: z.optional(z.string().check(z.minLength(32))),
    default: undefined,
  },
  /** First day (UTC, `YYYY-MM-DD`) on which legacy tokens are refused; `LEGACY_TOKEN_SECRET` requires it. */
  LEGACY_TOKENS_UNTIL: {
    schema: z.optional(z.iso.date()),
    default: undefined,
  },
  /** Multiplies every rate limit; 1 in production, `npm start` sets 100. */
  RATE_LIMIT_SCALE: {
    schema: z.coerce.number().check(z.positive(), z.maximum(1_000_000)),
    default: '1',
  },
  /**
   * Longest time in seconds for which one person's equal requests without an `Idempotency-Key` count as repetitions;
   * 0: never.
   */
  REPEAT_SECONDS: {
    schema: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3600)),
    default: '60',
  },
  /**
   * Seconds for which a process keeps the blocked networks and the key for names of addresses in the log; 0: no network
   * is blocked and no address is named.
   */
  NETWORK_RULES_SECONDS: {
    schema: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3600)),
    default: '30',
  },
  /**
   * Contact for security reports, as `mailto:` or `https:` address. It appears in `/.well-known/security.txt`, which
   * does not exist without it.
   */
  SECURITY_CONTACT: {
    schema: z.optional(z.url({ protocol: /^(?:mailto|https)$/ })),
    default: undefined,
  },
  /** Sender of every mail. */
  MAIL_FROM: { schema: z.string(), default: 'Quad <no-reply@localhost>' },
  /** Origin that serves uploaded media: separate from every school, never under the cookie domain. */
  MEDIA_ORIGIN: {
    schema: z.optional(z.url()),
    default: undefined,
  },
  /** S3 bucket of uploaded media on AWS. */
  MEDIA_BUCKET: {
    schema: z.optional(z.string()),
    default: undefined,
  },
  /** S3 bucket of school exports on AWS; never the one that serves media. */
  EXPORTS_BUCKET: {
    schema: z.optional(z.string()),
    default: undefined,
  },
  /** Secrets Manager secret that signing keys are derived from, on AWS; locally a file in `DATA_DIR`. */
  SECRET_ID: {
    schema: z.optional(z.string()),
    default: undefined,
  },
  /** OpenID Connect issuer of Google sign-in; its discovery document names everything else. */
  GOOGLE_ISSUER: {
    schema: z.url(),
    default: 'https://accounts.google.com',
  },
  /**
   * Comma-separated OAuth client ids: the web client's first, then those of native apps; empty turns Google sign-in
   * off.
   */
  GOOGLE_CLIENT_IDS: {
    schema: z.string(),
    default: '',
  },
  /** Secret of the web client, needed to redeem codes; on AWS `googleClientSecret` in the secret of `SECRET_ID`. */
  GOOGLE_CLIENT_SECRET: {
    schema: z.optional(z.string()),
    default: undefined,
  },
  /** OpenID Connect issuer of Apple sign-in. */
  APPLE_ISSUER: {
    schema: z.url(),
    default: 'https://appleid.apple.com',
  },
  /** Comma-separated: the services id of the web first, then bundle ids of apps; empty turns Apple sign-in off. */
  APPLE_CLIENT_IDS: {
    schema: z.string(),
    default: '',
  },
  /** Team that `APPLE_PRIVATE_KEY` belongs to. */
  APPLE_TEAM_ID: {
    schema: z.optional(z.string()),
    default: undefined,
  },
  /** Id of `APPLE_PRIVATE_KEY`; with team and key, sign-in on the web redeems a code. */
  APPLE_KEY_ID: {
    schema: z.optional(z.string()),
    default: undefined,
  },
  /**
   * Private key (PKCS #8, PEM) behind client secrets for Apple; on AWS `applePrivateKey` in the secret of `SECRET_ID`.
   */
  APPLE_PRIVATE_KEY: {
    schema: z.optional(z.string()),
    default: undefined,
  },
} as const satisfies Record<string, Setting>

type Name = keyof typeof settingTable

export type Settings = { readonly [K in Name]: z.infer<(typeof settingTable)[K]['schema']> } & {
  readonly production: boolean
}

/** Settings whose values no message and no log may contain. */
const secretSettings: ReadonlySet<string> = new Set([
  'EDGE_KEYS',
  'VISIT_KEY',
  'LEGACY_TOKEN_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
] satisfies Name[])

/** Reads and checks the settings. Throws one sentence that names each invalid setting with its reason. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const wrong: string[] = []
  const read = Object.entries(settingTable).map(([name, setting]: [string, Setting]) => {
    const value = env[name] === '' ? undefined : env[name]
    const parsed = z.safeParse(setting.schema, value ?? setting.default)
    const shown = secretSettings.has(name) ? '(secret)' : value
    if (!parsed.success) wrong.push(`${name}=${shown}: ${parsed.error.issues[0]?.message}`)
    return [name, parsed.data]
  })
  if (env.LEGACY_TOKEN_SECRET && !env.LEGACY_TOKENS_UNTIL)
    wrong.push('LEGACY_TOKENS_UNTIL: missing, and LEGACY_TOKEN_SECRET needs it')
  if (wrong.length > 0)
    throw new Error(`Invalid settings (docs/settings.md describes each one):\n  ${wrong.join('\n  ')}`)
  const settings = Object.fromEntries(read) as Omit<Settings, 'production'>
  return { ...settings, production: settings.STAGE === 'production' }
}

/** The settings of this process. */
export const processSettings = (): Settings => readSettings(process.env)

/** The AWS trace id of the current invocation (`1-…`); the Lambda runtime sets it for each invocation. */
export const processTrace = (): string | undefined =>
  process.env._X_AMZN_TRACE_ID?.split(';', 1)[0]?.replace('Root=', '')

/** The address of an AWS service if it is not the service's own, in the form that all AWS clients use. */
export const processEndpoint = (service: string): string | undefined =>
  process.env[`AWS_ENDPOINT_URL_${service}`] || undefined
