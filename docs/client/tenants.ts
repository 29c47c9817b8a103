// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { MailDomain, ManagedTenant, NewTenant, ProvisionedTenant, PublicTenant, StatusChanges, TenantChange } from './schemas.ts'
import { operation } from './send.ts'

export type GetTenantConfigInput = Readonly<Record<string, never>>
export type GetTenantConfigData = { readonly tenants: readonly PublicTenant[]; readonly updatedAt: string }
export type GetTenantConfigFailure = Anywhere

export type SelectSchoolInput = { readonly next?: string | undefined }
export type SelectSchoolData = string
export type SelectSchoolFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'>

export type ShowTenantStatusInput = Readonly<Record<string, never>>
export type ShowTenantStatusData = string
export type ShowTenantStatusFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'>

export type GetManagedTenantsInput = Readonly<Record<string, never>>
export type GetManagedTenantsData = { readonly tenants: readonly ManagedTenant[]; readonly updatedAt: string }
export type GetManagedTenantsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateTenantStatusesInput = StatusChanges
export type UpdateTenantStatusesData = { readonly tenants: readonly ManagedTenant[]; readonly updatedAt: string }
export type UpdateTenantStatusesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'TENANTS_REQUIRED' | 'TENANT_NAMED_TWICE' | 'AT_LEAST_ONE_ACTIVE_TENANT_REQUIRED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListTenantsInput = Readonly<Record<string, never>>
export type ListTenantsData = { readonly tenants: readonly ProvisionedTenant[] }
export type ListTenantsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateTenantInput = NewTenant
export type CreateTenantData = ProvisionedTenant
export type CreateTenantFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'TENANT_KEY_INVALID' | 'TENANT_KEY_RESERVED' | 'SUBDOMAIN_INVALID' | 'EMAIL_DOMAIN_INVALID' | 'EMAIL_DOMAIN_PUBLIC'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'CROSS_SITE'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'TENANT_EXISTS'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetTenantInput = { readonly tenantKey: string }
export type GetTenantData = ProvisionedTenant
export type GetTenantFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateTenantInput = { readonly tenantKey: string } & TenantChange
export type UpdateTenantData = ProvisionedTenant
export type UpdateTenantFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SUBDOMAIN_INVALID' | 'AT_LEAST_ONE_ACTIVE_TENANT_REQUIRED' | 'EMAIL_DOMAIN_INVALID' | 'EMAIL_DOMAIN_PUBLIC'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'CROSS_SITE' | 'DEFAULT_TENANT_IMMUTABLE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckTenantHealthInput = { readonly tenantKey: string }
export type CheckTenantHealthData = ProvisionedTenant
export type CheckTenantHealthFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSchoolZoneInput = Readonly<Record<string, never>>
export type GetSchoolZoneData = { readonly timezone: string }
export type GetSchoolZoneFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SetSchoolZoneInput = { readonly timezone: string }
export type SetSchoolZoneData = { readonly timezone: string }
export type SetSchoolZoneFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'AT_LEAST_ONE_ACTIVE_TENANT_REQUIRED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListEmailDomainsInput = Readonly<Record<string, never>>
export type ListEmailDomainsData = { readonly domains: readonly MailDomain[] }
export type ListEmailDomainsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ClaimEmailDomainInput = { readonly domain: string }
export type ClaimEmailDomainData = MailDomain
export type ClaimEmailDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'EMAIL_DOMAIN_INVALID' | 'EMAIL_DOMAIN_PUBLIC'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'EMAIL_DOMAIN_LISTED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type VerifyEmailDomainInput = { readonly domain: string }
export type VerifyEmailDomainData = MailDomain
export type VerifyEmailDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'EMAIL_DOMAIN_NOT_FOUND'>
  | Failed<409, 'EMAIL_DOMAIN_UNPROVEN' | 'TOO_MANY_EMAIL_DOMAINS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'DNS_UNAVAILABLE'>

