import * as z from 'zod/mini'
import { session, tenantRecord } from '../../lib/identity/person/records.ts'
import { trustOf } from '../../lib/identity/school/provider-trust.ts'
import { stored, unchanged } from '../../lib/table/condition.ts'
import { entity, key } from '../../lib/table/entity.ts'
import type { Page } from '../../lib/table/lists/list.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { identityAttributes, LeftOut, TraceView } from './contract/shapes.ts'

const maybe = z.optional(z.string())

/** A school's SAML configuration. Certificates are PEM; the first one of an import or of `idp.x509Cert` comes first. */
export const SamlConfig = z.object({
  id: z.string(),
  entityId: z.string(),
  idpEntityId: z.string(),
  ssoUrl: z.string(),
  sloUrl: maybe,
  /** Address for responses to logout requests, if it differs from `sloUrl`. */
  sloResponseUrl: maybe,
  certificates: z.array(z.string()),
  authorities: z.array(z.string()),
  attributeMapping: z.record(z.string(), z.string()),
  /** Attribute that identifies people; if absent, each response decides (`subjectOf`). */
  identityAttribute: z.optional(z.enum(identityAttributes)),
  /** Previous identity attribute, and until when (ISO 8601) a response that contains it too carries its link over. */
  formerIdentity: z.optional(
    z.object({ attribute: z.optional(z.enum(identityAttributes)), until: z.string() }),
  ),
  /** If several e-mail addresses arrive, the first one counts. */
  useFirstEmail: z.optional(z.boolean()),
  autoCreateUsers: z.boolean(),
  autoUpdateUsers: z.boolean(),
  defaultRoles: z.array(z.string()),
  usernameGeneration: z.enum(['email_prefix', 'student_id', 'custom']),
  customUsernameField: maybe,
  isActive: z.boolean(),
  wantAssertionsSigned: z.boolean(),
  wantMessageSigned: z.boolean(),
  wantNameId: z.boolean(),
  wantAssertionsEncrypted: z.boolean(),
  signatureAlgorithm: z.enum(['sha256', 'sha384', 'sha512']),
  digestAlgorithm: z.enum(['sha256', 'sha384', 'sha512']),
  allowIdpInitiated: z.boolean(),
  metadataUrl: maybe,
  /** Entries that the last import of metadata did not accept, and why. */
  leftOut: z.optional(z.array(LeftOut)),
  /** Days before the end of the last warning to administrators, by fingerprint. */
  warned: z.record(z.string(), z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
})
export type SamlConfig = z.infer<typeof SamlConfig>
export const samlConfig = entity('SamlConfig', SamlConfig, { scope: 'tenant', pk: 'SAML', sk: 'CONFIG' })

/** The platform's own key pair at one school. The private key is sealed with a secret outside the table. */
export const SamlKey = z.object({
  certificate: z.string(),
  sealed: z.string(),
  /** Name of the secret that seals it. */
  sealedWith: z.string(),
  createdAt: z.string(),
  version: z.number(),
})
export type SamlKey = z.infer<typeof SamlKey>
export const samlKey = entity('SamlKey', SamlKey, { scope: 'tenant', pk: 'SAML', sk: 'KEY' })

/** Seconds for which a request waits for its response (rules/saml 3). */
export const requestSeconds = 600

/** A request that waits for its response: valid once, for ten minutes, for the identity provider it was made for. */
export const SamlRequest = z.object({
  relay: z.string(),
  requestId: z.string(),
  kind: z.enum(['sign-in', 'test', 'link', 'logout']),
  idpEntityId: z.string(),
  path: maybe,
  /** Hash of the mark of the browser that began the sign-in. */
  browser: maybe,
  /** Whether the headers show that a browser began it. */
  candid: z.optional(z.boolean()),
  /** Requested authentication context. */
  asked: maybe,
  /** For `link`: the account and its session at the time. */
  globalUserId: maybe,
  sid: maybe,
  usedAt: maybe,
  expiresAt: z.string(),
})
export type SamlRequest = z.infer<typeof SamlRequest>
export const samlRequest = entity('SamlRequest', SamlRequest, {
  scope: 'tenant',
  pk: 'SAMLREQ#{relay}',
  sk: 'REQ',
  ttl: 'expiresAt',
})

/** A message of the identity provider that was processed, stored until its age alone would refuse it. */
export const SamlSeen = z.object({ hash: z.string(), expiresAt: z.string() })
export const samlSeen = entity('SamlSeen', SamlSeen, {
  scope: 'tenant',
  pk: 'SEEN#{hash}',
  sk: 'GUARD',
  ttl: 'expiresAt',
})

/** Names of our session at the identity provider, for signing out there. */
export const SamlSession = z.object({
  sid: z.string(),
  globalUserId: z.string(),
  nameId: z.string(),
  nameFormat: maybe,
  sessionIndex: maybe,
  expiresAt: z.string(),
})
export type SamlSession = z.infer<typeof SamlSession>
export const samlSession = entity('SamlSession', SamlSession, {
  scope: 'tenant',
  pk: 'SAMLSID#{sid}',
  sk: 'SESSION',
  ttl: 'expiresAt',
})

/** The reverse: all sessions of one name, for a logout that the provider begins. */
export const SamlName = z.object({
  name: z.string(),
  sid: z.string(),
  globalUserId: z.string(),
  sessionIndex: maybe,
  expiresAt: z.string(),
})
export type SamlName = z.infer<typeof SamlName>
export const samlName = entity('SamlName', SamlName, {
  scope: 'tenant',
  pk: 'SAMLNAME#{name}',
  sk: '{sid}',
  ttl: 'expiresAt',
})

/**
 * Removes a session with all rows that refer to it, whichever side began the logout. `name` is a hash of its NameID.
 */
export const removeSamlSession = (name: string, sid: string, globalUserId: string): Write[] => [
  remove(session, { globalUserId, id: sid }),
  remove(samlSession, { sid }),
  remove(samlName, { name, sid }),
]

/** One attempt to sign in or out. */
export const SamlTrace = TraceView
export type SamlTrace = z.infer<typeof SamlTrace>
export const samlTrace = entity('SamlTrace', SamlTrace, {
  scope: 'tenant',
  pk: 'SAMLTRACE#{id}',
  sk: 'TRACE',
  gsi1: { pk: 'SAMLTRACES', sk: '{at}#{id}' },
  ttl: 'expiresAt',
})

/**
 * Identifiers in the last response about a person: keyed hashes of the subject that each attribute makes, or why it
 * makes none. They serve to simulate a change of the identity attribute, and do not reveal the values.
 */
export const SamlIdentifiers = z.object({
  globalUserId: z.string(),
  at: z.string(),
  released: z.partialRecord(
    z.enum(identityAttributes),
    z.object({ hash: maybe, problem: z.optional(z.enum(['missing', 'multiple', 'transient', 'unusable'])) }),
  ),
  expiresAt: z.string(),
})
export type SamlIdentifiers = z.infer<typeof SamlIdentifiers>
export const samlIdentifiers = entity('SamlIdentifiers', SamlIdentifiers, {
  scope: 'tenant',
  pk: 'SAMLIDENTIFIERS',
  sk: '{globalUserId}',
  ttl: 'expiresAt',
})

/** A window in which links of listed people move to another subject (rules/saml 46). A school has at most one. */
export const SamlMigration = z.object({
  id: z.string(),
  idpEntityId: z.string(),
  /** A global user id. */
  openedBy: z.string(),
  openedAt: z.string(),
  endsAt: z.string(),
  people: z.number(),
})
export type SamlMigration = z.infer<typeof SamlMigration>
export const samlMigration = entity('SamlMigration', SamlMigration, {
  scope: 'tenant',
  pk: 'SAML',
  sk: 'MIGRATION',
  ttl: 'endsAt',
})

/** A person whose link may move once while the window is open, or has moved. */
export const SamlMigrationPerson = z.object({
  windowId: z.string(),
  globalUserId: z.string(),
  userId: z.string(),
  movedAt: maybe,
  expiresAt: z.string(),
})
export type SamlMigrationPerson = z.infer<typeof SamlMigrationPerson>
export const samlMigrationPerson = entity('SamlMigrationPerson', SamlMigrationPerson, {
  scope: 'tenant',
  pk: 'SAMLMIGRATION#{windowId}',
  sk: '{globalUserId}',
  ttl: 'expiresAt',
})

export const findConfig = (table: Table): Promise<SamlConfig | undefined> =>
  table.get(samlConfig, {}, { strong: true })

const readTerms = (table: Table) =>
  table.batchGet([key(samlConfig, {}), key(tenantRecord, {})], { strong: true })

/**
 * The current configuration and the mail domains that the school has proven. One call reads both, but not at one
 * moment. If the school's row names a newer configuration version, both are read again.
 */
export const findTerms = async (table: Table) => {
  const first = await readTerms(table)
  const isBehind = first[0] !== undefined && first[0].version < (first[1]?.samlVersion ?? 0)
  const [config, school] = isBehind ? await readTerms(table) : first
  return { config, emailDomains: school?.emailDomains ?? [], trust: trustOf(school) }
}

/** Stores a configuration under the version it was read at; version 0 stands for no row. */
export const configWrite = (config: SamlConfig): Write =>
  put(samlConfig, { ...config, version: config.version + 1 }, unchanged(stored(config)))

/** Uses a request up. Returns `used` if it was used before, and `unknown` if there is none or it is too old. */
export const takeRequest = async (
  table: Table,
  relay: string,
  at: Date,
): Promise<SamlRequest | 'used' | 'unknown'> => {
  const set = { usedAt: at.toISOString() }
  const updated = await table.update(samlRequest, { relay }, { set }, { exists: true, without: ['usedAt'] })
  if (updated.ok) return updated.after ?? 'unknown'
  return updated.found ? 'used' : 'unknown'
}

export const findSamlTraces = (table: Table, numbered: Numbered): Promise<Page<SamlTrace>> =>
  listNumbered(table, samlTrace, { index: 'gsi1', keyParams: {}, descending: true }, numbered)
