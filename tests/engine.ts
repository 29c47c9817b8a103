import type { TestProject } from 'vitest/node'
import { startEngine } from '../infra/local/engine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: string
  }
}

/** One engine in memory for the whole run; every test file makes a table of its own on it. */
export default async function setup(project: TestProject) {
  const engine = await startEngine({ memory: true })
  project.provide('engine', engine.endpoint)
  return () => engine.stop()
}
