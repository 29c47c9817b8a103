import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context } from '../../lib/context.ts'
import {
  type Challenge,
  challenge,
  type FactorRecovery,
  factorRecovery,
  hashOf,
  type Passkey,
  passkey,
  randomToken,
} from '../../lib/identity/factor/records.ts'
import { key } from '../../lib/table/entity.ts'
import { update, type Write } from '../../lib/table/write.ts'
import type { ShownFactor } from './codes.ts'
import { endWait } from './recovery-wait.ts'
import { findChallenge, useUpChallenge } from './repository.ts'

/** Loaded when needed: few requests use it, and it is larger than the rest of this function. */
const webauthn = () => import('@simplewebauthn/server')

const challengeSeconds = 300

type HostContext = Pick<Context, 'tenant' | 'settings'>

/**
 * The domain that passkeys are valid for. In production it is the platform's, so that one passkey serves every school.
 * Elsewhere it is the exact host, because browsers accept no subdomain of `localhost`.
 */
export const rpIdOf = ({ tenant, settings }: HostContext): string =>
  settings.production ? settings.BASE_DOMAIN : new URL(tenant.origin).hostname

/** Pages that may have requested a passkey: those of this host, outside production at any port. */
const isOwnOrigin =
  ({ tenant, settings }: HostContext) =>
  (origin: string): boolean =>
    settings.production
      ? origin === tenant.origin || (tenant.platform && origin === `https://www.${settings.BASE_DOMAIN}`)
      : URL.canParse(origin) && new URL(origin).hostname === new URL(tenant.origin).hostname

/** Stores a challenge for one purpose and one requester. */
const createChallenge = async (
  context: Context,
  purpose: Challenge['purpose'],
  asker: string,
): Promise<{ text: string; rpId: string }> => {
  const text = randomToken()
  const rpId = rpIdOf(context)
  const expiresAt = new Date(context.now().getTime() + challengeSeconds * 1000).toISOString()
  await context.table.put(
    challenge,
    { hash: hashOf(text), asker, purpose, rpId, expiresAt },
    { absent: true },
  )
  return { text, rpId }
}

const descriptors = (passkeys: readonly Passkey[], rpId: string) =>
  passkeys
    .filter((one) => one.rpId === rpId)
    .map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] }))

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'))

type Owner = { readonly globalUserId: string; readonly email: string; readonly name: string }

/**
 * Options for a browser to create a passkey. The handle is the person's id, so that a passkey alone identifies its
 * owner.
 */
export const registrationOptions = async (
  context: Context,
  sid: string,
  { globalUserId, email, name }: Owner,
  passkeys: readonly Passkey[],
) => {
  const { generateRegistrationOptions } = await webauthn()
  const { text, rpId } = await createChallenge(context, 'register', sid)
  return generateRegistrationOptions({
    rpName: rpId,
    rpID: rpId,
    userID: Uint8Array.from(Buffer.from(globalUserId)),
    userName: email,
    userDisplayName: name,
    challenge: bytes(text),
    attestationType: 'none',
    excludeCredentials: descriptors(passkeys, rpId),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Options for a browser to use a passkey: one of these or, for a sign-in, any that the person picks. */
export const authenticationOptions = async (
  context: Context,
  purpose: 'confirm' | 'second_step' | 'sign_in',
  asker: string,
  passkeys: readonly Passkey[] = [],
) => {
  const { generateAuthenticationOptions } = await webauthn()
  const { text, rpId } = await createChallenge(context, purpose, asker)
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytes(text),
    allowCredentials: descriptors(passkeys, rpId),
    // A passkey without another proof requires unlocking the device; after another proof, possession is enough.
    userVerification: purpose === 'sign_in' ? 'required' : 'preferred',
  })
}

/** The challenge that a browser claims to have signed; undefined when it was not issued here for this purpose. */
const findAnsweredChallenge = async (
  context: Context,
  clientDataJSON: string,
  purpose: Challenge['purpose'],
  asker: string,
): Promise<{ text: string; found: Challenge } | undefined> => {
  let text: unknown
  try {
    text = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge
  } catch {
    return undefined
  }
  if (typeof text !== 'string' || text.length > 200) return undefined
  const found = await findChallenge(context.table, hashOf(text))
  const fits = found?.purpose === purpose && found.asker === asker && found.rpId === rpIdOf(context)
  return found && fits ? { text, found } : undefined
}

/**
 * Checks a passkey that a browser has created. Returns it with the write that uses its challenge up, or undefined when
 * any part differs from the request.
 */
export const verifyRegistration = async (
  context: Context,
  sid: string,
  credential: RegistrationResponseJSON,
): Promise<{ made: Omit<Passkey, 'globalUserId' | 'nickname' | 'createdAt'>; once: Write } | undefined> => {
  const answeredChallenge = await findAnsweredChallenge(
    context,
    credential.response.clientDataJSON,
    'register',
    sid,
  )
  if (!answeredChallenge) return undefined
  const { text, found } = answeredChallenge
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: credential,
      expectedChallenge: text,
      expectedOrigin: originOf(context, credential.response.clientDataJSON),
      expectedRPID: found.rpId,
      requireUserVerification: false,
    })
    if (!verified) return undefined
    const key = {
      id: made.credential.id,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports: credential.response.transports ?? [],
      deviceType: made.credentialDeviceType,
      backedUp: made.credentialBackedUp,
      rpId: found.rpId,
    }
    return { made: key, once: useUpChallenge(found) }
  } catch {
    return undefined
  }
}

