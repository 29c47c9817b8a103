import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

const text = z.string()

/** A passkey of a person: the public half of a key pair that a device or a password manager keeps. */
export const Passkey = z.object({
  globalUserId: text,
  /** The credential id (base64url). */
  id: text,
  /** COSE key (base64url). */
  publicKey: text,
  /** What the authenticator counts; many count nothing and stay at 0. */
  counter: z.number(),
  transports: z.array(text),
  /** `multiDevice` is kept by a password manager, `singleDevice` by one piece of hardware. */
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  backedUp: z.boolean(),
  nickname: z.optional(text),
  /** The domain that it serves: the platform's, locally the host of one school. */
  rpId: text,
  createdAt: text,
  /** The device it was added on, by a name that a person recognises. */
  addedFrom: z.optional(text),
  lastUsedAt: z.optional(text),
})
export type Passkey = z.infer<typeof Passkey>
export const passkey = entity('Passkey', Passkey, {
  scope: 'global',
  pk: 'CRED#{globalUserId}',
  sk: 'PASSKEY#{id}',
})

/**
 * A credential id belongs to one person for good: no second person can register it. The id and the person are hashes, so that
 * nothing is left of a person who is gone.
 */
export const PasskeyGuard = z.object({ hash: text, person: text })
export type PasskeyGuard = z.infer<typeof PasskeyGuard>
export const passkeyGuard = entity('PasskeyGuard', PasskeyGuard, {
  scope: 'global',
  pk: 'PASSKEY#{hash}',
  sk: 'GUARD',
})

/** An authenticator app (RFC 6238) that has shown its first code. */
export const Totp = z.object({
  globalUserId: text,
  /** Base32. */
  secret: text,
  /** The last period of 30 seconds whose code was used: no code serves twice. */
  lastPeriod: z.number(),
  createdAt: text,
  addedFrom: z.optional(text),
})
export type Totp = z.infer<typeof Totp>
export const totp = entity('Totp', Totp, { scope: 'global', pk: 'CRED#{globalUserId}', sk: 'TOTP' })

/** An authenticator app that is being set up. What works already stays until the new one has shown a code. */
export const TotpSetup = z.object({ globalUserId: text, sid: text, secret: text, expiresAt: text })
export type TotpSetup = z.infer<typeof TotpSetup>
export const totpSetup = entity('TotpSetup', TotpSetup, {
  scope: 'global',
  pk: 'CRED#{globalUserId}',
  sk: 'TOTPSETUP#{sid}',
  ttl: 'expiresAt',
})

/** The recovery codes of a person that are left, as hashes. They come with the first factor, ten at a time. */
export const RecoveryCodes = z.object({
  globalUserId: text,
  hashes: z.record(text, z.literal(true)),
  createdAt: text,
  addedFrom: z.optional(text),
})
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
export const recoveryCodes = entity('RecoveryCodes', RecoveryCodes, {
  scope: 'global',
  pk: 'CRED#{globalUserId}',
  sk: 'RECOVERY',
})

/** What an authenticator is asked to sign, once, within five minutes, and for one purpose of one asker. */
export const Challenge = z.object({
  hash: text,
  /** A session, a pending sign-in, or nobody yet: who signs in with a passkey alone is known by its answer. */
  asker: text,
  purpose: z.enum(['register', 'confirm', 'second_step', 'sign_in']),
  rpId: text,
  expiresAt: text,
})
export type Challenge = z.infer<typeof Challenge>
export const challenge = entity('Challenge', Challenge, {
  scope: 'global',
  pk: 'MFA#{hash}',
  sk: 'CHALLENGE',
  ttl: 'expiresAt',
})

/** A sign-in whose first proof was right, and that waits for the second. Known by a token of which the hash is kept. */
export const PendingSignIn = z.object({
  hash: text,
  globalUserId: text,
  method: z.enum(['password', 'google', 'apple']),
  tenantKey: text,
  /** That of the person at the time: what ended everything ended this too. */
  epoch: z.number(),
  /** The address that the first proof proved, if any: a grant of the deployment's list may wait for it. */
  provenEmail: z.optional(text),
  /** The invitation to an organization that it came with, which is accepted with it. */
  inviteId: z.optional(text),
  /** Codes that were tried. */
  tries: z.number(),
  expiresAt: text,
})
export type PendingSignIn = z.infer<typeof PendingSignIn>
export const pendingSignIn = entity('PendingSignIn', PendingSignIn, {
  scope: 'global',
  pk: 'MFA#{hash}',
  sk: 'PENDING',
  ttl: 'expiresAt',
})

/** An administrator who took part in a recovery: with another epoch or tenure their part no longer counts. */
const Assistant = z.object({ by: text, byEpoch: z.number(), bySince: text })

/**
 * Somebody who has lost every factor waits. The link of the mail to the owner ends the wait, and so does a factor that was
 * already old when it began; a new epoch does not. The code of the mail follows from the nonce and a secret outside the table.
 */
export const FactorRecovery = z.object({
  globalUserId: text,
  nonce: text,
  /** When the own wait of the person is over; absent where only administrators have opened something. */
  readyAt: z.optional(text),
  /** How far administrators of the person's school have come with it, and what each of them has said. */
  assistance: z.optional(z.enum(['opened', 'confirmed'])),
  assisted: z.optional(
    z.object({
      school: text,
      /** Who opened it (global and tenant id), and that one's epoch: what ended everything of theirs ended this. */
      by: text,
      byUser: z.nullable(text),
      byEpoch: z.number(),
      /** Since when the opener administered. Without it the recovery cannot be used. */
      bySince: z.optional(text),
      /** Who confirmed it. */
      confirmer: z.optional(Assistant),
      /** How high the lower of the two stands, once it is confirmed: whoever has become more since waits. */
      rank: z.optional(z.number()),
      openedAt: text,
      /** The person says that a factor of the account is a thief's: no factor ends what the two do. */
      reason: z.optional(z.literal('stolen')),
      readyAt: text,
      confirmedAt: z.optional(text),
    }),
  ),
  expiresAt: text,
})
export type FactorRecovery = z.infer<typeof FactorRecovery>
export const factorRecovery = entity('FactorRecovery', FactorRecovery, {
  scope: 'global',
  pk: 'U#{globalUserId}',
  sk: 'RECOVERING',
  ttl: 'expiresAt',
})

/** 256 bits that nobody can guess, as text. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token, a challenge or a recovery code. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
