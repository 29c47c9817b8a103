import { type DueHandler, whenDue } from '../../lib/scheduled/task.ts'
import { statusWrites } from '../lifecycle/index.ts'
import { whenOver } from '../reminders/index.ts'
import { intervalsKind, withdrawalWrites } from '../stakeholders/index.ts'
import { hostsDue } from './collaboration/copies.ts'
import { purgeKind } from './edit/end.ts'
import { replan } from './edit/replan.ts'
import { orphans } from './hosts/orphans.ts'
import { type Child, purging } from './purge.ts'

/** What happens to events at a moment: they are over, and what was deleted goes. `children`: see `purging`. */
export const due = (children: readonly Child[] = []): readonly DueHandler[] => [
  // Who should still take note of an event that is over is not asked any more.
  whenOver(async (whole, world) => {
    const [moved, asked] = await Promise.all([
      statusWrites(world, whole, 'completed'),
      withdrawalWrites(world, whole.card),
    ])
    return [...moved, ...asked]
  }),
  hostsDue,
  ...orphans,
  whenDue(purgeKind, purging(children)),
  whenDue(intervalsKind, replan),
]
