import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { engineConnections, type Limits } from '../../infra/local/handlers/engine-connection.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const withoutEnd: Limits = { most: Number.POSITIVE_INFINITY, patience: Number.POSITIVE_INFINITY }

/** Asks a server that answers like this as often as asked, one request after the other. */
const asking = async (answer: (response: ServerResponse, body: string) => void) => {
  let connections = 0
  const own = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    answer(response, Buffer.concat(parts).toString())
  })
  server = own
  own.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((done) => own.listen(0, '127.0.0.1', done))
  const { port } = own.address() as AddressInfo
  const ask = async (text: string, limits = withoutEnd) => {
    const { handle } = engineConnections(limits)
    const body = Buffer.from(text)
    const headers = { host: 'engine', 'content-length': String(body.length) }
    const { response } = await handle({
      method: 'POST',
      hostname: '127.0.0.1',
      port,
      path: '/',
      headers,
      body,
    })
    return [response.statusCode, Buffer.from(response.body).toString()]
  }
  return { ask, connections: () => connections }
}

describe('the connection to an engine of this machine', () => {
  it('carries one request after the other, however its answer is cut', async () => {
    const { ask, connections } = await asking((response, body) => {
      if (body === 'whole') return response.end('whole')
      response.writeHead(400)
      response.write('é'.repeat(100_000))
      return response.end('end')
    })
    expect(await ask('whole')).toEqual([200, 'whole'])
    expect(await ask('parts')).toEqual([400, `${'é'.repeat(100_000)}end`])
    expect(await ask('whole')).toEqual([200, 'whole'])
    expect(connections()).toBe(1)
  })

  it('opens another for requests side by side, and after one that was closed', async () => {
    const { ask, connections } = await asking((response, body) => {
      response.setHeader('connection', body === 'last' ? 'close' : 'keep-alive')
      response.end(body)
    })
    await Promise.all([ask('one'), ask('other')])
    expect(connections()).toBe(2)
    expect([await ask('last'), await ask('last'), await ask('new')]).toHaveLength(3)
    expect(connections()).toBe(3)
  })

  it('sends what is beyond its connections behind what has no answer yet, and gives each its own', async () => {
    const held: (() => void)[] = []
    const { ask, connections } = await asking((response, body) => void held.push(() => response.end(body)))
    const names = ['a', 'b', 'c', 'd', 'e']
    const answers = Promise.all(names.map((name) => ask(name, { ...withoutEnd, most: 2 })))
    for (let given = 0; given < names.length; given += 1) {
      while (held.length === 0) await new Promise(setImmediate)
      held.shift()?.()
    }
    expect((await answers).map(([, text]) => text)).toEqual(names)
    expect(connections()).toBe(2)
  })

  it('fails what was asked of a connection that answers nothing any more, and opens another', async () => {
    const { ask, connections } = await asking((response, body) => {
      if (body !== 'silence') response.end(body)
    })
    const short = { most: 1, patience: 50 }
    const [silent, behind] = await Promise.allSettled([ask('silence', short), ask('behind', short)])
    expect([silent, behind]).toMatchObject([
      { reason: { name: 'TimeoutError' } },
      { reason: { name: 'TimeoutError' } },
    ])
    expect(await ask('next')).toEqual([200, 'next'])
    expect(connections()).toBe(2)
  })

  it('fails as a call that nobody answered', async () => {
    const { ask } = await asking((response) => void response.socket?.destroy())
    await expect(ask('any')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})
