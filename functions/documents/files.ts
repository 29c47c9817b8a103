import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Scripts of the pages: the door of an event, what keeps it without a connection, and what reads codes. */
export const scriptNames = ['door.js', 'door-worker.js', 'read-qr.js'] as const
export type ScriptName = (typeof scriptNames)[number]

/** What is handed out as it is: the interface as an OpenAPI document, the script that shows it to people, those of pages. */
export type FileName = 'openapi.json' | 'viewer.js' | ScriptName

export type Files = (name: FileName) => Promise<string>

/** Each text is asked for once; one that could not be had is asked for again. */
export const keptFiles = (make: Files): Files => {
  const kept = new Map<FileName, Promise<string>>()
  return (name) => {
    const text = kept.get(name) ?? make(name)
    kept.set(name, text)
    text.catch(() => kept.delete(name))
    return text
  }
}

/** Deployed, both lie beside the code. */
export const deployedFiles: Files = keptFiles((name) =>
  readFile(join(import.meta.dirname, 'files', name), 'utf8'),
)

/**
 * What the viewer needs: its own script and document, data images, and inline styles, which it makes for itself.
 * No inline script, no eval, no other host.
 */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A worker asks the platform for the pages that it keeps, and may keep those of events. */
const doorPages = '/event/'
export const scriptHeaders = {
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  'service-worker-allowed': doorPages,
}

const settings = [
  'spec-url="/openapi.json"',
  // Requests go to the address that the page was read from.
  'server-url="/"',
  'default-api-server="/"',
  'render-style="focused"',
  'schema-style="table"',
  'nav-item-spacing="compact"',
  'use-path-in-nav-bar="true"',
  'show-method-in-nav-bar="as-colored-text"',
  'sort-endpoints-by="none"',
  'show-header="false"',
  'load-fonts="false"',
  'allow-server-selection="false"',
  'allow-spec-url-load="false"',
  'allow-spec-file-load="false"',
  'persist-auth="false"',
  'fetch-credentials="same-origin"',
].join(' ')

/** The API reference: one element that the viewer fills from the document. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quad API</title>
<script type="module" src="/docs/viewer.js"></script>
</head>
<body style="margin:0">
<rapi-doc ${settings}></rapi-doc>
<noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
</body>
</html>
`
