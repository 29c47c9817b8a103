import {
  type Condition,
  type Entries,
  expressionOf,
  placeholders,
  type Refusal,
  unchanged,
  type Versioned,
} from './condition.ts'
import { type Entity, fillTemplate, type KeyParams, prefixOf, type Ref, type ValueOf } from './entity.ts'
import { importedAttribute, indexNames, requestMarkAttribute, ttlAttribute } from './schema.ts'

/** Changes to the fields of one item. `add` changes numbers atomically. */
export type Change<V> = {
  readonly set?: Partial<V>
  readonly add?: Partial<Record<keyof V & string, number>>
  readonly remove?: readonly (keyof V & string)[]
  /** Fields that are maps: sets these entries and leaves the others. The map has to exist. */
  readonly setEntries?: Entries<V>
  /** Fields that are maps: removes the entries of these names. */
  readonly removeEntries?: Partial<Record<keyof V & string, readonly string[]>>
}

/** One write, not yet carried out. The table's verbs send one alone, `table.write` sends several as a transaction. */
export type Write<V = unknown> =
  | {
      readonly does: 'put'
      readonly entity: Entity<V>
      readonly value: V
      readonly condition: Condition<V>
      readonly brought?: true
    }
  | {
      readonly does: 'update'
      readonly entity: Entity<V>
      readonly keyParams: Readonly<Record<string, string>>
      readonly change: Change<V>
      readonly condition: Condition<V>
    }
  | {
      readonly does: 'remove' | 'check'
      readonly entity: Entity<V>
      readonly keyParams: Readonly<Record<string, string>>
      readonly condition: Condition<V>
    }

// A list of writes mixes entities; each one is checked where it is made.
const mixed = <V>(write: Write<V>): Write => write as unknown as Write

export const put = <V, H extends string>(
  entity: Entity<V, H>,
  value: V,
  condition: Condition<V> = {},
): Write => mixed<V>({ does: 'put', entity, value, condition })

/** Puts the next version of an item on condition that it is unchanged. `before` is undefined for a new item. */
export const replace = <V extends Versioned, H extends string>(
  entity: Entity<V, H>,
  before: Versioned | undefined,
  after: Omit<V, 'version'>,
): Write => put(entity, { ...after, version: (before?.version ?? 0) + 1 } as unknown as V, unchanged(before))

/** A put of an imported item on condition of absence. Consumers of the stream never see it. */
export const importItem = <V, H extends string>(entity: Entity<V, H>, value: V): Write =>
  mixed<V>({ does: 'put', entity, value, condition: { absent: true } as Condition<V>, brought: true })

export const update = <E extends Entity>(
  entity: E,
  keyParams: KeyParams<E>,
  change: Change<ValueOf<E>>,
  condition: Condition<ValueOf<E>> = { exists: true },
): Write => mixed({ does: 'update', entity: entity as Entity<ValueOf<E>>, keyParams, change, condition })

export const remove = <E extends Entity>(
  entity: E,
  keyParams: KeyParams<E>,
  condition: Condition<ValueOf<E>> = {},
): Write => mixed({ does: 'remove', entity: entity as Entity<ValueOf<E>>, keyParams, condition })

export const check = <E extends Entity>(
  entity: E,
  keyParams: KeyParams<E>,
  condition: Condition<ValueOf<E>>,
): Write => mixed({ does: 'check', entity: entity as Entity<ValueOf<E>>, keyParams, condition })

/** A write made elsewhere, whose condition raises `refusal` unless it names another. */
export const otherwise = (write: Write, refusal: Refusal): Write => ({
  ...write,
  condition: { else: refusal, ...write.condition },
})

type WriteScope = {
  readonly tenant: string | undefined
  readonly nowSeconds: number
  /** The mark that a put on condition of absence leaves on its item. */
  readonly mark?: string | undefined
}

export const addressOf = (ref: Ref, tenant: string | undefined): { pk: string; sk: string } => {
  const { scope, pk, sk } = ref.entity.keys
  const filled = { pk: fillTemplate(pk, ref.keyParams), sk: fillTemplate(sk, ref.keyParams) }
  if (filled.pk === undefined || filled.sk === undefined) {
    throw new Error(`${ref.entity.name} was addressed with an empty key part`)
  }
  return { pk: prefixOf(scope, tenant) + filled.pk, sk: filled.sk }
}

const ttlOf = (entity: Entity, fields: Readonly<Record<string, unknown>>): number | undefined => {
  const field = entity.keys.ttl as string | undefined
  const moment = field === undefined ? undefined : fields[field]
  return typeof moment === 'string' ? Math.ceil(Date.parse(moment) / 1000) : undefined
}

