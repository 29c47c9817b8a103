import { dueMark } from '../../lib/scheduled/sweep-state.ts'
import { hourMs } from './due.ts'
import { type World, world } from './world.ts'

/** A platform with a table of its own, whose clock has run until now. */
export const ticking = async (now?: string): Promise<World> => {
  const w = await world({ ownTable: true, ...(now ? { now } : {}) })
  const at = w.clock.now()
  const hour = Math.floor(at.getTime() / hourMs)
  await w.table('www').put(dueMark, { name: 'sweep', hour, at: at.toISOString() })
  return w
}
