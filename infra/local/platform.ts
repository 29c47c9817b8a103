import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../../lib/settings.ts'
import { lockDataFolder, prepareDataFolder, readJson, writeJson } from './data/data-folder.ts'
import { guardDisk } from './data/disk.ts'
import { type Engine, guardEngine, startEngine } from './data/engine.ts'
import { answers } from './data/engine-binary.ts'
import { sweepExpired } from './data/expiry.ts'
import { createTable } from './data/table.ts'
import type { DemoLogin } from './demo.ts'
import { handlerEnvironment, tableName } from './handlers/environment.ts'
import { type Handlers, startHandlers } from './handlers/handlers.ts'
import { type Minute, startSchedules } from './handlers/schedules.ts'
import { watchFolders } from './handlers/watch.ts'
import { mediaServer } from './http/media.ts'
import { localPage } from './http/pages.ts'
import { apiServer, closeServer, listen } from './http/server.ts'
import { signInByLink } from './http/sign-in-links.ts'
import { realClock } from './like-aws/clock.ts'
import type { Figures } from './like-aws/figures.ts'
import { startModelProcess } from './like-aws/own-process.ts'
import type { SignInLink } from './living/links.ts'
import { pictureOf } from './living/pictures.ts'
import { messageOf, problem } from './problem.ts'
import type { LocalSettings } from './settings.ts'
import { scattered } from './stream/scatter.ts'
import { type Consumer, indexStream, startStream } from './stream/stream.ts'

/** A running platform. `kill` is for an emergency exit. */
export type Platform = {
  port: number
  mediaPort: number
  logins: readonly DemoLogin[]
  links: readonly SignInLink[]
  stop: () => Promise<void>
  kill: () => void
}

export type PlatformPlace = {
  settings: LocalSettings
  env: Record<string, string | undefined>
  /** The folder of `routes.ts` and the domains. */
  functionsDir: string
  /** Edits in these folders replace the workers. */
  watched: readonly string[]
  log: (line: string) => void
  /** Destination of the handlers' log; default standard output. */
  logTo?: NodeJS.WritableStream
  /** Free bytes on a folder's disk. */
  freeBytes?: (folder: string) => number
}

const requestPatience = 1500

/** The engine behind a front that behaves as DynamoDB does. */
const behindFront = async (engine: Engine, figures: Figures): Promise<Engine> => {
  try {
    const front = await startModelProcess(engine.endpoint, figures)
    return { ...engine, endpoint: front.endpoint, stop: () => front.stop().then(engine.stop) }
  } catch (error) {
    await engine.stop()
    throw error
  }
}

/** The engine of the data folder, or the one at `DYNAMODB_ENDPOINT`. Throws a problem. */
export const openEngine = async ({ endpoint, dataDir, likeAws }: LocalSettings): Promise<Engine> => {
  if (!endpoint) {
    const engine = await startEngine({ dataDir })
    return likeAws ? behindFront(engine, likeAws) : engine
  }
  if (!(await answers(endpoint))) {
    throw problem(`No table engine answers at DYNAMODB_ENDPOINT=${endpoint}: start it, or unset the setting.`)
  }
  const nothing = (): undefined => undefined
  const later = async (): Promise<void> => nothing()
  return { endpoint, pid: 0, adopted: true, alive: () => true, revive: later, stop: later, kill: nothing }
}

/** The handlers read their settings in the worker, so wrong ones must be found before it starts. */
const checkSettings = (env: Record<string, string | undefined>): void => {
  try {
    readSettings(env)
  } catch (error) {
    throw problem(messageOf(error))
  }
}

/** The handlers on an engine, with the environment that the stacks would set. */
export const openHandlers = (
  place: PlatformPlace,
  engine: Engine,
  port: number,
  mediaPort: number,
): Handlers => {
  const { dataDir, defaultTenant, endpoint } = place.settings
  const where = { endpoint: engine.endpoint, ownEngine: !endpoint, dataDir, defaultTenant, port, mediaPort }
  const env = handlerEnvironment(place.env, where)
  checkSettings(env)
  const { functionsDir, log, logTo, settings } = place
  // A model of DynamoDB delays reads that are not strongly consistent, and so may another engine.
  const joinsReads = !endpoint && !settings.likeAws
  return startHandlers({ functionsDir, env, log, logTo, joinsReads, inspect: settings.inspect })
}

const loginsOf = (value: unknown): readonly DemoLogin[] =>
  typeof value === 'object' && value !== null && 'logins' in value && Array.isArray(value.logins)
    ? value.logins
    : []

/** A data folder of an earlier version has no sign-in links. */
const linksOf = (value: unknown): readonly SignInLink[] =>
  typeof value === 'object' && value !== null && 'links' in value && Array.isArray(value.links)
    ? value.links
    : []

type DemoRecord = { readonly logins: readonly DemoLogin[]; readonly links: readonly SignInLink[] }

