import * as z from 'zod/mini'
import { SessionRevoked, StrongProofRequired } from '../../lib/contract/failures.ts'
import { EmptyBody } from '../../lib/contract/fields.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { data, done, flat, text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { configRows, maxResponseBytes, samlLimits } from './contract/config-rows.ts'
import * as failures from './contract/failures.ts'
import { identityRows, maxMigratedPeople } from './contract/identity-rows.ts'
import { SignedInUser, TraceView } from './contract/shapes.ts'

export { maxMigratedPeople, samlLimits }

const message = z.optional(z.string())

export const contract = declare('saml', "Single sign-on with a school's own identity provider (SAML 2.0)", {
  getSamlEntrance: {
    summary: "Get the school's sign-in methods, and whether its identity provider signs people in",
    method: 'GET',
    path: '/auth/saml/entrance',
    access: 'anyone',
    duringMaintenance: true,
    reply: data(z.object({ offered: z.boolean(), ways: z.array(z.enum(signInMethods)) })),
    costs: { depth: 1, read: 1, write: 0 },
    example: {},
  },

  startSamlLogin: {
    summary: "Start a SAML sign-in: get the identity provider's address, or redirect a browser there",
    method: 'GET',
    path: '/auth/saml/login',
    access: 'anyone',
    duringMaintenance: true,
    query: z.object({
      relayState: message,
      redirect: z.optional(z.enum(['true', 'false'])),
      /** Requests a second factor from the identity provider, if the school has configured its name there. */
      proof: z.optional(z.enum(['strong'])),
    }),
    limits: { starts: samlLimits.starts },
    reply: flat(z.object({ redirectUrl: z.string() }), undefined, { secret: true }),
    fails: [failures.SamlNotConfigured, failures.InvalidRelayState],
    costs: { depth: 2, read: 2, write: 2 },
    example: { query: { relayState: '/events' } },
  },

  startSamlLink: {
    summary: "Start to link the school's identity provider to the account of the signed-in caller",
    method: 'POST',
    path: '/auth/saml/link',
    access: 'caller',
    atAnyDoor: true,
    proof: 'own',
    inPerson: true,
    duringMaintenance: true,
    body: z.object({ relayState: message }),
    limits: { starts: samlLimits.starts },
    reply: flat(z.object({ redirectUrl: z.string() })),
    fails: [
      failures.SamlNotConfigured,
      failures.InvalidRelayState,
      failures.SignInAgain,
      StrongProofRequired,
      SessionRevoked,
    ],
    costs: { depth: 4, read: 5, write: 2 },
    example: { as: 'ada', body: { relayState: '/settings' } },
  },

  receiveSamlResponse: {
    summary: "Receive the identity provider's response and sign the person in",
    method: 'POST',
    path: '/auth/saml/callback',
    access: 'anyone',
    duringMaintenance: true,
    crossSite: 'any',
    signsInBy: 'Saml',
    urlencoded: true,
    mostBody: maxResponseBytes,
    body: z.object({ SAMLResponse: message, RelayState: message }),
    limits: { failures: samlLimits.failures },
    reply: data(
      z.object({ user: z.nullable(SignedInUser), traceId: z.string() }),
      'SAML authentication successful',
      { tokens: 'data' },
    ),
    fails: [...failures.answerFailures, StrongProofRequired],
    costs: { depth: 4, read: 5.5, write: 41 },
    example: { body: { SAMLResponse: 'demo-saml-response', RelayState: 'demo-relay-state' } },
  },

  ...configRows,

  ...identityRows,

  getSamlMetadata: {
    summary: "Get the school's service provider metadata, for its identity provider's administrator",
    method: 'GET',
    path: '/auth/saml/metadata',
    access: 'anyone',
    duringMaintenance: true,
    reply: text('application/xml; charset=utf-8'),
    costs: { depth: 1, read: 2, write: 0 },
    example: {},
  },

  listSamlTraces: {
    summary: 'List the SAML sign-ins of the last seven days, newest first',
    method: 'GET',
    path: '/auth/saml/traces',
    access: 'admin',
    query: z.object(PageQuery),
    reply: data(z.object({ traces: z.array(TraceView), cursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'root' },
  },

  getSamlTrace: {
    summary: 'Get one SAML sign-in by the id shown to the person: the response and the result of each check',
    method: 'GET',
    path: '/auth/saml/traces/:traceId',
    access: 'admin',
    reply: data(TraceView),
    fails: [failures.TraceMissing],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root', path: { traceId: 'demo-trace' } },
  },

  redactSamlTrace: {
    summary: 'Redact personal data from a sign-in trace; the results of its checks stay',
    method: 'POST',
    path: '/auth/saml/traces/:traceId/redact',
    access: 'admin',
    body: EmptyBody,
    reply: data(TraceView, 'Trace redacted'),
    fails: [failures.TraceMissing],
    costs: { depth: 3, read: 3, write: 2 },
    example: { as: 'root', path: { traceId: 'demo-trace' } },
  },

  startSamlLogout: {
    summary: 'Sign out here and, where the school uses single logout, at the identity provider',
    method: 'POST',
    path: '/auth/saml/logout',
    access: 'caller',
    body: EmptyBody,
    reply: flat(z.object({ redirectUrl: z.optional(z.string()) }), 'Logged out successfully'),
    costs: { depth: 3, read: 4, write: 1 },
    example: { as: 'ada' },
  },

  receiveSamlLogout: {
    summary: 'Receive logout messages of the identity provider by redirect: requests and responses',
    method: 'GET',
    path: '/auth/saml/logout',
    access: 'anyone',
    duringMaintenance: true,
    query: z.object({
      SAMLRequest: message,
      SAMLResponse: message,
      RelayState: message,
      SigAlg: message,
      Signature: message,
    }),
    limits: { failures: samlLimits.failures },
    reply: done('Logged out successfully'),
    fails: [failures.LogoutRefused, failures.SamlNotConfigured],
    costs: { depth: 3, read: 2.5, write: 2 },
    example: {
      query: { SAMLRequest: 'demo-request', SigAlg: 'demo-algorithm', Signature: 'demo-signature' },
    },
  },

  receivePostedSamlLogout: {
    summary: 'Receive logout messages of the identity provider by form post',
    method: 'POST',
    path: '/auth/saml/slo',
    access: 'anyone',
    duringMaintenance: true,
    crossSite: 'any',
    urlencoded: true,
    body: z.object({ SAMLRequest: message, SAMLResponse: message, RelayState: message }),
    limits: { failures: samlLimits.failures },
    reply: done('Logged out successfully'),
    fails: [failures.LogoutRefused, failures.SamlNotConfigured],
    costs: { depth: 3, read: 2.5, write: 2 },
    example: { body: { SAMLRequest: 'demo-posted-request' } },
  },
})
