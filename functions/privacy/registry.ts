import type { PersonalData } from '../../lib/personal-data.ts'
import { personalData as audit } from '../audit/personal-data.ts'
import { personalData as forms } from '../forms/personal-data.ts'
import { personalData as invites } from '../invites/personal-data.ts'
import { personalData as members } from '../members/personal-data.ts'
import { personalData as messages } from '../messages/personal-data.ts'
import { personalData as notifications } from '../notifications/personal-data.ts'
import { personalData as providers } from '../providers/personal-data.ts'
import { personalData as saml } from '../saml/personal-data.ts'
import { personalData as sessions } from '../sessions/personal-data.ts'
import { personalData as users } from '../users/personal-data.ts'
import { personalData as house } from './personal-data.ts'

/** Every domain's rows, in the order of the export. */
export const everything: readonly PersonalData[] = [
  ...users,
  ...sessions,
  ...providers,
  ...saml,
  ...members,
  ...invites,
  ...messages,
  ...forms,
  ...notifications,
  ...audit,
  ...house,
]

/** Kinds of items that tell nothing about a person, and why. */
export const impersonal: Readonly<Record<string, string>> = {
  AdminCount: 'a number',
  AuditDue: 'an hour of a school',
  AuditHead: 'an hour of a school',
  AuditLeaves: 'hashes of audit rows',
  AuditSeal: 'hashes of audit rows',
  DomainClaim: 'a mail domain of a school',
  EventCard: 'an event of an organization',
  MailTrouble: 'that a mail failed, not whose',
  PushTrouble: 'that push messages failed, not whose',
  ManagementConfig: 'settings of a school',
  MessageCount: 'numbers of an organization',
  NoticeSeen: 'that a notice was carried out; ends after two days',
  OrgName: 'the name of an organization',
  OrgRoleCount: 'a number',
  OrgTombstone: 'when a deleted organization goes',
  OrgRoles: 'roles of an organization, and the id of its owner, who cannot leave',
  OrgWord: 'the name of an organization',
  Organization: 'an organization, and the id of its owner, who cannot leave',
  OrganizationBody: 'an organization',
  Plant: 'a plant',
  Probe: 'a sign of life of the platform',
  Pulse: 'a sign of life of the platform',
  PulseSeen: 'a sign of life of the platform',
  SamlConfig: 'settings of a school',
  SamlKey: 'a key of a school',
  SamlRequest: 'a sign-in that somebody unknown has begun; ends after minutes',
  SamlSeen: 'a hash of a message; ends after minutes',
  ScheduleRun: 'a sign of life of the platform',
  SigningKey: 'a public key',
  TenantListing: 'a school',
  TenantRecord: 'a school',
}
