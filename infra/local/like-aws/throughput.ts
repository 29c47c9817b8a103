import type { ModelClock } from './clock.ts'
import type { Figures } from './figures.ts'
import type { Item } from './items.ts'
import type { Place } from './places.ts'
import type { Description, Table } from './tables.ts'

/** A resource with limited throughput: a partition key of a table or index, or a whole table. */
export type Limited = { readonly id: string; readonly whole: boolean }

export type Kind = 'read' | 'write'

/** Throughput of partitions and tables: checked before, counted after. */
export type Throughput = {
  /** The limit that is used up now; undefined for none. */
  readonly usedUp: (kind: Kind, limited: readonly Limited[]) => 'partition' | 'table' | undefined
  /** Counts used units. A request may exceed its limit; the next ones wait for the excess. */
  readonly use: (kind: Kind, limited: readonly Limited[], units: number) => void
}

const partition = (name: string, value: unknown): Limited => ({
  id: `${name} ${JSON.stringify(value)}`,
  whole: false,
})

const hashOf = (schema: Description['KeySchema']): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? ''

export const wholeTable = (table: Table): Limited => ({ id: table.description.TableName, whole: true })

/** The table, and the partition of an item or key. */
export const partitionOf = (table: Table, item: Item): Limited[] => {
  const { TableName, KeySchema } = table.description
  return [wholeTable(table), partition(TableName, item[hashOf(KeySchema)])]
}

/** Index partitions that an item is written to. A throttled index throttles the table. */
export const indexPartitionsOf = ({ description }: Table, item: Item): Limited[] =>
  (description.GlobalSecondaryIndexes ?? [])
    .filter(({ KeySchema }) => KeySchema.every(({ AttributeName }) => AttributeName in item))
    .map(({ IndexName, KeySchema }) =>
      partition(`${description.TableName} ${IndexName}`, item[hashOf(KeySchema)]),
    )

/** Limits of an item's write, as far as the request shows them. */
export const limitedBy = ({ table, key }: Place, item: Item | undefined): Limited[] => [
  ...partitionOf(table, key),
  ...(item ? indexPartitionsOf(table, item) : []),
]

/** Limits of a query. */
export const limitedByQuery = (
  table: Table,
  IndexName: string | undefined,
  hash: (attribute: string) => unknown,
): Limited[] => {
  const { description } = table
  const index = description.GlobalSecondaryIndexes?.find((one) => one.IndexName === IndexName)
  const value = hash(hashOf((index ?? description).KeySchema))
  const name = index ? `${description.TableName} ${IndexName}` : description.TableName
  return [wholeTable(table), ...(value === undefined ? [] : [partition(name, value)])]
}

type Bucket = { left: number; at: number }

export const openThroughput = (figures: Figures, clock: ModelClock): Throughput => {
  const buckets = new Map<string, Bucket>()
  const perSecond = (kind: Kind, { whole }: Limited): number =>
    kind === 'write'
      ? figures[whole ? 'tableWriteUnits' : 'writeUnits']
      : figures[whole ? 'tableReadUnits' : 'readUnits']
  const bucketOf = (kind: Kind, one: Limited): Bucket => {
    const most = perSecond(kind, one) * Math.max(0.05, figures.burst)
    const bucket = buckets.get(`${kind} ${one.id}`) ?? { left: most, at: clock.now() }
    const now = clock.now()
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * perSecond(kind, one))
    bucket.at = now
    buckets.set(`${kind} ${one.id}`, bucket)
    return bucket
  }
  const isLimited = (kind: Kind, one: Limited): boolean => perSecond(kind, one) > 0
  return {
    usedUp: (kind, limited) => {
      const over = limited.find((one) => isLimited(kind, one) && bucketOf(kind, one).left <= 0)
      return over && (over.whole ? 'table' : 'partition')
    },
    use: (kind, limited, units) => {
      for (const one of limited) if (isLimited(kind, one)) bucketOf(kind, one).left -= units
    },
  }
}
