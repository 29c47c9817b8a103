import * as z from 'zod/mini'
import { carried } from '../../../functions/exports/kinds.ts'
import { PortablePerson } from '../../../functions/exports/walk.ts'
import { type Entity, fill } from '../../../lib/table/entity.ts'
import { entityFiles } from '../../derive/data-model.ts'
import { problem } from '../problem.ts'

export const Item = z.strictObject({ entity: z.string(), fields: z.record(z.string(), z.unknown()) })
export type Item = z.infer<typeof Item>
export const Media = z.strictObject({ media: z.string(), bytes: z.number(), sha256: z.string() })
export type Media = z.infer<typeof Media>

/** One line of a file: an item or a person, or a file of media. */
export type SchoolLine = { readonly number: number; readonly item?: Item; readonly media?: Media }

/** Kinds of items that a school takes along, by name. */
export type Kinds = ReadonlyMap<string, Entity<Record<string, unknown>>>

const isKind = (value: object): value is Entity<Record<string, unknown>> =>
  'schema' in value && 'keys' in value

/** Every kind that may stand in a file, with its schema, from the sources of this install. */
export const readKinds = async (): Promise<Kinds> => {
  const files = await entityFiles()
  const entities = files.flatMap(({ entities: each }) => each.filter(isKind))
  return new Map(entities.filter(({ name }) => carried.has(name)).map((each) => [each.name, each]))
}

const wrongField = (error: z.core.$ZodError): string => error.issues[0]?.path.join('.') || 'its fields'

/** Refuses a line whose kind is unknown here, or whose fields its schema does not take. */
export const checkLine = (kinds: Kinds, { number, item }: SchoolLine): void => {
  if (!item) return
  const schema = item.entity === 'Person' ? PortablePerson : kinds.get(item.entity)?.schema
  if (!schema) throw problem(`Line ${number}: this install knows no ${item.entity}.`)
  const { error } = z.safeParse(schema, item.fields)
  if (error)
    throw problem(`Line ${number}: ${item.entity} is not as this install keeps it: ${wrongField(error)}.`)
}

/** What an item is called: its kind and its keys. */
export const nameOfItem = (kinds: Kinds, { entity, fields }: Item): string => {
  const keys = kinds.get(entity)?.keys
  const places = keys ? [fill(keys.pk, fields), fill(keys.sk, fields)] : [String(fields.id)]
  return [entity, ...places].join(' ')
}
