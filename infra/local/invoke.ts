import { join } from 'node:path'
import { withHandlers } from './borrowed-engine.ts'
import type { Handlers } from './handlers/handlers.ts'
import { toAnswer } from './http/answer.ts'
import { type Payload, readInvocation, type Sample } from './invocation-file.ts'
import { furnish } from './platform.ts'
import { messageOf, problem } from './problem.ts'
import { type LocalSettings, readLocalSettings } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')

type Tokens = { accessToken: string; refreshToken: string }

const tokensOf = async (person: string, handlers: Handlers): Promise<Tokens> => {
  const made = await handlers.call(join(import.meta.dirname, 'demo.ts'), 'demoTokens', person)
  if (made.status !== 'done' || !made.result) {
    throw problem(
      `There is no demo person ${person} here. There are ada, ben, dean and root, once npm start has made the demo campus.`,
    )
  }
  return made.result as Tokens
}

/**
 * Samples contain a demo person instead of a token: `Bearer demo:<person>`, or a cookie `refreshToken=demo:<person>`.
 */
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

const carryOut = async (payload: Payload, handlers: Handlers): Promise<void> => {
  if (payload.kind === 'request') {
    const signed = await signIn(payload.sample, handlers)
    const outcome = await handlers.route(signed.rawPath, signed)
    if (outcome.status !== 'done') throw problem('The handler gave no result. See the reason above.')
    return show(outcome.result)
  }
  const domain = payload.kind === 'stream' ? 'stream' : 'clock'
  const outcome = await handlers.domain(domain, payload.sample)
  if (outcome.status !== 'done') throw problem('The handler gave no result. See the reason above.')
  console.log(JSON.stringify(outcome.result, null, 2))
}

const run = (payload: Payload, settings: LocalSettings): Promise<void> =>
  withHandlers(settings, async (handlers, place) => {
    // A fresh data folder has no people and events that the samples name.
    const { port, mediaPort } = settings
    await furnish(place, handlers, `http://localhost:${port}`, `http://localhost:${mediaPort}`)
    await carryOut(payload, handlers)
  })

try {
  const payload = readInvocation(process.argv.slice(2), root)
  await run(payload, readLocalSettings(process.env, []))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
