import { resolve } from 'node:path'
import { type Figures, figuresIn } from './like-aws/figures.ts'
import { problem } from './problem.ts'

/** Settings of the local platform itself. All other variables are for the handlers. */
export type LocalSettings = {
  port: number
  mediaPort: number
  dataDir: string
  defaultTenant: string
  endpoint: string | undefined
  empty: boolean
  /** Parameters of the service model before the engine; absent without one. */
  likeAws: Figures | undefined
  /** The debugger port of the request handlers. The stream and clock handlers use the next one. */
  inspect?: number | undefined
}

type Environment = Record<string, string | undefined>

const highestPort = 65535

const portOf = (name: string, value: string): number => {
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= highestPort) return port
  throw problem(
    `${name}=${value} is not a port: use a number from 1 to ${highestPort}, or 0 for any free one.`,
  )
}

const mediaPortOf = (value: string | undefined, port: number): number => {
  if (value) return portOf('MEDIA_PORT', value)
  if (port === 0) return 0
  if (port < highestPort) return port + 1
  throw problem(`PORT=${port} leaves no port for uploaded media: set MEDIA_PORT too.`)
}

const endpointOf = (value: string | undefined): string | undefined => {
  if (!value) return undefined
  const address = URL.parse(value)
  if (address && /^https?:$/.test(address.protocol)) return value
  throw problem(`DYNAMODB_ENDPOINT=${value} is not an address: use one like http://127.0.0.1:8000.`)
}

const tenantOf = (value: string): string => {
  if (/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/.test(value)) return value
  throw problem(`DEFAULT_TENANT=${value} is not a tenant: use 2 to 32 of a-z, 0-9 and -, a letter first.`)
}

const known = /^--(?:empty|like-aws|inspect(?:=.*)?)$/

const refuseUnknown = (flags: readonly string[]): void => {
  const unknown = flags.find((flag) => !known.test(flag))
  if (unknown !== undefined) {
    throw problem(
      `Unknown option ${unknown}. There are three: npm start -- --empty starts without the demo campus, --like-aws with an engine that behaves as DynamoDB does, --inspect lets a debugger in.`,
    )
  }
}

const likeAwsOf = (env: Environment, flags: readonly string[]): Figures | undefined => {
  if (!flags.includes('--like-aws')) return undefined
  if (!env.DYNAMODB_ENDPOINT) return figuresIn(env)
  throw problem('--like-aws works only with the embedded engine: unset DYNAMODB_ENDPOINT.')
}

const inspectOf = (flags: readonly string[]): number | undefined => {
  const flag = flags.find((one) => one.startsWith('--inspect'))
  return flag === undefined ? undefined : portOf('--inspect', flag.split('=')[1] ?? '9229')
}

/** Reads PORT, MEDIA_PORT, DATA_DIR, DEFAULT_TENANT, DYNAMODB_ENDPOINT, LIKE_AWS and the flags. Throws a problem. */
export const readLocalSettings = (env: Environment, flags: readonly string[]): LocalSettings => {
  refuseUnknown(flags)
  const port = portOf('PORT', env.PORT || '3000')
  const mediaPort = mediaPortOf(env.MEDIA_PORT, port)
  if (port !== 0 && port === mediaPort)
    throw problem(`PORT and MEDIA_PORT are both ${port}: they must differ.`)
  return {
    port,
    mediaPort,
    dataDir: resolve(env.DATA_DIR || '.local'),
    defaultTenant: tenantOf(env.DEFAULT_TENANT || 'demo'),
    endpoint: endpointOf(env.DYNAMODB_ENDPOINT),
    empty: flags.includes('--empty'),
    likeAws: likeAwsOf(env, flags),
    inspect: inspectOf(flags),
  }
}
