import {
  type FailureKind,
  forbidden,
  invalid,
  limited,
  notFound,
  tooLarge,
  unauthenticated,
  unavailable,
} from './failure.ts'

/** Failures that the pipeline itself may return on any operation. Existing front ends know these messages and codes. */
export const NoSuchRoute = notFound('Not found', 'NOT_FOUND')
export const WrongMethod: FailureKind = {
  status: 405,
  message: 'Method not allowed',
  code: 'METHOD_NOT_ALLOWED',
}
export const MalformedJson = invalid('The request body is not valid JSON', 'INVALID_JSON')
export const ValidationError = invalid('The request is not valid', 'VALIDATION_ERROR')
/** The cursor is malformed or belongs to another list. */
export const BadCursor = invalid(
  'This cursor is not valid for this list. Start again without a cursor.',
  'INVALID_CURSOR',
)
/** The page number is beyond the reach of numbered pages (rules/table 3). */
export const PageTooFar = invalid(
  'This page number is too high. Continue with the cursor of an earlier page.',
  'PAGE_TOO_FAR',
)
export const PayloadTooLarge = tooLarge('The request body is too large', 'PAYLOAD_TOO_LARGE')
export const UnsupportedBody: FailureKind = {
  status: 415,
  message: 'This operation does not accept this content type. See the reference at /docs.',
  code: 'UNSUPPORTED_MEDIA_TYPE',
}

/** The stage has an edge, and the request bypassed it. */
export const NotThroughEdge = forbidden('Use the public address of the platform', 'NOT_THROUGH_EDGE')

/** An operator has blocked the sender's network for a while. */
export const NetworkBlocked = forbidden(
  'Requests from your network are blocked at the moment. Try again in an hour, or use another network.',
  'NETWORK_BLOCKED',
)

export const TenantNotFound = notFound('School not found', 'TENANT_NOT_FOUND')
export const TenantUnavailable = unavailable('This school is currently unavailable.', 'TENANT_UNAVAILABLE')
export const SchoolNotOpen = forbidden(
  'This school does not accept new members at the moment. Ask its administrators when it will. If you are a member, sign in as usual.',
  'TENANT_UNAVAILABLE',
)
/** The school accepts only members with an address in its mail domains. */
export const AddressOfSchoolRequired = forbidden(
  'This school accepts only people with a verified school e-mail address. Sign in with the school, or use that address with Google, Apple or a mailed invitation.',
  'SCHOOL_ADDRESS_REQUIRED',
)
/** The school accepts only members invited by one of its organizations. */
export const InvitationRequired = forbidden(
  'This school accepts only people with a mailed invitation. Register with the link in your invitation, or sign in with the school.',
  'INVITATION_REQUIRED',
)
/** The school has a roster. The failure reveals nothing about an unproven address. */
export const RosterProofRequired = forbidden(
  'This school accepts only people on its roster with a verified e-mail address. Register with that address, or sign in with Google or Apple.',
  'ROSTER_PROOF_REQUIRED',
)
export const NotOnRoster = forbidden(
  'This school accepts only people on its roster. Ask its administrators, or sign in with the school.',
  'NOT_ON_ROSTER',
)
/** The school accepts people only from schools that it names. */
export const OtherSchoolRefused = forbidden(
  'This school does not accept people from your other schools. Ask its administrators.',
  'OTHER_SCHOOL_REFUSED',
)
export const UseTenantSubdomain = forbidden("Use your school's own address for this", 'USE_TENANT_SUBDOMAIN')

