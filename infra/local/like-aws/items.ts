/** An item, or the key of one, as the protocol writes it. */
export type Item = Readonly<Record<string, unknown>>

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
