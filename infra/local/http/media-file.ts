import { readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { replaceFile } from '../../../lib/gateways/local-file.ts'
import { isMediaKey } from '../../../lib/gateways/media-key.ts'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

const rootOf = (dataDir: string): string => join(dataDir, 'media')

/** The file behind a path of the address, or undefined for anything that is no key of the media store. */
export const mediaFile = (dataDir: string, pathname: string): string | undefined => {
  const key = pathname.slice(1)
  return isMediaKey(key) ? join(rootOf(dataDir), key) : undefined
}

const isInside = (dataDir: string, file: string): boolean =>
  realpathSync(file).startsWith(`${realpathSync(rootOf(dataDir))}${sep}`)

/** Bytes and content type; undefined for what is no file, or is a link that leads out of the folder. */
export const readMedia = (dataDir: string, file: string): { type: string; bytes: Buffer } | undefined => {
  try {
    if (!isInside(dataDir, file) || !statSync(file).isFile()) return undefined
    const type = types[extname(file).toLowerCase()] ?? 'application/octet-stream'
    return { type, bytes: readFileSync(file) }
  } catch {
    return undefined
  }
}

/** Writes a file whole; answers false when its name is taken by a folder or its place cannot be made. */
export const writeMedia = async (file: string, bytes: Buffer): Promise<boolean> => {
  try {
    await replaceFile(file, bytes, 0o644)
    return true
  } catch {
    return false
  }
}
