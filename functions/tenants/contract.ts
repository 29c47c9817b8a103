import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { Nothing, text } from '../../lib/contract/fields.ts'
import { hours } from '../../lib/contract/limit.ts'
import { data, text as document, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  MailDomain,
  ManagedTenant,
  NewTenant,
  ProvisionedTenant,
  PublicTenant,
  StatusChanges,
  TenantChange,
  Zone,
} from './bodies.ts'
import {
  LastActiveTenant,
  MailDomainInvalid,
  MailDomainListed,
  MailDomainMissing,
  MailDomainUnproven,
  NamesUnavailable,
  PublicMailDomain,
  SubdomainFixed,
  TenantExists,
  TenantKeyFixed,
  TenantKeyInvalid,
  TenantKeyReserved,
  TenantMissing,
  TenantNamedTwice,
  TenantsRequired,
  TooManyMailDomains,
} from './failures.ts'

export const claimLimits = { school: { max: 20, seconds: hours } } as const
export const proofLimits = { school: { max: 60, seconds: hours } } as const

/** Seconds that the public list may be kept; a school's own status is read every two. */
const publicSeconds = 30

const html = document('text/html; charset=utf-8')
const Config = <T extends z.ZodMiniType>(tenant: T) =>
  z.object({ tenants: z.array(tenant), updatedAt: z.string() })

const domainFails = [MailDomainInvalid, PublicMailDomain] as const

