import { globalUser } from '../../lib/identity/person/records.ts'
import { samlIssuer } from '../../lib/identity/school/saml-issuer.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { type ProviderProof, signInByProvider } from '../../lib/identity/session/linking.ts'
import { requireSignedIn } from '../../lib/identity/session/sign-in.ts'
import type { Agent } from './agent.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

/** Where somebody signs in by a provider, as the operations of the providers see it. */
export const placeOf = (w: World, tenant = w.home) => ({
  ...w.runtime,
  table: w.table(tenant),
  tenant: schoolAt(w.runtime.settings, tenant),
  school: undefined,
  device: { address: '192.0.2.9', userAgent: '', native: false, requestId: 'request' },
})

export const googleProof = (w: World, name: string, proven = true): ProviderProof => ({
  method: 'google',
  issuer: 'google',
  subject: `${name} ${w.home}`,
  email: w.email(name),
  proven,
})

/** Signs in by a provider, as somebody without a second factor. */
export const signedInByProvider = async (...given: Parameters<typeof signInByProvider>) =>
  requireSignedIn(await signInByProvider(...given))

/** How a session remembers that a school's identity provider opened it. */
export const bySchool = (w: World, school = w.home) => ({ proof: { school, trust: 0 } })

/** A browser that is signed in as somebody, whose address is proven, by the word of a school's identity provider. */
export const vouchedFor = async (
  w: World,
  { email, user: { globalUserId } }: Pick<Person, 'email' | 'user'>,
  school = w.home,
): Promise<Agent> => {
  await w.table().update(globalUser, { id: globalUserId }, { set: { emailVerified: true } })
  const issuer = samlIssuer(school, 'https://idp.example.edu')
  const proof = { method: 'saml' as const, issuer, subject: globalUserId, email, proven: true }
  const { tokens } = await signedInByProvider(placeOf(w, school), proof, bySchool(w, school))
  const device = w.device()
  device.jar.set('accessToken', tokens.accessToken)
  device.jar.set('refreshToken', tokens.refreshToken ?? '')
  return device
}

/** What the identity provider of the home school says of somebody whose domain the school has not proven to own. */
export const samlProof = (w: World, name: string): ProviderProof => ({
  method: 'saml',
  issuer: samlIssuer(w.home, 'https://idp.example.edu'),
  subject: `${name} ${w.home}`,
  email: w.email(name),
  proven: false,
})
