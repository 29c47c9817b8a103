import type { Context, Tenant } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isPlatformAdmin } from '../../../lib/identity/person/caller.ts'
import { endpointsAt, isOwnEntityId, webAddress } from '../addresses.ts'
import { type Certificate, chainsTo, isCurrent, isExpired, readCertificates } from '../certificates.ts'
import {
  CertificateExpired,
  ChainFailed,
  InvalidCertificate,
  InvalidConfiguration,
  InvalidUrl,
} from '../contract/failures.ts'
import { mappingKeys, type PresetName } from '../contract/shapes.ts'
import type { SamlConfig } from '../repository.ts'
import type { Mapping } from '../sign-in/attributes.ts'

const plainMapping: Mapping = Object.fromEntries(mappingKeys.map((key) => [key, key]))

/** Defaults of fields that are not set. */
export const defaultsAt = ({ origin }: Tenant, id: string, at: string): SamlConfig => ({
  id,
  entityId: endpointsAt(origin).entityId,
  idpEntityId: '',
  ssoUrl: '',
  certificates: [],
  authorities: [],
  attributeMapping: { ...plainMapping } as Record<string, string>,
  autoCreateUsers: true,
  autoUpdateUsers: true,
  defaultRoles: ['user'],
  usernameGeneration: 'email_prefix',
  isActive: false,
  wantAssertionsSigned: true,
  wantMessageSigned: false,
  wantNameId: true,
  wantAssertionsEncrypted: false,
  signatureAlgorithm: 'sha256',
  digestAlgorithm: 'sha256',
  allowIdpInitiated: false,
  warned: {},
  createdAt: at,
  updatedAt: at,
  version: 0,
})

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const microsoft = 'http://schemas.microsoft.com'
const oid = (digits: string): string => `urn:oid:${digits}`

type Preset = { readonly about: string; readonly attributeMapping: Mapping }

/**
 * Default attribute names of the identity providers that schools use. A student id may identify a person, so no preset
 * maps it to an attribute that people can set themselves.
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  plain: {
    about: 'Plain names: email, username, firstName, lastName, displayName, studentId, department, role',
    attributeMapping: plainMapping,
  },
  friendly: {
    about:
      'Friendly names: mail, uid, givenName, sn, displayName, schacPersonalUniqueCode, ou, eduPersonAffiliation',
    attributeMapping: {
      email: 'mail',
      username: 'uid',
      firstName: 'givenName',
      lastName: 'sn',
      displayName: 'displayName',
      studentId: 'schacPersonalUniqueCode',
      department: 'ou',
      role: 'eduPersonAffiliation',
    },
  },
  eduperson: {
    about: 'Shibboleth and other members of academic federations (eduPerson, by OID)',
    attributeMapping: {
      email: oid('0.9.2342.19200300.100.1.3'),
      username: oid('0.9.2342.19200300.100.1.1'),
      firstName: oid('2.5.4.42'),
      lastName: oid('2.5.4.4'),
      displayName: oid('2.16.840.1.113730.3.1.241'),
      // schacPersonalUniqueCode, which the school assigns; people enter numbers such as ORCID's themselves.
      studentId: oid('1.3.6.1.4.1.25178.1.2.14'),
      department: oid('2.5.4.11'),
      role: oid('1.3.6.1.4.1.5923.1.1.1.1'),
    },
  },
  entra: {
    about: 'Microsoft Entra ID',
    attributeMapping: {
      email: `${claims}/emailaddress`,
      username: `${claims}/name`,
      firstName: `${claims}/givenname`,
      lastName: `${claims}/surname`,
      displayName: `${microsoft}/identity/claims/displayname`,
      studentId: 'employeeid',
      department: 'department',
      role: `${microsoft}/ws/2008/06/identity/claims/role`,
    },
  },
  okta: {
    about: 'Okta, with the attribute statements that its application template proposes',
    attributeMapping: {
      email: 'email',
      username: 'login',
      firstName: 'firstName',
      lastName: 'lastName',
      displayName: 'displayName',
      studentId: 'employeeNumber',
      department: 'department',
      role: 'userType',
    },
  },
  google: {
    about: 'Google Workspace, custom SAML application',
    attributeMapping: {
      email: 'email',
      username: 'username',
      firstName: 'firstName',
      lastName: 'lastName',
      displayName: 'displayName',
      studentId: 'employeeId',
      department: 'department',
      role: 'role',
    },
  },
  adfs: {
    about: 'Active Directory Federation Services, with claims named by their usual types',
    attributeMapping: {
      email: `${claims}/emailaddress`,
      username: `${microsoft}/ws/2008/06/identity/claims/windowsaccountname`,
      firstName: `${claims}/givenname`,
      lastName: `${claims}/surname`,
      displayName: `${claims}/name`,
      studentId: `${claims}/privatepersonalidentifier`,
      department: 'http://schemas.xmlsoap.org/claims/Department',
      role: `${microsoft}/ws/2008/06/identity/claims/role`,
    },
  },
}

type ConfigSettingsContext = Pick<Context<'admin'>, 'tenant' | 'settings' | 'caller' | 'now'>

/** Roles that any administrator may assign by sign-in; only a platform administrator may choose others. */
const commonRoles = ['user', 'moderator', 'developer', 'oie', 'beta']
const neverByLogin = ['platform_admin', 'root']

