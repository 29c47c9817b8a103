import { createHash } from 'node:crypto'
import type { MediaStore } from '../../lib/gateways/gateways.ts'
import { isMediaKey } from '../../lib/gateways/media/key.ts'
import type { Fields } from './map.ts'

/** How a file says that an address is one of the school's own media, wherever they are served. */
export const mediaMark = 'media:/'

const eachText = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachText(one, change)]))
}

const isOf = (key: string, tenant: string): boolean => isMediaKey(key) && key.split('/')[1] === tenant

/** Texts that are addresses of the school's media say their key in the place of where they are served, and back. */
export const withMediaMarks = (fields: Fields, origin: string, tenant: string): Fields =>
  eachText(fields, (text) =>
    text.startsWith(origin) && isOf(text.slice(origin.length), tenant)
      ? mediaMark + text.slice(origin.length)
      : text,
  ) as Fields

/** The way back, at another place. */
export const withAddresses = (fields: Fields, addressOf: (key: string) => string): Fields =>
  eachText(fields, (text) => {
    const key = text.slice(mediaMark.length)
    return text.startsWith(mediaMark) && isMediaKey(key) ? addressOf(key) : text
  }) as Fields

/** Items that have media of their own, and the folder of these; others show copies of an address. */
const owners: Readonly<Record<string, (fields: Fields) => string>> = {
  Organization: ({ orgId }) => `orgs/${orgId}`,
  OrganizationBody: ({ orgId }) => `orgs/${orgId}`,
  TenantUser: ({ id }) => `users/${id}`,
  EventCard: ({ eventId }) => `events/${eventId}`,
  Announcement: ({ eventId, id }) => `announcements/${eventId}/${id}`,
}

/** A key without the school, which stands in the second place. */
const homeless = (key: string): string => key.split('/').toSpliced(1, 1).join('/')

const keysIn = (fields: Fields): string[] => {
  const keys = new Set<string>()
  eachText(fields, (text) => {
    if (text.startsWith(mediaMark)) keys.add(text.slice(mediaMark.length))
    return text
  })
  return [...keys].sort()
}

/** A file of the school's media. It is not in the export: whoever takes it along checks it by its hash. */
export type MediaLine = { readonly media: string; readonly bytes: number; readonly sha256: string }

/** The own media of an item, one after the other; what is gone by now is left out. */
export const mediaOf = async (
  entity: string,
  fields: Fields,
  media: Pick<MediaStore, 'read'>,
): Promise<readonly MediaLine[]> => {
  const lines: MediaLine[] = []
  const folder = owners[entity]?.(fields)
  if (folder === undefined) return lines
  for (const key of keysIn(fields)) {
    if (!homeless(key).startsWith(`${folder}/`)) continue
    const bytes = await media.read(key)
    if (!bytes) continue
    lines.push({
      media: key,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('base64url'),
    })
  }
  return lines
}