/** The attributes of an item: its fields, its name, its addresses in table and indexes, its ttl. */
const itemOf = (entity: Entity, value: object, tenant: string | undefined): Record<string, unknown> => {
  const fields = value as Readonly<Record<string, unknown>>
  const item: Record<string, unknown> = { ...fields, entity: entity.name }
  Object.assign(item, addressOf({ entity, keyParams: fields as Record<string, string> }, tenant))
  for (const index of indexNames) {
    const keys = entity.keys[index]
    if (!keys || keys.when?.(value) === false) continue
    const pk = fillTemplate(keys.pk, fields)
    const sk = fillTemplate(keys.sk, fields)
    if (pk === undefined || sk === undefined) continue
    item[`${index}pk`] = prefixOf(entity.keys.scope, tenant) + pk
    item[`${index}sk`] = sk
  }
  const ttl = ttlOf(entity, fields)
  if (ttl !== undefined) item[ttlAttribute] = ttl
  return item
}

const paramNamesIn = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '')

/** An update must not move an item in an index: the whole item has to be put instead. */
const refuseMovedKeys = (entity: Entity, changed: readonly string[]): void => {
  for (const index of indexNames) {
    const keys = entity.keys[index]
    if (!keys) continue
    const moved = [...paramNamesIn(keys.pk), ...paramNamesIn(keys.sk)].find((name) => changed.includes(name))
    if (moved !== undefined)
      throw new Error(`${entity.name}.${moved} is part of ${index}: put the whole item`)
  }
}

const changeExpression = (
  write: Extract<Write, { does: 'update' }>,
  marks: ReturnType<typeof placeholders>,
): string => {
  const set = { ...(write.change.set as Record<string, unknown> | undefined), entity: write.entity.name }
  const ttl = ttlOf(write.entity, set)
  const add = Object.entries((write.change.add ?? {}) as Record<string, number>)
  const gone = (write.change.remove ?? []) as readonly string[]
  refuseMovedKeys(write.entity, [...Object.keys(set), ...add.map(([field]) => field), ...gone])
  const defined = Object.entries(ttl === undefined ? set : { ...set, [ttlAttribute]: ttl }).filter(
    ([, value]) => value !== undefined,
  )
  const { setEntries, removeEntries } = write.change as Change<Record<string, unknown>>
  const entries = Object.entries(setEntries ?? {}).flatMap(([field, named]) =>
    Object.entries(named ?? {}).map(
      ([name, value]) => `${marks.name(field)}.${marks.name(name)} = ${marks.value(value)}`,
    ),
  )
  const assignments = defined.map(([field, value]) => `${marks.name(field)} = ${marks.value(value)}`)
  const removed = [
    ...gone.map((field) => marks.name(field)),
    ...Object.entries(removeEntries ?? {}).flatMap(([field, names]) =>
      (names ?? []).map((name) => `${marks.name(field)}.${marks.name(name)}`),
    ),
  ]
  const clauses = [`SET ${[...assignments, ...entries].join(', ')}`]
  if (add.length > 0)
    clauses.push(`ADD ${add.map(([field, by]) => `${marks.name(field)} ${marks.value(by)}`).join(', ')}`)
  if (removed.length > 0) clauses.push(`REMOVE ${removed.join(', ')}`)
  return clauses.join(' ')
}

/** The DynamoDB request for one write, in the form that single calls and transactions share. */
export const requestOf = (
  write: Write,
  { tenant, nowSeconds, mark }: WriteScope,
): Record<string, unknown> => {
  const marks = placeholders()
  const target =
    write.does === 'put'
      ? {
          Item: {
            ...itemOf(write.entity, write.value as object, tenant),
            ...(write.brought ? { [importedAttribute]: true } : {}),
            ...(mark !== undefined && write.condition.absent ? { [requestMarkAttribute]: mark } : {}),
          },
        }
      : { Key: addressOf({ entity: write.entity, keyParams: write.keyParams }, tenant) }
  const change = write.does === 'update' ? { UpdateExpression: changeExpression(write, marks) } : {}
  const condition = expressionOf(write.entity, write.condition, marks, nowSeconds)
  return {
    ...target,
    ...change,
    ...(condition === undefined ? {} : { ConditionExpression: condition }),
    ...(Object.keys(marks.names).length > 0 ? { ExpressionAttributeNames: marks.names } : {}),
    ...(Object.keys(marks.values).length > 0 ? { ExpressionAttributeValues: marks.values } : {}),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }
}
