import type { Item } from './items.ts'
import type { Table } from './tables.ts'

/** The location of an item, and a text that identifies it among all items of all tables. */
export type Place = { readonly table: Table; readonly name: string; readonly key: Item; readonly id: string }

/** An item after a write; undefined where it was deleted. */
export type Image = { readonly place: Place; readonly item: Item | undefined }

/** The place of an item or key. */
export const placeOf = (table: Table, item: Item): Place => {
  const name = table.description.TableName
  const key = Object.fromEntries(table.keys.map((attribute) => [attribute, item[attribute]]))
  return { table, name, key, id: `${name} ${JSON.stringify(key)}` }
}
