import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { checkMediaKey, isMediaKey } from '../media/key.ts'
import { keepSecretFile, readSecretFile } from '../secrets/file.ts'

/** Where the local platform hands out exports. No key of the media store begins with a dot. */
export const exportsPath = '/.exports/'

const secretPlace = (dataDir: string): string => join(dataDir, 'keys', 'exports')

const signatureOf = (secret: string, key: string, expires: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['GET', key, expires]))
    .digest('base64url')

/** The path and query of a file, for whoever holds it, until then. */
export const signExport = (dataDir: string, key: string, until: Date): string => {
  const secret = keepSecretFile(secretPlace(dataDir), () => randomBytes(32).toString('base64url'))
  const expires = String(Math.floor(until.getTime() / 1000))
  const signature = signatureOf(secret, checkMediaKey(key), expires)
  return `${exportsPath}${key}?${new URLSearchParams({ expires, signature })}`
}

/** The file below `exports/` that an address was granted for, in time; undefined for every other address. */
export const grantedExport = (dataDir: string, url: URL, now = Date.now()): string | undefined => {
  const secret = readSecretFile(secretPlace(dataDir))
  const key = url.pathname.slice(exportsPath.length)
  if (secret === undefined || !url.pathname.startsWith(exportsPath) || !isMediaKey(key)) return undefined
  const expires = url.searchParams.get('expires') ?? ''
  const right = Buffer.from(signatureOf(secret, key, expires))
  const given = Buffer.from(url.searchParams.get('signature') ?? '')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return now < Number(expires) * 1000 ? join(dataDir, 'exports', key) : undefined
}
