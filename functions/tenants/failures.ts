import {
  conflicting,
  type FailureKind,
  forbidden,
  invalid,
  missing,
  unavailable,
} from '../../lib/contract/failure.ts'

export const TenantMissing = missing('Tenant not found.', 'TENANT_NOT_FOUND')
export const TenantExists = conflicting('A tenant with this key exists already.', 'TENANT_EXISTS')
export const TenantKeyInvalid = invalid(
  'A tenant key has 2 to 32 lower-case letters, digits and hyphens, and begins with a letter.',
  'TENANT_KEY_INVALID',
)
export const TenantKeyReserved = invalid('This key is reserved.', 'TENANT_KEY_RESERVED')
export const TenantKeyFixed = forbidden('A tenant keeps its key.', 'DEFAULT_TENANT_IMMUTABLE')
/** One label, one school: an address that is not the key could be somebody else's key (rules/tenants 4). */
export const SubdomainFixed = invalid('The subdomain of a tenant is its key.', 'SUBDOMAIN_INVALID')
export const LastActiveTenant = invalid(
  'At least one tenant has to stay active.',
  'AT_LEAST_ONE_ACTIVE_TENANT_REQUIRED',
)
export const TenantsRequired = invalid('tenants array is required.', 'TENANTS_REQUIRED')
export const TenantNamedTwice = invalid('A tenant is named twice.', 'TENANT_NAMED_TWICE')

export const MailDomainInvalid = invalid('This is not a mail domain.', 'EMAIL_DOMAIN_INVALID')
export const PublicMailDomain = invalid(
  'Anybody can have an address at this domain, so it says nothing about a school.',
  'EMAIL_DOMAIN_PUBLIC',
)
export const MailDomainListed = conflicting('This domain is on the list already.', 'EMAIL_DOMAIN_LISTED')
export const MailDomainMissing = missing('This domain is not on the list.', 'EMAIL_DOMAIN_NOT_FOUND')
export const MailDomainUnproven: FailureKind = conflicting(
  'The text record was not found. It can take hours until a new one is seen everywhere.',
  'EMAIL_DOMAIN_UNPROVEN',
)
export const TooManyMailDomains = conflicting('The list of mail domains is full.', 'TOO_MANY_EMAIL_DOMAINS')
export const NamesUnavailable = unavailable('The domain name system does not answer.', 'DNS_UNAVAILABLE')
