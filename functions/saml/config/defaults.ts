import type { Tenant } from '../../../lib/context.ts'
import { placesOf } from '../addresses.ts'
import { mappingKeys } from '../contract/shapes.ts'
import type { SamlConfig } from '../repository.ts'

/** What holds for a field that nobody has set. */
export const defaultsAt = ({ origin }: Tenant, id: string, at: string): SamlConfig => ({
  id,
  entityId: placesOf(origin).entityId,
  idpEntityId: '',
  ssoUrl: '',
  certificates: [],
  authorities: [],
  attributeMapping: Object.fromEntries(mappingKeys.map((key) => [key, key])),
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
