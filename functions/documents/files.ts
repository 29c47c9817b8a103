import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is handed out as it is, by its name: the interface as an OpenAPI document, and the pages that show it to people. */
export type Files = (name: string) => Promise<string | undefined>

const fileCache = new Map<string, string>()

/** Deployed, all of them lie beside the code. What is there is read once; what is not costs one look. */
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

/** A worker asks the platform for the pages that it keeps, and may keep those of events. */
const checkInPages = '/event/'
export const scriptHeaders = {
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
  'service-worker-allowed': checkInPages,
}

/** What the pages need: their own script, calls to this address, and a style sheet within them. No other host, no eval. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
