import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isPlatformAdmin } from '../../../lib/identity/person/caller.ts'
import { isOwnEntityId, webAddress } from '../addresses.ts'
import {
  type Certificate,
  chainsTo,
  isCurrent,
  isExpired,
  readCertificates,
} from '../certificates/certificates.ts'
import {
  CertificateExpired,
  ChainFailed,
  InvalidCertificate,
  InvalidConfiguration,
  InvalidUrl,
} from '../contract/failures.ts'
import type { SamlConfig } from '../repository.ts'

type World = Pick<Context<'admin'>, 'tenant' | 'settings' | 'caller' | 'now'>

/** Roles that any administrator may give to whoever signs in; others are a platform administrator's to give. */
const commonRoles = ['user', 'moderator', 'developer', 'oie', 'beta']
const neverByLogin = ['platform_admin', 'root']

const wrong = (field: string, message: string): never =>
  fail(InvalidConfiguration, { field, details: [{ field, message }] })

const requireAddresses = (config: SamlConfig, { tenant, settings }: World): void => {
  const { entityId, ssoUrl, sloUrl, metadataUrl } = config
  if (!webAddress(entityId, { production: false })) fail(InvalidUrl, { field: 'entityId' })
  if (!isOwnEntityId(entityId, tenant, settings))
    wrong('entityId', "Must be the address of this school's metadata")
  if (config.idpEntityId === '') wrong('idp.entityId', 'Required')
  if (ssoUrl === '') wrong('idp.ssoUrl', 'Required')
  const addresses = { 'idp.ssoUrl': ssoUrl, 'idp.sloUrl': sloUrl, metadataUrl }
  for (const [field, address] of Object.entries(addresses)) {
    if (address !== undefined && !webAddress(address, settings)) fail(InvalidUrl, { field })
  }
  if (metadataUrl !== undefined && !metadataUrl.startsWith('https://'))
    fail(InvalidUrl, { field: 'metadataUrl' })
}

const requireCertificates = (config: SamlConfig, before: SamlConfig, { now }: World): void => {
  const field = 'idp.x509Cert'
  const all = readCertificates(config.certificates) ?? fail(InvalidCertificate, { field })
  if (all.length === 0) fail(InvalidCertificate, { field })
  const isNew = ({ pem }: Certificate): boolean => !before.certificates.includes(pem)
  // One that has run out since it was stored may stay beside its successor.
  if (all.some((one) => isNew(one) && isExpired(one, now()))) fail(CertificateExpired, { field })
  if (all.every((one) => isExpired(one, now())) && config.isActive) fail(CertificateExpired, { field })
  if (config.isActive && !all.some((one) => isCurrent(one, now()))) wrong(field, 'Not valid yet')
  const authorities = readCertificates(config.authorities, { authorities: true }) ?? []
  const isAdded = ({ pem }: Certificate): boolean => !before.authorities.includes(pem)
  if (authorities.some((one) => isAdded(one) && isExpired(one, now())))
    fail(CertificateExpired, { field: 'idp.caCert' })
  const chained = authorities.length === 0 || all.every((one) => chainsTo(one, authorities, now()))
  if (!chained) fail(ChainFailed, { field })
}

const requireRoles = ({ defaultRoles }: SamlConfig, before: SamlConfig, { caller }: World): void => {
  const field = 'userProvisioning.defaultRoles'
  if (defaultRoles.length === 0) wrong(field, 'At least one role is needed')
  const added = defaultRoles.filter((role) => !before.defaultRoles.includes(role))
  if (added.some((role) => neverByLogin.includes(role)))
    wrong(field, 'This role is never given by signing in')
  const common = isPlatformAdmin(caller) ? [...commonRoles, 'admin'] : commonRoles
  if (added.some((role) => !common.includes(role))) wrong(field, 'You cannot give this role to others')
}

/** Whether a configuration can work, and in the words that existing front ends know why not. */
export const requireSound = (config: SamlConfig, before: SamlConfig, world: World): void => {
  requireAddresses(config, world)
  requireCertificates(config, before, world)
  requireRoles(config, before, world)
}