export const contract = declare('tenants', 'The schools of the platform, and who may enter them now', {
  getTenantConfig: {
    summary: 'The schools that everybody may know of',
    method: 'GET',
    path: '/api/tenant-config',
    access: 'anyone',
    siblings: true,
    host: 'both',
    duringMaintenance: true,
    reply: data(Config(PublicTenant), undefined, { cache: publicSeconds }),
    example: {},
  },
  selectSchool: {
    summary: 'A page of the platform host from which people go on to their school',
    method: 'GET',
    path: '/select-school',
    access: 'anyone',
    siblings: true,
    host: 'platform',
    query: z.object({ next: z.optional(z.string()) }),
    reply: html,
    example: { query: { next: '/validate-token' } },
  },
  showTenantStatus: {
    summary: 'A page that says whether the school is open',
    method: 'GET',
    path: '/tenant-status',
    access: 'anyone',
    duringMaintenance: true,
    reply: html,
    example: {},
  },
  getManagedTenants: {
    summary: 'Every school with its status',
    method: 'GET',
    path: '/admin/tenant-config',
    access: 'platformAdmin',
    host: 'both',
    reply: data(Config(ManagedTenant)),
    example: { as: 'root' },
  },
  updateTenantStatuses: {
    summary: 'Opens, closes and hides schools',
    method: 'PUT',
    path: '/admin/tenant-config',
    access: 'platformAdmin',
    host: 'both',
    body: StatusChanges,
    reply: data(Config(ManagedTenant), 'Tenant configuration updated'),
    fails: [TenantsRequired, TenantNamedTwice, TenantMissing, LastActiveTenant, ConcurrentChange],
    example: { as: 'root', body: { tenants: [{ tenantKey: 'demo', statusMessage: 'Welcome back' }] } },
  },
  listTenants: {
    summary: 'Every school with its health',
    method: 'GET',
    path: '/admin/platform/tenants',
    access: 'platformAdmin',
    host: 'both',
    reply: data(z.object({ tenants: z.array(ProvisionedTenant) })),
    example: { as: 'root' },
  },
  createTenant: {
    summary: 'Enrols a school',
    method: 'POST',
    path: '/admin/platform/tenants',
    access: 'platformAdmin',
    host: 'both',
    body: NewTenant,
    reply: data(ProvisionedTenant, 'Tenant created', { status: 201 }),
    fails: [TenantKeyInvalid, TenantKeyReserved, SubdomainFixed, TenantExists, ...domainFails],
    example: {
      as: 'root',
      body: {
        tenantKey: 'lakeside',
        name: 'Lakeside College',
        location: 'Lakeside',
        timezone: 'America/Chicago',
      },
    },
  },
  getTenant: {
    summary: 'One school with its health',
    method: 'GET',
    path: '/admin/platform/tenants/:tenantKey',
    access: 'platformAdmin',
    host: 'both',
    reply: data(ProvisionedTenant),
    fails: [TenantMissing],
    example: { as: 'root', path: { tenantKey: 'demo' } },
  },
  updateTenant: {
    summary: 'Changes what the registry says of a school; its key and address stay',
    method: 'PUT',
    path: '/admin/platform/tenants/:tenantKey',
    access: 'platformAdmin',
    host: 'both',
    body: TenantChange,
    reply: data(ProvisionedTenant, 'Tenant updated'),
    fails: [
      TenantMissing,
      TenantKeyFixed,
      SubdomainFixed,
      LastActiveTenant,
      ConcurrentChange,
      ...domainFails,
    ],
    example: {
      as: 'root',
      path: { tenantKey: 'demo' },
      body: { location: 'Springfield, Main Campus', emailDomains: ['demo.example.edu'] },
    },
  },
  checkTenantHealth: {
    summary: "Reads and writes the school's own row and says how that went",
    method: 'POST',
    path: '/admin/platform/tenants/:tenantKey/health-check',
    access: 'platformAdmin',
    host: 'both',
    body: Nothing,
    reply: data(ProvisionedTenant),
    fails: [TenantMissing],
    example: { as: 'root', path: { tenantKey: 'demo' } },
  },
  getSchoolZone: {
    summary: 'The time zone that the rules of the school are judged in',
    method: 'GET',
    path: '/admin/timezone',
    access: 'admin',
    reply: data(z.object({ timezone: z.string() })),
    fails: [TenantMissing],
    example: { as: 'root' },
  },
  setSchoolZone: {
    summary:
      'Changes the time zone of the school: its rules, days of figures and new events follow it; events that stand keep theirs',
    method: 'PUT',
    path: '/admin/timezone',
    access: 'admin',
    body: z.strictObject({ timezone: Zone }),
    reply: data(z.object({ timezone: z.string() }), 'Time zone updated'),
    fails: [TenantMissing, LastActiveTenant, ConcurrentChange],
    example: { as: 'root', body: { timezone: 'America/New_York' } },
  },
  listEmailDomains: {
    summary: 'Mail domains of the school, and those that wait for their proof',
    method: 'GET',
    path: '/admin/email-domains',
    access: 'admin',
    reply: data(z.object({ domains: z.array(MailDomain) })),
    fails: [TenantMissing],
    example: { as: 'root' },
  },
  claimEmailDomain: {
    summary: 'Names the text record that proves a mail domain to be the school’s',
    method: 'POST',
    path: '/admin/email-domains',
    access: 'admin',
    body: z.strictObject({ domain: text(253) }),
    reply: data(MailDomain, 'Publish this record, then verify the domain', { status: 201 }),
    fails: [TenantMissing, MailDomainListed, ...domainFails],
    limits: claimLimits,
    example: { as: 'root', body: { domain: 'students.example.edu' } },
  },
  verifyEmailDomain: {
    summary: 'Looks for the text record and takes the domain onto the list',
    method: 'POST',
    path: '/admin/email-domains/:domain/verify',
    access: 'admin',
    body: Nothing,
    reply: data(MailDomain, 'Domain verified'),
    fails: [
      TenantMissing,
      MailDomainMissing,
      MailDomainUnproven,
      TooManyMailDomains,
      NamesUnavailable,
      ConcurrentChange,
    ],
    limits: proofLimits,
    example: { as: 'root', path: { domain: 'students.example.edu' } },
  },
  removeEmailDomain: {
    summary: 'Takes a mail domain off the list, or gives up its proof',
    method: 'DELETE',
    path: '/admin/email-domains/:domain',
    access: 'admin',
    reply: done('Domain removed'),
    fails: [TenantMissing, MailDomainMissing, ConcurrentChange],
    example: { as: 'root', path: { domain: 'demo.example.edu' } },
  },
})
