import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { entity } from '../../table/entity.ts'

const text = z.string()

/** A person's passkey: the public half of a key pair in a device or a password manager. */
export const Passkey = z.object({
  globalUserId: text,
  /** The credential id (base64url). */
  id: text,
  /** COSE key (base64url). */
  publicKey: text,
  /** The authenticator's signature counter; many stay at 0. */
  counter: z.number(),
  transports: z.array(text),
  /** `multiDevice` is stored by a password manager, `singleDevice` by one piece of hardware. */
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  backedUp: z.boolean(),
  nickname: z.optional(text),
  /** The domain it is valid for: the platform's; locally one school's host. */
  rpId: text,
  createdAt: text,
  /** The device it was added on, with a name that a person recognises. */
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
 * A credential id belongs to one person permanently: no second person can register it. Id and person are hashes, so
 * that no data remains of a deleted person.
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
  /** The last used period of 30 seconds: a code is valid only once. */
  lastPeriod: z.number(),
  createdAt: text,
  addedFrom: z.optional(text),
})
export type Totp = z.infer<typeof Totp>
export const totp = entity('Totp', Totp, { scope: 'global', pk: 'CRED#{globalUserId}', sk: 'TOTP' })

/** An authenticator app during setup. The existing one stays valid until the new one has shown a code. */
export const TotpSetup = z.object({ globalUserId: text, sid: text, secret: text, expiresAt: text })
export type TotpSetup = z.infer<typeof TotpSetup>
export const totpSetup = entity('TotpSetup', TotpSetup, {
  scope: 'global',
  pk: 'CRED#{globalUserId}',
  sk: 'TOTPSETUP#{sid}',
  ttl: 'expiresAt',
})

/** A person's remaining recovery codes, as hashes. They are created ten at a time, first with the first factor. */
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

/** A challenge for an authenticator: signed once, within five minutes, for one purpose of one requester. */
export const Challenge = z.object({
  hash: text,
  /**
   * A session or a pending sign-in. For a sign-in with only a passkey it is not known yet: the signed response
   * identifies the person.
   */
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

/**
 * A sign-in with a correct first proof that waits for the second step. A token identifies it; only the token's hash is
 * stored.
 */
export const PendingSignIn = z.object({
  hash: text,
  globalUserId: text,
  method: z.enum(['password', 'google', 'apple']),
  tenantKey: text,
  /** The person's epoch at that time: ending all sessions also ends this sign-in. */
  epoch: z.number(),
  /** The address that the first proof proved, if any: a grant of the deployment's list may depend on it. */
  provenEmail: z.optional(text),
  /** The invitation to an organization that came with it; both are accepted together. */
  inviteId: z.optional(text),
  /** Number of codes tried. */
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

/** An administrator who took part in a recovery. With another epoch or tenure their part no longer counts. */
const Assistant = z.object({ by: text, byEpoch: z.number(), bySince: text })

/**
 * A pending recovery of a person who has lost every factor. The link in the mail to the owner cancels it, and so does
 * a factor that was already old when it began. A new epoch does not. The mail's code is derived from the nonce and a
 * secret outside the table.
 */
export const FactorRecovery = z.object({
  globalUserId: text,
  nonce: text,
  /** When the person's own wait ends; absent if only administrators have opened a recovery. */
  readyAt: z.optional(text),
  /** The progress of the school's administrators in the recovery, and the statement of each. */
  assistance: z.optional(z.enum(['opened', 'confirmed'])),
  assisted: z.optional(
    z.object({
      school: text,
      /**
       * The administrator who opened it (global and tenant id), with their epoch: ending all their sessions cancels
       * it.
       */
      by: text,
      byUser: z.nullable(text),
      byEpoch: z.number(),
      /** Since when the opener has been an administrator. Without it the recovery cannot be used. */
      bySince: z.optional(text),
      confirmer: z.optional(Assistant),
      /** The lower rank of the two, once confirmed: a person who has gained a higher rank since has to wait. */
      rank: z.optional(z.number()),
      openedAt: text,
      /**
       * The person reports that a factor of the account is a thief's: no factor cancels the administrators' recovery.
       */
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

/** 256 random bits as text. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token, a challenge or a recovery code. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