export type RemoveEmailDomainInput = { readonly domain: string }
export type RemoveEmailDomainData = undefined
export type RemoveEmailDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'EMAIL_DOMAIN_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** The schools of the platform, and who may enter them now. */
export const tenants = (send: Send) => ({
  /** The schools that everybody may know of. `GET /api/tenant-config` */
  getTenantConfig: operation<GetTenantConfigInput, GetTenantConfigData, GetTenantConfigFailure>(
    send,
    { method: 'GET', path: '/api/tenant-config', reads: 'data', open: true },
  ),
  /** A page of the platform host from which people go on to their school. `GET /select-school` */
  selectSchool: operation<SelectSchoolInput, SelectSchoolData, SelectSchoolFailure>(
    send,
    { method: 'GET', path: '/select-school', query: ['next'], reads: 'text', open: true },
  ),
  /** A page that says whether the school is open. `GET /tenant-status` */
  showTenantStatus: operation<ShowTenantStatusInput, ShowTenantStatusData, ShowTenantStatusFailure>(
    send,
    { method: 'GET', path: '/tenant-status', reads: 'text', open: true },
  ),
  /** Every school with its status. `GET /admin/tenant-config` */
  getManagedTenants: operation<GetManagedTenantsInput, GetManagedTenantsData, GetManagedTenantsFailure>(
    send,
    { method: 'GET', path: '/admin/tenant-config', reads: 'data' },
  ),
  /** Opens, closes and hides schools. `PUT /admin/tenant-config` */
  updateTenantStatuses: operation<UpdateTenantStatusesInput, UpdateTenantStatusesData, UpdateTenantStatusesFailure>(
    send,
    { method: 'PUT', path: '/admin/tenant-config', body: true, reads: 'data' },
  ),
  /** Every school with its health. `GET /admin/platform/tenants` */
  listTenants: operation<ListTenantsInput, ListTenantsData, ListTenantsFailure>(
    send,
    { method: 'GET', path: '/admin/platform/tenants', reads: 'data' },
  ),
  /** Enrols a school. `POST /admin/platform/tenants` */
  createTenant: operation<CreateTenantInput, CreateTenantData, CreateTenantFailure>(
    send,
    { method: 'POST', path: '/admin/platform/tenants', body: true, reads: 'data', keyed: true },
  ),
  /** One school with its health. `GET /admin/platform/tenants/:tenantKey` */
  getTenant: operation<GetTenantInput, GetTenantData, GetTenantFailure>(
    send,
    { method: 'GET', path: '/admin/platform/tenants/:tenantKey', reads: 'data' },
  ),
  /** Changes what the registry says of a school; its key and address stay. `PUT /admin/platform/tenants/:tenantKey` */
  updateTenant: operation<UpdateTenantInput, UpdateTenantData, UpdateTenantFailure>(
    send,
    { method: 'PUT', path: '/admin/platform/tenants/:tenantKey', body: true, reads: 'data' },
  ),
  /** Reads and writes the school's own row and says how that went. `POST /admin/platform/tenants/:tenantKey/health-check` */
  checkTenantHealth: operation<CheckTenantHealthInput, CheckTenantHealthData, CheckTenantHealthFailure>(
    send,
    { method: 'POST', path: '/admin/platform/tenants/:tenantKey/health-check', body: true, reads: 'data' },
  ),
  /** The time zone that the rules of the school are judged in. `GET /admin/timezone` */
  getSchoolZone: operation<GetSchoolZoneInput, GetSchoolZoneData, GetSchoolZoneFailure>(
    send,
    { method: 'GET', path: '/admin/timezone', reads: 'data' },
  ),
  /** Changes the time zone of the school: its rules, days of figures and new events follow it; events that stand keep theirs. `PUT /admin/timezone` */
  setSchoolZone: operation<SetSchoolZoneInput, SetSchoolZoneData, SetSchoolZoneFailure>(
    send,
    { method: 'PUT', path: '/admin/timezone', body: true, reads: 'data' },
  ),
  /** Mail domains of the school, and those that wait for their proof. `GET /admin/email-domains` */
  listEmailDomains: operation<ListEmailDomainsInput, ListEmailDomainsData, ListEmailDomainsFailure>(
    send,
    { method: 'GET', path: '/admin/email-domains', reads: 'data' },
  ),
  /** Names the text record that proves a mail domain to be the school’s. `POST /admin/email-domains` */
  claimEmailDomain: operation<ClaimEmailDomainInput, ClaimEmailDomainData, ClaimEmailDomainFailure>(
    send,
    { method: 'POST', path: '/admin/email-domains', body: true, reads: 'data', keyed: true },
  ),
  /** Looks for the text record and takes the domain onto the list. `POST /admin/email-domains/:domain/verify` */
  verifyEmailDomain: operation<VerifyEmailDomainInput, VerifyEmailDomainData, VerifyEmailDomainFailure>(
    send,
    { method: 'POST', path: '/admin/email-domains/:domain/verify', body: true, reads: 'data' },
  ),
  /** Takes a mail domain off the list, or gives up its proof. `DELETE /admin/email-domains/:domain` */
  removeEmailDomain: operation<RemoveEmailDomainInput, RemoveEmailDomainData, RemoveEmailDomainFailure>(
    send,
    { method: 'DELETE', path: '/admin/email-domains/:domain', reads: 'done' },
  ),
})
