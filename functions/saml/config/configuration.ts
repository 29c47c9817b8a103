import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { notifySignInChanged } from '../../../lib/identity/session/sign-in-notifications.ts'
import { preparedText } from '../../../lib/prepared-text.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { endpointsOf } from '../addresses.ts'
import { daysLeft, readCertificates, trustEndWrites } from '../certificates.ts'
import { ConfigurationMissing, InvalidCertificate, MappingFailed } from '../contract/failures.ts'
import { type ConfigBody, type ConfigView, type LeftOut, mappingKeys } from '../contract/shapes.ts'
import { configWrite, findConfig, type SamlConfig } from '../repository.ts'
import { identityWarnings } from '../sign-in/identity.ts'
import { defaultsAt, presets, requireValidConfig } from './settings.ts'

type TextInput = string | readonly string[] | null | undefined

const textsOf = (given: TextInput): readonly string[] => {
  if (given === null || given === undefined) return []
  return (typeof given === 'string' ? [given] : given).filter((text) => text.trim() !== '')
}

const pemsOf = (given: readonly string[], field: string, authorities = false): string[] =>
  (readCertificates(given, { authorities }) ?? fail(InvalidCertificate, { field })).map(({ pem }) => pem)

/**
 * Certificates arrive in several fields (rules/saml 31). The main one replaces the main one, and additional ones
 * replace the additional ones. So a rotation adds the next beside the current one.
 */
