import { type DueHandler, whenDue } from '../../lib/due.ts'
import { statusWrites } from '../lifecycle/service.ts'
import { whenOver } from '../reminders/service.ts'
import { hostsDue } from './copying.ts'
import { purgeKind } from './ending.ts'
import { orphans } from './orphans.ts'
import { type Child, purging } from './purging.ts'

/** What happens to events at a moment: they are over, and what was deleted goes. `children`: see `purging`. */
export const due = (children: readonly Child[] = []): readonly DueHandler[] => [
  whenOver((whole, world) => statusWrites(world, whole, 'completed')),
  hostsDue,
  orphans,
  whenDue(purgeKind, purging(children)),
]
