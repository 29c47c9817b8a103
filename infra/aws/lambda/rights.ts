import { calledDomains } from '../../../functions/pages/contract.ts'
import { type Contract, isForm } from '../../../lib/contract/row.ts'

/** A function's rights beyond writing its log. Partition keys are patterns: `*` matches any rest. */
export type Rights = {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Reads the secret for tokens and codes. */
  readonly mints: boolean
  readonly keepsMedia: boolean
  readonly sendsMail: boolean
}

/** Functions without HTTP that the stream and the clock invoke. */
export const backgroundDomains = ['stream', 'clock'] as const

/** Domains that sign tokens, or create and check codes in mails. */
export const minting: readonly string[] = [
  'saml',
  'auth',
  'impersonation',
  'passwords',
  'emails',
  'stream',
  'providers',
  'mfa',
  'pages',
]

/** Check-in links and visitor hashes use the same secret with derived keys. */
export const keyed: readonly string[] = ['checkins', 'analytics']

const sendingMail: readonly string[] = ['stream']

/** Rows of schools, facts about callers, rate limits: the pipeline uses these in every function. */
const everyonesKeys = ['T#*', 'G#U#*', 'G#RL#*']

/**
 * Every request reads these, but few functions may write them. A writer of keys decides which keys may sign; a writer
 * of the tenant list decides which schools exist.
 */
const publishedKeys: Readonly<Record<string, readonly string[]>> = {
  'G#KEYS': minting,
  // A school's row holds its trust in an identity provider, which ends with a configuration change.
  'G#TENANTS': ['tenants', 'saml', 'operators', 'clock'],
  // Operators block networks with their own credentials. The clock writes the daily keys.
  'G#NETWORKS': ['clock'],
}

/** Read with requests, of which the consumer of the stream serves none. */
const networkKey = 'G#NETWORKS'

/** Partitions that only these functions need. */
const guardedKeys: Readonly<Record<string, readonly string[]>> = {
  'G#CRED#*': ['auth', 'providers', 'mfa', 'passwords', 'emails', 'sessions', 'users', 'admins', 'saml'],
  // Sign-ins that wait for their second step, and passkey challenges.
  'G#MFA#*': ['auth', 'providers', 'mfa', 'saml'],
  'G#EMAIL#*': [
    'auth',
    'providers',
    'mfa',
    'passwords',
    'users',
    'stream',
    'admins',
    'impersonation',
    'invites',
    'notifications',
    'saml',
    // Administrators of a school find people by their addresses.
    'operators',
  ],
  'G#OIDC#*': ['providers'],
  // Recoveries and signing out everywhere remove links, with the pointers to their owner.
  'G#IDP#*': ['providers', 'passwords', 'emails', 'users', 'saml', 'mfa', 'sessions'],
  // The person who registered a passkey first.
  'G#PASSKEY#*': ['mfa'],
  'G#CODE#*': ['auth', 'passwords', 'emails', 'stream', 'users'],
  'G#ADMINS': ['auth', 'providers', 'mfa', 'emails', 'users', 'admins'],
  'G#AUDITDUE': ['stream', 'clock'],
  'G#AUDITHEADS': ['clock'],
  'G#DUE#*': [
    'clock',
    'stream',
    'planning',
    'stakeholders',
    'approvals',
    'agendas',
    'verification',
    'exports',
    // A deleted form's data is removed later, and these domains have the code that deletes one.
    'forms',
    'events',
    // The second-factor rules by role are read with the code of the roles.
    'operators',
    // Names of departments are read with the code that decides on events.
    'audit',
    'attendance',
    'checkins',
    // Memberships include scheduled tasks for the end of a term, and these domains have the code that ends memberships.
    'members',
    'management',
    'organizations',
    'users',
    'notifications',
    'announcements',
    'analytics',
  ],
  'G#GRANT#*': ['auth', 'providers', 'mfa', 'emails'],
}

/** Domains whose code a function contains: its own, and for pages the domains that they call. */
const bundledDomains = (domain: string): readonly string[] =>
  domain === 'pages' ? ['pages', ...calledDomains] : [domain]

const keysFor = (table: Readonly<Record<string, readonly string[]>>, domain: string): string[] =>
  Object.keys(table).filter((key) => bundledDomains(domain).some((carried) => table[key]?.includes(carried)))

/** A function without other writes records here that the client has received refreshed tokens. */
const sessionKeys = ['G#U#*']

const rightsFor = (domain: string, writes: boolean, asksWhoCalls: boolean): Omit<Rights, 'keepsMedia'> => {
  const own = [...everyonesKeys, ...keysFor(guardedKeys, domain)]
  return {
    reads: [...own, ...Object.keys(publishedKeys).filter((key) => domain !== 'stream' || key !== networkKey)],
    writes: writes ? [...own, ...keysFor(publishedKeys, domain)] : asksWhoCalls ? sessionKeys : [],
    mints: minting.includes(domain) || keyed.includes(domain),
    sendsMail: sendingMail.includes(domain),
  }
}

/** A `GET` operation may write too: optional access records session use, and limits count. */
const writesIn = ({ rows }: Contract): boolean =>
  Object.values(rows).some(
    ({ method, access, limits }) => method !== 'GET' || access === 'optional' || limits !== undefined,
  )

const readsCallers = ({ rows }: Contract): boolean =>
  Object.values(rows).some(({ access }) => access !== 'anyone')

const takesFiles = ({ rows }: Contract): boolean =>
  Object.values(rows).some(({ body }) => body !== undefined && isForm(body))

/** A contract's rights, derived from its rows where possible. */
export const rightsOf = (contract: Contract): Rights => ({
  ...rightsFor(contract.domain, writesIn(contract), readsCallers(contract)),
  keepsMedia: takesFiles(contract),
})

/** The rights of a function without routes. */
export const backgroundRights = (domain: (typeof backgroundDomains)[number]): Rights => ({
  ...rightsFor(domain, true, false),
  // It deletes pictures and files after the rows that showed them.
  keepsMedia: domain === 'stream',
})
