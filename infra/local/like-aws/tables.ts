import type { Answer, Ask } from './engine-calls.ts'

/** DescribeTable's response, as far as the model needs it. */
export type Description = {
  readonly TableName: string
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[]
  readonly AttributeDefinitions: readonly { readonly AttributeName: string; readonly AttributeType: string }[]
  readonly GlobalSecondaryIndexes?: readonly {
    readonly IndexName: string
    readonly KeySchema: Description['KeySchema']
    readonly Projection: unknown
  }[]
}

/** `keys` are the names of the key's attributes. */
export type Table = { readonly keys: readonly string[]; readonly description: Description }

export type Tables = {
  /** A table of the engine; undefined for an unknown name. */
  readonly of: (name: string) => Promise<Table | undefined>
  readonly forget: (name: string) => void
}

const tableIn = ({ status, text }: Answer): Table | undefined => {
  if (status !== 200) return undefined
  const description = (JSON.parse(text) as { Table: Description }).Table
  return { keys: description.KeySchema.map(({ AttributeName }) => AttributeName), description }
}

/** Tables that requests have used. Calls `begin` once for each, before its first request. */
export const openTables = (ask: Ask, begin: (table: Table) => Promise<void>): Tables => {
  const known = new Map<string, Promise<Table | undefined>>()
  const meet = async (name: string): Promise<Table | undefined> => {
    const table = tableIn(await ask('DescribeTable', { TableName: name }))
    if (table) await begin(table)
    return table
  }
  return {
    of: async (name) => {
      const met = known.get(name) ?? meet(name)
      known.set(name, met)
      try {
        const table = await met
        if (!table) known.delete(name)
        return table
      } catch (error) {
        known.delete(name)
        throw error
      }
    },
    forget: (name) => void known.delete(name),
  }
}
