import type { Export } from './contract.ts'
import type { ExportJob } from './repository.ts'

/** An export as its school sees it. */
export const viewOf = (job: ExportJob, file?: Export['file']): Export => {
  const { kind, format, status, startedAt, updatedAt, finishedAt, items, bytes } = job
  return { kind, format, status, startedAt, updatedAt, finishedAt, items, bytes, ...(file ? { file } : {}) }
}
