import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Gateways, MediaStore } from '../../lib/gateways/gateways.ts'
import { isMediaKey } from '../../lib/gateways/media-key.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { isBefore, withoutSecrets } from './kinds.ts'
import type { Fields } from './map.ts'
import type { Source } from './pieces.ts'
import { type WalkItem, walkSchool } from './walk.ts'

/** Format named at the start of a school file. A reader refuses other formats and versions. */
export const schoolFormat = 'quad-school'
export const schoolVersion = 1

const withSortedFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, withSortedFields(field)]),
  )
}

/** A value as one line: equal for equal content, in whatever order the table returns fields. */
export const lineOf = (value: unknown): string => JSON.stringify(withSortedFields(value))

/** The hash before the first line. */
export const emptyHash = ''

/** Chains one more line: a line that is missing, added or changed shows at the end of the file. */
export const chainLine = (hash: string, line: string): string =>
  createHash('sha256').update(`${hash}\n${line}`).digest('base64url')

/** Marks an address as one of the school's own media, independent of the media host. */
const mediaMark = 'media:/'

const eachText = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachText(one, change)]))
}

const belongsToSchool = (key: string, tenant: string): boolean =>
  isMediaKey(key) && key.split('/')[1] === tenant

/** Replaces the media host by the mark in addresses of the school's own media. */
const withMediaMarks = (fields: Fields, origin: string, tenant: string): Fields =>
  eachText(fields, (text) =>
    text.startsWith(origin) && belongsToSchool(text.slice(origin.length), tenant)
      ? mediaMark + text.slice(origin.length)
      : text,
  ) as Fields

/** Replaces the marks by addresses at the new place. */
export const withAddresses = (fields: Fields, addressOf: (key: string) => string): Fields =>
  eachText(fields, (text) => {
    const key = text.slice(mediaMark.length)
    return text.startsWith(mediaMark) && isMediaKey(key) ? addressOf(key) : text
  }) as Fields

/** Kinds of items with media of their own, and the folder of each. Other items hold copies of an address. */
const mediaFolders: Readonly<Record<string, (fields: Fields) => string>> = {
  Organization: ({ orgId }) => `orgs/${orgId}`,
  OrganizationBody: ({ orgId }) => `orgs/${orgId}`,
  TenantUser: ({ id }) => `users/${id}`,
  EventCard: ({ eventId }) => `events/${eventId}`,
  Announcement: ({ eventId, id }) => `announcements/${eventId}/${id}`,
}

/** A key without the school, which is its second part. */
const withoutSchool = (key: string): string => key.split('/').toSpliced(1, 1).join('/')

const keysIn = (fields: Fields): string[] => {
  const keys = new Set<string>()
  eachText(fields, (text) => {
    if (text.startsWith(mediaMark)) keys.add(text.slice(mediaMark.length))
    return text
  })
  return [...keys].sort()
}

/** A file of the school's media. The export holds only its hash, by which the importer checks the file. */
type MediaLine = { readonly media: string; readonly bytes: number; readonly sha256: string }

/** The item's own media, in order. Files that no longer exist are omitted. */
const mediaOf = async (
  entity: string,
  fields: Fields,
  media: Pick<MediaStore, 'read'>,
): Promise<readonly MediaLine[]> => {
  const lines: MediaLine[] = []
  const folder = mediaFolders[entity]?.(fields)
  if (folder === undefined) return lines
  for (const key of keysIn(fields)) {
    if (!withoutSchool(key).startsWith(`${folder}/`)) continue
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

/** Record that a school was imported from a file, completely or in part. Only the same file may continue. */
const SchoolImport = z.object({
  name: z.literal('import'),
  hash: z.string(),
  startedAt: z.string(),
  finishedAt: z.optional(z.string()),
})
export const importMark = entity('SchoolImport', SchoolImport, {
  scope: 'tenant',
  pk: 'IMPORT',
  sk: '{name}',
})

/** Position in a file: the walk, the lines so far and their chain. */
type FilePosition = { readonly lines: number; readonly hash: string; readonly walk: string | null }

export type SchoolExport = {
  readonly table: Table
  /** When the export began (ISO 8601). */
  readonly startedAt: string
  readonly media: Gateways['media']
}

/** Address of the media host, with a trailing slash. */
const originOf = (media: Gateways['media']): string => media.addressOf('x').slice(0, -1)

/**
 * All data of a school, one JSON document per line: a header, one line per item, and a trailer. The trailer proves that
 * nothing is missing or changed (docs/decisions/033). The same school gives the same lines between header and trailer.
 */
export const schoolSource = ({ table, startedAt, media }: SchoolExport, position?: string): Source => {
  const tenant = table.tenant ?? ''
  const resumeAt: FilePosition = position ? JSON.parse(position) : { lines: 0, hash: emptyHash, walk: null }
  const walk = walkSchool(table, startedAt, resumeAt.walk ?? undefined)
  const origin = originOf(media)
  let { lines, hash } = resumeAt
  let hasEnded = resumeAt.walk === 'end'

  const write = (values: readonly object[]): string => {
    const written = values.map(lineOf)
    for (const line of written) hash = chainLine(hash, line)
    lines += written.length
    return written.map((line) => `${line}\n`).join('')
  }

  const valuesOf = async ({ entity, fields: found }: WalkItem): Promise<readonly object[]> => {
    if (!isBefore(entity, found, startedAt)) return []
    const fields = withMediaMarks(withoutSecrets(entity, found), origin, tenant)
    return [{ entity, fields }, ...(await mediaOf(entity, fields, media))]
  }

  return {
    async next() {
      if (hasEnded) return undefined
      if (lines === 0) {
        const header = { format: schoolFormat, version: schoolVersion, tenant, startedAt }
        return { text: write([header]), items: 1 }
      }
      const found = await walk.next()
      if (found) {
        const values = await valuesOf(found)
        return { text: write(values), items: values.length }
      }
      hasEnded = true
      return { text: `${lineOf({ end: true, lines, hash })}\n`, items: 1 }
    },
    position: () => JSON.stringify({ lines, hash, walk: hasEnded ? 'end' : walk.saved() }),
  }
}
