import * as z from 'zod/mini'
import { Nothing } from '../../lib/contract/fields.ts'
import { minutes } from '../../lib/contract/limit.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, done, flat, text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import * as failures from './failures.ts'
import { sampleCertificate } from './sample.ts'
import {
  CheckView,
  ConfigBody,
  ConfigView,
  PresetView,
  presetNames,
  SignedInUser,
  TraceView,
} from './shapes.ts'

/** A campus is one address, so these are wide; what they bound is what strangers can make the platform do. */
export const samlLimits = {
  starts: { max: 600, seconds: 5 * minutes },
  failures: { max: 300, seconds: 15 * minutes, count: 'failures' },
  imports: { max: 20, seconds: 60 * minutes },
} as const

const config = '/auth/saml/config'
const message = z.optional(z.string())

const sampleConfig = {
  idp: {
    entityId: 'https://idp.demo.example.edu/metadata',
    ssoUrl: 'https://idp.demo.example.edu/sso',
    sloUrl: 'https://idp.demo.example.edu/slo',
    x509Cert: sampleCertificate,
  },
  attributeMapping: { email: 'mail', displayName: 'displayName' },
  isActive: true,
}

const Saved = data(z.object({ id: z.string() }), 'SAML configuration updated successfully')

export const contract = declare('saml', "Single sign-on with a school's own identity provider (SAML 2.0)", {
  startSamlLogin: {
    summary: "Begins a sign-in: the address of the school's identity provider; a browser is sent there",
    method: 'GET',
    path: '/auth/saml/login',
    access: 'anyone',
    duringMaintenance: true,
    query: z.object({ relayState: message, redirect: z.optional(z.enum(['true', 'false'])) }),
    limits: { starts: samlLimits.starts },
    reply: flat(z.object({ redirectUrl: z.string() })),
    fails: [failures.SamlNotConfigured, failures.InvalidRelayState],
    example: { query: { relayState: '/events' } },
  },

  receiveSamlResponse: {
    summary: "Takes the identity provider's answer and signs the person in",
    method: 'POST',
    path: '/auth/saml/callback',
    access: 'anyone',
    duringMaintenance: true,
    crossSite: 'any',
    urlencoded: true,
    body: z.object({ SAMLResponse: message, RelayState: message }),
    limits: { failures: samlLimits.failures },
    reply: data(
      z.object({ user: z.nullable(SignedInUser), traceId: z.string() }),
      'SAML authentication successful',
      { tokens: 'data' },
    ),
    fails: failures.answerFailures,
    example: { body: { SAMLResponse: 'demo-saml-response', RelayState: 'demo-relay-state' } },
  },

  getSamlConfig: {
    summary: 'Reads the configuration, active or not, without secrets',
    method: 'GET',
    path: config,
    access: 'admin',
    reply: data(ConfigView),
    fails: [failures.ConfigurationMissing],
    example: { as: 'root' },
  },

  saveSamlConfig: {
    summary: 'Stores a configuration or changes parts of it; `{isActive}` alone switches it on or off',
    method: 'POST',
    path: config,
    access: 'admin',
    body: ConfigBody,
    reply: Saved,
    fails: failures.configFailures,
    example: { as: 'root', body: sampleConfig },
  },

  changeSamlConfig: {
    summary: 'Changes parts of the configuration',
    method: 'PATCH',
    path: config,
    access: 'admin',
    body: ConfigBody,
    reply: Saved,
    fails: failures.configFailures,
    example: { as: 'root', body: { isActive: false } },
  },

  testSamlConfig: {
    summary:
      'Checks the configuration: what would keep people from signing in, and how long certificates last',
    method: 'POST',
    path: '/auth/saml/test',
    access: 'admin',
    body: Nothing,
    reply: data(z.object({ checks: z.array(CheckView) }), 'SAML configuration is valid'),
    fails: [failures.ConfigurationMissing, failures.TestFailed],
    example: { as: 'root' },
  },

  getSamlTestLogin: {
    summary:
      'An address for trying a sign-in out, also before the configuration is active: then nobody is signed in',
    method: 'GET',
    path: '/auth/saml/test-login',
    access: 'admin',
    reply: data(z.object({ loginUrl: z.string(), requestId: z.string(), relayState: z.string() })),
    fails: [failures.ConfigurationMissing],
    example: { as: 'root' },
  },

  getSamlMetadata: {
    summary: "Service provider metadata of this school, for its identity provider's administrator",
    method: 'GET',
    path: '/auth/saml/metadata',
    access: 'anyone',
    duringMaintenance: true,
    reply: text('application/xml; charset=utf-8'),
    example: {},
  },

  importSamlMetadata: {
    summary:
      'Fills the configuration from the metadata of an identity provider, given as a document or by its address',
    method: 'POST',
    path: '/auth/saml/metadata',
    access: 'admin',
    body: z.strictObject({
      xml: z.optional(z.string().check(z.minLength(1))),
      url: z.optional(z.string().check(z.maxLength(2048))),
      attributePreset: z.optional(z.enum(presetNames)),
    }),
    limits: { imports: samlLimits.imports },
    reply: Saved,
    fails: [...failures.configFailures, ...failures.importFailures],
    example: { as: 'root', body: { xml: 'demo-metadata', attributePreset: 'eduperson' } },
  },

  listSamlPresets: {
    summary: 'Attribute mappings for the identity providers that schools use',
    method: 'GET',
    path: '/auth/saml/presets',
    access: 'admin',
    reply: data(
      z.object({
        presets: z.array(PresetView),
      }),
    ),
    example: { as: 'root' },
  },

  listSamlTraces: {
    summary: 'Sign-ins of the last seven days, newest first',
    method: 'GET',
    path: '/auth/saml/traces',
    access: 'admin',
    query: z.object(PageQuery),
    reply: data(z.object({ traces: z.array(TraceView), cursor: z.optional(z.string()) })),
    fails: [failures.BadCursor],
    example: { as: 'root' },
  },

  getSamlTrace: {
    summary: 'One sign-in by the id that the person was shown: what arrived, and how each check ended',
    method: 'GET',
    path: '/auth/saml/traces/:traceId',
    access: 'admin',
    reply: data(TraceView),
    fails: [failures.TraceMissing],
    example: { as: 'root', path: { traceId: 'demo-trace' } },
  },

  redactSamlTrace: {
    summary: 'Removes from a trace what it says about a person; how the checks ended stays',
    method: 'POST',
    path: '/auth/saml/traces/:traceId/redact',
    access: 'admin',
    body: Nothing,
    reply: data(TraceView, 'Trace redacted'),
    fails: [failures.TraceMissing],
    example: { as: 'root', path: { traceId: 'demo-trace' } },
  },

  startSamlLogout: {
    summary: 'Signs out here and, where the school does so, hands over to the identity provider',
    method: 'POST',
    path: '/auth/saml/logout',
    access: 'caller',
    body: Nothing,
    reply: flat(z.object({ redirectUrl: z.optional(z.string()) }), 'Logged out successfully'),
    example: { as: 'ada' },
  },

  receiveSamlLogout: {
    summary: 'Logout messages of the identity provider by redirect: its requests, and its answers to ours',
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
    example: {
      query: { SAMLRequest: 'demo-request', SigAlg: 'demo-algorithm', Signature: 'demo-signature' },
    },
  },

  receivePostedSamlLogout: {
    summary: 'Logout messages of the identity provider by form post',
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
    example: { body: { SAMLRequest: 'demo-posted-request' } },
  },
})
