import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { checkMediaKey, isMediaKey } from './media-key.ts'
import { keepSecretFile, readSecretFile } from './secrets.ts'

/** Permits one upload with this address: under this key, of this type, until `expires` in epoch seconds. */
export type Grant = {
  readonly key: string
  readonly type: string
  readonly maxBytes: number
  readonly expires: number
}

const uploadSecretPath = (dataDir: string): string => join(dataDir, 'keys', 'media')

const signatureOf = (secret: string, { key, type, maxBytes, expires }: Grant): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['PUT', key, type, maxBytes, expires]))
    .digest('base64url')

/** The path and query of an upload: `/<key>?type=…&bytes=…&expires=…&signature=…`. */
export const signUpload = (dataDir: string, grant: Grant): string => {
  const secret = keepSecretFile(uploadSecretPath(dataDir), () => randomBytes(32).toString('base64url'))
  const { type, maxBytes, expires } = grant
  const signature = signatureOf(secret, grant)
  const query = { type, bytes: String(maxBytes), expires: String(expires), signature }
  return `/${checkMediaKey(grant.key)}?${new URLSearchParams(query)}`
}

const grantOf = ({ pathname, searchParams }: URL): Grant => ({
  key: pathname.slice(1),
  type: searchParams.get('type') ?? '',
  maxBytes: Number(searchParams.get('bytes')),
  expires: Number(searchParams.get('expires')),
})

const isSigned = (dataDir: string, grant: Grant, signature: string): boolean => {
  const secret = readSecretFile(uploadSecretPath(dataDir))
  if (secret === undefined || !isMediaKey(grant.key)) return false
  const right = Buffer.from(signatureOf(secret, grant))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * True when a PUT request to this address was granted: it has the granted content type, an allowed length in bytes,
 * and is in time. The reader of the body must stop at that length.
 */
export const verifyUpload = (
  dataDir: string,
  url: URL,
  contentType: string,
  length: number,
  now = Date.now(),
): boolean => {
  const grant = grantOf(url)
  if (!isSigned(dataDir, grant, url.searchParams.get('signature') ?? '')) return false
  const fits = Number.isInteger(length) && length >= 0 && length <= grant.maxBytes
  return fits && contentType === grant.type && now < grant.expires * 1000
}

/** Path of exports on the local platform. No media key begins with a dot. */
export const exportsPath = '/.exports/'

const exportSecretPath = (dataDir: string): string => join(dataDir, 'keys', 'exports')

const exportSignature = (secret: string, key: string, expires: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['GET', key, expires]))
    .digest('base64url')

/** The path and query of a file for their holder, until that time. */
export const signExport = (dataDir: string, key: string, until: Date): string => {
  const secret = keepSecretFile(exportSecretPath(dataDir), () => randomBytes(32).toString('base64url'))
  const expires = String(Math.floor(until.getTime() / 1000))
  const signature = exportSignature(secret, checkMediaKey(key), expires)
  return `${exportsPath}${key}?${new URLSearchParams({ expires, signature })}`
}

/** The file below `exports/` for a granted, unexpired address; undefined for every other address. */
export const grantedExport = (dataDir: string, url: URL, now = Date.now()): string | undefined => {
  const secret = readSecretFile(exportSecretPath(dataDir))
  const key = url.pathname.slice(exportsPath.length)
  if (secret === undefined || !url.pathname.startsWith(exportsPath) || !isMediaKey(key)) return undefined
  const expires = url.searchParams.get('expires') ?? ''
  const right = Buffer.from(exportSignature(secret, key, expires))
  const given = Buffer.from(url.searchParams.get('signature') ?? '')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return now < Number(expires) * 1000 ? join(dataDir, 'exports', key) : undefined
}
