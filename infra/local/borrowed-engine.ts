import { join } from 'node:path'
import { lockDataFolder, prepareDataFolder } from './data/data-folder.ts'
import { adoptEngine, type Engine } from './data/engine.ts'
import { createTable } from './data/table.ts'
import { tableName } from './handlers/environment.ts'
import type { Handlers } from './handlers/handlers.ts'
import { openEngine, openHandlers, type PlatformPlace } from './platform.ts'
import type { LocalSettings } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')

/** The engine of a running platform, else one for this call alone. */
const borrowEngine = async (
  settings: LocalSettings,
): Promise<{ engine: Engine; giveBack: () => Promise<void> }> => {
  const running = settings.endpoint ? undefined : await adoptEngine(settings.dataDir)
  if (running) return { engine: running, giveBack: async () => undefined }
  prepareDataFolder(settings.dataDir)
  const unlock = lockDataFolder(settings.dataDir)
  const engine = await openEngine(settings)
  const giveBack = async (): Promise<void> => {
    await engine.stop()
    unlock()
  }
  return { engine, giveBack }
}

/**
 * Runs `work` with handlers on the data folder, beside a running platform or without one. Handlers log to standard
 * error: standard output belongs to the program.
 */
export const withHandlers = async <T>(
  settings: LocalSettings,
  work: (handlers: Handlers, place: PlatformPlace) => Promise<T>,
): Promise<T> => {
  const { engine, giveBack } = await borrowEngine(settings)
  const log = (line: string): void => console.error(line)
  const logs = { log, logTo: process.stderr }
  const place = { settings, env: process.env, functionsDir: join(root, 'functions'), watched: [], ...logs }
  try {
    await createTable(engine.endpoint, process.env.TABLE_NAME || tableName)
    const handlers = openHandlers(place, engine, settings.port, settings.mediaPort)
    try {
      return await work(handlers, place)
    } finally {
      await handlers.stop()
    }
  } finally {
    await giveBack()
  }
}
