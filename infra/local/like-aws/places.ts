import type { Item } from './items.ts'
import type { Table } from './tables.ts'

/** Where an item lies, and the text that names it among all items of all tables. */
export type Place = { readonly table: Table; readonly name: string; readonly key: Item; readonly id: string }

/** An item as a write left it; undefined where it is gone. */
export type Image = { readonly place: Place; readonly item: Item | undefined }

/** The place of an item, or of the key of one. */
export const placeOf = (table: Table, item: Item): Place => {
  const name = table.description.TableName
  const key = Object.fromEntries(table.keys.map((attribute) => [attribute, item[attribute]]))
  return { table, name, key, id: `${name} ${JSON.stringify(key)}` }
}
