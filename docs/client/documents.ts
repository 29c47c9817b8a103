// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type GetOpenapiInput = Readonly<Record<string, never>>
export type GetOpenapiData = string
export type GetOpenapiFailure = Anywhere | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetReferenceInput = Readonly<Record<string, never>>
export type GetReferenceData = string
export type GetReferenceFailure = Anywhere | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetViewerInput = Readonly<Record<string, never>>
export type GetViewerData = string
export type GetViewerFailure = Anywhere | Failed<503, 'TENANT_UNAVAILABLE'>

/** This interface, described for programs and for people. */
export const documents = (send: Send) => ({
  /** The OpenAPI 3.1 document of this interface. `GET /openapi.json` */
  getOpenapi: operation<GetOpenapiInput, GetOpenapiData, GetOpenapiFailure>(
    send,
    { method: 'GET', path: '/openapi.json', reads: 'text', open: true },
  ),
  /** The same as pages to read and to try, in a browser. `GET /docs` */
  getReference: operation<GetReferenceInput, GetReferenceData, GetReferenceFailure>(
    send,
    { method: 'GET', path: '/docs', reads: 'text', open: true },
  ),
  /** The script of those pages. `GET /docs/viewer.js` */
  getViewer: operation<GetViewerInput, GetViewerData, GetViewerFailure>(
    send,
    { method: 'GET', path: '/docs/viewer.js', reads: 'text', open: true },
  ),
})
