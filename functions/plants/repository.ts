import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

const StoredPlant = z.object({ id: z.string(), name: z.string(), tag: z.optional(z.string()) })
export const plant = entity('Plant', StoredPlant, { scope: 'tenant', pk: 'PLANT#{id}', sk: 'PLANT' })

export const savePlant = (table: Table, value: z.infer<typeof StoredPlant>) => table.put(plant, value)
