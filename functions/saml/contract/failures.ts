import { conflict, forbidden, invalid, notFound, unauthenticated } from '../../../lib/contract/failure.ts'
import {
  AccountSuspended,
  AddressOfSchoolSubject,
  ConcurrentChange,
  LinkEnded,
  SchoolNotOpen,
  SessionRevoked,
  TenantUnavailable,
} from '../../../lib/contract/failures.ts'
import { signInPolicyRefusals } from '../../../lib/contract/sign-in-policy.ts'

/** Messages and codes that existing front ends know. */
export const SamlNotConfigured = notFound(
  'SAML authentication is not configured for this school',
  'SAML_NOT_CONFIGURED',
)
export const ConfigurationMissing = notFound('SAML configuration not found', 'SAML_CONFIGURATION_MISSING')
export const TraceMissing = notFound('Sign-in trace not found', 'SAML_TRACE_MISSING')

export const MigrationMissing = notFound('No migration window is open', 'SAML_MIGRATION_MISSING')
export const MigrationEnd = invalid(
  'A migration window needs an end time at most 30 days from now',
  'SAML_MIGRATION_END_INVALID',
)
export const MigrationOpen = conflict(
  'A migration window with another end time is open. Add people without an end time, or close the window first.',
  'SAML_MIGRATION_OPEN',
)

export const InvalidConfiguration = invalid('Invalid SAML configuration', 'SAML_CONFIGURATION_INVALID')
export const InvalidCertificate = invalid('Invalid X509 certificate format', 'SAML_CERTIFICATE_INVALID')
export const CertificateExpired = invalid('The X509 certificate has expired', 'SAML_CERTIFICATE_EXPIRED')
export const ChainFailed = invalid('Certificate chain validation failed', 'SAML_CHAIN_INVALID')
export const InvalidUrl = invalid('Invalid URL format', 'SAML_URL_INVALID')
export const MappingFailed = invalid('Attribute mapping failed', 'SAML_MAPPING_FAILED')
export const AttributeMissing = invalid('Required attribute not found', 'SAML_ATTRIBUTE_MISSING')

export const ResponseRequired = invalid('SAML response is required', 'SAML_RESPONSE_REQUIRED')
export const InvalidRelayState = invalid('Invalid relay state', 'SAML_RELAY_STATE_INVALID')
export const AuthenticationFailed = unauthenticated(
  'SAML authentication failed',
  'SAML_AUTHENTICATION_FAILED',
)
export const AnswerRepeated = unauthenticated(
  'This SAML response was already used. Sign in again.',
  'SAML_REPLAY',
)
export const ProvisioningDisabled = forbidden('User provisioning is disabled', 'SAML_PROVISIONING_DISABLED')
export const SignInAgain = forbidden(
  'Sign in again with your password, Google or Apple to link your school',
  'RECENT_LOGIN_REQUIRED',
)
export const WayTaken = conflict(
  'This provider account is already linked to another user. Use another one.',
  'WAY_TAKEN',
)
export const WayExists = conflict(
  'An account of this provider is already linked. Unlink it first.',
  'WAY_EXISTS',
)
export const LogoutRefused = invalid('This SAML logout message is not valid', 'SAML_LOGOUT_INVALID')

export const MetadataInvalid = invalid(
  'This is not the metadata of a SAML identity provider. Paste the metadata that your identity provider publishes.',
  'SAML_METADATA_INVALID',
)
export const MetadataOfAnother = invalid(
  'This metadata belongs to a different identity provider than the configured one',
  'SAML_METADATA_OTHER_ENTITY',
)
export const MetadataUnreachable = {
  status: 502,
  message: "The identity provider's metadata could not be fetched. Check its address, or paste the metadata.",
  code: 'SAML_METADATA_UNREACHABLE',
}
export const TestFailed = invalid('SAML configuration test failed', 'SAML_TEST_FAILED')
export const DomainNotAllowed = forbidden(
  'Email domain is not allowed for this school',
  'EMAIL_DOMAIN_NOT_ALLOWED',
)

export const OnlyWayIn = conflict(
  'Some people can sign in only with this identity provider. Remove it from the sign-in policy first. Its preview lists the people that are locked out.',
  'ONLY_WAY_IN',
)

/** Failures of a configuration. */
export const configFailures = [
  ConfigurationMissing,
  InvalidConfiguration,
  InvalidCertificate,
  CertificateExpired,
  ChainFailed,
  InvalidUrl,
  MappingFailed,
  OnlyWayIn,
]

/** Failures of an identity provider's response. */
export const answerFailures = [
  ResponseRequired,
  InvalidRelayState,
  AttributeMissing,
  MappingFailed,
  AuthenticationFailed,
  AnswerRepeated,
  ProvisioningDisabled,
  SchoolNotOpen,
  TenantUnavailable,
  DomainNotAllowed,
  LinkEnded,
  AddressOfSchoolSubject,
  SessionRevoked,
  AccountSuspended,
  ...signInPolicyRefusals,
  WayTaken,
  WayExists,
  ConcurrentChange,
  SamlNotConfigured,
]

export const importFailures = [MetadataInvalid, MetadataOfAnother, MetadataUnreachable]
