import type { TestProject } from 'vitest/node'
import { startEngine } from '../infra/local/engine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: string
  }
}

let stop: (() => Promise<void>) | undefined

/** One engine in memory for the whole run; every test file makes a table of its own on it. */
export const setup = async (project: TestProject): Promise<void> => {
  const engine = await startEngine({ memory: true })
  stop = engine.stop
  project.provide('engine', engine.endpoint)
}

export const teardown = async (): Promise<void> => stop?.()
