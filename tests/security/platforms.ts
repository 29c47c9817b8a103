import { contracts } from '../../functions/routes.ts'
import type { Runtime } from '../../lib/runtime.ts'
import { type Agent, type AgentOptions, agent } from '../support/agent.ts'
import { handlerFor } from '../support/handlers.ts'
import type { World } from '../support/world.ts'

/** A device that reaches a platform with another runtime on the same table: other keys, or an engine that fails. */
export const deviceOn = (w: World, runtime: Partial<Runtime>, options: AgentOptions = {}): Agent =>
  agent({ runtime: { ...w.runtime, ...runtime }, home: w.home, contracts, handlerFor }, options)
