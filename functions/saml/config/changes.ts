import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { readCertificates } from '../certificates/certificates.ts'
import { InvalidCertificate, MappingFailed } from '../contract/failures.ts'
import { type ConfigBody, mappingKeys } from '../contract/shapes.ts'
import type { SamlConfig } from '../repository.ts'
import { presets } from './presets.ts'

type Given = string | readonly string[] | null | undefined

const listed = (given: Given): readonly string[] => {
  if (given === null || given === undefined) return []
  return (typeof given === 'string' ? [given] : given).filter((text) => text.trim() !== '')
}

const pems = (given: readonly string[], field: string, authorities = false): string[] =>
  (readCertificates(given, { authorities }) ?? fail(InvalidCertificate, { field })).map(({ pem }) => pem)

/**
 * Certificates come under several names (rules/saml 31). The main one replaces the main one, additional ones replace the
 * additional ones, so that a rotation adds the next beside the one in use.
 */
const certificatesIn = (before: SamlConfig, { idp = {}, ...top }: ConfigBody): string[] => {
  const main = [idp.x509Cert, idp.certificate, idp.x509Certificate, top.certificate, top.x509Certificate]
  const given = main.find((each) => each !== undefined)
  const [first, ...others] = before.certificates
  if (given === undefined && idp.additionalCerts === undefined) return before.certificates
  const mains = given === undefined ? listed(first) : pems(listed(given), 'idp.x509Cert')
  const more =
    idp.additionalCerts === undefined ? others : pems(listed(idp.additionalCerts), 'idp.additionalCerts')
  return [...new Set([...mains, ...more])]
}

const isMapping = (given: unknown): given is Record<string, string> =>
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.entries(given).every(
    ([key, name]) =>
      (mappingKeys as readonly string[]).includes(key) &&
      typeof name === 'string' &&
      name.trim() !== '' &&
      name.length <= 512,
  )

const mappingIn = (before: SamlConfig, { attributeMapping, attributePreset }: ConfigBody) => {
  if (attributeMapping === undefined || attributeMapping === null)
    return attributePreset ? { ...presets[attributePreset].attributeMapping } : before.attributeMapping
  return isMapping(attributeMapping)
    ? { email: 'email', ...attributeMapping }
    : fail(MappingFailed, { field: 'attributeMapping' })
}

// What is sent back as it was read says nothing new; another school in it would be a mistake.
const refuseForeign = ({ school, id, _id }: ConfigBody, before: SamlConfig, { tenant }: Context): void => {
  if (school !== undefined && school !== tenant.key) fail(ValidationError, { field: 'school' })
  const foreign = [id, _id].some((each) => each !== undefined && each !== before.id)
  if (foreign && before.version > 0) fail(ValidationError, { field: 'id' })
}

/** An optional text: null or an empty one removes it. */
const optional = <K extends string>(
  name: K,
  given: string | null | undefined,
  before: string | undefined,
) => {
  const value = given === undefined ? before : given || undefined
  return (value === undefined ? {} : { [name]: value }) as { [N in K]?: string }
}

const defined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

const switchesIn = (before: SamlConfig, body: ConfigBody) => {
  const given = { ...defined(body.settings ?? {}), ...defined(body) } as ConfigBody
  return {
    isActive: body.isActive ?? before.isActive,
    wantAssertionsSigned: given.wantAssertionsSigned ?? before.wantAssertionsSigned,
    wantMessageSigned: given.wantMessageSigned ?? before.wantMessageSigned,
    wantNameId: given.wantNameId ?? before.wantNameId,
    wantAssertionsEncrypted: given.wantAssertionsEncrypted ?? before.wantAssertionsEncrypted,
    signatureAlgorithm: given.signatureAlgorithm ?? before.signatureAlgorithm,
    digestAlgorithm: given.digestAlgorithm ?? before.digestAlgorithm,
    allowIdpInitiated: given.allowIdpInitiated ?? before.allowIdpInitiated,
  }
}

/** The configuration that a body makes of the one before. 400 for what cannot be read at all. */
export const merged = (before: SamlConfig, body: ConfigBody, context: Context): SamlConfig => {
  refuseForeign(body, before, context)
  const { idp = {}, userProvisioning: users = {} } = body
  const { sloUrl, customUsernameField, metadataUrl, ...kept } = before
  return {
    ...kept,
    entityId: body.entityId ?? before.entityId,
    idpEntityId: idp.entityId ?? before.idpEntityId,
    ssoUrl: idp.ssoUrl ?? before.ssoUrl,
    ...optional('sloUrl', idp.sloUrl, sloUrl),
    certificates: certificatesIn(before, body),
    authorities: idp.caCert === undefined ? before.authorities : pems(listed(idp.caCert), 'idp.caCert', true),
    attributeMapping: mappingIn(before, body),
    autoCreateUsers: users.autoCreateUsers ?? before.autoCreateUsers,
    autoUpdateUsers: users.autoUpdateUsers ?? before.autoUpdateUsers,
    defaultRoles: users.defaultRoles ?? before.defaultRoles,
    usernameGeneration: users.usernameGeneration ?? before.usernameGeneration,
    ...optional('customUsernameField', users.customUsernameField, customUsernameField),
    ...optional('metadataUrl', body.metadataUrl, metadataUrl),
    ...switchesIn(before, body),
  }
}
