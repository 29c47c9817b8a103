import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { documentsFrom } from './documents.ts'
import { deployedFiles } from './files.ts'

export const operations: Operations<typeof contract> = {
  ...documentsFrom(deployedFiles),
}
