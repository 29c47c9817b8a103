import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { entityFiles } from '../../../infra/derive/data-model.ts'
import { wordRow } from '../../../lib/search/rows.ts'
import type { Entity } from '../../../lib/table/entity.ts'
import { handlerFor } from '../../support/handlers.ts'
import { prepare, type Sample } from '../../support/replay.ts'
import { logicalRounds } from '../../support/table/logical-rounds.ts'
import type { World } from '../../support/world.ts'
import { mostOf } from './bounded-kinds.ts'
import { belongsTo, copyIn, isBetween, mark } from './crowd-model.ts'
import type { EngineFile, Stored } from './engine-file.ts'
import { type Looked, type Watch, type Watched, watchClient } from './query-watch.ts'

export type Cost = { readonly depth: number; readonly read: number; readonly write: number }
export type Outcome = Cost & Watched & { readonly status: number; readonly answered: number }

/** A sample with everything in place for it, in a table of its own, as often as one likes. */
export type Placed = {
  readonly sample: Sample
  readonly w: World
  readonly invocation: APIGatewayProxyEventV2
  readonly watch: Watch
  restore(): void
}

export type Library = ReadonlyMap<string, Stored>

/** How many rows an answer lists, whatever it calls them: what stands in its lists, and not inside of those rows. */
const rowsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, one) => sum + rowsIn(one), 0)
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const perform = async ({ sample, w, invocation, watch }: Placed): Promise<Outcome> => {
  const handler = await handlerFor(sample.contract, w.runtime)
  watch.take()
  using _rounds = logicalRounds()
  const { statusCode: status, body = '' } = await handler(invocation)
  const { depth = 0, readUnits = 0, writeUnits = 0 } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
  const answered = rowsIn(jsonIn(body))
  return { status, answered, depth, read: readUnits, write: writeUnits, ...watch.take() }
}

export const place = async (sample: Sample, file: EngineFile): Promise<Placed> => {
  const { place: campus, invocation } = await prepare(sample)
  const { w } = campus
  // What an upload is made of is taken away once: here it is performed several times.
  Object.assign(w.runtime.gateways.media, { remove: async () => undefined })
  const schools = [...w.runtime.schools]
  const restoreTable = file.keep(w.runtime.client.name)
  // A warm function knows its school: so it does each time.
  const restore = (): void => {
    restoreTable()
    w.runtime.schools.clear()
    for (const [key, school] of schools) w.runtime.schools.set(key, school)
  }
  return { sample, w, invocation, watch: watchClient(w.runtime.client), restore }
}

const named = ({ entity }: Stored): string => entity?.S ?? ''

/** Words of events, clubs and people are rows of one kind that say different things: each index has a model of its own. */
const modelName = (name: string, pk: string): string =>
  name === wordRow.name ? `${name} ${/#WORDS#([^:]*):/.exec(pk)?.[1] ?? ''}` : name

const modelOf = (item: Stored): string => modelName(named(item), item.pk?.S ?? '')

/** One item of every kind that was seen. */
export const remember = (library: Map<string, Stored>, items: readonly Stored[]): void => {
  for (const item of items) if (!library.has(modelOf(item))) library.set(modelOf(item), item)
}

export const everyEntity = async (): Promise<readonly Entity[]> =>
  (await entityFiles()).flatMap(({ entities }) => entities as unknown as readonly Entity[])

const tenantIn = (pk: string): string => /^T#([^#]+)#/.exec(pk)?.[1] ?? ''

type Copy = { readonly item: Stored; readonly most: number }

const copiesFor = (
  looked: Looked,
  own: readonly Stored[],
  library: Library,
  entities: readonly Entity[],
): readonly Copy[] => {
  const tenant = tenantIn(looked.pk)
  const kinds = entities.filter((entity) => belongsTo(entity, looked, tenant))
  const at = looked.index ? `${looked.index}pk` : 'pk'
  const sort = looked.index ? `${looked.index}sk` : 'sk'
  const inside = (item: Stored): boolean => isBetween(looked, item[sort]?.S ?? '')
  // What the query finds comes first: a crowd that does not fit what was asked for would be left out.
  const there = own
    .filter((item) => item[at]?.S === looked.pk)
    .sort((one, other) => Number(inside(other)) - Number(inside(one)))
  const standing = kinds.filter(({ name }) => there.some((item) => named(item) === name))
  // Where nothing stands yet it is the kind that is declared first: the others of a partition come with it, or later.
  return (standing.length > 0 ? standing : kinds.slice(0, 1)).flatMap((entity) => {
    const wanted = modelName(entity.name, looked.pk)
    const model =
      there.find((item) => modelOf(item) === wanted) ??
      own.find((item) => modelOf(item) === wanted) ??
      library.get(wanted)
    const copy = model && copyIn(entity, model, looked, tenant)
    return copy ? [{ item: copy, most: mostOf(entity.name, looked.index) }] : []
  })
}

/** Puts so many items more into every partition that the sample looks at; answers the queries for which there are none. */
export const crowdAround = (
  { w }: Placed,
  queries: readonly Looked[],
  size: number,
  { file, library, entities }: { file: EngineFile; library: Library; entities: readonly Entity[] },
): readonly Looked[] => {
  const table = w.runtime.client.name
  const own = file.items(table)
  const copies = queries.map((looked) => copiesFor(looked, own, library, entities))
  const distinct = new Map(copies.flat().map((copy) => [`${copy.item.pk?.S} ${copy.item.sk?.S}`, copy]))
  for (const { item, most } of distinct.values()) file.multiply(table, item, mark, Math.min(size, most))
  return queries.filter((_, at) => copies[at]?.length === 0)
}
