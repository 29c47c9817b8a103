import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder, prepareDataFolder } from './data/data-folder.ts'
import { adoptEngine, type Engine } from './data/engine.ts'
import { createTable } from './data/table.ts'
import { tableName } from './handlers/environment.ts'
import type { Handlers } from './handlers/handlers.ts'
import { toAnswer } from './http/answer.ts'
import { openEngine, openHandlers } from './platform.ts'
import { codeOf, messageOf, problem } from './problem.ts'
import { type LocalSettings, readLocalSettings } from './settings.ts'

type Sample = { rawPath: string; headers: Record<string, string>; cookies?: string[] }

const root = join(import.meta.dirname, '..', '..')
const usage = 'Usage: npm run invoke -- events/<domain>/<operation>.json'

const isSample = (value: unknown): value is Sample =>
  typeof value === 'object' && value !== null && 'rawPath' in value && typeof value.rawPath === 'string'

const readSample = (path: string | undefined): Sample => {
  if (path === undefined) throw problem(usage)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw problem(`${path} cannot be read (${codeOf(error)}). ${usage}`)
  }
  try {
    const sample: unknown = JSON.parse(text)
    if (isSample(sample)) return { ...sample, headers: sample.headers ?? {} }
  } catch {
    // Said below.
  }
  throw problem(`${path} is not a sample invocation: it needs a rawPath as API Gateway sends it. ${usage}`)
}

type Tokens = { accessToken: string; refreshToken: string }

const tokensOf = async (person: string, handlers: Handlers): Promise<Tokens> => {
  const made = await handlers.call(join(import.meta.dirname, 'demo.ts'), 'demoTokens', person)
  if (made.status !== 'done' || !made.result) {
    throw problem(`There is no demo person ${person} here: run npm start once to make the demo campus.`)
  }
  return made.result as Tokens
}

/** Samples name a demo person where a token belongs: `Bearer demo:<person>`, or a cookie `refreshToken=demo:<person>`. */
const signIn = async (sample: Sample, handlers: Handlers): Promise<Sample> => {
  const header = /^Bearer demo:(.+)$/.exec(sample.headers.authorization ?? '')?.[1]
  const cookie = sample.cookies?.map((line) => /^refreshToken=demo:(.+)$/.exec(line)?.[1]).find(Boolean)
  const person = header ?? cookie
  if (!person) return sample
  const { accessToken, refreshToken } = await tokensOf(person, handlers)
  return {
    ...sample,
    headers: { ...sample.headers, ...(header ? { authorization: `Bearer ${accessToken}` } : {}) },
    ...(cookie ? { cookies: [`refreshToken=${refreshToken}`] } : {}),
  }
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const show = (result: unknown): void => {
  const { status, headers, body } = toAnswer(result)
  console.log(status)
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) console.log(`${name}: ${one}`)
  }
  console.log(`\n${pretty(body.toString('utf8'))}`)
}

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

const run = async (sample: Sample, settings: LocalSettings): Promise<void> => {
  const { engine, giveBack } = await borrowEngine(settings)
  const log = (line: string): void => console.error(line)
  const place = { settings, env: process.env, functionsDir: join(root, 'functions'), watched: [], log }
  try {
    await createTable(engine.endpoint, process.env.TABLE_NAME || tableName)
    const handlers = openHandlers(place, engine, settings.port, settings.mediaPort)
    try {
      const signed = await signIn(sample, handlers)
      const outcome = await handlers.route(signed.rawPath, signed)
      if (outcome.status !== 'done') throw problem('The handler gave no result; the reason stands above.')
      show(outcome.result)
    } finally {
      await handlers.stop()
    }
  } finally {
    await giveBack()
  }
}

try {
  const [path, ...flags] = process.argv.slice(2)
  await run(readSample(path), readLocalSettings(process.env, flags))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
