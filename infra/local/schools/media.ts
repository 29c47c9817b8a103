import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { MediaStore } from '../../../lib/gateways/gateways.ts'
import { isMediaKey } from '../../../lib/gateways/media-key.ts'
import { problem } from '../problem.ts'
import type { Media } from './line.ts'

/** Where the files of a school come from: a folder, or the address that the old install serves them at. */
export type MediaSource = (key: string) => Promise<Uint8Array | undefined>

const fetched = async (origin: string, key: string): Promise<Uint8Array | undefined> => {
  const reply = await fetch(`${origin.replace(/\/+$/, '')}/${key}`)
  return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined
}

export const mediaSource = (place: string | undefined): MediaSource => {
  if (place === undefined) return async () => undefined
  if (/^https?:/.test(place)) return (key) => fetched(place, key)
  return (key) => readFile(join(place, key)).catch(() => undefined)
}

const types: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.pdf': 'application/pdf',
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/** Keeps a file of media here, if it is what the export says. False when it is nowhere to be had. */
export const bringMedia = async (
  store: MediaStore,
  source: MediaSource,
  tenant: string,
  { media: key, sha256 }: Media,
): Promise<boolean> => {
  if (!isMediaKey(key) || key.split('/')[1] !== tenant)
    throw problem(`${key} is no place for media of ${tenant}.`)
  const kept = await store.read(key)
  if (kept && hashOf(kept) === sha256) return true
  const bytes = await source(key)
  if (!bytes) return false
  if (hashOf(bytes) !== sha256) throw problem(`${key} is not the file that was exported.`)
  await store.put(key, bytes, types[extname(key).toLowerCase()] ?? 'application/octet-stream')
  return true
}