/** The signed origin, if it is one of this host; otherwise an origin that equals nothing. */
const originOf = (context: HostContext, clientDataJSON: string): string => {
  const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
  return typeof origin === 'string' && isOwnOrigin(context)(origin) ? origin : 'none'
}

type PasskeyUse = {
  readonly purpose: 'confirm' | 'second_step' | 'sign_in'
  readonly asker: string
  readonly credential: AuthenticationResponseJSON
}

/** Moves a passkey's counter on unless it moved meanwhile, so that of two copies of a key one is refused. */
const counterWrite = (
  { now }: Context,
  { globalUserId, id, counter }: Passkey,
  used: { readonly newCounter: number; readonly credentialBackedUp: boolean },
): Write =>
  update(
    passkey,
    { globalUserId, id },
    {
      set: {
        counter: used.newCounter,
        backedUp: used.credentialBackedUp,
        lastUsedAt: now().toISOString(),
      },
    },
    { exists: true, equals: { counter } },
  )

/** A person's passkey, and the wait for lost factors that it may end. */
type OwnedPasskey = {
  readonly known: Passkey | undefined
  readonly waiting: FactorRecovery | undefined
}

/** Reads both in one round trip, strongly consistent. */
export const findOwnedPasskey = async (
  { table }: Pick<Context, 'table'>,
  globalUserId: string,
  id: string,
): Promise<OwnedPasskey> => {
  const [known, waiting] = await table.batchGet(
    [key(passkey, { globalUserId, id }), key(factorRecovery, { globalUserId })],
    { strong: true },
  )
  return { known, waiting }
}

/** Checks that a passkey of the person has signed our challenge. Returns the writes that use both up. */
export const verifyPasskeyUse = async (
  context: Context,
  { purpose, asker, credential }: PasskeyUse,
  find: (id: string) => Promise<OwnedPasskey>,
): Promise<ShownFactor | undefined> => {
  const { clientDataJSON } = credential.response
  const answeredChallenge = await findAnsweredChallenge(context, clientDataJSON, purpose, asker)
  const { known, waiting } = (answeredChallenge && (await find(credential.id))) ?? {}
  if (!answeredChallenge || !known || known.rpId !== answeredChallenge.found.rpId) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: answeredChallenge.text,
      expectedOrigin: originOf(context, clientDataJSON),
      expectedRPID: answeredChallenge.found.rpId,
      requireUserVerification: purpose === 'sign_in',
      credential: { id: known.id, publicKey: bytes(known.publicKey), counter: known.counter },
    })
    if (!verified) return undefined
    const over = endWait(waiting, known, context.now())
    const uses = [useUpChallenge(answeredChallenge.found), counterWrite(context, known, used), ...over]
    return { by: 'passkey', since: known.createdAt, uses }
  } catch {
    return undefined
  }
}

// The contract has checked the shape; the library checks the contents.
export const asAuthentication = (credential: unknown) => credential as AuthenticationResponseJSON

export const passkeyView =
  (context: Context) =>
  ({ id, nickname, deviceType, backedUp, rpId, createdAt, lastUsedAt }: Passkey) => ({
    id,
    nickname: nickname ?? null,
    deviceType,
    backedUp,
    usableHere: rpId === rpIdOf(context),
    createdAt,
    lastUsedAt: lastUsedAt ?? null,
  })
