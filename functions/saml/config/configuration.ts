import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import { signInChanged } from '../../../lib/identity/session/sign-in-notice.ts'
import { placesFor } from '../addresses.ts'
import { daysLeft, readCertificates } from '../certificates/certificates.ts'
import { ConfigurationMissing } from '../contract/failures.ts'
import type { ConfigBody, ConfigView } from '../contract/shapes.ts'
import { configPut, findConfig, idpSinceOf, type SamlConfig } from '../repository.ts'
import { endingOf } from '../sign-in/session-end.ts'
import { merged } from './changes.ts'
import { defaultsAt } from './defaults.ts'
import { requireSound } from './rules.ts'

const attempts = 5

const changedFields = (before: SamlConfig, after: SamlConfig): string =>
  Object.keys({ ...before, ...after })
    .filter((name) => !isDeepStrictEqual(before[name as keyof SamlConfig], after[name as keyof SamlConfig]))
    .filter((name) => name !== 'updatedAt' && name !== 'idpSince')
    .join(' ')

/**
 * Stores a configuration or a part of one: what is not given stays (rules/saml 27). The whole has to be sound
 * afterwards. `created` tells a first one from a change; the audit row stands beside it.
 */
export const saveConfig = async (
  context: Context<'admin'>,
  body: ConfigBody,
): Promise<{ id: string; created: boolean }> => {
  const { table, tenant, now, newId, caller } = context
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await findConfig(table)
    const { isActive: _, ...rest } = body
    if (!stored && Object.keys(rest).length === 0) fail(ConfigurationMissing)
    const at = now().toISOString()
    const before = stored ?? defaultsAt(tenant, newId(), at)
    const wanted = merged(before, body, context)
    const idpSince = wanted.idpEntityId === before.idpEntityId ? idpSinceOf(before) : at
    const after = { ...wanted, idpSince, updatedAt: at }
    requireSound(after, before, context)
    const fields = changedFields(before, after)
    if (stored && fields === '') return { id: stored.id, created: false }
    const ending = await endingOf(table, tenant.key, before, after, now())
    const ended = ending.length > 0
    const deed = { action: 'saml.configure', actor: caller, targetType: 'saml', targetId: after.id }
    const change = `An administrator ${stored ? 'changed' : 'set up'} the identity provider (${fields}).`
    const written = await table.write([
      configPut(after),
      ...ending,
      audit(context, { ...deed, detail: { fields, ...(ended ? { sessions: 'ended' } : {}) } }),
      signInChanged(context, change, { ended }),
    ])
    if (written.ok) return { id: after.id, created: !stored }
  }
  return fail(ConcurrentChange)
}

/** A configuration as administrators read it. */
export const viewOf = (config: SamlConfig, { tenant, now }: Pick<Context, 'tenant' | 'now'>): ConfigView => {
  const [x509Cert = '', ...additionalCerts] = config.certificates
  const places = placesFor(config)
  return {
    ...config,
    school: tenant.key,
    idp: {
      entityId: config.idpEntityId,
      ssoUrl: config.ssoUrl,
      ...(config.sloUrl === undefined ? {} : { sloUrl: config.sloUrl }),
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
