import { type Contract, isForm } from '../../lib/contract/row.ts'

/** What a function may do beside writing its log lines. */
export type Rights = {
  /** Key prefixes of the table that it may touch, and whether it may write there. */
  readonly keys: readonly string[]
  readonly writes: boolean
  /** Reads the secret that tokens and codes are made from. */
  readonly mints: boolean
  readonly keepsMedia: boolean
  readonly sendsMail: boolean
}

/** Functions without HTTP that the stream and the clock invoke. */
export const backgroundDomains = ['notices', 'clock'] as const

/** Tokens are minted, or codes of mails made and checked, in these. */
const minting = ['auth', 'saml', 'passwords', 'emails', 'notices']

const sendingMail = ['notices']

/** Every tenant's rows, the caller's own facts, rate limits, public keys and the list of schools. */
const everyonesKeys = ['T#*', 'G#U#*', 'G#RL#*', 'G#KEYS', 'G#TENANTS']

/** Partitions that only some functions have any business with. */
export const guardedKeys: Readonly<Record<string, readonly string[]>> = {
  'G#CRED#*': ['auth', 'passwords', 'users'],
  'G#EMAIL#*': ['auth', 'passwords', 'emails', 'users', 'saml'],
  'G#IDP#*': ['auth', 'users', 'saml'],
  'G#CODE#*': ['auth', 'passwords', 'emails', 'users', 'notices'],
  'G#ADMINS': ['auth', 'saml', 'platform', 'users'],
  'G#GRANT#*': ['auth', 'saml', 'platform'],
  'G#SEEN#*': ['notices'],
  'G#DUE#*': ['clock', 'notices', 'events', 'approvals'],
}

const keysOf = (domain: string): string[] => [
  ...everyonesKeys,
  ...Object.entries(guardedKeys).flatMap(([key, domains]) => (domains.includes(domain) ? [key] : [])),
]

/** The optional variant of the token check notes when a session was used; a limit counts. */
const writesIn = ({ rows }: Contract): boolean =>
  Object.values(rows).some(
    ({ method, access, limits }) => method !== 'GET' || access === 'optional' || limits,
  )

const takesFiles = ({ rows }: Contract): boolean =>
  Object.values(rows).some(({ body }) => body !== undefined && isForm(body))

const rightsNamed = (domain: string): Pick<Rights, 'keys' | 'mints' | 'sendsMail'> => ({
  keys: keysOf(domain),
  mints: minting.includes(domain),
  sendsMail: sendingMail.includes(domain),
})

/** The rights of the function of one contract, as far as possible by what its rows say. */
export const rightsOf = (contract: Contract): Rights => ({
  ...rightsNamed(contract.domain),
  writes: writesIn(contract),
  keepsMedia: takesFiles(contract),
})

/** The rights of a function without routes. */
export const backgroundRights = (domain: (typeof backgroundDomains)[number]): Rights => ({
  ...rightsNamed(domain),
  writes: true,
  keepsMedia: false,
})
