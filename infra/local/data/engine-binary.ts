import { accessSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { problem } from '../problem.ts'

type Machine = {
  readonly platform: string
  readonly arch: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The path of a package's manifest. Throws when the package is absent. */
  readonly resolve: (manifest: string) => string
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  resolve: createRequire(import.meta.url).resolve,
}

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const packaged = (name: string, resolve: Machine['resolve']): string | undefined => {
  try {
    return dirname(resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

/**
 * The path of the engine's program: DYNOXIDE if set, else the one of the package `@dynoxide/<platform>-<arch>`, else
 * `dynoxide` on the path. Throws a problem with instructions when there is none.
 */
export const engineBinary = ({ platform, arch, env, resolve }: Machine = thisMachine): string => {
  if (env.DYNOXIDE) {
    if (runs(env.DYNOXIDE)) return env.DYNOXIDE
    throw problem(`DYNOXIDE=${env.DYNOXIDE} is not a program: name the table engine, or unset the setting.`)
  }
  const name = `@dynoxide/${platform}-${arch}`
  const program = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'
  const folders = [packaged(name, resolve), ...(env.PATH ?? env.Path ?? '').split(delimiter)]
  const found = folders.filter(Boolean).map((folder) => join(folder ?? '', program))
  const binary = found.find(runs)
  if (binary) return binary
  throw problem(`There is no table engine for ${platform} ${arch}: run "npm install --no-save dynoxide@1.2.1", or put the program \
"dynoxide" of https://github.com/nubo-db/dynoxide/releases on the path (or its place into DYNOXIDE), or set \
DYNAMODB_ENDPOINT to any engine that speaks DynamoDB.`)
}

/** A port of 127.0.0.1 that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const question = {
  method: 'POST',
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.ListTables',
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20250101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    'x-amz-date': '20250101T000000Z',
  },
  body: '{}',
}

/** Whether an endpoint answers DynamoDB requests at this address within two seconds. */
export const answers = async (endpoint: string): Promise<boolean> => {
  try {
    const reply = await fetch(endpoint, { ...question, signal: AbortSignal.timeout(2000) })
    const text = await reply.text()
    return reply.ok ? text.includes('TableNames') : text.includes('__type')
  } catch {
    return false
  }
}
