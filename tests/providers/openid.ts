import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { CodeExchange, IdentityProviders, PublicKey } from '../../lib/gateways/gateways.ts'

let made: ReturnType<typeof makePairs> | undefined
const makePairs = () => Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])

/** A provider's key, and one that nobody has published. */
export const keyPairs = (): ReturnType<typeof makePairs> => {
  made ??= makePairs()
  return made
}

export const clients = { google: 'web.google.test', app: 'app.google.test', apple: 'web.apple.test' } as const
export const issuers = { google: 'https://accounts.google.test', apple: 'https://apple.test' } as const
export type Issued = keyof typeof issuers

/** Settings of a platform that knows both providers. */
export const openidSettings = {
  GOOGLE_ISSUER: issuers.google,
  GOOGLE_CLIENT_IDS: `${clients.google}, ${clients.app}`,
  GOOGLE_CLIENT_SECRET: 'google secret',
  APPLE_ISSUER: issuers.apple,
  APPLE_CLIENT_IDS: clients.apple,
} as const

/** Providers of a test: what they know, and what they have been asked. */
export type TestProviders = IdentityProviders & {
  /** An ID token as the provider makes them. `undefined` leaves a claim out. */
  idToken(provider: Issued, claims?: JWTPayload, header?: object): Promise<string>
  /** The next code is good for this token, with what the platform has to send along. */
  readonly codes: Map<string, string>
  readonly redeemed: Readonly<Record<string, string>>[]
  /** Whether anybody answers. */
  reachable: boolean
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

export const testProviders = (now: () => Date): TestProviders => {
  const published = async (): Promise<PublicKey[]> => {
    const [{ publicKey }] = await keyPairs()
    return [{ ...(await exportJWK(publicKey)), kty: 'EC', kid: 'first', alg: 'ES256', use: 'sig' }]
  }
  const told: TestProviders = {
    reachable: true,
    codes: new Map(),
    redeemed: [],
    async idToken(provider, claims = {}, header = {}) {
      const [{ privateKey }] = await keyPairs()
      const at = seconds(now())
      const payload = {
        iss: issuers[provider],
        aud: clients[provider],
        sub: 'somebody',
        email_verified: true,
        iat: at,
        exp: at + 600,
        ...claims,
      }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: 'first', ...header })
        .sign(privateKey)
    },
    endpoints: async (issuer) =>
      told.reachable ? { authorization: `${issuer}/authorize`, pkce: issuer === issuers.google } : undefined,
    keys: async () => (told.reachable ? published() : undefined),
    redeem: async (_, form): Promise<CodeExchange | undefined> => {
      if (!told.reachable) return undefined
      told.redeemed.push(form)
      const idToken = told.codes.get(form.code ?? '')
      told.codes.delete(form.code ?? '')
      return idToken === undefined
        ? { outcome: 'refused', error: 'invalid_grant' }
        : { outcome: 'redeemed', idToken }
    },
  }
  return told
}
