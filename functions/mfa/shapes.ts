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
export const WrongCode = invalid('That code is wrong, or was used already', 'INVALID_CODE')
export const WrongSecondCode = unauthenticated('That code is wrong, or was used already', 'INVALID_CODE')
export const PasskeyRefused = unauthenticated('That passkey could not be verified', 'PASSKEY_REFUSED')
export const PasskeyUnusable = invalid('That passkey could not be registered', 'PASSKEY_UNUSABLE')
export const TooManyWrongCodes = limited(
  'Too many wrong codes were tried for this account. Use a passkey or a recovery code, or try again later.',
  'RATE_LIMITED',
)
export const SignInAgain = conflict(
  'Sign in again first: a second factor is set up within fifteen minutes of a sign-in',
  'RECENT_SIGN_IN_REQUIRED',
)
export const OwnAddressUnproven = forbidden(
  'Verify your e-mail address first: whoever proves it later must not meet a second factor of somebody else',
  'EMAIL_NOT_VERIFIED',
)
export const TotpNotSetUp = notFound('There is no authenticator app to confirm', 'TOTP_NOT_SET_UP')
export const PasskeyNotFound = notFound('Passkey not found', 'PASSKEY_NOT_FOUND')
export const TooManyPasskeys = conflict('Remove a passkey first: ten is the most', 'TOO_MANY_PASSKEYS')
export const PasskeyKnown = conflict('This passkey is registered already', 'PASSKEY_KNOWN')

export const RecoveryNotFound = notFound('There is nothing to recover, or it has ended', 'RECOVERY_NOT_FOUND')
export const RecoveryNotReady = conflict(
  'You can go on without your second factors when the wait is over',
  'RECOVERY_NOT_READY',
)

export const MemberNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const NothingLost = conflict('This person has no second factor to lose', 'NO_SECOND_FACTOR')
export const Outranked = forbidden('Only somebody of the same rank or above can do this', 'OUTRANKED')
export const OwnRecovery = forbidden('Others have to do this for you', 'OWN_ACCOUNT')
export const BeyondSchool = forbidden(
  'This account reaches beyond the school, whose administrators do not decide about it. Its owner goes on after a wait of three days.',
  'BEYOND_SCHOOL',
)
export const OtherAdministratorRequired = forbidden(
  'Another administrator than the one who opened it has to confirm it',
  'OTHER_ADMINISTRATOR_REQUIRED',
)
export const FactorEstablished = forbidden(
  'Only two administrators together remove a factor that was added more than 14 days ago. Open a factor recovery for this person instead, with the reason `stolen` where a factor is not theirs.',
  'FACTOR_ESTABLISHED',
)
export const FactorTooYoung = forbidden(
  'This takes administrators who have been that, and have had the second factor that they showed, for fourteen days',
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
