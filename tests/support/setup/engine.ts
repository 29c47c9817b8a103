import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEngine } from '../../../infra/local/data/engine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: string
    /** Where the engine keeps its table; empty while it keeps it in memory. */
    engineFolder: string
  }
}

let stop: (() => Promise<void>) | undefined

/** Costs at size are measured among so many items that they are written into the engine's file. */
const onDisk = process.env.SUITE === 'units'

/** One engine in memory for the whole run; every test file makes a table of its own on it. */
export const setup = async (project: TestProject): Promise<void> => {
  const folder = onDisk ? mkdtempSync(join(tmpdir(), 'quad-units-')) : ''
  const engine = await startEngine(onDisk ? { dataDir: folder } : { memory: true })
  stop = async () => {
    await engine.stop()
    if (onDisk) rmSync(folder, { recursive: true, force: true })
  }
  project.provide('engineFolder', folder)
  project.provide('engine', engine.endpoint)
}

export const teardown = async (): Promise<void> => stop?.()
