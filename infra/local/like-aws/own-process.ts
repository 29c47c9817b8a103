import { fork } from 'node:child_process'
import { join } from 'node:path'
import { problem } from '../problem.ts'
import { type Figures, figuresText } from './figures.ts'
import type { ModelServer } from './front.ts'

/** Starts a front in a separate process, which ends with this one. Throws a problem when it does not start. */
export const startModelProcess = async (engine: string, figures: Figures): Promise<ModelServer> => {
  const child = fork(join(import.meta.dirname, 'program.ts'), [engine, figuresText(figures)], {
    execArgv: [],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const endpoint = await Promise.race([
    new Promise<unknown>((resolve) => child.once('message', resolve)),
    ended,
  ])
  if (typeof endpoint !== 'string') throw problem('The front that behaves like AWS did not start.')
  return {
    endpoint,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
