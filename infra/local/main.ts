import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { welcome } from './http/welcome.ts'
import { type Platform, startPlatform } from './platform.ts'
import { messageOf } from './problem.ts'
import { type LocalSettings, readLocalSettings } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')
const log = (line: string): void => console.error(line)

const fail = (error: unknown): never => {
  log(messageOf(error))
  process.exit(1)
}

const begin = (settings: LocalSettings): Promise<Platform> =>
  startPlatform({
    settings,
    env: process.env,
    functionsDir: join(root, 'functions'),
    watched: [join(root, 'functions'), join(root, 'lib')],
    log,
  })

const healthy = async (port: number): Promise<boolean> => {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/health`)
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

const untilHealthy = async (platform: Platform): Promise<void> => {
  for (let told = false; !(await healthy(platform.port)); await pause(250)) {
    if (!told) log('GET /health does not answer 200 yet: waiting for the code to be mended.')
    told = true
  }
}

const onSignal = (platform: Promise<Platform>): void => {
  let stopping = false
  const leave = (): void => {
    if (stopping) {
      void platform.then(({ kill }) => kill())
      setImmediate(() => process.exit(130))
      return
    }
    stopping = true
    log('\nStopping. Again to stop at once.')
    platform.then(({ stop }) => stop()).then(() => process.exit(0), fail)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, leave)
}

try {
  const settings = readLocalSettings(process.env, process.argv.slice(2))
  const starting = begin(settings)
  onSignal(starting)
  const platform = await starting
  await untilHealthy(platform)
  console.log(welcome(platform, settings))
} catch (error) {
  fail(error)
}