const certificatesIn = (before: SamlConfig, { idp = {}, ...top }: ConfigBody): string[] => {
  const main = [idp.x509Cert, idp.certificate, idp.x509Certificate, top.certificate, top.x509Certificate]
  const given = main.find((each) => each !== undefined)
  const [first, ...others] = before.certificates
  if (given === undefined && idp.additionalCerts === undefined) return before.certificates
  const mains = given === undefined ? textsOf(first) : pemsOf(textsOf(given), 'idp.x509Cert')
  const additional =
    idp.additionalCerts === undefined ? others : pemsOf(textsOf(idp.additionalCerts), 'idp.additionalCerts')
  return [...new Set([...mains, ...additional])]
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

const refuseField = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

// Clients send back fields as they read them; a field that names another school or configuration is a mistake.
const refuseForeign = ({ school, id, _id }: ConfigBody, before: SamlConfig, { tenant }: Context): void => {
  if (school !== undefined && school !== tenant.key)
    refuseField('school', 'This is another school. Leave it out')
  const foreign = [id, _id].some((each) => each !== undefined && each !== before.id)
  if (foreign && before.version > 0) refuseField('id', 'This is another configuration. Leave it out')
}

/** An optional text: null or an empty one removes it. */
const optional = <K extends string, V extends string>(
  name: K,
  given: V | null | undefined,
  before: V | undefined,
) => {
  const value = given === undefined ? before : given || undefined
  return (value === undefined ? {} : { [name]: value }) as { [N in K]?: V }
}

const withoutUndefined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

const switchesIn = (before: SamlConfig, body: ConfigBody) => {
  const given = { ...withoutUndefined(body.settings ?? {}), ...withoutUndefined(body) } as ConfigBody
  return {
    isActive: body.isActive ?? before.isActive,
    wantAssertionsSigned: given.wantAssertionsSigned ?? before.wantAssertionsSigned,
    wantMessageSigned: given.wantMessageSigned ?? before.wantMessageSigned,
    wantNameId: given.wantNameId ?? before.wantNameId,
    wantAssertionsEncrypted: given.wantAssertionsEncrypted ?? before.wantAssertionsEncrypted,
    signatureAlgorithm: given.signatureAlgorithm ?? before.signatureAlgorithm,
    digestAlgorithm: given.digestAlgorithm ?? before.digestAlgorithm,
    allowIdpInitiated: given.allowIdpInitiated ?? before.allowIdpInitiated,
    ...((given.useFirstEmail ?? before.useFirstEmail) ? { useFirstEmail: true } : {}),
  }
}

/** Merges a body into the previous configuration. 400 for unreadable values. */
const mergeConfig = (before: SamlConfig, body: ConfigBody, context: Context): SamlConfig => {
  refuseForeign(body, before, context)
  const { idp = {}, userProvisioning: users = {} } = body
  const {
    sloUrl,
    sloResponseUrl,
    customUsernameField,
    metadataUrl,
    identityAttribute,
    useFirstEmail: _,
    ...kept
  } = before
  return {
    ...kept,
    entityId: body.entityId ?? before.entityId,
    idpEntityId: idp.entityId ?? before.idpEntityId,
    ssoUrl: idp.ssoUrl ?? before.ssoUrl,
    ...optional('sloUrl', idp.sloUrl, sloUrl),
    ...optional('sloResponseUrl', idp.sloResponseUrl, sloResponseUrl),
    certificates: certificatesIn(before, body),
    authorities:
      idp.caCert === undefined ? before.authorities : pemsOf(textsOf(idp.caCert), 'idp.caCert', true),
    attributeMapping: mappingIn(before, body),
    ...optional('identityAttribute', body.identityAttribute, identityAttribute),
    autoCreateUsers: users.autoCreateUsers ?? before.autoCreateUsers,
    autoUpdateUsers: users.autoUpdateUsers ?? before.autoUpdateUsers,
    defaultRoles: users.defaultRoles ?? before.defaultRoles,
    usernameGeneration: users.usernameGeneration ?? before.usernameGeneration,
    ...optional('customUsernameField', users.customUsernameField, customUsernameField),
    ...optional('metadataUrl', body.metadataUrl, metadataUrl),
    ...switchesIn(before, body),
  }
}

/** Days in which a response that also names a person by the previous attribute carries the link over. */
const carryDays = 90

/** When the identity attribute changes, the previous one stays readable for a while (rules/saml 45). */
const formerIdentityChange = (
  before: SamlConfig,
  { idpEntityId, identityAttribute }: SamlConfig,
  now: Date,
): Pick<SamlConfig, 'formerIdentity'> => {
  if (before.version === 0 || before.identityAttribute === identityAttribute) return {}
  if (before.idpEntityId !== idpEntityId) return { formerIdentity: undefined }
  const { identityAttribute: attribute } = before
  const until = new Date(now.getTime() + carryDays * dayMs).toISOString()
  return { formerIdentity: { ...(attribute === undefined ? {} : { attribute }), until } }
}

const unnamedFields = ['updatedAt', 'leftOut', 'formerIdentity']

const changedFields = (before: SamlConfig, after: SamlConfig): string =>
  Object.keys({ ...before, ...after })
    .filter((name) => !isDeepStrictEqual(before[name as keyof SamlConfig], after[name as keyof SamlConfig]))
    .filter((name) => !unnamedFields.includes(name))
    .join(' ')

/**
 * Stores a configuration or a part of one: omitted fields stay unchanged (rules/saml 27). The result must be valid as a
 * whole. `created` is true for a first configuration. The audit row is in the same transaction. `leftOut`: entries that
 * an import of metadata did not accept.
 */
export const saveConfig = async (
  context: Context<'admin'>,
  body: ConfigBody,
  leftOut?: readonly LeftOut[],
): Promise<{ id: string; created: boolean }> => {
  const { table, tenant, now, newId, caller } = context
  return table.retryOnConflict(async () => {
    const stored = await findConfig(table)
    const { isActive: _, ...rest } = body
    if (!stored && Object.keys(rest).length === 0) fail(ConfigurationMissing)
    const at = now().toISOString()
    const before = stored ?? defaultsAt(tenant, newId(), at)
    const requested = mergeConfig(before, body, context)
    const imported = leftOut === undefined ? {} : { leftOut: [...leftOut] }
    const after = {
      ...requested,
      ...formerIdentityChange(before, requested, now()),
      ...imported,
      updatedAt: at,
    }
    requireValidConfig(after, before, context)
    const fields = changedFields(before, after)
    const isUnchanged = fields === '' && isDeepStrictEqual(before.leftOut ?? [], after.leftOut ?? [])
    if (stored && isUnchanged) return { id: stored.id, created: false }
    const ending = await trustEndWrites(table, tenant.key, before, after, now())
    const ended = ending.length > 0
    const audited = {
      action: 'saml.configure',
      actor: caller,
      targetType: 'saml',
      targetId: after.id,
    } as const
    const dropped = ended && after.idpEntityId !== before.idpEntityId && context.school?.providerContext
    const changes = [
      stored
        ? preparedText('An administrator changed the identity provider ({fields}).', { fields })
        : preparedText('An administrator set up the identity provider ({fields}).', { fields }),
      ...(dropped
        ? [
            preparedText(
              'Sign-ins there do not count as a second factor until the school sets the authentication context again.',
            ),
          ]
        : []),
    ]
    const written = await table.write([
      configWrite(after),
      ...ending,
      audit(context, { ...audited, detail: { fields, ...(ended ? { sessions: 'ended' } : {}) } }),
      notifySignInChanged(context, changes, { ended }),
    ])
    return written.ok ? { id: after.id, created: !stored } : conflicted
  })
}

/** A configuration in the form that administrators read. */
export const viewOf = (config: SamlConfig, { tenant, now }: Pick<Context, 'tenant' | 'now'>): ConfigView => {
  const [x509Cert = '', ...additionalCerts] = config.certificates
  const places = endpointsOf(config)
  return {
    ...config,
    identityWarnings: identityWarnings(config),
    useFirstEmail: config.useFirstEmail ?? false,
    leftOut: config.leftOut ?? [],
    school: tenant.key,
    idp: {
      entityId: config.idpEntityId,
      ssoUrl: config.ssoUrl,
      ...(config.sloUrl === undefined ? {} : { sloUrl: config.sloUrl }),
      ...(config.sloResponseUrl === undefined ? {} : { sloResponseUrl: config.sloResponseUrl }),
      x509Cert,
      additionalCerts,
      caCert: config.authorities,
      certificates: (readCertificates(config.certificates) ?? []).map((certificate) => ({
        ...certificate,
        daysLeft: daysLeft(certificate, now()),
      })),
    },
    userProvisioning: {
      autoCreateUsers: config.autoCreateUsers,
      autoUpdateUsers: config.autoUpdateUsers,
      defaultRoles: config.defaultRoles,
      usernameGeneration: config.usernameGeneration,
      ...(config.customUsernameField === undefined
        ? {}
        : { customUsernameField: config.customUsernameField }),
    },
    sp: {
      entityId: places.entityId,
      assertionConsumerService: places.callback,
      singleLogoutService: places.logout,
      singleLogoutServicePost: places.postedLogout,
    },
  }
}

export const requireConfig = async ({ table }: Pick<Context, 'table'>): Promise<SamlConfig> =>
  (await findConfig(table)) ?? fail(ConfigurationMissing)
