// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { CheckView, ConfigBody, ConfigView, PresetView, SignedInUser, TraceView } from './schemas.ts'
import { operation } from './send.ts'

export type StartSamlLoginInput = { readonly relayState?: string | undefined; readonly redirect?: 'true' | 'false' | undefined }
export type StartSamlLoginData = { readonly redirectUrl: string }
export type StartSamlLoginFailure =
  | Anywhere
  | Failed<400, 'SAML_RELAY_STATE_INVALID'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'SAML_NOT_CONFIGURED'>
  | Failed<429, 'RATE_LIMITED'>

export type StartSamlLinkInput = { readonly relayState?: string | undefined }
export type StartSamlLinkData = { readonly redirectUrl: string }
export type StartSamlLinkFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SAML_RELAY_STATE_INVALID'>
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'RECENT_LOGIN_REQUIRED'>
  | Failed<404, 'SAML_NOT_CONFIGURED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type ReceiveSamlResponseInput = { readonly SAMLResponse?: string | undefined; readonly RelayState?: string | undefined }
export type ReceiveSamlResponseData = { readonly user: SignedInUser | null; readonly traceId: string }
export type ReceiveSamlResponseFailure =
  | Anywhere
  | Failed<400, 'SAML_RESPONSE_REQUIRED' | 'SAML_RELAY_STATE_INVALID' | 'SAML_ATTRIBUTE_MISSING' | 'SAML_MAPPING_FAILED'>
  | Failed<401, 'SAML_AUTHENTICATION_FAILED' | 'SAML_REPLAY' | 'SESSION_REVOKED'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'SAML_PROVISIONING_DISABLED' | 'TENANT_UNAVAILABLE' | 'EMAIL_DOMAIN_NOT_ALLOWED' | 'SAML_LINK_ENDED'>
  | Failed<404, 'SAML_NOT_CONFIGURED'>
  | Failed<409, 'WAY_TAKEN' | 'WAY_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSamlConfigInput = Readonly<Record<string, never>>
export type GetSamlConfigData = ConfigView
export type GetSamlConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'SAML_CONFIGURATION_MISSING'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SaveSamlConfigInput = ConfigBody
export type SaveSamlConfigData = { readonly id: string }
export type SaveSamlConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SAML_CONFIGURATION_INVALID' | 'SAML_CERTIFICATE_INVALID' | 'SAML_CERTIFICATE_EXPIRED' | 'SAML_CHAIN_INVALID' | 'SAML_URL_INVALID' | 'SAML_MAPPING_FAILED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'SAML_CONFIGURATION_MISSING'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ChangeSamlConfigInput = ConfigBody
export type ChangeSamlConfigData = { readonly id: string }
export type ChangeSamlConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SAML_CONFIGURATION_INVALID' | 'SAML_CERTIFICATE_INVALID' | 'SAML_CERTIFICATE_EXPIRED' | 'SAML_CHAIN_INVALID' | 'SAML_URL_INVALID' | 'SAML_MAPPING_FAILED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'SAML_CONFIGURATION_MISSING'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TestSamlConfigInput = Readonly<Record<string, never>>
export type TestSamlConfigData = { readonly checks: readonly CheckView[] }
export type TestSamlConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SAML_TEST_FAILED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'SAML_CONFIGURATION_MISSING'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSamlTestLoginInput = Readonly<Record<string, never>>
export type GetSamlTestLoginData = { readonly loginUrl: string; readonly requestId: string; readonly relayState: string }
export type GetSamlTestLoginFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'SAML_CONFIGURATION_MISSING'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ImportSamlMetadataInput = {
  readonly xml?: string | undefined
  readonly url?: string | undefined
  readonly attributePreset?: 'eduperson' | 'entra' | 'okta' | 'google' | 'adfs' | undefined
}
export type ImportSamlMetadataData = { readonly id: string }
export type ImportSamlMetadataFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'SAML_CONFIGURATION_INVALID' | 'SAML_CERTIFICATE_INVALID' | 'SAML_CERTIFICATE_EXPIRED' | 'SAML_CHAIN_INVALID' | 'SAML_URL_INVALID' | 'SAML_MAPPING_FAILED' | 'SAML_METADATA_INVALID' | 'SAML_METADATA_OTHER_ENTITY'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'SAML_CONFIGURATION_MISSING'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<502, 'SAML_METADATA_UNREACHABLE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListSamlPresetsInput = Readonly<Record<string, never>>
export type ListSamlPresetsData = { readonly presets: readonly PresetView[] }
export type ListSamlPresetsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSamlMetadataInput = Readonly<Record<string, never>>
export type GetSamlMetadataData = string
export type GetSamlMetadataFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'>

