import type { PresetName } from '../contract/shapes.ts'
import type { Mapping } from '../sign-in/attributes.ts'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const microsoft = 'http://schemas.microsoft.com'
const oid = (digits: string): string => `urn:oid:${digits}`

export type Preset = { readonly about: string; readonly attributeMapping: Mapping }

/**
 * What the identity providers that schools use name their attributes, as they come out of the box. A student id may become
 * what a person is known by, so it is never one that people can set themselves.
 */
export const presets: Readonly<Record<PresetName, Preset>> = {
  eduperson: {
    about: 'Shibboleth and other members of academic federations (eduPerson, by OID)',
    attributeMapping: {
      email: oid('0.9.2342.19200300.100.1.3'),
      username: oid('0.9.2342.19200300.100.1.1'),
      firstName: oid('2.5.4.42'),
      lastName: oid('2.5.4.4'),
      displayName: oid('2.16.840.1.113730.3.1.241'),
      // schacPersonalUniqueCode, which the school gives out; numbers like ORCID's people enter themselves.
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
