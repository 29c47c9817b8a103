import { notFound } from '../../lib/contract/failure.ts'
import { text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

/** Scripts of the pages, by file name. `door-worker.js` keeps the check-in page working without a connection. */
export const scriptNames = [
  'copy.js',
  'door.js',
  'door-worker.js',
  'helper.js',
  'leaving.js',
  'passkey.js',
  'picture.js',
  'read-qr.js',
  'unsaved.js',
] as const

/** The school's address in the samples of the documents. Responses show the address of the school itself. */
export const sampleOrigin = 'https://demo.example.edu'

export const ScriptMissing = notFound('Script not found', 'NOT_FOUND')

export const contract = declare('documents', 'The API document, the API reference and the files they need', {
  getOpenapi: {
    summary: 'Get the OpenAPI 3.1 document of this API',
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('application/json; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: {},
  },
  getReference: {
    summary: 'Get the API reference as HTML',
    method: 'GET',
    path: '/docs',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/html; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: {},
  },
  getReferenceOf: {
    summary: 'Get the API reference of one domain as HTML',
    method: 'GET',
    path: '/docs/:part',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/html; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: { path: { part: 'events' } },
  },
  getSearchIndex: {
    summary: 'Get the search index of the API reference',
    method: 'GET',
    path: '/docs/search.json',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('application/json; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: {},
  },
  getViewer: {
    summary: 'Get the script of the API reference',
    method: 'GET',
    path: '/docs/viewer.js',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/javascript; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: {},
  },
  getLlmsText: {
    summary: 'Get the guide and all operations as plain text for coding agents',
    method: 'GET',
    path: '/llms.txt',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/plain; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: {},
  },
  getRobots: {
    summary: 'Get the rules for search engine crawlers',
    method: 'GET',
    path: '/robots.txt',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/plain; charset=utf-8', { cache: 300 }),
    costs: { depth: 0, read: 0, write: 0 },
    example: {},
  },
  getScript: {
    summary: 'Get a script of the pages by name',
    method: 'GET',
    path: '/scripts/:script',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/javascript; charset=utf-8', { cache: 3600 }),
    fails: [ScriptMissing],
    costs: { depth: 0, read: 0, write: 0 },
    example: { path: { script: 'door.js' } },
  },
})
