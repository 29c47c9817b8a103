import { type FailureKind, fail } from '../contract/failure.ts'
import type { Entity } from './entity.ts'
import { ttlAttribute } from './schema.ts'

/** What a condition raises when it does not hold: a failure, or a function that fails with more than its kind. */
export type Refusal = FailureKind | (() => never)

/**
 * Requirements for a write, joined by AND. An expired item counts as absent, even before it is removed. A condition that
 * names its refusal raises it (rules/table 22).
 */
export type Condition<V> = {
  readonly absent?: true | Refusal
  readonly exists?: true | Refusal
  /** Raised when the condition does not hold, unless the item is absent and `exists` names a refusal of its own. */
  readonly else?: Refusal
  /** The other parts also hold for an absent item, which an update then creates. */
  readonly orAbsent?: true
  readonly equals?: Partial<V>
  readonly unequal?: Partial<V>
  /** Numbers: the stored value is below (an absent one counts as below). */
  readonly below?: Partial<Record<keyof V & string, number>>
  /** Numbers, or times (ISO 8601): the stored value is at least this. */
  readonly atLeast?: Partial<Record<keyof V & string, number | string>>
  readonly without?: readonly (keyof V & string)[]
  readonly with?: readonly (keyof V & string)[]
  /** Fields that are maps: no entry has this name, or any of these names. */
  readonly withoutEntry?: Partial<Record<keyof V & string, string | readonly string[]>>
  /** Fields that are maps: these entries have these values. */
  readonly entries?: Entries<V>
  /** Fields that are maps: these entries have these values, or are absent. */
  readonly entriesOrGone?: Entries<V>
  /** Fields that are maps: they have fewer entries than this. */
  readonly fewerEntries?: Partial<Record<keyof V & string, number>>
}

/** Entries of fields that are maps, by field and name. */
export type Entries<V> = Partial<Record<keyof V & string, Readonly<Record<string, unknown>>>>

/** An item with a version, which every change increases by one. */
export type Versioned = { readonly version: number }

/** A default that was never stored has version 0. */
export const stored = <V extends Versioned>(item: V): V | undefined => (item.version === 0 ? undefined : item)

/** The item still has the version that was read, or is still absent if nothing was found. */
export const unchanged = (before: Versioned | undefined): Condition<Versioned> =>
  before ? { equals: { version: before.version } } : { absent: true }

export const raise = (refusal: Refusal): never => (typeof refusal === 'function' ? refusal() : fail(refusal))

/** The refusal that a condition names for the item that it met: `found` is undefined when there was none. */
export const refusalOf = (
  { absent, exists, else: otherwise }: Condition<unknown>,
  found: unknown,
): Refusal | undefined => {
  const named = absent ?? (found === undefined ? exists : undefined)
  return named === undefined || named === true ? otherwise : named
}

/** Collects the placeholders of one expression. */
export type Names = {
  readonly names: Record<string, string>
  readonly values: Record<string, unknown>
  name(field: string): string
  value(value: unknown): string
}

export const placeholders = (): Names => {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  return {
    names,
    values,
    name(field) {
      let placeholder = `#${field.replace(/\W/g, '_')}`
      // Entry names come from users: two names that differ only in special characters stay apart.
      while ((names[placeholder] ?? field) !== field) placeholder += '_'
      names[placeholder] = field
      return placeholder
    },
    value(value) {
      const placeholder = `:v${Object.keys(values).length}`
      values[placeholder] = value
      return placeholder
    },
  }
}

const each = (fields: object | undefined, write: (field: string, value: unknown) => string): string[] =>
  Object.entries(fields ?? {}).map(([field, value]) => write(field, value))

/** One part for each entry of each field that is a map. */
const eachEntry = (
  fields: object | undefined,
  { name }: Names,
  write: (path: string, value: unknown) => string,
): string[] =>
  Object.entries(fields ?? {}).flatMap(([field, entries]) =>
    each(entries as object, (entry, value) => write(`${name(field)}.${name(entry)}`, value)),
  )

/** The ConditionExpression for `condition`; undefined when it is empty. */
export const expressionOf = <V>(
  entity: Entity<V>,
  { else: _, ...condition }: Condition<V>,
  marks: Names,
  nowSeconds: number,
): string | undefined => {
  const { name, value } = marks
  const perishable = entity.keys.ttl !== undefined
  const parts: string[] = []
  if (condition.absent) {
    parts.push(
      perishable
        ? `(attribute_not_exists(${name('pk')}) OR ${name(ttlAttribute)} <= ${value(nowSeconds)})`
        : `attribute_not_exists(${name('pk')})`,
    )
  } else if (!condition.orAbsent && Object.keys(condition).length > 0) {
    parts.push(`attribute_exists(${name('pk')})`)
    if (perishable) parts.push(`${name(ttlAttribute)} > ${value(nowSeconds)}`)
  }
  parts.push(
    ...each(condition.equals, (field, requested) => `${name(field)} = ${value(requested)}`),
    ...each(condition.unequal, (field, unwanted) => `${name(field)} <> ${value(unwanted)}`),
    ...each(
      condition.below,
      (field, bound) => `(attribute_not_exists(${name(field)}) OR ${name(field)} < ${value(bound)})`,
    ),
    ...each(condition.atLeast, (field, bound) => `${name(field)} >= ${value(bound)}`),
    ...(condition.without ?? []).map((field) => `attribute_not_exists(${name(field)})`),
    ...(condition.with ?? []).map((field) => `attribute_exists(${name(field)})`),
    ...Object.entries((condition.withoutEntry ?? {}) as Record<string, string | readonly string[]>).flatMap(
      ([field, entries]) =>
        [entries].flat().map((entry) => `attribute_not_exists(${name(field)}.${name(entry)})`),
    ),
    ...eachEntry(condition.entries, marks, (path, requested) => `${path} = ${value(requested)}`),
    ...eachEntry(
      condition.entriesOrGone,
      marks,
      (path, requested) => `(attribute_not_exists(${path}) OR ${path} = ${value(requested)})`,
    ),
    ...each(condition.fewerEntries, (field, bound) => `size(${name(field)}) < ${value(bound)}`),
  )
  return parts.length > 0 ? parts.join(' AND ') : undefined
}
