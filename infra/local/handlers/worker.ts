import inspector from 'node:inspector'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { setLogOutput } from '../../../lib/log.ts'
import { setLocalEngine } from '../../../lib/table/local-request-handler.ts'
import { engineConnections } from './engine-connection.ts'
import type { Report, Task } from './generation.ts'

type Entry = (payload: unknown, context: unknown) => unknown

const port = parentPort
if (!port) throw new Error('This file runs as a worker of the local platform.')
const report = (message: Report): void => port.postMessage(message)

// Each message wakes the main thread, which costs more than its contents. So log lines leave with the next report.
let logLines = ''
const takeLogLines = (): string => {
  const lines = logLines
  logLines = ''
  return lines
}
const sendLogLines = (): void => {
  if (logLines !== '') report({ kind: 'log', lines: takeLogLines() })
}
setLogOutput((line) => {
  if (logLines === '') setImmediate(sendLogLines)
  logLines += line
})
process.on('exit', sendLogLines)

// Only engines on this machine use plain HTTP.
if (process.env.DYNAMODB_ENDPOINT?.startsWith('http://'))
  setLocalEngine({ requestHandler: engineConnections(), joinsReads: workerData.joinsReads })

const functionsDir: string = workerData.functionsDir
const debuggerPort: number | undefined = workerData.inspect

/** The previous worker may hold the port until it has ended. */
const openInspector = (port: number, tries = 50): void => {
  if (inspector.url() === undefined) inspector.open(port, '127.0.0.1')
  if (inspector.url() === undefined && tries > 0) setTimeout(openInspector, 100, port, tries - 1)
}
if (debuggerPort !== undefined) openInspector(debuggerPort)

const moduleAt = (file: string) => import(pathToFileURL(file).href)
const routes = await moduleAt(join(functionsDir, 'routes.ts'))

/** Deployed, the documents are files beside the code; here they are created from the sources. */
const documents = join(import.meta.dirname, 'documents.ts')

const handlerAt = (domain: string): string =>
  domain === 'documents' ? documents : join(functionsDir, domain, 'handler.ts')

const methodOf = (invocation: unknown): string | undefined =>
  (invocation as Partial<APIGatewayProxyEventV2>).requestContext?.http.method

const entryOf = async (task: Task): Promise<Entry> => {
  const file =
    task.kind === 'call' ? task.file : handlerAt(routes.domainFor(task.path, methodOf(task.payload)))
  const name = task.kind === 'call' ? task.name : 'handler'
  const entry: unknown = (await moduleAt(file))[name]
  if (typeof entry !== 'function') throw new Error(`${file} exports no function ${name}.`)
  return entry as Entry
}

const contextOf = (task: Task) => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'local',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:local',
  memoryLimitInMB: '512',
  awsRequestId: String(task.id),
  logGroupName: 'local',
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(0, task.deadline - Date.now()),
})

const perform = async (task: Task): Promise<Report> => {
  let entry: Entry
  try {
    entry = await entryOf(task)
  } catch (error) {
    return { kind: 'unloadable', id: task.id, text: inspect(error) }
  }
  try {
    const result = await entry(task.payload, contextOf(task))
    const { body, ...rest } = (result ?? {}) as { readonly body?: unknown }
    const response = typeof body === 'string' ? { body, value: rest } : { value: result }
    // Goes through JSON as on AWS, so that values that JSON loses fail here too.
    const json = JSON.stringify(response.value) ?? 'null'
    return { kind: 'done', id: task.id, json, body: response.body, lines: takeLogLines() }
  } catch (error) {
    return { kind: 'crashed', id: task.id, text: inspect(error) }
  }
}

port.on('message', (task: Task) => {
  void perform(task).then(report)
})
report({ kind: 'ready' })
