import { carried } from '../exports/exporting.ts'
import type { Campus } from '../support/replay.ts'

const started = async ({ people }: Campus): Promise<Record<string, string>> => {
  await people.root?.agent.startExport({ kind: 'organizations' })
  return {}
}

const ended = async (campus: Campus): Promise<Record<string, string>> => {
  await started(campus)
  await carried(campus.w, 'organizations')
  return {}
}

/** What has to have happened before a sample of an export can succeed. */
export const exportStages = { listExports: started, getExport: ended, removeExport: started }
