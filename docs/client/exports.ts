// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { Export, ExportFormatName, ExportKind } from './schemas.ts'
import { operation } from './send.ts'

export type StartExportInput = { readonly kind: ExportKind; readonly format?: ExportFormatName | undefined }
export type StartExportData = Export
export type StartExportFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EXPORT_FORMAT'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListExportsInput = Readonly<Record<string, never>>
export type ListExportsData = readonly Export[]
export type ListExportsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetExportInput = { readonly kind: string }
export type GetExportData = Export
export type GetExportFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'EXPORT_NOT_FOUND'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveExportInput = { readonly kind: string }
export type RemoveExportData = undefined
export type RemoveExportFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'EXPORT_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Files that a school takes along, written in the background. */
export const exports = (send: Send) => ({
  /** Starts an export, or names the one of its kind that is running. `POST /exports` */
  startExport: operation<StartExportInput, StartExportData, StartExportFailure>(
    send,
    { method: 'POST', path: '/exports', body: true, reads: 'data' },
  ),
  /** The newest export of each kind, without addresses. `GET /exports` */
  listExports: operation<ListExportsInput, ListExportsData, ListExportsFailure>(
    send,
    { method: 'GET', path: '/exports', reads: 'data' },
  ),
  /** How far an export is; once it is done, an address for its file that ends after five minutes. `GET /exports/:kind` */
  getExport: operation<GetExportInput, GetExportData, GetExportFailure>(
    send,
    { method: 'GET', path: '/exports/:kind', reads: 'data' },
  ),
  /** Stops an export and removes its file. `DELETE /exports/:kind` */
  removeExport: operation<RemoveExportInput, RemoveExportData, RemoveExportFailure>(
    send,
    { method: 'DELETE', path: '/exports/:kind', reads: 'done' },
  ),
})
