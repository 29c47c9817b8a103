import { type Consumer, on } from '../../lib/consumer.ts'
import type { PieceLimits } from './pieces.ts'
import { writeNextPiece } from './pieces.ts'
import { exportJob } from './repository.ts'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

/**
 * Every move of an export brings its next piece. A piece that fails waits for the watch of the export: the stream has
 * other things to tell, which must not wait for it.
 */
export const exportConsumers = (limits?: PieceLimits): readonly Consumer[] => [
  on(exportJob, ['made', 'changed'], async ({ before, after }, context) => {
    if (after?.status !== 'running') return
    const isSame = before?.id === after.id && before.turn === after.turn && before.nudges === after.nudges
    if (isSame) return
    try {
      // Exports are rare, and read what every domain keeps.
      await writeNextPiece(after, context, limits)
    } catch (error) {
      // No message: it may quote what somebody wrote.
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
