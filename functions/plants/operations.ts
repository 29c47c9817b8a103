import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { savePlant } from './repository.ts'

export const operations: Operations<typeof contract> = {
  async createPlant({ id, name, tag }, { table }) {
    await savePlant(table, { id: String(id), name, tag })
    return { name, tag }
  },
}
