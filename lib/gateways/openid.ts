import * as z from 'zod/mini'
import { hourMs, minuteMs } from '../contract/time.ts'
import type { CodeExchange, IdentityProviders, ProviderEndpoints, PublicKey } from './gateways.ts'

const fresh = hourMs
/** How long a value stays valid while reloads fail. */
const stale = 24 * fresh
const retryWithValueMs = minuteMs
const retryWithoutValueMs = 5000

/**
 * Caches a provider's published document: an hour, and a day while the provider is unreachable (times in
 * milliseconds). A reader with `doubts` triggers a reload, at most once a minute over all readers. Parallel calls
 * share one load. A load that yields undefined has failed.
 */
export const cachedDocument = <T>(load: () => Promise<T | undefined>, now: () => number) => {
  let value: { readonly of: T; readonly at: number } | undefined
  let tried = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined

  const reload = async (): Promise<void> => {
    tried = now()
    const loaded = await load()
    if (loaded !== undefined) value = { of: loaded, at: now() }
    loading = undefined
  }

  const current = (): T | undefined => (value && now() - value.at < stale ? value.of : undefined)

  return async (doubts: (known: T) => boolean = () => false): Promise<T | undefined> => {
    const known = current()
    const mustLoad = known === undefined || now() - (value?.at ?? 0) >= fresh || doubts(known)
    const pause = known === undefined ? retryWithoutValueMs : retryWithValueMs
    if (mustLoad && !loading && now() - tried >= pause) loading = reload()
    if (mustLoad) await loading
    return current()
  }
}

/** Milliseconds from the first byte sent to the last one received. */
const patience = 5000
const maxBytes = 128 * 1024

const loopback = /^(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])$/

/** Providers must use https; outside production, http is allowed for providers on this machine. */
export const isAllowedUrl = ({ protocol, hostname }: URL, production: boolean): boolean =>
  protocol === 'https:' || (!production && protocol === 'http:' && loopback.test(hostname))

type ProviderReply = { readonly status: number; readonly json: unknown }

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sendRequest = (address: URL, form: string | undefined): Promise<ProviderReply> =>
  new Promise((resolve, reject) => {
    const { request } = process.getBuiltinModule(address.protocol === 'http:' ? 'node:http' : 'node:https')
    const headers = {
      accept: 'application/json',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const method = form === undefined ? 'GET' : 'POST'
    const call = request(address, { method, headers, signal: AbortSignal.timeout(patience) }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) call.destroy(new Error(`The response of ${address.host} is too large.`))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          json: jsonIn(Buffer.concat(chunks).toString('utf8')),
        }),
      )
    })
    call.on('error', reject)
    call.end(form)
  })

/**
 * Sends one request to a provider, with or without a form. Follows no redirect. Undefined on a timeout or a provider
 * error (429, 5xx).
 */
export const requestProvider = async (
  address: URL,
  form?: Readonly<Record<string, string>>,
): Promise<ProviderReply | undefined> => {
  try {
    const reply = await sendRequest(address, form && new URLSearchParams(form).toString())
    return reply.status === 429 || reply.status >= 500 ? undefined : reply
  } catch {
    return undefined
  }
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
})

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.optional(z.string()) })) })
const maxKeys = 20

const Tokens = z.object({ id_token: z.string() })
const Refusal = z.object({ error: z.string() })

type DiscoveredEndpoints = ProviderEndpoints & { readonly jwks: URL; readonly token: URL }

/** `<issuer>/.well-known/openid-configuration`, whose issuer must match (OpenID Connect Discovery 4.3). */
const discover = async (issuer: string, production: boolean): Promise<DiscoveredEndpoints | undefined> => {
  const documentUrl = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (!isAllowedUrl(documentUrl, production)) return undefined
  const told = await requestProvider(documentUrl)
  const parsed = z.safeParse(Discovery, told?.json)
  if (told?.status !== 200 || !parsed.success || parsed.data.issuer !== issuer) return undefined
  const found = parsed.data
  const [authorization, token, jwks] = [
    new URL(found.authorization_endpoint),
    new URL(found.token_endpoint),
    new URL(found.jwks_uri),
  ]
  if (![authorization, token, jwks].every((address) => isAllowedUrl(address, production))) return undefined
  const pkce = found.code_challenge_methods_supported?.includes('S256') === true
  return { authorization: authorization.href, token, jwks, pkce }
}

const readKeys = async (jwks: URL): Promise<readonly PublicKey[] | undefined> => {
  const reply = await requestProvider(jwks)
  const parsed = z.safeParse(KeySet, reply?.json)
  if (reply?.status !== 200 || !parsed.success) return undefined
  return parsed.data.keys.filter((key): key is PublicKey => key.kid !== undefined).slice(0, maxKeys)
}

const redeemAt = async (
  token: URL,
  form: Readonly<Record<string, string>>,
): Promise<CodeExchange | undefined> => {
  const reply = await requestProvider(token, form)
  if (!reply) return undefined
  const tokens = z.safeParse(Tokens, reply.json)
  if (reply.status === 200 && tokens.success) return { outcome: 'redeemed', idToken: tokens.data.id_token }
  const refusal = z.safeParse(Refusal, reply.json)
  return { outcome: 'refused', error: refusal.success ? refusal.data.error : '' }
}

/** Cached documents of one provider. */
const provider = (issuer: string, production: boolean, now: () => number) => {
  const places = cachedDocument(() => discover(issuer, production), now)
  const keys = cachedDocument(async () => {
    const found = await places()
    return found && readKeys(found.jwks)
  }, now)
  return { places, keys }
}

/**
 * OpenID Connect providers over the network. Discovery and keys are cached in the process. An unknown key id reloads
 * the provider's keys, so that a rotation there needs no action here.
 */
export const openIdProviders = (production: boolean, now: () => number): IdentityProviders => {
  // By issuer; the settings name two.
  const known = new Map<string, ReturnType<typeof provider>>()
  const of = (issuer: string) => {
    const one = known.get(issuer) ?? provider(issuer, production, now)
    known.set(issuer, one)
    return one
  }
  return {
    endpoints: (issuer) => of(issuer).places(),
    keys: (issuer, kid) => of(issuer).keys((keys) => !keys.some((key) => key.kid === kid)),
    redeem: async (issuer, form) => {
      const found = await of(issuer).places()
      return found && redeemAt(found.token, form)
    },
  }
}
