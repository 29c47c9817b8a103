import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { answers } from '../../../infra/local/data/engine-binary.ts'
import { figuresIn } from '../../../infra/local/like-aws/figures.ts'
import { startModelProcess } from '../../../infra/local/like-aws/own-process.ts'

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
const onDisk = ['units', 'search'].includes(process.env.SUITE ?? '')

/** With `ENGINE=like-aws` tests meet what DynamoDB does and the engine does not; `LIKE_AWS` changes the figures. */
const likeAws = process.env.ENGINE === 'like-aws'

/** The engine that `DYNAMODB_ENDPOINT` names. It is another's, and goes on afterwards. */
const namedEngine = async (endpoint: string) => {
  if (await answers(endpoint)) return { endpoint, stop: async () => undefined }
  throw new Error(`No table engine answers at DYNAMODB_ENDPOINT=${endpoint}: start it, or unset the setting.`)
}

/** One engine in memory for the whole run, or the one that is named; every test file makes a table of its own on it. */
export const setup = async (project: TestProject): Promise<void> => {
  const { DYNAMODB_ENDPOINT } = process.env
  const folder = onDisk ? mkdtempSync(join(tmpdir(), 'quad-units-')) : ''
  const own = onDisk ? ({ dataDir: folder } as const) : ({ memory: true } as const)
  const engine = DYNAMODB_ENDPOINT ? await namedEngine(DYNAMODB_ENDPOINT) : await startEngine(own)
  const front = likeAws ? await startModelProcess(engine.endpoint, figuresIn(process.env)) : undefined
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
