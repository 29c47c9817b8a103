import { type Consumer, on } from '../../lib/consumer.ts'
import type { PieceLimits } from './pieces.ts'
import { writeNextPiece } from './pieces.ts'
import { exportJob } from './repository.ts'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/**
 * Every move of an export brings its next piece. A failed piece waits for the watch task, so that it does not block
 * other records of the stream.
 */
export const exportConsumers = (limits?: PieceLimits): readonly Consumer[] => [
  on(exportJob, ['made', 'changed'], async ({ before, after }, context) => {
    if (after?.status !== 'running') return
    const isSame = before?.id === after.id && before.turn === after.turn && before.nudges === after.nudges
    if (isSame) return
    try {
      await writeNextPiece(after, context, limits)
    } catch (error) {
      // Logs no message: it may quote text that people wrote.
      context.log({
        export: after.kind,
        tenant: context.table.tenant,
        turn: after.turn,
        outcome: 'failed',
        cause: nameOf(error),
      })
    }
  }),
]

export const streamConsumers = exportConsumers()
