/** An item, or its key, in the protocol's form. */
export type Item = Readonly<Record<string, unknown>>

/** One action of a transaction in the protocol's form: exactly one field is present. */
export type Action = Readonly<
  Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get', { TableName: string } & ItemOrKey>>
>
export type ItemOrKey = { readonly Item?: Item; readonly Key?: Item }

/** A put or delete in a batch request. */
export type BatchWrite = {
  readonly PutRequest?: { readonly Item: Item }
  readonly DeleteRequest?: { readonly Key: Item }
}
