import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { importMark, withAddresses } from '../../../functions/exports/school-export.ts'
import { PortablePerson } from '../../../functions/exports/walk.ts'
import type { Gateways, MediaStore } from '../../../lib/gateways/gateways.ts'
import { isMediaKey } from '../../../lib/gateways/media-key.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import {
  type TenantRecord,
  tenantListing,
  tenantRecord,
  tenantUser,
} from '../../../lib/identity/person/records.ts'
import { isTenantKey, platformKey } from '../../../lib/identity/school/schools.ts'
import { findSchool } from '../../../lib/identity/school/tenants.ts'
import { rowsOf, wordRow } from '../../../lib/search/rows.ts'
import type { Table } from '../../../lib/table/table.ts'
import { importItem } from '../../../lib/table/write.ts'
import { problem } from '../problem.ts'
import {
  checkLine,
  type Item,
  type Kinds,
  linesOf,
  type Media,
  nameOfItem,
  readKinds,
  readSchoolFile,
  type SchoolFile,
} from './file.ts'
import { importPerson } from './people.ts'
import { wordIndexes } from './search-indexes.ts'
import { following } from './stream-follower.ts'

/** Source of a school's media files: a folder, or the address at which the old installation serves them. */
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

/** Stores a media file here, if it matches the export. False when it cannot be found. */
export const importMedia = async (
  store: MediaStore,
  source: MediaSource,
  tenant: string,
  { media: key, sha256 }: Media,
): Promise<boolean> => {
  if (!isMediaKey(key) || key.split('/')[1] !== tenant)
    throw problem(`${key} is no place for media of ${tenant}.`)
  const existing = await store.read(key)
  if (existing && hashOf(existing) === sha256) return true
  const bytes = await source(key)
  if (!bytes) return false
  if (hashOf(bytes) !== sha256) throw problem(`${key} is not the file that was exported.`)
  await store.put(key, bytes, types[extname(key).toLowerCase()] ?? 'application/octet-stream')
  return true
}

/** Items written in parallel. */
const atOnce = 16

