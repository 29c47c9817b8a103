import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Documents by name: the OpenAPI document, and its reference pages. */
export type Files = (name: string) => Promise<string | undefined>

const fileCache = new Map<string, string>()

/** Deployed, the documents are files beside the code. A file is read once; a missing one costs a lookup each time. */
export const deployedFiles: Files = async (name) => {
  const known = fileCache.get(name)
  if (known !== undefined) return known
  const path = join(import.meta.dirname, 'files', name)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) fileCache.set(name, text)
  return text
}

/** A service worker requests the pages that it caches, and may cache event pages. */
const checkInPages = '/event/'
export const scriptHeaders = {
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  'service-worker-allowed': checkInPages,
}

const styleIn = (page: string): string => /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''

/** The pages need their own script, calls to this origin, and their own style sheet. No other host, no eval. */
export const referencePolicy = (page: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'sha256-${createHash('sha256').update(styleIn(page)).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