export type ListSamlTracesInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListSamlTracesData = { readonly traces: readonly TraceView[]; readonly cursor?: string | undefined }
export type ListSamlTracesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CURSOR'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSamlTraceInput = { readonly traceId: string }
export type GetSamlTraceData = TraceView
export type GetSamlTraceFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'SAML_TRACE_MISSING'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RedactSamlTraceInput = { readonly traceId: string }
export type RedactSamlTraceData = TraceView
export type RedactSamlTraceFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'SAML_TRACE_MISSING'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type StartSamlLogoutInput = Readonly<Record<string, never>>
export type StartSamlLogoutData = { readonly redirectUrl?: string | undefined }
export type StartSamlLogoutFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ReceiveSamlLogoutInput = {
  readonly SAMLRequest?: string | undefined
  readonly SAMLResponse?: string | undefined
  readonly RelayState?: string | undefined
  readonly SigAlg?: string | undefined
  readonly Signature?: string | undefined
}
export type ReceiveSamlLogoutData = undefined
export type ReceiveSamlLogoutFailure =
  | Anywhere
  | Failed<400, 'SAML_LOGOUT_INVALID'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'SAML_NOT_CONFIGURED'>
  | Failed<429, 'RATE_LIMITED'>

export type ReceivePostedSamlLogoutInput = {
  readonly SAMLRequest?: string | undefined
  readonly SAMLResponse?: string | undefined
  readonly RelayState?: string | undefined
}
export type ReceivePostedSamlLogoutData = undefined
export type ReceivePostedSamlLogoutFailure =
  | Anywhere
  | Failed<400, 'SAML_LOGOUT_INVALID'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'SAML_NOT_CONFIGURED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

