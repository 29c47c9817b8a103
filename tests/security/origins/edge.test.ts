import { describe, expect, it } from 'vitest'
import { edgeHeaders } from '../../../lib/contract/edge.ts'
import { costOf } from '../../support/table/storing.ts'
import { baseDomain, hostOf, productionWorld } from '../production.ts'

const [current, previous] = ['a'.repeat(48), 'b'.repeat(48)]
const origin = `origin.${baseDomain}`

const through = (host: string, key = current, address = '198.51.100.7') => ({
  [edgeHeaders.key]: key,
  [edgeHeaders.host]: host,
  [edgeHeaders.address]: address,
})

describe('behind an edge', () => {
  it('the host and the address are those that the edge found', async () => {
    const w = await productionWorld({ EDGE_KEYS: `${current},${previous}`, RATE_LIMIT_SCALE: '0.01' })
    const check = (headers: Readonly<Record<string, string>>) =>
      w.device().checkEmail({ email: 'a@b.example.edu' }, { host: origin, headers })
    // Which of the two schools answers, the log says.
    for (const [key, school] of [
      [current, w.home],
      [previous, w.sister],
    ] as const) {
      expect((await check(through(hostOf(school), key))).status).toBe(200)
      expect(w.logs.at(-1)?.tenant).toBe(school)
    }
    expect((await check(through(hostOf(w.home)))).status).toBe(200)
    expect((await check(through(hostOf(w.home)))).status).toBe(429)
    expect((await check(through(hostOf(w.home), current, '198.51.100.8'))).status).toBe(200)
  })

  it.each([
    ['nothing', {}],
    ['no word', { [edgeHeaders.host]: hostOf('home'), [edgeHeaders.address]: '198.51.100.7' }],
    ['another word', through(hostOf('home'), 'c'.repeat(48))],
    ['the word for none', through(hostOf('home'), 'none')],
    ['both words', through(hostOf('home'), `${current},${previous}`)],
    ['an empty word', through(hostOf('home'), '')],
    ['no address', { [edgeHeaders.key]: current, [edgeHeaders.host]: hostOf('home') }],
    ['a host of its own', { host: hostOf('home') }],
  ])('whoever goes round it with %s is refused', async (_, headers) => {
    const w = await productionWorld({ EDGE_KEYS: `${current},none` })
    const answer = await w.device().getHealth({}, { host: hostOf(w.home), headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'NOT_THROUGH_EDGE'])
    expect(w.logs.at(-1)?.tenant).toBeUndefined()
  })
})

describe('without an edge', () => {
  it('headers that claim one change nothing', async () => {
    const w = await productionWorld({ RATE_LIMIT_SCALE: '0.01' })
    const answers = []
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']) {
      const headers = through(hostOf(w.sister), current, address)
      const call = { headers, host: hostOf(w.home), sourceIp: '203.0.113.5' }
      answers.push(await w.device().checkEmail({ email: 'a@b.example.edu' }, call))
      expect(w.logs.at(-1)?.tenant).toBe(w.home)
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  })
})

describe('a trial', () => {
  const PUBLIC_ADDRESS = 'https://a1b2c3.execute-api.eu-central-1.amazonaws.com'

  it('leads to its own address, and its cookies go over TLS alone', async () => {
    const { world } = await import('../../support/world.ts')
    const w = await world({ settings: { STAGE: 'test', PUBLIC_ADDRESS } })
    const device = w.device()
    const made = await device.register({
      email: 'sam@students.example.edu',
      password: 'a long enough password',
    })
    expect(made.status).toBe(201)
    const set = [made.headers['set-cookie'] ?? made.cookies].flat() as string[]
    expect(set.filter((cookie) => !cookie.includes('; Secure'))).toEqual([])
    const { body } = await device.createCalendarToken()
    expect(JSON.stringify(body)).toContain(PUBLIC_ADDRESS)
    expect(JSON.stringify(body)).not.toContain('localhost')
    const metadata = await device.getSamlMetadata()
    expect(JSON.stringify(metadata.body)).toContain(PUBLIC_ADDRESS)
  })

  it('is no school by the first label of its address, which no request looks up', async () => {
    const { world } = await import('../../support/world.ts')
    const w = await world({ settings: { STAGE: 'test', PUBLIC_ADDRESS } })
    const device = w.device()
    await device.register({ email: 'sam@students.example.edu', password: 'a long enough password' })
    const unitsFrom = async (headers: Record<string, string>) => {
      expect((await device.validateToken({}, { headers })).status).toBe(200)
      return costOf(w).readUnits
    }
    await unitsFrom({})
    expect(await unitsFrom({ origin: PUBLIC_ADDRESS })).toBe(await unitsFrom({}))
  })
})
