import * as z from 'zod/mini'
import type { Operation } from '../../lib/operation.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'

type Rows = (typeof contract)['rows']

const StoredPlant = z.object({ id: z.string(), name: z.string(), tag: z.optional(z.string()) })

export const plant = entity('Plant', StoredPlant, { scope: 'tenant', pk: 'PLANT#{id}', sk: 'PLANT' })

export const savePlant = (table: Table, value: z.infer<typeof StoredPlant>) => table.put(plant, value)

export const createPlant: Operation<Rows['createPlant']> = async ({ id, name, tag }, { table }) => {
  await savePlant(table, { id: String(id), name, tag })
  return { name, tag }
}
