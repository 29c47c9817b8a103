import { type DueHandler, whenDue } from '../../lib/due.ts'
import { statusWrites } from '../lifecycle/service.ts'
import { whenOver } from '../reminders/service.ts'
import { intervalsKind, withdrawalWrites } from '../stakeholders/service.ts'
import { hostsDue } from './copying.ts'
import { purgeKind } from './ending.ts'
import { orphans } from './orphans.ts'
import { type Child, purging } from './purging.ts'
import { replan } from './replanning.ts'

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
