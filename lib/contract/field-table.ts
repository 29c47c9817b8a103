import type * as z from 'zod/mini'

/**
 * A table of an entity's fields: one row per field, with a schema for each use, such as `request`, `stored` and
 * `shown`, and whatever else the field's readers need. Requests, records and views derive from the table.
 */
export type FieldTable<Use extends string> = Readonly<
  Record<string, { readonly [U in Use]: z.core.$ZodType }>
>

/** The schemas of one use, as the shape of an object. */
export const shapeOf = <const T extends FieldTable<Use>, Use extends string>(
  table: T,
  use: Use,
): { [Name in keyof T]: T[Name][Use] } =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[use]])) as {
    [Name in keyof T]: T[Name][Use]
  }

/** The names of a table's fields, in its order. */
export const namesOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[]

/** The named fields of a value, without those that it does not have. */
export const pickFields = <V extends object, Name extends keyof V>(
  value: V,
  names: readonly Name[],
): Pick<V, Name> =>
  Object.fromEntries(
    names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])),
  ) as Pick<V, Name>

/** Whether a stored field may be absent, so that null or an empty string in a request removes it. */
export const isClearable = ({ stored }: { readonly stored: z.core.$ZodType }): boolean =>
  stored._zod.def.type === 'optional'
