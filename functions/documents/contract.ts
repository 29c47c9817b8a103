import { missing } from '../../lib/contract/failure.ts'
import { text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'

/** Scripts of the pages: the door of an event, what keeps it without a connection, and what reads codes. */
export const scriptNames = ['door.js', 'door-worker.js', 'leaving.js', 'passkey.js', 'read-qr.js'] as const

export const ScriptMissing = missing('There is no such script', 'NOT_FOUND')

export const contract = declare('documents', 'This interface, described for programs and for people', {
  getOpenapi: {
    summary: 'The OpenAPI 3.1 document of this interface',
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('application/json; charset=utf-8', { cache: 300 }),
    example: {},
  },
  getReference: {
    summary: 'The same as pages to read and to try, in a browser',
    method: 'GET',
    path: '/docs',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/html; charset=utf-8', { cache: 300 }),
    example: {},
  },
  getReferenceOf: {
    summary: 'The page of one domain',
    method: 'GET',
    path: '/docs/:part',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/html; charset=utf-8', { cache: 300 }),
    example: { path: { part: 'events' } },
  },
  getSearchIndex: {
    summary: 'What the search of those pages looks in',
    method: 'GET',
    path: '/docs/search.json',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('application/json; charset=utf-8', { cache: 300 }),
    example: {},
  },
  getViewer: {
    summary: 'The script of those pages',
    method: 'GET',
    path: '/docs/viewer.js',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/javascript; charset=utf-8', { cache: 300 }),
    example: {},
  },
  getLlmsText: {
    summary: 'The guide and all operations as plain text, for programs that write programs',
    method: 'GET',
    path: '/llms.txt',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/plain; charset=utf-8', { cache: 300 }),
    example: {},
  },
  getRobots: {
    summary: 'Which pages search engines may look at',
    method: 'GET',
    path: '/robots.txt',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/plain; charset=utf-8', { cache: 300 }),
    example: {},
  },
  getScript: {
    summary: 'A script of the pages, by its name',
    method: 'GET',
    path: '/scripts/:script',
    access: 'anyone',
    host: 'both',
    standalone: true,
    reply: text('text/javascript; charset=utf-8', { cache: 3600 }),
    fails: [ScriptMissing],
    example: { path: { script: 'door.js' } },
  },
})
