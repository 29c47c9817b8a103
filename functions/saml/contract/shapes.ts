import * as z from 'zod/mini'
import { Id, Timestamp } from '../../../lib/contract/fields.ts'

/** User fields that an attribute of the identity provider can fill. */
export const mappingKeys = [
  'email',
  'username',
  'firstName',
  'lastName',
  'displayName',
  'studentId',
  'department',
  'role',
] as const
export type MappingKey = (typeof mappingKeys)[number]

/** Attributes that can identify a person across sign-ins. */
export const identityAttributes = ['nameId', 'studentId', 'subjectId', 'pairwiseId', 'eppn', 'email'] as const
export type IdentityAttribute = (typeof identityAttributes)[number]

export const presetNames = ['plain', 'friendly', 'eduperson', 'entra', 'okta', 'google', 'adfs'] as const
export type PresetName = (typeof presetNames)[number]

const Url = z.string().check(z.maxLength(2048))
const Pem = z.union([
  z.string().check(z.maxLength(102_400)),
  z.array(z.string().check(z.maxLength(102_400))).check(z.maxLength(10)),
])
const flag = z.optional(z.boolean())
const algorithm = z.optional(z.enum(['sha256', 'sha384', 'sha512']))
const clearable = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))

const certificateFields = {
  x509Cert: clearable(Pem),
  certificate: clearable(Pem),
  x509Certificate: clearable(Pem),
  additionalCerts: clearable(Pem),
  certificates: z.optional(z.unknown()),
}

const Idp = z.looseObject({
  entityId: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  ssoUrl: z.optional(Url),
  sloUrl: clearable(Url),
  /** Address for responses to logout requests, if it differs from `sloUrl`. */
  sloResponseUrl: clearable(Url),
  ...certificateFields,
  /** Authorities that must have issued the certificates. */
  caCert: clearable(Pem),
})

const UserProvisioning = z.looseObject({
  autoCreateUsers: flag,
  autoUpdateUsers: flag,
  defaultRoles: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(10))),
  usernameGeneration: z.optional(z.enum(['email_prefix', 'student_id', 'custom'])),
  customUsernameField: clearable(z.string().check(z.minLength(1), z.maxLength(256))),
})

const switches = {
  wantAssertionsSigned: flag,
  wantMessageSigned: flag,
  wantNameId: flag,
  wantAssertionsEncrypted: flag,
  signatureAlgorithm: algorithm,
  digestAlgorithm: algorithm,
  allowIdpInitiated: flag,
  /** If several e-mail addresses arrive, take the first. Otherwise such a sign-in is refused. Default false. */
  useFirstEmail: flag,
}

/** A whole configuration or any part of it. Clients send back what they read, so read-only fields are accepted too. */
export const ConfigBody = z.strictObject({
  entityId: z.optional(Url),
  idp: z.optional(Idp),
  certificate: clearable(Pem),
  x509Certificate: clearable(Pem),
  attributeMapping: z.optional(z.unknown()),
  /** Preset that fills an attributeMapping which is not given. */
  attributePreset: z.optional(z.enum(presetNames)),
  /** Null leaves the choice to each response: the NameID, else the student id, else the address. */
  identityAttribute: clearable(z.enum(identityAttributes)),
  identityWarnings: z.optional(z.unknown()),
  userProvisioning: z.optional(UserProvisioning),
  isActive: flag,
  ...switches,
  settings: z.optional(z.looseObject(switches)),
  metadataUrl: clearable(Url),
  school: z.optional(z.string()),
  id: z.optional(z.string()),
  _id: z.optional(z.string()),
  sp: z.optional(z.unknown()),
  leftOut: z.optional(z.unknown()),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})
export type ConfigBody = z.infer<typeof ConfigBody>

export const CertificateView = z.object({
  fingerprint: z.string(),
  subject: z.string(),
  validFrom: Timestamp,
  validTo: Timestamp,
  daysLeft: z.int(),
})

/** A key or endpoint of metadata that was not imported. */
export const LeftOut = z.object({ item: z.string(), reason: z.string() })
export type LeftOut = z.infer<typeof LeftOut>

/** A configuration as it is read back: in one form, without secrets. */
export const ConfigView = z.object({
  id: z.string(),
  school: z.string(),
  entityId: z.string(),
  idp: z.object({
    entityId: z.string(),
    ssoUrl: z.string(),
    sloUrl: z.optional(z.string()),
    sloResponseUrl: z.optional(z.string()),
    x509Cert: z.string(),
    additionalCerts: z.array(z.string()),
    caCert: z.array(z.string()),
    certificates: z.array(CertificateView),
  }),
  attributeMapping: z.record(z.string(), z.string()),
  /**
   * Attribute that identifies people. Absent: the NameID, else the student id, else the address, whichever a response
   * has.
   */
  identityAttribute: z.optional(z.enum(identityAttributes)),
  /** Risks of that choice. */
  identityWarnings: z.array(z.string()),
  userProvisioning: z.object({
    autoCreateUsers: z.boolean(),
    autoUpdateUsers: z.boolean(),
    defaultRoles: z.array(z.string()),
    usernameGeneration: z.enum(['email_prefix', 'student_id', 'custom']),
    customUsernameField: z.optional(z.string()),
  }),
  isActive: z.boolean(),
  wantAssertionsSigned: z.boolean(),
  wantMessageSigned: z.boolean(),
  wantNameId: z.boolean(),
  wantAssertionsEncrypted: z.boolean(),
  signatureAlgorithm: z.enum(['sha256', 'sha384', 'sha512']),
  digestAlgorithm: z.enum(['sha256', 'sha384', 'sha512']),
  allowIdpInitiated: z.boolean(),
  useFirstEmail: z.boolean(),
  metadataUrl: z.optional(z.string()),
  /** Entries that the last import of metadata did not accept, and why. */
  leftOut: z.array(LeftOut),
  /** Addresses of the platform for the identity provider. */
  sp: z.object({
    entityId: z.string(),
    assertionConsumerService: z.string(),
    singleLogoutService: z.string(),
    singleLogoutServicePost: z.string(),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ConfigView = z.infer<typeof ConfigView>

export const CheckView = z.object({
  name: z.string(),
  ok: z.boolean(),
  message: z.optional(z.string()),
  /** Party that has to act. */
  side: z.optional(z.enum(['identity provider', 'school', 'person', 'platform'])),
  /** Code of the refusal, where a valid response was refused because of the platform's data about the person. */
  code: z.optional(z.string()),
})

/** One attempt to sign in, for administrators. Stored for seven days. */
export const TraceView = z.object({
  id: Id,
  at: Timestamp,
  kind: z.enum(['sign-in', 'test', 'link', 'idp-initiated', 'logout']),
  outcome: z.enum(['ok', 'refused']),
  message: z.string(),
  code: z.optional(z.string()),
  checks: z.array(CheckView),
  /** Received attributes, under their original names. Only from messages with a valid signature. */
  received: z.record(z.string(), z.array(z.string())),
  /** User fields after the mapping. */
  mapped: z.record(z.string(), z.string()),
  redacted: z.boolean(),
  requestId: z.string(),
  expiresAt: Timestamp,
})
export type TraceView = z.infer<typeof TraceView>

/** A user who has just signed in. */
export const SignedInUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
})

export const PresetView = z.object({
  name: z.enum(presetNames),
  about: z.string(),
  attributeMapping: z.record(z.string(), z.string()),
})
