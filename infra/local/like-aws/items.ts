/** An item, or the key of one, as the protocol writes it. */
export type Item = Readonly<Record<string, unknown>>

/** What is known of a table: the names of its key's attributes. */
export type KeyNames = readonly string[]

/** An item of a table, and the text that names it among all items of all tables. */
export type Place = { readonly table: string; readonly key: Item; readonly id: string }

/** Where an item, or the key of one, lies. */
export const placeOf = (table: string, names: KeyNames, item: Item): Place => {
  const key = Object.fromEntries(names.map((name) => [name, item[name]]))
  return { table, key, id: `${table} ${JSON.stringify(key)}` }
}

/** One action of a transaction as the protocol writes it: one of these is there. */
export type Action = Readonly<
  Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get', { TableName: string } & ItemOrKey>>
>
export type ItemOrKey = { readonly Item?: Item; readonly Key?: Item }

/** What a request of a batch puts or deletes. */
export type BatchWrite = {
  readonly PutRequest?: { readonly Item: Item }
  readonly DeleteRequest?: { readonly Key: Item }
}

/** An item as a write left it; undefined where it is gone. */
export type Image = { readonly place: Place; readonly item: Item | undefined }
