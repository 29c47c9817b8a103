import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { basename, extname, join, sep } from 'node:path'
import { pendingFolder } from '../../../lib/contract/picture.ts'
import { exportsPath, grantedExport } from '../../../lib/gateways/grants.ts'
import { verifyUpload } from '../../../lib/gateways/local.ts'
import { readIfPresent, replaceFile } from '../../../lib/gateways/local-file.ts'
import { isMediaKey } from '../../../lib/gateways/media-key.ts'
import { type Answer, gatewayAnswer } from './answer.ts'
import { httpServer, readBody, write } from './server.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

const rootOf = (dataDir: string): string => join(dataDir, 'media')

/** The file behind an address path, or undefined for anything that is no key of the media store. */
export const mediaFile = (dataDir: string, pathname: string): string | undefined => {
  const key = pathname.slice(1)
  return isMediaKey(key) ? join(rootOf(dataDir), key) : undefined
}

const isInside = (dataDir: string, file: string): boolean =>
  realpathSync(file).startsWith(`${realpathSync(rootOf(dataDir))}${sep}`)

/** Bytes and content type. Undefined for anything but a file, and for a link that leads out of the folder. */
export const readMedia = (dataDir: string, file: string): { type: string; bytes: Buffer } | undefined => {
  try {
    if (!isInside(dataDir, file) || !statSync(file).isFile()) return undefined
    const type = types[extname(file).toLowerCase()] ?? 'application/octet-stream'
    return { type, bytes: readFileSync(file) }
  } catch {
    return undefined
  }
}

/** Writes a whole file. False when a folder has its name, or its folder cannot be created. */
export const writeMedia = async (file: string, bytes: Buffer): Promise<boolean> => {
  try {
    await replaceFile(file, bytes, 0o644)
    return true
  } catch {
    return false
  }
}

const uploadLimit = 50 * 1024 * 1024

const guards = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

const withGuards = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, ...guards } })

const preflight: Answer = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, HEAD, PUT',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  },
  body: Buffer.alloc(0),
}

/** Files that wait for their commit are as they came: with their location, and unchecked (rules/http 50). */
const isPending = (pathname: string): boolean => pathname.startsWith(`/${pendingFolder}`)

/** A file that is made when it is first requested. */
type Make = (key: string) => Buffer | undefined

const makeMedia = async (dataDir: string, pathname: string, make: Make): Promise<void> => {
  const [file, bytes] = [mediaFile(dataDir, pathname), make(pathname.slice(1))]
  if (file && bytes) await writeMedia(file, bytes)
}

const show = async (dataDir: string, url: URL, make: Make): Promise<Answer> => {
  if (isPending(url.pathname)) return gatewayAnswer(404, 'Not Found')
  const file = mediaFile(dataDir, url.pathname)
  if (file && !existsSync(file)) await makeMedia(dataDir, url.pathname, make)
  const found = file && readMedia(dataDir, file)
  if (!found) return gatewayAnswer(404, 'Not Found')
  const { type, bytes } = found
  const disposition: Record<string, string> = type.startsWith('image/')
    ? {}
    : { 'content-disposition': 'attachment' }
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable', ...disposition },
    body: bytes,
  }
}

/** Serves an export file for a signed address, without caching. */
const handOut = async (dataDir: string, url: URL): Promise<Answer> => {
  const file = grantedExport(dataDir, url)
  if (file === undefined) return gatewayAnswer(403, 'Forbidden')
  const body = await readIfPresent(file)
  if (!body) return gatewayAnswer(404, 'Not Found')
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${basename(file)}"`,
    'cache-control': 'no-store',
  }
  return { status: 200, headers, body }
}

const take = async (dataDir: string, url: URL, request: IncomingMessage): Promise<Answer> => {
  const file = mediaFile(dataDir, url.pathname)
  const length = request.headers['content-length']
  if (length === undefined) return gatewayAnswer(411, 'Length Required')
  const type = request.headers['content-type'] ?? ''
  if (!file || !verifyUpload(dataDir, url, type, Number(length))) return gatewayAnswer(403, 'Forbidden')
  const body = await readBody(request, Math.min(uploadLimit, Number(length)))
  if (!(body instanceof Buffer) || body.length !== Number(length)) return gatewayAnswer(400, 'Bad Request')
  return (await writeMedia(file, body))
    ? { status: 200, headers: {}, body: Buffer.alloc(0) }
    : gatewayAnswer(403, 'Forbidden')
}

const answerTo = async (dataDir: string, request: IncomingMessage, make: Make): Promise<Answer> => {
  const url = URL.parse(request.url ?? '', 'http://media.localhost')
  if (!url) return gatewayAnswer(400, 'Bad Request')
  if (request.method === 'OPTIONS') return preflight
  if (request.method === 'PUT') return take(dataDir, url, request)
  const looks = request.method === 'GET' || request.method === 'HEAD'
  if (looks && url.pathname.startsWith(exportsPath)) return handOut(dataDir, url)
  if (looks) return show(dataDir, url, make)
  return gatewayAnswer(405, 'Method Not Allowed')
}

/**
 * Serves uploaded files on a separate port, and so a separate origin. Anybody may read; writing needs a signed address.
 * `make` returns the bytes of a file that is made at its first request.
 */
export const mediaServer = (dataDir: string, make: Make = () => undefined): Server =>
  httpServer(async (request, response) => {
    write(request, response, withGuards(await answerTo(dataDir, request, make)))
  })
