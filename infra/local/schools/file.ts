import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import * as z from 'zod/mini'
import { exportedKinds } from '../../../functions/exports/kinds.ts'
import {
  chainLine,
  emptyHash,
  type SchoolExport,
  schoolFormat,
  schoolSource,
  schoolVersion,
} from '../../../functions/exports/school-export.ts'
import { PortablePerson } from '../../../functions/exports/walk.ts'
import { exceededJsonLimit } from '../../../lib/http/json-limits.ts'
import { type Entity, fillTemplate } from '../../../lib/table/entity.ts'
import { entityFiles } from '../../derive/data-model.ts'
import { problem } from '../problem.ts'

export const Item = z.strictObject({ entity: z.string(), fields: z.record(z.string(), z.unknown()) })
export type Item = z.infer<typeof Item>
export const Media = z.strictObject({ media: z.string(), bytes: z.number(), sha256: z.string() })
export type Media = z.infer<typeof Media>

/** One line of a file: an item or a person, or a media file. */
export type SchoolLine = { readonly number: number; readonly item?: Item; readonly media?: Media }

/** Kinds of items in a school export, by name. */
export type Kinds = ReadonlyMap<string, Entity<Record<string, unknown>>>

const isKind = (value: object): value is Entity<Record<string, unknown>> =>
  'schema' in value && 'keys' in value

/** All kinds that a file may contain, with their schemas, from the sources of this installation. */
export const readKinds = async (): Promise<Kinds> => {
  const files = await entityFiles()
  const entities = files.flatMap(({ entities: each }) => each.filter(isKind))
  return new Map(entities.filter(({ name }) => exportedKinds.has(name)).map((each) => [each.name, each]))
}

const wrongField = (error: z.core.$ZodError): string => error.issues[0]?.path.join('.') || 'its fields'

/** Fails for a line of an unknown kind, or with fields that its schema does not accept. */
export const checkLine = (kinds: Kinds, { number, item }: SchoolLine): void => {
  if (!item) return
  const schema = item.entity === 'Person' ? PortablePerson : kinds.get(item.entity)?.schema
  if (!schema) throw problem(`Line ${number}: this install knows no ${item.entity}.`)
  const { error } = z.safeParse(schema, item.fields)
  if (error)
    throw problem(`Line ${number}: ${item.entity} is not as this install keeps it: ${wrongField(error)}.`)
}

/** An item's name: its kind and its keys. */
export const nameOfItem = (kinds: Kinds, { entity, fields }: Item): string => {
  const keys = kinds.get(entity)?.keys
  const places = keys ? [fillTemplate(keys.pk, fields), fillTemplate(keys.sk, fields)] : [String(fields.id)]
  return [entity, ...places].join(' ')
}

/** The header and trailer of a file. `hash` proves every line before the last. */
export type SchoolFile = {
  readonly tenant: string
  readonly startedAt: string
  readonly lines: number
  readonly hash: string
}

const Header = z.strictObject({
  format: z.literal(schoolFormat),
  version: z.number(),
  tenant: z.string(),
  startedAt: z.string(),
})
const Trailer = z.strictObject({ end: z.literal(true), lines: z.number(), hash: z.string() })

/**
 * Limits of one line (rules/exports 17). A table item has at most 400 KB, which escapes may make six times as long, and
 * 32 levels.
 */
export const lineLimits = { characters: 4 * 1024 * 1024, depth: 40, values: 200_000 } as const

const tooLong = (number: number): Error =>
  problem(`Line ${number} is longer than ${lineLimits.characters} characters: this is no file of a school.`)

async function* textLines(path: string): AsyncGenerator<string> {
  let number = 1
  let parts: string[] = []
  let length = 0
  for await (const chunk of createReadStream(path, 'utf8')) {
    for (const [at, part] of String(chunk).split('\n').entries()) {
      if (at > 0) {
        yield parts.join('').replace(/\r$/, '')
        number += 1
        parts = []
        length = 0
      }
      parts.push(part)
      length += part.length
      if (length > lineLimits.characters) throw tooLong(number)
    }
  }
  if (length > 0) yield parts.join('')
}

const parsed = (text: string, number: number): unknown => {
  if (exceededJsonLimit(Buffer.from(text), lineLimits) !== undefined)
    throw problem(
      `Line ${number} nests deeper than ${lineLimits.depth} levels, or holds more than ${lineLimits.values} values.`,
    )
  try {
    return JSON.parse(text)
  } catch {
    throw problem(`Line ${number} is no JSON: the file is torn or was changed.`)
  }
}

const headerOf = (value: unknown): z.infer<typeof Header> => {
  const header = z.safeParse(Header, value)
  if (!header.success) throw problem('This is no file of a school: it does not begin as one.')
  if (header.data.version !== schoolVersion)
    throw problem(`The file has version ${header.data.version}; this install reads version ${schoolVersion}.`)
  return header.data
}

const lineIn = (value: unknown, number: number): SchoolLine => {
  const item = z.safeParse(Item, value)
  if (item.success) return { number, item: item.data }
  const media = z.safeParse(Media, value)
  if (media.success) return { number, media: media.data }
  throw problem(`Line ${number} is neither an item nor a file of media.`)
}

/**
 * Reads a whole file and proves that it is complete and unchanged. `check` sees every line before any is used; its
 * errors name the line. Throws a problem for a file that is incomplete, changed or of another version.
 */
export const readSchoolFile = async (
  path: string,
  check: (line: SchoolLine) => void,
): Promise<SchoolFile> => {
  let header: z.infer<typeof Header> | undefined
  let trailer: z.infer<typeof Trailer> | undefined
  let hash = emptyHash
  let lines = 0
  for await (const text of textLines(path)) {
    if (trailer) throw problem('The file continues after its end mark: it was changed.')
    const value = parsed(text, lines + 1)
    const end = z.safeParse(Trailer, value)
    if (end.success && header) {
      trailer = end.data
      continue
    }
    if (header) check(lineIn(value, lines + 1))
    else header = headerOf(value)
    hash = chainLine(hash, text)
    lines += 1
  }
  if (!header || !trailer) throw problem('The file has no end: it is torn.')
  if (trailer.lines !== lines || trailer.hash !== hash)
    throw problem('The file is not as it was written: a line is missing, added or changed.')
  return { tenant: header.tenant, startedAt: header.startedAt, lines, hash }
}

/** The lines between header and trailer of a file that was already verified. */
export async function* linesOf(path: string): AsyncGenerator<SchoolLine> {
  let number = 0
  for await (const text of textLines(path)) {
    number += 1
    const value = parsed(text, number)
    if (number === 1 || z.safeParse(Trailer, value).success) continue
    yield lineIn(value, number)
  }
}

/** Writes a school to a file, as the export job does. Returns the number of lines. */
export const exportSchool = async (school: SchoolExport, path: string): Promise<number> => {
  const source = schoolSource(school)
  const file = await open(path, 'w', 0o600)
  let lines = 0
  try {
    for (let step = await source.next(); step; step = await source.next()) {
      await file.write(step.text)
      lines += step.items
    }
  } finally {
    await file.close()
  }
  return lines
}