/** Single sign-on with a school's own identity provider (SAML 2.0). */
export const saml = (send: Send) => ({
  /** Begins a sign-in: the address of the school's identity provider; a browser is sent there. `GET /auth/saml/login` */
  startSamlLogin: operation<StartSamlLoginInput, StartSamlLoginData, StartSamlLoginFailure>(
    send,
    { method: 'GET', path: '/auth/saml/login', query: ['relayState','redirect'], reads: 'flat', open: true },
  ),
  /** Begins to link the school's identity provider to the account of the caller, who came in another way. `POST /auth/saml/link` */
  startSamlLink: operation<StartSamlLinkInput, StartSamlLinkData, StartSamlLinkFailure>(
    send,
    { method: 'POST', path: '/auth/saml/link', body: true, reads: 'flat' },
  ),
  /** Takes the identity provider's answer and signs the person in. `POST /auth/saml/callback` */
  receiveSamlResponse: operation<ReceiveSamlResponseInput, ReceiveSamlResponseData, ReceiveSamlResponseFailure>(
    send,
    { method: 'POST', path: '/auth/saml/callback', body: true, reads: 'data', open: true, tokens: 'data' },
  ),
  /** Reads the configuration, active or not, without secrets. `GET /auth/saml/config` */
  getSamlConfig: operation<GetSamlConfigInput, GetSamlConfigData, GetSamlConfigFailure>(
    send,
    { method: 'GET', path: '/auth/saml/config', reads: 'data' },
  ),
  /** Stores a configuration or changes parts of it; `{isActive}` alone switches it on or off. `POST /auth/saml/config` */
  saveSamlConfig: operation<SaveSamlConfigInput, SaveSamlConfigData, SaveSamlConfigFailure>(
    send,
    { method: 'POST', path: '/auth/saml/config', body: true, reads: 'data' },
  ),
  /** Changes parts of the configuration. `PATCH /auth/saml/config` */
  changeSamlConfig: operation<ChangeSamlConfigInput, ChangeSamlConfigData, ChangeSamlConfigFailure>(
    send,
    { method: 'PATCH', path: '/auth/saml/config', body: true, reads: 'data' },
  ),
  /** Checks the configuration: what would keep people from signing in, and how long certificates last. `POST /auth/saml/test` */
  testSamlConfig: operation<TestSamlConfigInput, TestSamlConfigData, TestSamlConfigFailure>(
    send,
    { method: 'POST', path: '/auth/saml/test', body: true, reads: 'data' },
  ),
  /** An address for trying a sign-in out, also before the configuration is active: then nobody is signed in. `GET /auth/saml/test-login` */
  getSamlTestLogin: operation<GetSamlTestLoginInput, GetSamlTestLoginData, GetSamlTestLoginFailure>(
    send,
    { method: 'GET', path: '/auth/saml/test-login', reads: 'data' },
  ),
  /** Fills the configuration from the metadata of an identity provider, given as a document or by its address. `POST /auth/saml/metadata` */
  importSamlMetadata: operation<ImportSamlMetadataInput, ImportSamlMetadataData, ImportSamlMetadataFailure>(
    send,
    { method: 'POST', path: '/auth/saml/metadata', body: true, reads: 'data' },
  ),
  /** Attribute mappings for the identity providers that schools use. `GET /auth/saml/presets` */
  listSamlPresets: operation<ListSamlPresetsInput, ListSamlPresetsData, ListSamlPresetsFailure>(
    send,
    { method: 'GET', path: '/auth/saml/presets', reads: 'data' },
  ),
  /** Service provider metadata of this school, for its identity provider's administrator. `GET /auth/saml/metadata` */
  getSamlMetadata: operation<GetSamlMetadataInput, GetSamlMetadataData, GetSamlMetadataFailure>(
    send,
    { method: 'GET', path: '/auth/saml/metadata', reads: 'text', open: true },
  ),
  /** Sign-ins of the last seven days, newest first. `GET /auth/saml/traces` */
  listSamlTraces: operation<ListSamlTracesInput, ListSamlTracesData, ListSamlTracesFailure>(
    send,
    { method: 'GET', path: '/auth/saml/traces', query: ['page','limit','cursor'], reads: 'data' },
  ),
  /** One sign-in by the id that the person was shown: what arrived, and how each check ended. `GET /auth/saml/traces/:traceId` */
  getSamlTrace: operation<GetSamlTraceInput, GetSamlTraceData, GetSamlTraceFailure>(
    send,
    { method: 'GET', path: '/auth/saml/traces/:traceId', reads: 'data' },
  ),
  /** Removes from a trace what it says about a person; how the checks ended stays. `POST /auth/saml/traces/:traceId/redact` */
  redactSamlTrace: operation<RedactSamlTraceInput, RedactSamlTraceData, RedactSamlTraceFailure>(
    send,
    { method: 'POST', path: '/auth/saml/traces/:traceId/redact', body: true, reads: 'data' },
  ),
  /** Signs out here and, where the school does so, hands over to the identity provider. `POST /auth/saml/logout` */
  startSamlLogout: operation<StartSamlLogoutInput, StartSamlLogoutData, StartSamlLogoutFailure>(
    send,
    { method: 'POST', path: '/auth/saml/logout', body: true, reads: 'flat' },
  ),
  /** Logout messages of the identity provider by redirect: its requests, and its answers to ours. `GET /auth/saml/logout` */
  receiveSamlLogout: operation<ReceiveSamlLogoutInput, ReceiveSamlLogoutData, ReceiveSamlLogoutFailure>(
    send,
    { method: 'GET', path: '/auth/saml/logout', query: ['SAMLRequest','SAMLResponse','RelayState','SigAlg','Signature'], reads: 'done', open: true },
  ),
  /** Logout messages of the identity provider by form post. `POST /auth/saml/slo` */
  receivePostedSamlLogout: operation<ReceivePostedSamlLogoutInput, ReceivePostedSamlLogoutData, ReceivePostedSamlLogoutFailure>(
    send,
    { method: 'POST', path: '/auth/saml/slo', body: true, reads: 'done', open: true },
  ),
})
