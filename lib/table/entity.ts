import type * as z from 'zod/mini'
import type { Schema } from '../contract/row.ts'

/** Names of the `{keyParams}` of a key template. */
export type KeyParamNames<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | KeyParamNames<Rest>
  : never

/** Keys of one index: `when` keeps an item out of a sparse index. */
export type IndexKeys<V> = { readonly pk: string; readonly sk: string; readonly when?: (value: V) => boolean }

export type Keys<V> = {
  /** `tenant` keys begin `T#<tenant>#`, `global` keys `G#`; the table writes the prefix. */
  readonly scope: 'tenant' | 'global'
  readonly pk: string
  readonly sk: string
  readonly gsi1?: IndexKeys<V>
  readonly gsi2?: IndexKeys<V>
  /** The field (ISO 8601) with the expiry time: reads ignore the item from then on, and DynamoDB removes it later. */
  readonly ttl?: keyof V & string
  /**
   * Reads by key expect this item. A read that misses it reads again with strong consistency, since the item may be
   * new (rules/table 16).
   */
  readonly expected?: true
}

type StoredIndex = { readonly pk: string; readonly sk: string; when?(value: unknown): boolean }

export type Entity<V = unknown, H extends string = string> = {
  readonly name: string
  readonly schema: Schema
  readonly keys: {
    readonly scope: 'tenant' | 'global'
    readonly pk: string
    readonly sk: string
    readonly gsi1?: StoredIndex
    readonly gsi2?: StoredIndex
    readonly ttl?: string
    readonly expected?: true
  }
  /** Carries the types only. */
  readonly of?: { readonly value: V; readonly keyParams: H }
}

export type ValueOf<E> = E extends Entity<infer V, string> ? V : never
export type KeyParams<E> = E extends Entity<unknown, infer H> ? { readonly [K in H]: string } : never

type Checked<K extends { pk: string; sk: string }, V> =
  Exclude<KeyParamNames<K['pk']> | KeyParamNames<K['sk']>, keyof V> extends never
    ? K
    : {
        readonly error: `{${Exclude<KeyParamNames<K['pk']> | KeyParamNames<K['sk']>, keyof V> & string}} is not a field`
      }

/**
 * One kind of item: its schema and its keys. A `{param}` of a key template has to be a field of the schema, which the
 * compiler checks. An index sort key ends in a unique id, so that page positions never tie.
 */
export const entity = <S extends Schema, const K extends Keys<z.infer<S>>>(
  name: string,
  schema: S,
  keys: K & Checked<K, z.infer<S>>,
): Entity<z.infer<S>, KeyParamNames<K['pk']> | KeyParamNames<K['sk']>> => ({
  name,
  schema,
  keys: keys as Entity['keys'],
})

/** Names one item. Created by `key()`, accepted by every verb. */
export type Ref<E extends Entity = Entity> = {
  readonly entity: E
  readonly keyParams: Readonly<Record<string, string>>
}

export const key = <E extends Entity>(of: E, keyParams: KeyParams<E>): Ref<E> => ({ entity: of, keyParams })

const encoded = (value: string): string =>
  value.includes('#') || value.includes('%')
    ? value.replace(/[%#]/g, (sign) => (sign === '%' ? '%25' : '%23'))
    : value

const partsOfTemplates = new Map<string, readonly string[]>()

/** Texts and parameter names in turn. Cached: there are few templates, and each request fills them. */
const partsOf = (template: string): readonly string[] => {
  const known = partsOfTemplates.get(template)
  if (known !== undefined) return known
  const parts = template.split(/\{(\w+)\}/)
  partsOfTemplates.set(template, parts)
  return parts
}

/** Fills a template. Undefined when a parameter has no value, which leaves the item out of a sparse index. */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined => {
  const parts = partsOf(template)
  let filled = parts[0] ?? ''
  for (let at = 1; at < parts.length; at += 2) {
    const value = values[parts[at] ?? '']
    if (typeof value !== 'string' || value === '') return undefined
    filled += encoded(value) + (parts[at + 1] ?? '')
  }
  return filled
}

/** The template's text before its first parameter without a value: the prefix of a listing. */
export const fillPrefix = (template: string, values: Readonly<Record<string, unknown>>): string => {
  let filled = ''
  for (const part of template.split(/(\{\w+\})/)) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) filled += part
    else {
      const value = values[name]
      if (typeof value !== 'string' || value === '') return filled
      filled += encoded(value)
    }
  }
  return filled
}

export const prefixOf = (scope: 'tenant' | 'global', tenant: string | undefined): string => {
  if (scope === 'global') return 'G#'
  if (tenant === undefined)
    throw new Error("a tenant's item was requested on a table opened without a tenant")
  return `T#${tenant}#`
}
