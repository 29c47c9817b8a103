import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { readSelf } from '../../../lib/identity/person/people.ts'
import { findPerson } from '../../../lib/identity/person/person.ts'
import { promisedTo } from '../../../lib/identity/platform/grants.ts'
import { type ProviderProof, signInByProvider, type Terms } from '../../../lib/identity/session/linking.ts'
import { type SignedIn, signIn } from '../../../lib/identity/session/sign-in.ts'
import { EmailExists, EmailRequired, EmailUnproven } from '../failures.ts'
import { type ProviderName, providerOf } from '../provider.ts'
import { findGlobalUser, findLinked, isHeld, proofSpent } from '../repository.ts'
import { type Proven, proveByProvider, type Shown } from './proof.ts'
import { answeredRequest } from './requests.ts'

/** A proof opens one session: the write that says so belongs to the transaction of the session. */
const onceOnly = (context: Context, { provider, proofHash, expires }: Proven): Terms => ({
  guard: {
    write: proofSpent(proofHash, expires),
    refuse: () => fail(providerOf(context, provider).invalid),
  },
})

/** Somebody the provider knows and vouches for no address of: signed in if linked, and nothing else. */
const enterLinked = async (
  context: Context,
  { provider, subject, email }: Proven,
  terms: Terms,
): Promise<SignedIn> => {
  const known = await findLinked(context.table, provider, subject)
  const person = known === undefined ? undefined : await findPerson(context.table, known)
  const linked = person?.links.some((link) => link.issuer === provider && link.subject === subject)
  if (person && linked) return signIn(context, person, { ...terms, method: provider })
  if (email === undefined) return fail(EmailRequired)
  return fail((await isHeld(context.table, email)) ? EmailExists : EmailUnproven)
}

/** Signs in whom a provider has proven; a name that nobody has signed serves a new account only. */
export const enter = (context: Context, proven: Proven, name?: string): Promise<SignedIn> => {
  const { provider, subject, email, picture } = proven
  const promised = promisedTo(context, proven.proven ? email : undefined)
  const terms = { ...onceOnly(context, proven), promised }
  if (email === undefined || !proven.proven) return enterLinked(context, proven, terms)
  const proof: ProviderProof = {
    method: provider,
    issuer: provider,
    subject,
    email,
    proven: true,
    name: proven.name ?? name,
    picture,
  }
  return signInByProvider(context, proof, terms)
}

/** What was shown, with the request that its state belongs to. */
export const answering = async (
  context: Context,
  provider: ProviderName,
  state: string | undefined,
  shown: Shown,
): Promise<Shown> =>
  state === undefined
    ? shown
    : { ...shown, request: await answeredRequest(context, state, { provider, purpose: 'sign-in' }) }

/** One sign-in as clients do it: with what they show, and the answer that every sign-in gets. */
export const signInWith = async (
  context: Context,
  provider: ProviderName,
  shown: Shown,
  name?: string,
): Promise<SignedIn> => enter(context, await proveByProvider(context, provider, shown), name)

/** The body that every sign-in answers with. */
export const welcome = async ({ table }: Context, { member, rights }: SignedIn) => {
  if (!member) return { user: null, adminMfaSetupRequired: false as const }
  const [self, person] = await Promise.all([
    readSelf(table, member),
    findGlobalUser(table, rights.globalUserId),
  ])
  return {
    user: { ...self, emailVerified: person?.emailVerified === true },
    adminMfaSetupRequired: false as const,
  }
}
