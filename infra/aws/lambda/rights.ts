import { askedDomains } from '../../../functions/pages/contract.ts'
import { type Contract, isForm } from '../../../lib/contract/row.ts'

/** What a function may do beside writing its log lines. Partition keys are patterns: `*` stands for any rest. */
export type Rights = {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Reads the secret that tokens and codes are made from. */
  readonly mints: boolean
  readonly keepsMedia: boolean
  readonly sendsMail: boolean
}

/** Functions without HTTP that the stream and the clock invoke. */
export const backgroundDomains = ['notices', 'clock'] as const

/** Tokens are minted, or the codes of mails made and checked, in these. */
export const minting: readonly string[] = [
  'saml',
  'auth',
  'impersonation',
  'passwords',
  'emails',
  'notices',
  'providers',
  'mfa',
  'pages',
]

/** Links of the door, and hashes of who looked, are made with the same secret by keys of their own. */
export const keyed: readonly string[] = ['checkins', 'analytics']

const sendingMail: readonly string[] = ['notices']

/** Rows of schools, facts about callers, rate limits: what the pipeline itself touches everywhere. */
const everyonesKeys = ['T#*', 'G#U#*', 'G#RL#*']

/** Read with every request, and written by few: who publishes a key decides who may sign, who lists a school what is one. */
const publishedKeys: Readonly<Record<string, readonly string[]>> = {
  'G#KEYS': minting,
  // A school's trust in its identity provider stands in its row, and ends with a change of the configuration.
  'G#TENANTS': ['tenants', 'saml', 'operators', 'clock'],
}

/** Partitions that only these functions have any business with. */
const guardedKeys: Readonly<Record<string, readonly string[]>> = {
  'G#CRED#*': ['auth', 'providers', 'mfa', 'passwords', 'emails', 'sessions', 'users', 'admins', 'saml'],
  // Sign-ins that wait for their second step, and what passkeys are asked to sign.
  'G#MFA#*': ['auth', 'providers', 'mfa', 'saml'],
  'G#EMAIL#*': [
    'auth',
    'providers',
    'mfa',
    'passwords',
    'users',
    'notices',
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
  // Which person has registered a passkey first.
  'G#PASSKEY#*': ['mfa'],
  'G#CODE#*': ['auth', 'passwords', 'emails', 'notices', 'users'],
  'G#ADMINS': ['auth', 'providers', 'mfa', 'emails', 'users', 'admins'],
  'G#AUDITDUE': ['notices', 'clock'],
  'G#AUDITHEADS': ['clock'],
  'G#DUE#*': [
    'clock',
    'notices',
    'planning',
    'stakeholders',
    'approvals',
    'agendas',
    'verification',
    'exports',
    // What a deleted form leaves goes later, and these have the code that deletes one.
    'forms',
    'events',
    // Who is asked for a second factor by a role is read with the code of the roles.
    'operators',
    'attendance',
    'checkins',
    // Memberships take along what is due at the end of a term, and these have the code that ends them.
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

/** Whose code a function carries: its own, and that of the pages what they ask for too. */
const bundledDomains = (domain: string): readonly string[] =>
  domain === 'pages' ? ['pages', ...askedDomains] : [domain]

const keysFor = (table: Readonly<Record<string, readonly string[]>>, domain: string): string[] =>
  Object.keys(table).filter((key) => bundledDomains(domain).some((carried) => table[key]?.includes(carried)))

/** Where a function that writes nothing else notes that what a refresh brought has been received. */
const sessionKeys = ['G#U#*']

const rightsFor = (domain: string, writes: boolean, asksWhoCalls: boolean): Omit<Rights, 'keepsMedia'> => {
  const own = [...everyonesKeys, ...keysFor(guardedKeys, domain)]
  return {
    reads: [...own, ...Object.keys(publishedKeys)],
    writes: writes ? [...own, ...keysFor(publishedKeys, domain)] : asksWhoCalls ? sessionKeys : [],
    mints: minting.includes(domain) || keyed.includes(domain),
    sendsMail: sendingMail.includes(domain),
  }
}

/** The optional variant of the token check notes when a session was used, and a limit counts. */
const writesIn = ({ rows }: Contract): boolean =>
  Object.values(rows).some(
    ({ method, access, limits }) => method !== 'GET' || access === 'optional' || limits !== undefined,
  )

const readsCallers = ({ rows }: Contract): boolean =>
  Object.values(rows).some(({ access }) => access !== 'anyone')

const takesFiles = ({ rows }: Contract): boolean =>
  Object.values(rows).some(({ body }) => body !== undefined && isForm(body))

/** The rights of the function of one contract, as far as possible by what its rows say. */
export const rightsOf = (contract: Contract): Rights => ({
  ...rightsFor(contract.domain, writesIn(contract), readsCallers(contract)),
  keepsMedia: takesFiles(contract),
})

/** The rights of a function without routes. */
export const backgroundRights = (domain: (typeof backgroundDomains)[number]): Rights => ({
  ...rightsFor(domain, true, false),
  // Pictures and files go after what showed them has gone.
  keepsMedia: domain === 'notices',
})
