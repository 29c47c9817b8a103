import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { processRuntime, type Runtime } from '../../../lib/runtime.ts'
import { connect } from '../../../lib/table/client.ts'
import { setLocalEngine } from '../../../lib/table/local-request-handler.ts'
import { isHeld } from '../data/data-folder.ts'
import { adoptEngine } from '../data/engine.ts'
import { engineConnections } from '../handlers/engine-connection.ts'
import { handlerEnvironment } from '../handlers/environment.ts'
import { onEndOfNpm } from '../lifetime.ts'
import { startPlatform } from '../platform.ts'
import { problem, runProgram } from '../problem.ts'
import { type LocalSettings, readLocalSettings } from '../settings.ts'
import { type CampusResult, type CampusSize, makeCampus } from './campus.ts'
import { isInterruption, type Progress } from './course.ts'
import { waitForStream } from './history.ts'
import { openJournal, optionsOf } from './journal.ts'
import { campusPassword } from './people.ts'

/**
 * Milliseconds for one response of the engine. A call that timed out may still have succeeded, and its retry would fail.
 * So the generator waits longer on a busy machine.
 */
const patience = 120_000
const patientTimeouts = { connectionTimeout: 30_000, requestTimeout: patience }

const usage =
  'npm run campus -- --people 2000 --organizations 200 --events 1000 [--seed <text>] [--school <key>]'

const numberOf = (name: string, value: string, least: number): number => {
  const number = Number(value)
  if (Number.isInteger(number) && number >= least && number <= 100_000) return number
  throw problem(`--${name} ${value} is no number from ${least} to 100000. ${usage}`)
}

const option = (value: string) => ({ type: 'string', default: value }) as const

const readSize = (): CampusSize => {
  try {
    const { values } = parseArgs({
      options: {
        people: option('2000'),
        organizations: option('200'),
        events: option('1000'),
        seed: option('1'),
        school: option('campus'),
      },
    })
    const { people, organizations, events, seed, school } = values
    if (!/^[a-z][a-z0-9]{1,20}$/.test(school)) throw problem(`--school ${school} is no key of a school.`)
    return {
      people: numberOf('people', people, 10),
      organizations: numberOf('organizations', organizations, 1),
      events: numberOf('events', events, 0),
      seed,
      school,
    }
  } catch (error) {
    if (error instanceof TypeError) throw problem(`${error.message} ${usage}`)
    throw error
  }
}

/** The platform that runs on the data folder, or one that is started for this run. */
const openPlatform = async (settings: LocalSettings) => {
  const { dataDir } = settings
  if (isHeld(dataDir)) {
    const endpoint = settings.endpoint ?? (await adoptEngine(dataDir))?.endpoint
    if (!endpoint) throw problem(`The platform on ${dataDir} is still starting: try again.`)
    return { endpoint, stop: async () => undefined }
  }
  const root = join(import.meta.dirname, '..', '..', '..')
  const log = (line: string): void => console.error(line)
  const functionsDir = join(root, 'functions')
  const platform = await startPlatform({ settings, env: process.env, functionsDir, watched: [], log })
  const endpoint = settings.endpoint ?? (await adoptEngine(dataDir))?.endpoint ?? ''
  return { endpoint, stop: platform.stop }
}

const runtimeOn = (endpoint: string, settings: LocalSettings): Runtime => {
  const { dataDir, defaultTenant, port, mediaPort } = settings
  const where = { endpoint, ownEngine: !settings.endpoint, dataDir, defaultTenant, port, mediaPort }
  Object.assign(process.env, handlerEnvironment(process.env, where), { RATE_LIMIT_SCALE: '1000000' })
  // Only engines on this machine use plain HTTP.
  const requestHandler = engineConnections({ most: 8, patience })
  if (endpoint.startsWith('http://'))
    setLocalEngine({ requestHandler, joinsReads: !settings.endpoint && !settings.likeAws })
  const runtime = processRuntime()
  return { ...runtime, client: connect(runtime.settings, patientTimeouts) }
}

const print = ({ made, logins }: CampusResult, seconds: number, settings: LocalSettings): void => {
  for (const [what, number] of made) console.log(`${String(number).padStart(8)} ${what}`)
  console.log(`\nMade in ${seconds} s. Sign in with the password "${campusPassword}":`)
  for (const { school, email, about } of logins)
    console.log(`  http://${school}.localhost:${settings.port}  ${email}  (${about})`)
}

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 1000)

const show = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
  else if (line !== '') process.stderr.write(`${line}\n`)
}

/** The simulated day, the share of actions that are done, and the time that the others need at the same pace. */
const progressText = ({ day, done, total }: Progress, { people }: CampusSize, begun: number): string => {
  const seconds = secondsSince(begun)
  if (day === '') return `${people} people, ${seconds} s`
  const left = done === 0 ? '' : `, about ${Math.round((seconds / done) * (total - done))} s left`
  return `${day}: ${done} of ${total} actions (${Math.floor((100 * done) / total)} %), ${seconds} s${left}`
}

/** Whether the run should stop: after Ctrl-C, or when npm has ended. A second Ctrl-C ends it at once. */
const stopSignal = (): (() => boolean) => {
  let stopping = false
  const stop = (): void => {
    if (stopping) process.exit(130)
    stopping = true
    show('Stopping after the requests that have begun. Press Ctrl-C again to stop at once.')
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)
  onEndOfNpm(() => (stopping ? undefined : stop()))
  return () => stopping
}

/** Creates the campus on a running platform. Returns undefined if it was interrupted. */
const makeOn = async (
  runtime: Runtime,
  size: CampusSize,
  { dataDir }: LocalSettings,
  begun: number,
): Promise<CampusResult | undefined> => {
  const journal = openJournal(dataDir, size, runtime.now().getTime())
  let handled = Promise.resolve()
  const report = async (progress: Progress): Promise<void> => {
    // The consumers work beside the generator, at most a simulated day behind it.
    await handled
    handled = waitForStream(runtime)
    handled.catch(() => undefined)
    show(progressText(progress, size, begun))
  }
  try {
    const campus = await makeCampus(runtime, size, { journal, report, shouldStop: stopSignal() })
    // Change events may cause further ones.
    for (let round = 0; round < 3; round += 1) await waitForStream(runtime)
    return campus
  } catch (error) {
    if (!isInterruption(error)) throw error
    await handled
    return undefined
  }
}

await runProgram(async () => {
  const size = readSize()
  const settings = readLocalSettings(process.env, [])
  const begun = performance.now()
  const platform = await openPlatform(settings)
  try {
    const campus = await makeOn(runtimeOn(platform.endpoint, settings), size, settings, begun)
    show('')
    if (campus) print(campus, secondsSince(begun), settings)
    else console.log(`Stopped. The same command continues: npm run campus -- ${optionsOf(size)}`)
    return campus !== undefined
  } finally {
    await platform.stop()
  }
})