/** Distributes lines to workers. The first failure ends the run, after the other workers have stopped. */
export const inParallel = async <V>(
  values: AsyncIterable<V>,
  work: (value: V) => Promise<void>,
): Promise<void> => {
  const rest = values[Symbol.asyncIterator]()
  let failed = false
  const run = async (): Promise<void> => {
    for (let next = await rest.next(); !next.done && !failed; next = await rest.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const runs = Array.from({ length: atOnce }, run)
  await Promise.allSettled(runs)
  await Promise.all(runs)
}

/**
 * Writes one item if its key is free. An equal item may stay, because an interrupted import wrote it. A different item
 * fails the import, unless this import was started before: then the item has changed since and stays.
 */
export const importSchoolItem = async (
  table: Table,
  kinds: Kinds,
  item: Item,
  { addressOf, isAgain }: { addressOf(key: string): string; readonly isAgain: boolean },
): Promise<void> => {
  const kind = kinds.get(item.entity)
  if (!kind) throw problem(`This install knows no ${item.entity}.`)
  const fields = withAddresses(item.fields, addressOf)
  const brought = await table.importItem(kind, fields)
  if (!brought.ok && !isAgain && !isDeepStrictEqual(brought.found, fields))
    throw problem(`${nameOfItem(kinds, item)} stands here already, and is another one.`)
  const indexes = wordIndexes.filter(({ entity }) => entity.name === item.entity)
  const rows = indexes.flatMap((index) => rowsOf(index, fields))
  await Promise.all(rows.map((row) => table.importItem(wordRow, row)))
}

/** The destination of a school. `table` is opened for the platform. */
export type ImportContext = {
  readonly table: Table
  readonly media: Gateways['media']
  now(): Date
  newId(): string
}

export type ImportResult = {
  readonly tenant: string
  readonly items: number
  readonly missingMedia: readonly string[]
}

const system = { address: '', userAgent: '', native: false, requestId: 'import' }

/** Reserves the school for this file. True when an import of the same file was started before. */
const begin = async ({ table, now }: ImportContext, { tenant, hash }: SchoolFile): Promise<boolean> => {
  const own = table.at(tenant)
  const [school, mark, people] = await Promise.all([
    findSchool(table, tenant),
    own.get(importMark, { name: 'import' }, { strong: true }),
    own.list(tenantUser, { index: 'gsi1', keyParams: {}, limit: 1 }),
  ])
  if (mark?.finishedAt !== undefined && mark.hash === hash)
    throw problem(`${tenant} has been brought here already.`)
  if (mark && mark.hash !== hash) throw problem(`${tenant} was begun from another file: go on with that one.`)
  if (!mark && (school || people.items.length > 0))
    throw problem(`A school ${tenant} exists here. Import a school only where it does not exist.`)
  if (mark) return true
  const fresh = { name: 'import' as const, hash, startedAt: now().toISOString() }
  const { ok } = await own.put(importMark, fresh, { absent: true })
  if (!ok) throw problem(`${tenant} is being imported by somebody else.`)
  return false
}

/** The school answers from here on. Its registry entry comes last, so a partial school is never open. */
const open = async (
  context: ImportContext,
  { tenant, hash }: SchoolFile,
  { school, isAgain }: { readonly school: TenantRecord | undefined; readonly isAgain: boolean },
): Promise<void> => {
  const own = context.table.at(tenant)
  const isOpen = school
    ? (await own.write([importItem(tenantListing, school), importItem(tenantRecord, school)])).ok
    : true
  if (!isOpen && !isAgain) throw problem(`Somebody enrolled a school ${tenant} here meanwhile.`)
  const set = { finishedAt: context.now().toISOString() }
  await own.update(importMark, { name: 'import' }, { set }, { equals: { hash } })
  const audited = {
    action: 'tenant.imported',
    actor: 'system',
    targetType: 'tenant',
    targetId: tenant,
  } as const
  await context.table
    .at(platformKey)
    .write([audit({ ...context, device: system }, { ...audited, detail: { file: hash } })])
}

/**
 * Imports a school from a file. It first verifies the whole file, then writes items where none exist. Derived rows
 * follow (scheduled tasks, the head of the audit). It opens the school last. An interrupted import continues with the
 * same file. Throws a problem for a file that is incomplete or of another version, and when the school exists.
 */
export const importSchool = async (
  context: ImportContext,
  path: string,
  source: MediaSource,
): Promise<ImportResult> => {
  const kinds = await readKinds()
  let school: TenantRecord | undefined
  const file = await readSchoolFile(path, (line) => {
    checkLine(kinds, line)
    if (line.item?.entity === 'TenantRecord') school = line.item.fields as TenantRecord
  })
  const { tenant } = file
  if (!isTenantKey(tenant)) throw problem(`${tenant} is no name for a school.`)
  if (school && school.tenantKey !== tenant)
    throw problem(`The file of ${tenant} would enrol another school: it was changed.`)
  const isAgain = await begin(context, file)
  const table = context.table.at(tenant)
  const after = following({ table, now: context.now }, tenant)
  const missingMedia: string[] = []
  let items = 0

  const take = async (item: Item): Promise<void> => {
    items += 1
    if (item.entity === 'Person') return importPerson(table, tenant, z.parse(PortablePerson, item.fields))
    if (item.entity === 'TenantRecord') return
    after.note(item)
    await importSchoolItem(table, kinds, item, { addressOf: context.media.addressOf, isAgain })
  }

  await inParallel(linesOf(path), async ({ item, media }) => {
    if (item) await take(item)
    if (media && !(await importMedia(context.media, source, tenant, media))) missingMedia.push(media.media)
  })
  await after.settle()
  await open(context, file, { school, isAgain })
  return { tenant, items, missingMedia }
}
