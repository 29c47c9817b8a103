import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { getMyData } from './my-data.ts'

export const operations: Operations<typeof contract> = {
  getMyData,
}
