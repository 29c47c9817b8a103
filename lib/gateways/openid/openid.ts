import * as z from 'zod/mini'
import type { IdentityProviders, ProviderPlaces, PublicKey, Redeemed } from '../gateways.ts'
import { kept } from './cache.ts'
import { ask, mayAsk } from './requests.ts'

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
})

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.optional(z.string()) })) })
const mostKeys = 20

const Tokens = z.object({ id_token: z.string() })
const Refusal = z.object({ error: z.string() })

type Found = ProviderPlaces & { readonly jwks: URL; readonly token: URL }

/** `<issuer>/.well-known/openid-configuration`, which has to be that issuer's own (OpenID Connect Discovery 4.3). */
const discover = async (issuer: string, production: boolean): Promise<Found | undefined> => {
  const place = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (!mayAsk(place, production)) return undefined
  const told = await ask(place)
  const parsed = z.safeParse(Discovery, told?.json)
  if (told?.status !== 200 || !parsed.success || parsed.data.issuer !== issuer) return undefined
  const found = parsed.data
  const [authorization, token, jwks] = [
    new URL(found.authorization_endpoint),
    new URL(found.token_endpoint),
    new URL(found.jwks_uri),
  ]
  if (![authorization, token, jwks].every((address) => mayAsk(address, production))) return undefined
  const pkce = found.code_challenge_methods_supported?.includes('S256') === true
  return { authorization: authorization.href, token, jwks, pkce }
}

const readKeys = async (jwks: URL): Promise<readonly PublicKey[] | undefined> => {
  const told = await ask(jwks)
  const parsed = z.safeParse(KeySet, told?.json)
  if (told?.status !== 200 || !parsed.success) return undefined
  return parsed.data.keys.filter((key): key is PublicKey => key.kid !== undefined).slice(0, mostKeys)
}

const redeemAt = async (
  token: URL,
  form: Readonly<Record<string, string>>,
): Promise<Redeemed | undefined> => {
  const told = await ask(token, form)
  if (!told) return undefined
  const tokens = z.safeParse(Tokens, told.json)
  if (told.status === 200 && tokens.success) return { outcome: 'redeemed', idToken: tokens.data.id_token }
  const refusal = z.safeParse(Refusal, told.json)
  return { outcome: 'refused', error: refusal.success ? refusal.data.error : '' }
}

/** What is known of one provider. */
const provider = (issuer: string, production: boolean, now: () => number) => {
  const places = kept(() => discover(issuer, production), now)
  const keys = kept(async () => {
    const found = await places()
    return found && readKeys(found.jwks)
  }, now)
  return { places, keys }
}

/**
 * Providers of OpenID Connect, asked over the network. Discovery and keys are kept in the process; a key that is not
 * among the known ones has the provider's keys read anew, so that a rotation there needs nothing here.
 */
export const askedProviders = (production: boolean, now: () => number): IdentityProviders => {
  // By issuer, of which the settings name two.
  const known = new Map<string, ReturnType<typeof provider>>()
  const of = (issuer: string) => {
    const one = known.get(issuer) ?? provider(issuer, production, now)
    known.set(issuer, one)
    return one
  }
  return {
    places: (issuer) => of(issuer).places(),
    keys: (issuer, kid) => of(issuer).keys((keys) => !keys.some((key) => key.kid === kid)),
    redeem: async (issuer, form) => {
      const found = await of(issuer).places()
      return found && redeemAt(found.token, form)
    },
  }
}
