import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { LocalSettings } from '../../../infra/local/settings.ts'

/** A folder of its own, until it is removed. */
export const keptFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'quad-local-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A folder of its own for one test, gone afterwards. */
export const temporaryFolder = (): string => {
  const { path, remove } = keptFolder()
  onTestFinished(remove)
  return path
}

const files: Record<string, string> = {
  'package.json': '{"type":"module"}',
  'routes.ts': `export const domainFor = (path: string): string => (path.startsWith('/echo') ? 'echo' : 'platform')`,
  'platform/handler.ts': `export const handler = async () => ({ statusCode: 200, body: 'well' })`,
  'echo/handler.ts': `export const handler = async (invocation: { rawPath: string }) => {
    if (invocation.rawPath === '/echo/crash') throw new Error('on purpose')
    return { statusCode: 200, cookies: ['a=1', 'b=2'], body: JSON.stringify(invocation) }
  }`,
  'stream/handler.ts': `import { appendFileSync } from 'node:fs'
  type Batch = { Records: { dynamodb: { SequenceNumber: string; Keys: { pk: { S: string } } } }[] }
  export const handler = async ({ Records }: Batch) => {
    const poison = Records.find((record) => record.dynamodb.Keys.pk.S === 'poison')
    if (poison && Records[0] === poison && Records.length > 1) throw new Error('poison')
    for (const { dynamodb } of Records) {
      if (poison && dynamodb === poison.dynamodb) break
      appendFileSync(process.env.DATA_DIR + '/seen.log', dynamodb.Keys.pk.S + '\\n')
    }
    return { batchItemFailures: poison ? [{ itemIdentifier: poison.dynamodb.SequenceNumber }] : [] }
  }`,
}

/** Writes one file of the little platform that stands in for functions/. */
export const writeCode = (functionsDir: string, name: string, text: string): void => {
  mkdirSync(dirname(join(functionsDir, name)), { recursive: true })
  writeFileSync(join(functionsDir, name), text)
}

/** A little functions/ folder: `echo` answers its invocation, `stream` writes down what it sees. */
export const fixtureFunctions = (): string => {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeCode(folder, name, text)
  return folder
}

/** Waits until a condition holds. A condition that never holds fails with its own text before the test's limit. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + 45_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`This never held: ${holds}`)
    await pause(5)
  }
}

/** Settings of a platform without demo, on free ports. */
export const settingsIn = (dataDir: string): LocalSettings => ({
  port: 0,
  mediaPort: 0,
  dataDir,
  defaultTenant: 'demo',
  endpoint: undefined,
  empty: true,
  likeAws: undefined,
})
