import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Ended = { readonly how: 'response' | 'error'; readonly body: ReturnType<typeof JSON.parse> }

const bodyOf = async (message: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}

/** The Runtime API of AWS Lambda (2018-06-01): hands invocations to a client and takes what became of them. */
export const startRuntimeApi = async () => {
  const due: { readonly id: string; readonly payload: unknown }[] = []
  const asking: ServerResponse[] = []
  const waiting = new Map<string, (ended: Ended) => void>()
  let count = 0
  let refused = (_: unknown): void => undefined
  const failedStart = new Promise<never>((_, reject) => {
    refused = reject
  })
  failedStart.catch(() => undefined)

  const handOver = (): void => {
    while (due.length > 0 && asking.length > 0) {
      const [one, response] = [due.shift(), asking.shift()]
      const headers = {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': one?.id ?? '',
        'lambda-runtime-deadline-ms': String(Date.now() + 20_000),
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:us-east-1:111111111111:function:one',
        'lambda-runtime-trace-id': 'Root=1-00000000-0000000000000000000000aa;Sampled=0',
      }
      response?.writeHead(200, headers).end(JSON.stringify(one?.payload))
    }
  }

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    if (path.endsWith('/invocation/next')) {
      asking.push(response)
      return handOver()
    }
    const body = JSON.parse((await bodyOf(request)) || 'null')
    const [, id = '', how] = /\/invocation\/([^/]+)\/(response|error)$/.exec(path) ?? []
    if (how === 'response' || how === 'error') waiting.get(id)?.({ how, body })
    else refused(new Error(JSON.stringify(body)))
    response.writeHead(202).end()
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    /** What clients find in `AWS_LAMBDA_RUNTIME_API`. */
    place: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** Resolves with what the function answered; rejects when the function could not be started. */
    invoke: (payload: unknown): Promise<Ended> => {
      count += 1
      const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
      const ended = new Promise<Ended>((resolve) => waiting.set(id, resolve))
      due.push({ id, payload })
      handOver()
      return Promise.race([ended, failedStart])
    },
    /** The client has ended, and why. */
    fail: (reason: string): void => refused(new Error(reason)),
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
