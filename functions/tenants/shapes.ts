import * as z from 'zod/mini'
import {
  conflict,
  type FailureKind,
  forbidden,
  invalid,
  notFound,
  unavailable,
} from '../../lib/contract/failure.ts'
import { isWellEscaped, LanguageTag, line, normalDomain, text } from '../../lib/contract/fields.ts'
import { isCurrency } from '../../lib/contract/text/locale.ts'
import { namedZone } from '../../lib/contract/zone.ts'
import { domainFailure } from './mail-domain-rule.ts'

/** Only `active` and `hidden` schools respond to everybody. */
export const Status = z.enum(['active', 'coming_soon', 'maintenance', 'hidden'])

/** Public data of a school: exactly the fields that clients read. */
export const PublicTenant = z.object({
  tenantKey: z.string(),
  name: z.string(),
  subdomain: z.string(),
  location: z.string(),
  status: Status,
  statusMessage: z.string(),
  tenantType: z.string(),
})
export type PublicTenant = z.infer<typeof PublicTenant>

const looks = {
  /** Origin of the school's own client. Mails, calendars and codes lead there instead of to the built-in pages. */
  webOrigin: z.optional(z.string()),
  /** Paths in that client, by kind of address; names in braces stand for values. */
  webPaths: z.optional(z.record(z.string(), z.string())),
  /** Colour of the school's pages. */
  color: z.optional(z.string()),
  logo: z.optional(z.string()),
}

/** Data of a school that platform administrators read. */
export const ManagedTenant = z.object({
  ...PublicTenant.shape,
  timezone: z.string(),
  locale: z.optional(z.string()),
  currency: z.optional(z.string()),
  emailDomains: z.array(z.string()),
  ...looks,
  subdomainUrl: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ManagedTenant = z.infer<typeof ManagedTenant>

/** Whether the school's own row responds, how fast (milliseconds), and whether it matches the list. */
export const Health = z.object({
  ok: z.boolean(),
  latencyMs: z.number(),
  problem: z.optional(z.enum(['missing', 'differs'])),
})
export type Health = z.infer<typeof Health>

/** A manual task. The platform detects when it is done, and then omits it. */
export const ManualStep = z.object({
  id: z.enum(['restore', 'open']),
  title: z.string(),
  description: z.string(),
  completed: z.literal(false),
  automated: z.literal(true),
})
export type ManualStep = z.infer<typeof ManualStep>

export const ProvisionedTenant = z.object({
  ...ManagedTenant.shape,
  health: Health,
  /** Remaining manual steps. Name, certificate and CORS come with the registry row. */
  manualSteps: z.array(ManualStep),
  provisioningComplete: z.boolean(),
})
export type ProvisionedTenant = z.infer<typeof ProvisionedTenant>

/** What a new school still needs, besides its registry record. */
const TenantSetup = z.object({
  /** Number of its administrators with access, counted to 20. */
  administrators: z.number(),
  /** Whether it has chosen its sign-in methods or who may join. */
  hasSignInRules: z.boolean(),
})
export type TenantSetup = z.infer<typeof TenantSetup>
export const TenantWithSetup = z.object({ ...ProvisionedTenant.shape, setup: TenantSetup })

export const maxMailDomains = 50

/** IANA name of a time zone of a place, which follows that place's clock changes. */
export const Zone = text(64).check(
  z.overwrite((given) => namedZone(given) ?? given),
  z.refine(
    (given) => namedZone(given) !== undefined,
    'Expected the IANA name of a time zone, such as America/New_York',
  ),
)

const isOrigin = (given: string): boolean => URL.canParse(given) && new URL(given).origin === given

/** `https://app.school.edu`, without a path; on a local installation any loopback address too. */
const WebOrigin = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^(?:https:\/\/[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d{1,5})?)$/),
    z.refine(isOrigin, 'Expected an origin, such as https://app.school.edu'),
  )

export const addressKinds = [
  'home',
  'event',
  'checkIn',
  'register',
  'forgotPassword',
  'resetPassword',
  'signIn',
  'admin',
] as const
const AddressKind = z
  .string()
  .check(
    z.refine(
      (kind) => (addressKinds as readonly string[]).includes(kind),
      `One of ${addressKinds.join(', ')}`,
    ),
  )
const WebPath = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(/^\/(?!\/)[\w/?=&%~+.{}-]*$/, 'Expected a path, such as /e/{eventId}'),
    z.refine(isWellEscaped, 'Expected valid percent-encoding'),
  )
const PictureAddress = z
  .string()
  .check(
    z.maxLength(500),
    z.regex(/^https?:\/\/[a-z0-9.:-]+\/[\w.~!$&()*+,;=:@%/?-]*$/i, 'Expected the address of a picture'),
  )

/** ISO 4217 code of the currency that the school's budgets are in. */
export const Currency = z
  .string()
  .check(z.maxLength(3), z.refine(isCurrency, 'Expected the code of a currency such as USD'))

