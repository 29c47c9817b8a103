import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { readExport, start, stop, viewOf } from './jobs.ts'
import { listJobs } from './repository.ts'

export const operations: Operations<typeof contract> = {
  async startExport(input, context) {
    const { job, isNew } = await start(input, context)
    return isNew ? viewOf(job) : answer(viewOf(job), { message: 'Export is running', status: 200 })
  },

  async listExports(_, { table }) {
    return (await listJobs(table)).map((job) => viewOf(job))
  },

  getExport: ({ kind }, context) => readExport(kind, context),

  async removeExport({ kind }, context) {
    await stop(kind, context)
    return undefined
  },
}
