import { days } from '../../lib/contract/time.ts'
import { onDue, scheduleTask, type TaskHandler, type TaskPlace } from '../../lib/scheduled/task.ts'
import type { Write } from '../../lib/table/write.ts'
import type { ExportKind } from './contract.ts'
import { type ExportJob, findJob, moveWrite } from './repository.ts'
import { dropFiles } from './storage.ts'

const watchKind = 'exports.watch'
const removalKind = 'exports.removal'

const watchSeconds = 120
/** Checks of an export that does not move, after which it fails. */
const maxStuckChecks = 10
/** Seconds for which a finished file is available. */
const fileSeconds = days

const later = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString()

/** Schedules a check whether an export still moves. */
export const scheduleWatch = (place: TaskPlace, { kind, id }: Pick<ExportJob, 'kind' | 'id'>): Write =>
  scheduleTask(place, {
    kind: watchKind,
    subject: id,
    version: '1',
    at: later(place.now(), watchSeconds),
    params: { kind },
  })

type Files = Pick<ExportJob, 'kind' | 'id' | 'fileKey' | 'upload' | 'carryKey'>

/** Schedules the removal of an export's files, by default a day from now. */
export const scheduleRemoval = (place: TaskPlace, job: Files, seconds = fileSeconds): Write => {
  const { kind, id, fileKey, upload, carryKey } = job
  const params = { kind, fileKey, ...(upload ? { upload } : {}), ...(carryKey ? { carryKey } : {}) }
  return scheduleTask(place, {
    kind: removalKind,
    subject: id,
    version: '1',
    at: later(place.now(), seconds),
    params,
  })
}

/** An export that has not moved since the last check lost its change event, or a piece failed. It is nudged. */
const checkProgress: TaskHandler['carryOut'] = async ({ subject, params }, context) => {
  const job = await findJob(context.table, params.kind as ExportKind)
  if (!job || job.id !== subject || job.status !== 'running') return []
  const isStuck = job.turn === job.seenTurn
  const stuck = isStuck ? job.stuck + 1 : 0
  if (stuck >= maxStuckChecks) {
    const at = context.now().toISOString()
    return [
      moveWrite(job, { status: 'failed', updatedAt: at, finishedAt: at }),
      scheduleRemoval(context, job, 0),
    ]
  }
  const nudges = isStuck ? job.nudges + 1 : job.nudges
  return [moveWrite(job, { seenTurn: job.turn, stuck, nudges }), scheduleWatch(context, job)]
}

const removeFiles: TaskHandler['carryOut'] = async ({ subject, params }, context) => {
  const { fileKey = '', upload, carryKey } = params
  await dropFiles(context.gateways.exports, { fileKey, upload, carryKey })
  const job = await findJob(context.table, params.kind as ExportKind)
  if (!job || job.id !== subject || job.status !== 'done') return []
  return [moveWrite(job, { status: 'removed', updatedAt: context.now().toISOString() })]
}

/** Handlers of the scheduled tasks of exports. */
export const taskHandlers: readonly TaskHandler[] = [
  onDue(watchKind, checkProgress),
  onDue(removalKind, removeFiles),
]