export const NoToken = unauthenticated('No access token provided', 'NO_TOKEN')
export const NoRefreshToken = unauthenticated('No refresh token provided', 'NO_REFRESH_TOKEN')
export const TokenExpired = unauthenticated('Access token expired', 'TOKEN_EXPIRED')
export const InvalidToken = unauthenticated('Invalid access token', 'INVALID_TOKEN')
/** Legacy tokens identify a person at one school only. */
export const GlobalIdentityRequired = invalid(
  'Global identity required. Log in again to get a full account.',
  'GLOBAL_IDENTITY_REQUIRED',
  'header',
)
export const SessionRevoked = unauthenticated('This session has ended', 'SESSION_REVOKED')
export const AccountSuspended = forbidden('This account has been suspended.', 'ACCOUNT_SUSPENDED')
export const Forbidden = forbidden('Forbidden', 'FORBIDDEN')
export const PlatformAdminRequired = forbidden('Platform admin required.', 'FORBIDDEN')
export const ImpersonationForbidden = forbidden(
  'You cannot do this while impersonating someone. Stop impersonating first.',
  'IMPERSONATION_FORBIDDEN',
)
/** A school's identity provider opened the session, and the operation needs more than that school's proof. */
export const OwnProofRequired = forbidden(
  "Your school's sign-in is not enough for this. Sign in with your password, Google or Apple, or confirm a code sent by mail.",
  'OWN_PROOF_REQUIRED',
)
/** The operator of that school's mail server can read the mail, or create a Google account with the address. */
export const MailboxOfSchool = forbidden(
  "Your e-mail address belongs to a school's mail domain, which is not enough for a platform administrator. Sign in with your password, Google or Apple, or ask another administrator.",
  'OWN_PROOF_REQUIRED',
)
/** The operation is privileged, and the session has shown no recent second factor. */
export const StrongProofRequired = forbidden(
  'This needs two-step verification. Confirm with a passkey, an authenticator code or a recovery code, then try again.',
  'STRONG_PROOF_REQUIRED',
)
/** The operation is privileged, and people with these rights must have a second factor. */
export const SecondFactorRequired = forbidden(
  'This needs two-step verification. Set up a passkey or an authenticator app first.',
  'SECOND_FACTOR_REQUIRED',
)
/** The school's sign-in policy does not accept this session's sign-in method. */
export const OwnProviderRequired = forbidden(
  'This school accepts only its own identity provider. Sign in with the school from its sign-in page.',
  'OWN_PROVIDER_REQUIRED',
)
export const WayNotAllowed = forbidden(
  "This school does not accept the sign-in method you used. Sign in again with a method on the school's sign-in page.",
  'WAY_NOT_ALLOWED',
)
export const SchoolRequired = invalid('Choose your school first', 'SCHOOL_REQUIRED')
export const SchoolNotFound = notFound('School not found', 'TENANT_NOT_FOUND')
export const NotAMember = forbidden('Join this school first', 'NOT_A_MEMBER')
export const AddressUnproven = forbidden(
  'Verify your e-mail address before you send something to other people',
  'EMAIL_NOT_VERIFIED',
)
export const CrossSiteRefused = forbidden(
  "This request came from another site. Open the school's own site and try again.",
  'CROSS_SITE',
)

/**
 * The school's identity provider has changed since the person was linked, so its assertions about the person do not
 * count.
 */
export const LinkEnded = forbidden(
  'Your school has changed its identity provider. Sign in with your password, Google or Apple, or reset your password by mail. Then link your school again.',
  'SAML_LINK_ENDED',
)

/** A verified address belongs to an account with another subject of the same provider (rules/identity 60). */
export const AddressOfSchoolSubject = forbidden(
  "This e-mail address belongs to an account that your school's identity provider knows under another identifier. Ask your school's IT to compare the two.",
  'OTHER_SUBJECT_LINKED',
)
export const AddressOfOtherSubject = forbidden(
  'This e-mail address belongs to an account that signs in with another account of this provider. Sign in another way, then change the linked account in Settings.',
  'OTHER_SUBJECT_LINKED',
)

export const RateLimited = limited('Too many requests. Try again later.', 'RATE_LIMITED')
/** A defect. The log holds the exception, under the id of the request. */
export const InternalError: FailureKind = {
  status: 500,
  message: 'Something went wrong on our side',
  code: 'INTERNAL_ERROR',
  codeIn: 'header',
}
export const StoreUnavailable = unavailable('The service is temporarily unavailable', 'UNAVAILABLE')
export const ConcurrentChange: FailureKind = {
  status: 409,
  message: 'This was changed by someone else at the same moment. Read it again and retry.',
  code: 'CONCURRENT_CHANGE',
}

export const PasswordWeak = invalid(
  'This password is too easy to guess. Choose a longer or less common one.',
  'PASSWORD_WEAK',
)

/** A school may limit export formats and may hide its figures. */
export const FormatOff = invalid(
  'This school does not allow this export format. Choose another, or ask an administrator to allow it.',
  'EXPORT_FORMAT_OFF',
)
export const AnalyticsOff = forbidden('This school has turned analytics off', 'ANALYTICS_OFF')