const demoRecordOf = (value: unknown): DemoRecord => ({ logins: loginsOf(value), links: linksOf(value) })

/** Creates the demo campus once for each data folder. A folder that started empty stays empty. */
export const furnish = async (
  place: Pick<PlatformPlace, 'settings'>,
  handlers: Handlers,
  origin: string,
  mediaOrigin: string,
): Promise<DemoRecord> => {
  const { dataDir, empty } = place.settings
  const record = join(dataDir, 'demo.json')
  const known = readJson(record)
  if (known !== undefined) return demoRecordOf(known)
  if (empty) {
    writeJson(record, { logins: [] })
    return demoRecordOf(undefined)
  }
  const file = join(import.meta.dirname, 'living', 'schools.ts')
  const made = await handlers.call(file, 'livingCampus', { dataDir, origin, tableName, mediaOrigin })
  if (made.status !== 'done')
    throw problem(`The demo campus could not be made (npm start -- --empty skips it).`)
  writeJson(record, made.result)
  return demoRecordOf(made.result)
}

const backgroundOf = async (place: PlatformPlace, engine: Engine, handlers: Handlers) => {
  const { dataDir, endpoint, likeAws } = place.settings
  const has = (domain: string): boolean => existsSync(join(place.functionsDir, domain, 'handler.ts'))
  const stream: Consumer | undefined = has('stream')
    ? await startStream({
        endpoint: engine.endpoint,
        table: place.env.TABLE_NAME || tableName,
        dataDir,
        ownFile: !endpoint,
        invoke: (Records) => handlers.domain('stream', { Records }),
        log: place.log,
        ...(likeAws && likeAws.streamShards > 0 ? { handOver: scattered(likeAws, realClock) } : {}),
      })
    : undefined
  const strike: Minute = (time) => handlers.domain('clock', { schedule: 'minute', time: time.toISOString() })
  const sweep: Minute = (time) => sweepExpired(engine.endpoint, place.env.TABLE_NAME || tableName, time)
  const schedules = startSchedules([...(has('clock') ? [strike] : []), ...(endpoint ? [] : [sweep])])
  return { stream, schedules }
}

type Undo = () => Promise<void> | void

const undoAll = async (undos: Undo[]): Promise<void> => {
  for (const undo of undos.splice(0).reverse()) await undo()
}

const build = async (place: PlatformPlace, undos: Undo[]): Promise<Platform> => {
  const { settings, log } = place
  const { dataDir } = settings
  prepareDataFolder(dataDir)
  const unlock = lockDataFolder(dataDir)
  undos.push(unlock)
  const disk = guardDisk(dataDir, log, place.freeBytes)
  undos.push(disk.stop)
  let handlers: Handlers | undefined
  let ready = false
  let wake = (): void => undefined
  let links: readonly SignInLink[] = []
  const route: Handlers['route'] = (path, invocation) =>
    ready && handlers
      ? handlers.route(path, invocation)
      : Promise.resolve({ status: 'unavailable', text: 'starting' })
  const door = apiServer({
    handlers: { route },
    page: (request) =>
      disk.page(request) ?? signInByLink(request, links, route) ?? localPage(request, dataDir),
    changed: () => wake(),
  })
  const media = mediaServer(dataDir, pictureOf)
  const port = await listen(door, settings.port, 'PORT')
  undos.push(() => closeServer(door, 0))
  const mediaPort = await listen(media, settings.mediaPort, 'MEDIA_PORT')
  undos.push(() => closeServer(media, 0))
  const engine = await openEngine(settings)
  undos.push(engine.stop, guardEngine(engine, log))
  await createTable(engine.endpoint, place.env.TABLE_NAME || tableName)
  if (!settings.endpoint) indexStream(dataDir)
  handlers = openHandlers(place, engine, port, mediaPort)
  undos.push(handlers.stop)
  const { reload } = handlers
  undos.push(
    watchFolders(place.watched, (file) => {
      log(`${file} changed: restarting the handlers.`)
      reload()
    }),
  )
  const demo = await furnish(place, handlers, `http://localhost:${port}`, `http://localhost:${mediaPort}`)
  links = demo.links
  const { stream, schedules } = await backgroundOf(place, engine, handlers)
  if (stream) {
    wake = stream.wake
    undos.push(stream.stop)
  }
  undos.push(schedules.stop)
  undos.push(() =>
    Promise.all([closeServer(door, requestPatience), closeServer(media, requestPatience)]).then(
      () => undefined,
    ),
  )
  ready = true
  return {
    port,
    mediaPort,
    ...demo,
    stop: () => undoAll(undos),
    kill: () => {
      engine.kill()
      unlock()
    },
  }
}

/** Starts everything, in the order that finds mistakes earliest. On a failure, stops what has started. */
export const startPlatform = async (place: PlatformPlace): Promise<Platform> => {
  const undos: Undo[] = []
  try {
    return await build(place, undos)
  } catch (error) {
    await undoAll(undos)
    throw error
  }
}
