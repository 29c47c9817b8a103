import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { bundleAll } from '../../infra/aws/bundle/bundle.ts'
import { invocationOf } from '../../infra/invocation.ts'
import { createTable } from '../../infra/local/data/table.ts'
import { runtimeClient } from './client.ts'
import { startRuntimeApi } from './runtime-api.ts'

const host = 'www.campus.example'
const folder = mkdtempSync(join(tmpdir(), 'quad-runtime-'))
const started: { readonly child: ChildProcess; stop(): Promise<void> }[] = []

const environment = () => ({
  PATH: process.env.PATH ?? '',
  STAGE: 'production',
  BASE_DOMAIN: 'campus.example',
  COOKIE_DOMAIN: 'campus.example',
  MAIL_FROM: 'Quad <no-reply@campus.example>',
  MEDIA_BUCKET: 'media',
  MEDIA_ORIGIN: 'https://media.example',
  SECRET_ID: 'secret',
  EXPORTS_BUCKET: 'exports',
  METRICS_STAGE: 'runtime',
  TABLE_NAME: 'runtime',
  DYNAMODB_ENDPOINT: inject('engine'),
  AWS_REGION: 'us-east-1',
  AWS_LAMBDA_FUNCTION_NAME: 'one',
  AWS_LAMBDA_FUNCTION_VERSION: '1',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024',
  AWS_LAMBDA_LOG_GROUP_NAME: 'one',
  AWS_LAMBDA_LOG_STREAM_NAME: 'one',
})

/** Starts AWS's runtime client on a folder of code, as the service does. */
const start = async (code: string) => {
  const api = await startRuntimeApi()
  const lines: string[] = []
  const env = {
    ...environment(),
    LAMBDA_TASK_ROOT: code,
    AWS_LAMBDA_RUNTIME_API: api.place,
    _HANDLER: 'index.handler',
  }
  const child = spawn(process.execPath, [runtimeClient(), 'index.handler'], { cwd: code, env, stdio: 'pipe' })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => lines.push(...chunk.toString('utf8').split('\n').filter(Boolean)))
  child.once('exit', () => api.fail(lines.join('\n')))
  started.push({ child, stop: api.stop })
  return { invoke: api.invoke, lines }
}

const request = (method: string, path: string, body?: object) =>
  invocationOf({
    method,
    path,
    host,
    requestId: 'request-1',
    at: new Date(),
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })

let code: (domain: string) => string

beforeAll(async () => {
  runtimeClient()
  await createTable(inject('engine'), 'runtime')
  const bundles = await bundleAll(['platform', 'auth'], join(folder, 'bundles'))
  code = (domain) => bundles.get(domain)?.folder ?? ''
}, 600_000)

afterAll(async () => {
  for (const { child, stop } of started) {
    child.kill('SIGKILL')
    await stop()
  }
  rmSync(folder, { recursive: true, force: true })
})

vi.setConfig({ testTimeout: 60_000 })

describe("under AWS's own runtime client", () => {
  it('a function starts and answers, again and again, with a line of metrics each time', async () => {
    const { invoke, lines } = await start(code('platform'))
    for (let turn = 0; turn < 3; turn += 1) {
      const { how, body } = await invoke(request('GET', '/health'))
      expect([how, body.statusCode]).toEqual(['response', 200])
    }
    const said = lines.flatMap((line) => (line.startsWith('{"_aws"') ? [JSON.parse(line)] : []))
    expect(said).toHaveLength(3)
    expect(said[0]).toMatchObject({ Stage: 'runtime', Operation: 'platform.getHealth', ColdStarts: 1 })
    expect(said[1]).toMatchObject({ traceId: '1-00000000-0000000000000000000000aa' })
    expect(said[1]).not.toHaveProperty('ColdStarts')
  })

  it('a function that asks the table answers', async () => {
    const { invoke } = await start(code('auth'))
    const { how, body } = await invoke(
      request('POST', '/login', { email: 'nobody@campus.example', password: 'no such password' }),
    )
    expect([how, body.statusCode]).toEqual(['response', 401])
  })

  it('code that cannot start says so', async () => {
    writeFileSync(join(folder, 'index.mjs'), "throw new Error('no such luck')")
    const { invoke } = await start(folder)
    await expect(invoke({})).rejects.toThrow('no such luck')
  })
})
