import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { Failure, fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'
import { Email } from '../../lib/contract/fields.ts'
import { answer } from '../../lib/contract/reply.ts'
import { refuseExhausted, spend } from '../../lib/identity/limit/limits.ts'
import { readSelf } from '../../lib/identity/person/people.ts'
import { findPerson } from '../../lib/identity/person/person.ts'
import { listedAdminGrant } from '../../lib/identity/platform-admins.ts'
import {
  type ProviderProof,
  type ProviderSignInOptions,
  signInByProvider,
} from '../../lib/identity/session/linking.ts'
import type { SecondStep } from '../../lib/identity/session/second-step.ts'
import { isPending, type SignedIn, signIn } from '../../lib/identity/session/sign-in.ts'
import { isSetupRequired, secondStepReply } from '../../lib/identity/session/welcome.ts'
import { otherwise } from '../../lib/table/write.ts'
import { proofLimits } from './contract.ts'
import {
  checkIdToken,
  type IdToken,
  keyIdOf,
  type Provider,
  type ProviderName,
  providerOf,
  unusableFrom,
} from './provider.ts'
import {
  findGlobalUser,
  findLinkedPerson,
  isAddressTaken,
  type ProviderRequest,
  spendProof,
} from './repository.ts'
import { hashOf, requireAnsweredRequest } from './requests.ts'
import {
  EmailExists,
  EmailRequired,
  EmailUnproven,
  ProviderNotConfigured,
  ProviderUnavailable,
} from './shapes.ts'

/** Identity that a provider has proven. The address is in lower case, and `proven` only if the provider says so. */
export type ProviderIdentity = {
  readonly provider: ProviderName
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly name: string | undefined
  readonly picture: string | undefined
  /** Hash of the proof itself, and the time until which it could be used again. */
  readonly proofHash: string
  readonly expires: Date
}

/**
 * A code with the values for redeeming it, or an ID token. `request` is our request that it answers, if there is one.
 */
type ProviderCredential = {
  readonly code?: string | undefined
  readonly idToken?: string | undefined
  readonly verifier?: string | undefined
  readonly redirectUri?: string | undefined
  readonly request?: ProviderRequest | undefined
}

/** Errors of a token endpoint that blame the client, which is this deployment, and not the code. */
const clientErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

const redeemCode = async (
  context: Context,
  provider: Provider,
  code: string,
  shown: ProviderCredential,
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
  return fail(clientErrors.has(answer.error) ? ProviderNotConfigured : provider.invalid)
}

const verifyIdToken = async (
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

const maxNameLength = 120
const isPicture = (address: string): boolean => address.length <= 2048 && /^https:\/\//.test(address)

const identityFromToken = (provider: ProviderName, token: string, claims: IdToken): ProviderIdentity => ({
  provider,
  subject: claims.sub,
  email: addressOf(claims),
  isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
  name: claims.name?.trim().slice(0, maxNameLength) || undefined,
  picture: claims.picture !== undefined && isPicture(claims.picture) ? claims.picture : undefined,
  // The hash covers the signed part only: a signature may have several spellings.
  proofHash: hashOf(token.slice(0, token.lastIndexOf('.'))),
  expires: unusableFrom(claims),
})

const readIdentity = async (
  context: Context,
  name: ProviderName,
  shown: ProviderCredential,
): Promise<ProviderIdentity> => {
  const provider = providerOf(context, name)
  const { code, request } = shown
  const token =
    code === undefined
      ? (shown.idToken ?? fail(provider.invalid))
      : await redeemCode(context, provider, code, shown)
  return identityFromToken(name, token, await verifyIdToken(context, provider, token, request?.nonce))
}

/**
 * Returns the identity that a provider proves. Fails with 401 when the proof is invalid, and with 503 when the provider
 * cannot be reached or is not configured here.
 */
export const proveByProvider = async (
  context: Context,
  name: ProviderName,
  shown: ProviderCredential,
): Promise<ProviderIdentity> => {
  const { address } = context.device
  await refuseExhausted(context, 'provider-address', proofLimits.address, address)
  try {
    return await readIdentity(context, name, shown)
  } catch (error) {
    if (error instanceof Failure && error.kind.status === 401)
      await spend(context, 'provider-address', proofLimits.address, address)
    throw error
  }
}

/** A proof opens one session: the write that records it belongs to the session's transaction. */
const useProofOnce = (
  context: Context,
  { provider, proofHash, expires }: ProviderIdentity,
): ProviderSignInOptions => ({
  guards: [otherwise(spendProof(proofHash, expires), providerOf(context, provider).invalid)],
})

/** Signs in a person for whom the provider vouches for no address. Only a linked account works. */
const signInLinked = async (
  context: Context,
  { provider, subject, email }: ProviderIdentity,
  options: ProviderSignInOptions,
): Promise<SignedIn | SecondStep> => {
  const known = await findLinkedPerson(context.table, provider, subject)
  const person = known === undefined ? undefined : await findPerson(context.table, known)
  const linked = person?.links.some((link) => link.issuer === provider && link.subject === subject)
  if (person && linked) return signIn(context, person, { ...options, method: provider })
  if (email === undefined) return fail(EmailRequired)
  return fail((await isAddressTaken(context.table, email)) ? EmailExists : EmailUnproven)
}

/** Signs in the person of a proven identity. An unsigned name is used for a new account only. */
export const signInByIdentity = (
  context: Context,
  proven: ProviderIdentity,
  name?: string,
): Promise<SignedIn | SecondStep> => {
  const { provider, subject, email, picture } = proven
  const provenEmail = proven.isEmailVerified ? email : undefined
  const options = {
    ...useProofOnce(context, proven),
    findGrant: listedAdminGrant(context, provenEmail),
    provenEmail,
  }
  if (email === undefined || !proven.isEmailVerified) return signInLinked(context, proven, options)
  const proof: ProviderProof = {
    method: provider,
    issuer: provider,
    subject,
    email,
    proven: true,
    name: proven.name ?? name,
    picture,
  }
  return signInByProvider(context, proof, options)
}

/** Uses the client's credential with the request that its state belongs to. */
export const withAnsweredRequest = async (
  context: Context,
  provider: ProviderName,
  state: string | undefined,
  shown: ProviderCredential,
): Promise<ProviderCredential> =>
  state === undefined
    ? shown
    : { ...shown, request: await requireAnsweredRequest(context, state, { provider, purpose: 'sign-in' }) }

const signInReply = async (context: Context, signedIn: SignedIn) => {
  const { member, rights } = signedIn
  const adminMfaSetupRequired = isSetupRequired(signedIn, context)
  if (!member) return { user: null, adminMfaSetupRequired }
  const [self, person] = await Promise.all([
    readSelf(context.table, member),
    findGlobalUser(context.table, rights.globalUserId),
  ])
  return { user: { ...self, emailVerified: person?.emailVerified === true }, adminMfaSetupRequired }
}

/** One sign-in from the client's credential to the response of every sign-in. */
export const signInWith = async (
  context: Context,
  provider: ProviderName,
  shown: ProviderCredential,
  name?: string,
) => {
  const outcome = await signInByIdentity(context, await proveByProvider(context, provider, shown), name)
  if (isPending(outcome)) return secondStepReply(context, outcome)
  return answer(await signInReply(context, outcome), { tokens: outcome.tokens })
}

export const refuseTwoProofs = (code: string | undefined, idToken: string | undefined): void => {
  const message = 'Send either a code or an ID token'
  if (code !== undefined && idToken !== undefined)
    fail(ValidationError, { field: 'idToken', details: [{ field: 'idToken', message }] })
}
