import type { ProviderProof } from '../lib/identity/linking.ts'
import { samlIssuer } from '../lib/identity/saml-issuer.ts'
import { schoolAt } from '../lib/identity/schools.ts'
import type { World } from './world.ts'

/** Where somebody signs in by a provider, as the operations of the providers see it. */
export const placeOf = (w: World, tenant = w.home) => ({
  ...w.runtime,
  table: w.table(tenant),
  tenant: schoolAt(w.runtime.settings, tenant),
  device: { address: '192.0.2.9', userAgent: '', native: false, requestId: 'request' },
})

export const googleProof = (w: World, name: string, proven = true): ProviderProof => ({
  method: 'google',
  issuer: 'google',
  subject: `${name} ${w.home}`,
  email: w.email(name),
  proven,
})

/** What the identity provider of the home school says of somebody whose domain the school has not proven to own. */
export const samlProof = (w: World, name: string): ProviderProof => ({
  method: 'saml',
  issuer: samlIssuer(w.home, 'https://idp.example.edu'),
  subject: `${name} ${w.home}`,
  email: w.email(name),
  proven: false,
})
