import * as z from 'zod/mini'
import { EmptyBody } from '../../../lib/contract/fields.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { hours, minutes } from '../../../lib/contract/time.ts'
import * as failures from './failures.ts'
import { CheckView, ConfigBody, ConfigView, LeftOut, PresetView, presetNames } from './shapes.ts'

/** A certificate for samples. Its key was deleted when it was made. */
export const sampleCertificate = [
  'MIICyDCCAbCgAwIBAgIQAQkJCQkJCQkJCQkJCQkJCTANBgkqhkiG9w0BAQsFADAfMR0wGwYDVQQDDBRpZHAuZGVtby5leGFt',
  'cGxlLmVkdTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHzEdMBsGA1UEAwwUaWRwLmRlbW8uZXhhbXBsZS5l',
  'ZHUwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCsgIf836xBMGAbgTLpqdS1WupodkOz2YwMVJIsjC34tx7+vDLd',
  'Jndd25Du99UXmhW2PZUjNAHfUsBVDLxpQRQGhtM6dcRmv6hpzw5pWhQLVGpxxZF1QuXMDrMhsGD9IaPIv0RsLhwOXl+yfaKy',
  'C0sV3ZfRcpdLv3Tm7LbLpUZ9mKkdFJ/cPCtO3iozdN6DVrbl3JcfxsDylwhPq0py4OQ2jcMGtFK198UfocA6uGYmnowMI5ha',
  '/J2swn7orNmZ1xf+YmDohM9fEN0SkVz56cEg1NBxyLKz+EdwOCs8yNpJ70fRtkmRTF+rCkrqHu8GYmig+KvSj1ieSHDLPCr/',
  '1ukBAgMBAAEwDQYJKoZIhvcNAQELBQADggEBAI1RMeV1v9OWh3/f2C2GMUkx3z6EqEXVUJgEXnRNOnPiBDLCZzK6rvUZ6vf9',
  '7EhrYaeevvhfyTTH226BwQ4/uEuOmycqbDH2Qb6QB8f+3Ry6JaT7wUeZhujU8ecO+VtkgyyFAOZYe+usM9pGpdYO7oDyC/hS',
  '2qevRzz2g5zJ2qxoL0GaWToRLmuIusn9O6YVEWHGZ4MCy9PuEyVAyory/rsr+qzbjHJQ/PUgMeju6ehloRVabggLWNCLHpaI',
  'RSbwb3HHQY0EYlb0XWKg5qQ7LABcPCjNJANNZIrmgQ/MbMt3LTEjLJzHqOM16ZZpz6LB6FhaozVTTNu4TSJ7ogwExq4=',
].join('')

/** A whole campus may share one address, so these limits are wide. They bound the work that strangers can cause. */
export const samlLimits = {
  starts: { max: 600, seconds: 5 * minutes },
  failures: { max: 300, seconds: 15 * minutes, count: 'failures' },
  imports: { max: 20, seconds: hours },
} as const

/** Bytes of an encrypted, form-encoded response for a person in a thousand groups. */
export const maxResponseBytes = 1024 * 1024
/** Bytes of pasted metadata, including JSON escapes. */
const maxMetadataBytes = 2 * 1024 * 1024

const config = '/auth/saml/config'

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

/** Operations by which administrators set up the school's identity provider. */
export const configRows = {
  getSamlConfig: {
    summary: 'Get the SAML configuration, active or not, without secrets',
    method: 'GET',
    path: config,
    access: 'admin',
    reply: data(ConfigView),
    fails: [failures.ConfigurationMissing],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },

  saveSamlConfig: {
    summary: 'Save the SAML configuration or parts of it; `{isActive}` alone turns it on or off',
    method: 'POST',
    path: config,
    access: 'admin',
    consequence: 'settings',
    body: ConfigBody,
    reply: Saved,
    fails: failures.configFailures,
    costs: { depth: 3, read: 3, write: 10 },
    example: { as: 'root', body: sampleConfig },
  },

  changeSamlConfig: {
    summary: 'Update parts of the SAML configuration',
    method: 'PATCH',
    path: config,
    access: 'admin',
    consequence: 'settings',
    body: ConfigBody,
    reply: Saved,
    fails: failures.configFailures,
    costs: { depth: 4, read: 4, write: 10 },
    example: { as: 'root', body: { isActive: false } },
  },

  testSamlConfig: {
    summary: 'Test the SAML configuration: list sign-in problems and certificate expiry dates',
    method: 'POST',
    path: '/auth/saml/test',
    access: 'admin',
    body: EmptyBody,
    reply: data(z.object({ checks: z.array(CheckView) }), 'SAML configuration is valid'),
    fails: [failures.ConfigurationMissing, failures.TestFailed],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'root' },
  },

  getSamlTestLogin: {
    summary: 'Get an address for a test sign-in; before the configuration is active, nobody is signed in',
    method: 'GET',
    path: '/auth/saml/test-login',
    access: 'admin',
    query: z.object({
      /** `true` redirects a browser at once. */
      redirect: z.optional(z.enum(['true', 'false'])),
    }),
    reply: data(
      z.object({ loginUrl: z.string(), requestId: z.string(), relayState: z.string() }),
      undefined,
      { secret: true },
    ),
    fails: [failures.ConfigurationMissing],
    costs: { depth: 3, read: 4, write: 2 },
    example: { as: 'root' },
  },

  importSamlMetadata: {
    summary: "Import an identity provider's metadata into the configuration, from a document or an address",
    method: 'POST',
    path: '/auth/saml/metadata',
    access: 'admin',
    consequence: 'settings',
    mostBody: maxMetadataBytes,
    body: z.strictObject({
      xml: z.optional(z.string().check(z.minLength(1))),
      url: z.optional(z.string().check(z.maxLength(2048))),
      attributePreset: z.optional(z.enum(presetNames)),
    }),
    limits: { imports: samlLimits.imports },
    reply: data(
      z.object({ id: z.string(), leftOut: z.array(LeftOut) }),
      'SAML configuration updated successfully',
    ),
    fails: [...failures.configFailures, ...failures.importFailures],
    costs: { depth: 4, read: 4, write: 10 },
    example: { as: 'root', body: { xml: 'demo-metadata', attributePreset: 'eduperson' } },
  },

  listSamlPresets: {
    summary: 'List attribute mappings of common identity providers',
    method: 'GET',
    path: '/auth/saml/presets',
    access: 'admin',
    reply: data(
      z.object({
        presets: z.array(PresetView),
      }),
    ),
    costs: { depth: 1, read: 2, write: 0 },
    example: { as: 'root' },
  },
} as const satisfies Rows
