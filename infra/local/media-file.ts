import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

const segment = /^[A-Za-z0-9_@-][A-Za-z0-9_.@-]*$/

const rootOf = (dataDir: string): string => join(dataDir, 'media')

/** The file behind a path of the address, or undefined for anything but plain names below the media folder. */
export const mediaFile = (dataDir: string, pathname: string): string | undefined => {
  const names = pathname.slice(1).split('/')
  return names.every((name) => segment.test(name)) ? join(rootOf(dataDir), ...names) : undefined
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
export const writeMedia = (file: string, bytes: Buffer): boolean => {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.draft`, bytes)
    renameSync(`${file}.draft`, file)
    return true
  } catch {
    return false
  }
}
