import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { getExport, listExports, removeExport, startExport } from './export-jobs.ts'

export const operations: Operations<typeof contract> = {
  startExport,
  listExports,
  getExport,
  removeExport,
}