const failField = (field: string, message: string): never =>
  fail(InvalidConfiguration, { field, details: [{ field, message }] })

const requireAddresses = (config: SamlConfig, { tenant, settings }: ConfigSettingsContext): void => {
  const { entityId, ssoUrl, sloUrl, sloResponseUrl, metadataUrl } = config
  if (!webAddress(entityId, { production: false })) fail(InvalidUrl, { field: 'entityId' })
  if (!isOwnEntityId(entityId, tenant, settings))
    failField('entityId', "Must be the address of this school's metadata")
  if (config.idpEntityId === '') failField('idp.entityId', 'Required')
  if (ssoUrl === '') failField('idp.ssoUrl', 'Required')
  const addresses = {
    'idp.ssoUrl': ssoUrl,
    'idp.sloUrl': sloUrl,
    'idp.sloResponseUrl': sloResponseUrl,
    metadataUrl,
  }
  for (const [field, address] of Object.entries(addresses)) {
    if (address !== undefined && !webAddress(address, settings)) fail(InvalidUrl, { field })
  }
  if (metadataUrl !== undefined && !metadataUrl.startsWith('https://'))
    fail(InvalidUrl, { field: 'metadataUrl' })
}

const requireCertificates = (
  config: SamlConfig,
  before: SamlConfig,
  { now }: ConfigSettingsContext,
): void => {
  const field = 'idp.x509Cert'
  const all = readCertificates(config.certificates) ?? fail(InvalidCertificate, { field })
  if (all.length === 0) fail(InvalidCertificate, { field })
  const isNew = ({ pem }: Certificate): boolean => !before.certificates.includes(pem)
  // A stored certificate that has expired since may stay beside its successor.
  if (all.some((one) => isNew(one) && isExpired(one, now()))) fail(CertificateExpired, { field })
  if (all.every((one) => isExpired(one, now())) && config.isActive) fail(CertificateExpired, { field })
  if (config.isActive && !all.some((one) => isCurrent(one, now()))) failField(field, 'Not valid yet')
  const authorities = readCertificates(config.authorities, { authorities: true }) ?? []
  const isAdded = ({ pem }: Certificate): boolean => !before.authorities.includes(pem)
  if (authorities.some((one) => isAdded(one) && isExpired(one, now())))
    fail(CertificateExpired, { field: 'idp.caCert' })
  const chained = authorities.length === 0 || all.every((one) => chainsTo(one, authorities, now()))
  if (!chained) fail(ChainFailed, { field })
}

const requireRoles = (
  { defaultRoles }: SamlConfig,
  before: SamlConfig,
  { caller }: ConfigSettingsContext,
): void => {
  const field = 'userProvisioning.defaultRoles'
  if (defaultRoles.length === 0) failField(field, 'At least one role is needed')
  const added = defaultRoles.filter((role) => !before.defaultRoles.includes(role))
  if (added.some((role) => neverByLogin.includes(role)))
    failField(field, 'This role cannot be assigned at sign-in')
  const common = isPlatformAdmin(caller) ? [...commonRoles, 'admin'] : commonRoles
  if (added.some((role) => !common.includes(role))) failField(field, 'You cannot assign this role')
}

const requireIdentity = ({ identityAttribute, attributeMapping, wantNameId }: SamlConfig): void => {
  const field = 'identityAttribute'
  if (identityAttribute === 'nameId' && !wantNameId) failField(field, 'wantNameId is off. Turn it on first.')
  if (identityAttribute === 'studentId' && attributeMapping.studentId === undefined)
    failField(field, 'Map an attribute to studentId first')
}

/** Fails when a configuration cannot work, with messages that existing front ends know. */
export const requireValidConfig = (
  config: SamlConfig,
  before: SamlConfig,
  context: ConfigSettingsContext,
): void => {
  requireAddresses(config, context)
  requireCertificates(config, before, context)
  requireRoles(config, before, context)
  requireIdentity(config)
}
