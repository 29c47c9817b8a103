import * as z from 'zod/mini'
import type { Context } from '../../../lib/context.ts'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { Email } from '../../../lib/contract/fields.ts'
import { refuseSpent, spend } from '../../../lib/identity/limit/limits.ts'
import { proofLimits } from '../contract.ts'
import { ProviderNotConfigured, ProviderUnavailable } from '../failures.ts'
import { checkIdToken, type IdToken, keyIdOf, uselessFrom } from '../id-token.ts'
import { type Provider, type ProviderName, providerOf } from '../provider.ts'
import type { ProviderRequest } from '../repository.ts'
import { hashOf } from './requests.ts'

/** What a provider has proven about somebody. The address is in lower case, and only `proven` if the provider says so. */
export type Proven = {
  readonly provider: ProviderName
  readonly subject: string
  readonly email: string | undefined
  readonly proven: boolean
  readonly name: string | undefined
  readonly picture: string | undefined
  /** Of the proof itself, and until when it could be shown again. */
  readonly proofHash: string
  readonly expires: Date
}

/** A code and what it has to be redeemed with, or an ID token; and the request it answers, where we began it. */
export type Shown = {
  readonly code?: string | undefined
  readonly idToken?: string | undefined
  readonly verifier?: string | undefined
  readonly redirectUri?: string | undefined
  readonly request?: ProviderRequest | undefined
}

/** Words of a token endpoint that blame the client, which is this deployment, and not the code. */
const ours = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'])

const redeemed = async (
  context: Context,
  provider: Provider,
  code: string,
  shown: Shown,
): Promise<string> => {
  const secret = (await provider.secret()) ?? fail(ProviderNotConfigured)
  const verifier = shown.request?.verifier ?? shown.verifier
  const form = {
    grant_type: 'authorization_code',
    client_id: provider.clientIds[0],
    client_secret: secret,
    code,
    redirect_uri: shown.request?.redirectUri ?? shown.redirectUri ?? 'postmessage',
    ...(verifier === undefined ? {} : { code_verifier: verifier }),
  }
  const answer = (await context.gateways.providers.redeem(provider.issuer, form)) ?? fail(ProviderUnavailable)
  if (answer.outcome === 'redeemed') return answer.idToken
  return fail(ours.has(answer.error) ? ProviderNotConfigured : provider.invalid)
}

const verified = async (
  { gateways, now }: Context,
  { issuer, issuers, clientIds, invalid }: Provider,
  token: string,
  nonce: string | undefined,
): Promise<IdToken> => {
  const kid = keyIdOf(token) ?? fail(invalid)
  const keys = (await gateways.providers.keys(issuer, kid)) ?? fail(ProviderUnavailable)
  return (await checkIdToken(token, keys, { issuers, clientIds, nonce, now: now() })) ?? fail(invalid)
}

const addressOf = ({ email = '' }: IdToken): string | undefined => {
  const address = z.safeParse(Email, email)
  return address.success ? address.data : undefined
}

const mostName = 120
const isPicture = (address: string): boolean => address.length <= 2048 && /^https:\/\//.test(address)

const provenBy = (provider: ProviderName, token: string, claims: IdToken): Proven => ({
  provider,
  subject: claims.sub,
  email: addressOf(claims),
  proven: claims.email_verified === true || claims.email_verified === 'true',
  name: claims.name?.trim().slice(0, mostName) || undefined,
  picture: claims.picture !== undefined && isPicture(claims.picture) ? claims.picture : undefined,
  // What is signed, and not the text: a signature may have several spellings.
  proofHash: hashOf(token.slice(0, token.lastIndexOf('.'))),
  expires: uselessFrom(claims),
})

const checked = async (context: Context, name: ProviderName, shown: Shown): Promise<Proven> => {
  const provider = providerOf(context, name)
  const { code, request } = shown
  const token =
    code === undefined
      ? (shown.idToken ?? fail(provider.invalid))
      : await redeemed(context, provider, code, shown)
  return provenBy(name, token, await verified(context, provider, token, request?.nonce))
}

/** Whom a provider says that this is: 401 when its proof is none, 503 when it cannot be asked or is not set up here. */
export const proveByProvider = async (
  context: Context,
  name: ProviderName,
  shown: Shown,
): Promise<Proven> => {
  const { address } = context.device
  await refuseSpent(context, 'provider-address', proofLimits.address, address)
  try {
    return await checked(context, name, shown)
  } catch (error) {
    if (error instanceof Failure && error.kind.status === 401)
      await spend(context, 'provider-address', proofLimits.address, address)
    throw error
  }
}
