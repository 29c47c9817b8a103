import * as z from 'zod/mini'
import {
  conflict,
  forbidden,
  invalid,
  limited,
  notFound,
  unauthenticated,
} from '../../lib/contract/failure.ts'
import { text } from '../../lib/contract/fields.ts'
import { days, hours } from '../../lib/contract/time.ts'

export const SecondStepOver = unauthenticated(
  'This sign-in has ended or was too long ago. Sign in again.',
  'SECOND_STEP_OVER',
)
export const WrongCode = invalid('This code is wrong or was already used', 'INVALID_CODE')
export const WrongSecondCode = unauthenticated('This code is wrong or was already used', 'INVALID_CODE')
export const PasskeyRefused = unauthenticated(
  'The passkey could not be verified. Try again, or use another method.',
  'PASSKEY_REFUSED',
)
export const PasskeyUnusable = invalid(
  'The passkey could not be registered. Try again, or use another authenticator.',
  'PASSKEY_UNUSABLE',
)
export const TooManyWrongCodes = limited(
  'Too many wrong codes for this account. Use a passkey or a recovery code, or try again later.',
  'RATE_LIMITED',
)
export const SignInAgain = conflict(
  'Sign in again first. You can set up a second factor within 15 minutes of signing in.',
  'RECENT_SIGN_IN_REQUIRED',
)
export const OwnAddressUnproven = forbidden(
  'Verify your e-mail address before you set up a second factor',
  'EMAIL_NOT_VERIFIED',
)
export const TotpNotSetUp = notFound(
  'No authenticator app is waiting for confirmation. Start its setup first.',
  'TOTP_NOT_SET_UP',
)
export const PasskeyNotFound = notFound('Passkey not found', 'PASSKEY_NOT_FOUND')
export const TooManyPasskeys = conflict(
  'You have ten passkeys, which is the limit. Remove one first.',
  'TOO_MANY_PASSKEYS',
)
export const PasskeyKnown = conflict('This passkey is already registered', 'PASSKEY_KNOWN')

export const RecoveryNotFound = notFound(
  'No factor recovery is open, or it has expired. Start a new one.',
  'RECOVERY_NOT_FOUND',
)
export const RecoveryNotReady = conflict(
  'You can continue without your second factors when the waiting period has ended',
  'RECOVERY_NOT_READY',
)

export const MemberNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const NothingLost = conflict('This person has no second factor', 'NO_SECOND_FACTOR')
export const Outranked = forbidden(
  'This person ranks above you. Ask an administrator of the same rank or higher.',
  'OUTRANKED',
)
export const OwnRecovery = forbidden(
  'You cannot do this for your own account. Ask another administrator.',
  'OWN_ACCOUNT',
)
export const BeyondSchool = forbidden(
  'This account is also used outside this school, so its administrators cannot complete this recovery. The owner can complete it after three days.',
  'BEYOND_SCHOOL',
)
export const OtherAdministratorRequired = forbidden(
  'You opened this request, so another administrator must confirm it',
  'OTHER_ADMINISTRATOR_REQUIRED',
)
export const FactorEstablished = forbidden(
  'This factor was added more than 14 days ago, so removing it needs two administrators. Open a factor recovery for this person, with the reason `stolen` if a factor is not theirs.',
  'FACTOR_ESTABLISHED',
)
export const FactorTooYoung = forbidden(
  'Your administrator role, or the second factor that you used, is less than 14 days old. Ask another administrator.',
  'FACTOR_TOO_YOUNG',
)

/** Wrong codes per account, from all senders; set-ups begun. */
export const codeLimits = { account: { max: 10, seconds: days, count: 'failures' } } as const
export const setupLimits = { account: { max: 30, seconds: hours } } as const
/** Passkey sign-ins begun per network address, which a whole campus may share. */
export const passkeyLimits = { address: { max: 3000, seconds: hours } } as const

export const maxPasskeys = 10

// Six digits of an authenticator app, or a recovery code.
export const code = text(40)
export const mfaToken = z.optional(z.nullable(z.string().check(z.maxLength(128))))
const word = z.string().check(z.regex(/^[a-z-]{1,20}$/))
const binary = (most: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(most))

const credential = { id: binary(1400), rawId: binary(1400), type: z.literal('public-key') }
const extras = {
  authenticatorAttachment: z.optional(z.nullable(word)),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
}

/** What a browser returns for a new passkey (WebAuthn, RegistrationResponseJSON). */
export const NewCredential = z.object({
  ...credential,
  ...extras,
  response: z.object({
    clientDataJSON: binary(4000),
    attestationObject: binary(16_000),
    transports: z.optional(z.array(word).check(z.maxLength(10))),
  }),
})

/** What a browser returns after a passkey was used (WebAuthn, AuthenticationResponseJSON). */
export const UsedCredential = z.object({
  ...credential,
  ...extras,
  response: z.object({
    clientDataJSON: binary(4000),
    authenticatorData: binary(4000),
    // A signature of ML-DSA-87, which browsers may choose, has 4,627 bytes.
    signature: binary(8000),
    userHandle: z.optional(z.nullable(binary(200))),
  }),
})

/** For `navigator.credentials`, in the JSON form that browsers parse. */
export const Options = z.object({ options: z.record(z.string(), z.unknown()) })
export const RecoveryCodes = z.object({ recoveryCodes: z.optional(z.array(z.string())) })

export const Passkey = z.object({
  id: z.string(),
  nickname: z.nullable(z.string()),
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  backedUp: z.boolean(),
  /** Whether it can be used on this host. */
  usableHere: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export const Status = z.object({
  configured: z.boolean(),
  methods: z.array(z.enum(['passkey', 'totp'])),
  totpEnabled: z.boolean(),
  passkeyCount: z.int(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /**
   * Until when this session may use privileged operations without showing a factor again; null when it has to show one.
   */
  strongUntil: z.nullable(z.string()),
  /** Whether the caller must have a second factor here. */
  required: z.boolean(),
})

/** For samples; a replay replaces it with a real one. */
export const demoCredential = {
  id: 'ZGVtby1wYXNza2V5',
  rawId: 'ZGVtby1wYXNza2V5',
  type: 'public-key',
} as const

export const demoAssertion = {
  ...demoCredential,
  response: {
    clientDataJSON: 'ZGVtby1jbGllbnQ',
    authenticatorData: 'ZGVtby1kYXRh',
    signature: 'ZGVtby1zaWduYXR1cmU',
    userHandle: 'ZGVtby1oYW5kbGU',
  },
}
