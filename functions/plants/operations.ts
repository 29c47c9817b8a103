import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { createPlant } from './plant.ts'

export const operations: Operations<typeof contract> = {
  createPlant,
}
