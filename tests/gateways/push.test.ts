import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expoPush } from '../../lib/gateways/expo.ts'
import type { PushMessage } from '../../lib/gateways/gateways.ts'
import { localPush } from '../../lib/gateways/local.ts'
import { temporaryFolder } from './temporary.ts'

const messageTo = (to: string): PushMessage => ({
  to,
  title: 'Hello',
  body: 'World',
  data: { eventId: 'e1' },
})
const now = () => new Date('2026-01-01T00:00:00Z')

describe('local push', () => {
  it('is one file a message, for its owner alone', async () => {
    const dataDir = temporaryFolder()
    let made = 0
    const push = localPush(dataDir, now, () => `ID${made++}`)
    expect(await push.send([messageTo('a'), messageTo('b')])).toEqual([
      { outcome: 'sent', id: 'ID0' },
      { outcome: 'sent', id: 'ID1' },
    ])
    const folder = join(dataDir, 'push')
    expect(readdirSync(folder).sort()).toEqual(['ID0.json', 'ID1.json'])
    const path = join(folder, 'ID0.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      id: 'ID0',
      at: '2026-01-01T00:00:00.000Z',
      ...messageTo('a'),
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await push.receipts(['ID0'])).toEqual({ ID0: 'delivered' })
  })
})

describe('push through Expo', () => {
  const requests: { path: string; content: unknown[] }[] = []
  let answer: (path: string, content: never) => { status?: number; body: unknown }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const content = JSON.parse(text)
      requests.push({ path: request.url ?? '', content })
      const { status = 200, body } = answer(request.url ?? '', content as never)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  let push: ReturnType<typeof expoPush>

  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    push = expoPush(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  beforeEach(() => void requests.splice(0))
  afterAll(() => void server.close())

  const accepted = (_: string, all: readonly PushMessage[]) => ({
    body: { data: all.map(({ to }) => ({ status: 'ok', id: `for ${to}` })) },
  })

  it('goes in hundreds and answers in order', async () => {
    answer = accepted as typeof answer
    const tickets = await push.send(Array.from({ length: 250 }, (_, at) => messageTo(String(at))))
    expect(requests.map(({ content }) => content.length)).toEqual([100, 100, 50])
    expect(requests[0]?.path).toBe('/--/api/v2/push/send')
    expect(requests[0]?.content[0]).toEqual({ ...messageTo('0'), sound: 'default' })
    expect(tickets.map((one) => one.outcome === 'sent' && one.id)).toEqual(
      Array.from({ length: 250 }, (_, at) => `for ${at}`),
    )
  })

  it('tells a phone that is gone from what can be tried again', async () => {
    const errors = ['DeviceNotRegistered', 'MessageTooBig', 'MessageRateExceeded']
    answer = () => ({ body: { data: errors.map((error) => ({ status: 'error', details: { error } })) } })
    const tickets = await push.send(['a', 'b', 'c', 'd'].map(messageTo))
    expect(tickets.map(({ outcome }) => outcome)).toEqual(['gone', 'refused', 'later', 'later'])
  })

  it('does not let one request that fails spoil the others', async () => {
    let count = 0
    answer = (path, content) => {
      count += 1
      return count === 1 ? { status: 503, body: {} } : accepted(path, content)
    }
    const tickets = await push.send(Array.from({ length: 101 }, (_, at) => messageTo(String(at))))
    expect(tickets.map(({ outcome }) => outcome)).toEqual([...Array(100).fill('later'), 'sent'])
    const nobody = expoPush('http://127.0.0.1:1')
    expect(await nobody.send([messageTo('a')])).toEqual([{ outcome: 'later' }])
  })

  it('reads receipts, three hundred at a time', async () => {
    answer = () => ({
      body: {
        data: {
          a: { status: 'ok' },
          b: { status: 'error', details: { error: 'DeviceNotRegistered' } },
          c: { status: 'error', details: { error: 'InvalidCredentials' } },
        },
      },
    })
    const ids = Array.from({ length: 301 }, (_, at) => String(at))
    expect(await push.receipts(ids)).toEqual({ a: 'delivered', b: 'gone', c: 'refused' })
    expect(requests.map(({ path }) => path)).toEqual(Array(2).fill('/--/api/v2/push/getReceipts'))
  })
})