const metadata = {
  name: line(120),
  location: line(200),
  statusMessage: z.optional(text(240, 0)),
  status: z.optional(Status),
  tenantType: z.optional(z.enum(['campus'])),
  timezone: z.optional(Zone),
  /** The school's language and region. */
  locale: z.optional(LanguageTag),
  currency: z.optional(Currency),
  subdomain: z.optional(text(64)),
  emailDomains: z.optional(z.array(text(253)).check(z.maxLength(maxMailDomains))),
  webOrigin: z.optional(z.union([z.literal(''), WebOrigin])),
  webPaths: z.optional(z.record(AddressKind, WebPath)),
  color: z.optional(
    z.union([z.literal(''), z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Expected #rrggbb'))]),
  ),
  logo: z.optional(z.union([z.literal(''), PictureAddress])),
}

/** Database settings that an existing client sends. They are not stored. */
const ignoredFields = {
  mongoDatabaseName: z.optional(z.unknown()),
  mongoUri: z.optional(z.unknown()),
  pivotPilot: z.optional(z.unknown()),
}

export const NewTenant = z.strictObject({
  ...metadata,
  ...ignoredFields,
  tenantKey: text(64),
})

/** Adds the wrong mail domains to the other mistakes of a change. Alone, they are refused by the operation. */
const domainMistakes = z.check<{ emailDomains?: string[] | undefined }>(
  ({ value, issues }) => {
    const domains = (value.emailDomains ?? []).map(normalDomain)
    for (const [at, domain] of domains.entries()) {
      const kind = domainFailure(domain)
      if (kind)
        issues.push({ code: 'custom', input: domain, path: ['emailDomains', at], message: kind.message })
    }
  },
  {
    when: ({ value, issues }) =>
      value instanceof Object &&
      issues.length > 0 &&
      issues.every(({ path }) => path?.[0] !== 'emailDomains'),
  },
)

export const TenantChange = z
  .strictObject({
    ...metadata,
    name: z.optional(metadata.name),
    location: z.optional(metadata.location),
    newTenantKey: z.optional(text(64)),
  })
  .check(domainMistakes)
export type TenantChange = z.infer<typeof TenantChange>

/** Each school takes three writes and a transaction of its own. */
const maxStatusChanges = 30

export const StatusChanges = z.strictObject({
  tenants: z.optional(
    z
      .array(
        z.strictObject({
          tenantKey: text(64),
          status: z.optional(Status),
          statusMessage: metadata.statusMessage,
        }),
      )
      .check(z.maxLength(maxStatusChanges)),
  ),
})

/** Text record that proves a domain: its publisher controls the domain. */
export const MailDomain = z.object({
  domain: z.string(),
  status: z.enum(['verified', 'pending']),
  record: z.optional(z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() })),
  expiresAt: z.optional(z.string()),
})
export type MailDomain = z.infer<typeof MailDomain>

export const TenantMissing = notFound('Tenant not found.', 'TENANT_NOT_FOUND')
export const TenantExists = conflict(
  'A tenant with this key already exists. Choose another key.',
  'TENANT_EXISTS',
)
export const TenantKeyInvalid = invalid(
  'A tenant key must have 2 to 32 lower-case letters, digits and hyphens, and start with a letter.',
  'TENANT_KEY_INVALID',
)
export const TenantKeyReserved = invalid('This key is reserved. Choose another.', 'TENANT_KEY_RESERVED')
export const TenantKeyFixed = forbidden("A tenant's key cannot be changed.", 'DEFAULT_TENANT_IMMUTABLE')
/** The subdomain must equal the key, because another label could be another school's key (rules/tenants 4). */
export const SubdomainFixed = invalid("A tenant's subdomain must equal its key.", 'SUBDOMAIN_INVALID')
export const LastActiveTenant = invalid(
  'At least one tenant must stay active. Activate another first.',
  'AT_LEAST_ONE_ACTIVE_TENANT_REQUIRED',
)
export const TenantsRequired = invalid('tenants array is required.', 'TENANTS_REQUIRED')
export const TenantNamedTwice = invalid('A tenant appears twice in the list.', 'TENANT_NAMED_TWICE')

export const MailDomainListed = conflict('This domain is already on the list.', 'EMAIL_DOMAIN_LISTED')
export const MailDomainMissing = notFound('This domain is not on the list.', 'EMAIL_DOMAIN_NOT_FOUND')
export const MailDomainUnproven: FailureKind = conflict(
  'The TXT record was not found. DNS changes can take hours. Try again later.',
  'EMAIL_DOMAIN_UNPROVEN',
)
export const TooManyMailDomains = conflict(
  'The list of mail domains is full. Remove one first.',
  'TOO_MANY_EMAIL_DOMAINS',
)
export const NamesUnavailable = unavailable('DNS does not respond. Try again later.', 'DNS_UNAVAILABLE')
