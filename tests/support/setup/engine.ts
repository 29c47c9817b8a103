import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { figuresIn } from '../../../infra/local/like-aws/figures.ts'
import { startFrontProcess } from '../../../infra/local/like-aws/own-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: string
    /** The same engine without the model of the service before it. */
    plainEngine: string
    /** Where the engine keeps its table; empty while it keeps it in memory. */
    engineFolder: string
  }
}

let stop: (() => Promise<void>) | undefined

/** Costs at size are measured among so many items that they are written into the engine's file. */
const onDisk = process.env.SUITE === 'units'

/** With `ENGINE=like-aws` tests meet what DynamoDB does and the engine does not; `LIKE_AWS` changes the figures. */
const likeAws = process.env.ENGINE === 'like-aws'

/** One engine in memory for the whole run; every test file makes a table of its own on it. */
export const setup = async (project: TestProject): Promise<void> => {
  const folder = onDisk ? mkdtempSync(join(tmpdir(), 'quad-units-')) : ''
  const engine = await startEngine(onDisk ? { dataDir: folder } : { memory: true })
  const front = likeAws ? await startFrontProcess(engine.endpoint, figuresIn(process.env)) : undefined
  stop = async () => {
    await front?.stop()
    await engine.stop()
    if (onDisk) rmSync(folder, { recursive: true, force: true })
  }
  project.provide('engineFolder', folder)
  project.provide('plainEngine', engine.endpoint)
  project.provide('engine', front?.endpoint ?? engine.endpoint)
}

export const teardown = async (): Promise<void> => stop?.()
