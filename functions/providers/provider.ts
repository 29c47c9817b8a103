import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import { AppleTokenInvalid, GoogleTokenInvalid, ProviderNotConfigured } from './failures.ts'

export type ProviderName = 'google' | 'apple'

/** A provider as this deployment knows it. The first client id is that of the web. */
export type Provider = {
  readonly name: ProviderName
  readonly issuer: string
  /** What its tokens may call the issuer. */
  readonly issuers: readonly string[]
  readonly clientIds: readonly [string, ...string[]]
  readonly invalid: FailureKind
  /** What proves to the provider who redeems a code; undefined when this deployment has not been given it. */
  secret(): Promise<string | undefined>
}

const listed = (ids: string): Provider['clientIds'] => {
  const [first, ...others] = ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return first === undefined ? fail(ProviderNotConfigured) : [first, ...others]
}

const google = ({ settings, gateways }: Context): Provider => ({
  name: 'google',
  issuer: settings.GOOGLE_ISSUER,
  // Google's tokens may leave the scheme out (its page "OpenID Connect", Validating an ID token).
  issuers: [settings.GOOGLE_ISSUER, settings.GOOGLE_ISSUER.replace(/^https:\/\//, '')],
  clientIds: listed(settings.GOOGLE_CLIENT_IDS),
  invalid: GoogleTokenInvalid,
  secret: async () => settings.GOOGLE_CLIENT_SECRET ?? (await gateways.secrets.issued('googleClientSecret')),
})

const secretSeconds = 300

/** The key of a PEM text, whose line breaks may be spelled out as settings have them. */
const signingKey = (pem: string): KeyObject => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Told below: a text that is no key at all is no better than a key of another kind.
  }
  return fail(ProviderNotConfigured)
}

/** Apple takes no fixed secret but a fresh statement, signed with the key that it knows this team by. */
const appleSecret = async ({ settings, gateways, now }: Context, clientId: string) => {
  const { APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_ISSUER } = settings
  if (!APPLE_TEAM_ID || !APPLE_KEY_ID) return undefined
  const pem = settings.APPLE_PRIVATE_KEY ?? (await gateways.secrets.issued('applePrivateKey'))
  if (!pem) return undefined
  const key = signingKey(pem)
  const at = Math.floor(now().getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: APPLE_KEY_ID })
    .setIssuer(APPLE_TEAM_ID)
    .setSubject(clientId)
    .setAudience(APPLE_ISSUER)
    .setIssuedAt(at)
    .setExpirationTime(at + secretSeconds)
    .sign(key)
}

const apple = (context: Context): Provider => {
  const { settings } = context
  const clientIds = listed(settings.APPLE_CLIENT_IDS)
  return {
    name: 'apple',
    issuer: settings.APPLE_ISSUER,
    issuers: [settings.APPLE_ISSUER],
    clientIds,
    invalid: AppleTokenInvalid,
    secret: () => appleSecret(context, clientIds[0]),
  }
}

/** The provider of a name; 503 when this deployment has no client ids for it. */
export const providerOf = (context: Context, name: ProviderName): Provider =>
  name === 'google' ? google(context) : apple(context)
