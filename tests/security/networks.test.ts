import { describe, expect, it } from 'vitest'
import { schedules } from '../../functions/platform/schedules.ts'
import { blockNetwork, networkIn } from '../../infra/local/networks/block.ts'
import { edgeHeaders } from '../../lib/contract/edge.ts'
import { addressKey, dayOf } from '../../lib/identity/limit/networks.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import type { Schedule } from '../../lib/scheduled/schedule.ts'
import { type World, world } from '../support/world.ts'

const on = { NETWORK_RULES_SECONDS: '30' }

const asked = async (w: World, sourceIp: string) => {
  const { status, body } = await w.device().checkEmail({ email: 'a@b.example.edu' }, { sourceIp })
  return [status, body.code]
}

const blocked = [403, 'NETWORK_BLOCKED']
const served = [200, undefined]

/** What the clock does every hour. */
const makeKeys = async (w: World): Promise<void> => {
  const { carryOut } = schedules.find(({ name }) => name === 'platform.address-keys') as Schedule
  const { gateways, issuer, settings, now, newId, log } = w.runtime
  const table = w.table(platformKey)
  await carryOut({ table, time: now(), gateways, issuer, settings, now, newId, log })
}

const block = (w: World, network: string, hours = 1): Promise<string> =>
  blockNetwork(w.table(platformKey), networkIn(network), hours, w.clock.now())

describe('a blocked network', () => {
  // rules/http 58
  it('is refused before any other work, within half a minute, until its time is over', async () => {
    const w = await world({ settings: on, ownTable: true })
    expect(await asked(w, '203.0.113.9')).toEqual(served)
    await block(w, '203.0.113.0/24')
    await block(w, '2001:db8:7::/48')
    w.clock.advance(31)
    expect(await asked(w, '203.0.113.9')).toEqual(blocked)
    const { table, code } = w.logs.at(-1) ?? {}
    // No school was looked up, no limit counted.
    expect([table, code]).toEqual([undefined, 'NETWORK_BLOCKED'])
    expect(await asked(w, '2001:db8:7:9::1')).toEqual(blocked)
    expect(await asked(w, '::ffff:203.0.113.9')).toEqual(blocked)
    expect(await asked(w, '203.0.112.255')).toEqual(served)
    expect(await asked(w, '2001:db8:8::1')).toEqual(served)
    await block(w, '203.0.113.0/24', 0)
    w.clock.advance(31)
    expect(await asked(w, '203.0.113.9')).toEqual(served)
    expect(await asked(w, '2001:db8:7:9::1')).toEqual(blocked)
    w.clock.advance(3600)
    expect(await asked(w, '2001:db8:7:9::1')).toEqual(served)
  })

  it('is that of the address behind an edge', async () => {
    const key = 'k'.repeat(48)
    const w = await world({ settings: { ...on, EDGE_KEYS: key }, ownTable: true })
    await block(w, '203.0.113.0/24')
    const from = async (address: string) => {
      const headers = {
        [edgeHeaders.key]: key,
        [edgeHeaders.host]: `${w.home}.localhost`,
        [edgeHeaders.address]: address,
      }
      return (await w.device().checkEmail({ email: 'a@b.example.edu' }, { headers, sourceIp: '203.0.113.1' }))
        .status
    }
    expect([await from('203.0.113.9'), await from('198.51.100.1')]).toEqual([403, 200])
  })

  it('costs a process one read in half a minute, and a failed read changes nothing', async () => {
    const w = await world({ settings: on, ownTable: true })
    await block(w, '203.0.113.0/24')
    const { documents } = w.runtime.client
    let fails = false
    let reads = 0
    const client = {
      ...w.runtime.client,
      documents: new Proxy(documents, {
        get: (target, name) =>
          name === 'send'
            ? (command: {
                input: { KeyConditionExpression?: string; ExpressionAttributeValues?: object }
              }) => {
                const isRules = JSON.stringify(command.input).includes('G#NETWORKS')
                if (isRules) reads += 1
                if (isRules && fails) return Promise.reject(new Error('no connection'))
                return target.send(command as never)
              }
            : Reflect.get(target, name),
      }),
    }
    const other = { ...w, runtime: { ...w.runtime, client } }
    Object.assign(w.runtime, { client })
    for (let count = 0; count < 5; count += 1) expect(await asked(other, '203.0.113.9')).toEqual(blocked)
    // The blocks and the keys.
    expect(reads).toBe(2)
    fails = true
    w.clock.advance(31)
    expect(await asked(other, '203.0.113.9')).toEqual(blocked)
    expect(w.logs.find(({ operation }) => operation === 'networks.read')).toMatchObject({ level: 'warn' })
    expect(await asked(other, '198.51.100.1')).toEqual(served)
  })
})

describe('names of addresses in the log', () => {
  // rules/http 59
  it('are the same within a day, others on the next, and never the address', async () => {
    const w = await world({ settings: on, ownTable: true, now: '2026-03-02T12:00:00.000Z' })
    await makeKeys(w)
    await makeKeys(w)
    const namesOf = async (sourceIp: string) => {
      await asked(w, sourceIp)
      const { client, network } = w.logs.at(-1) ?? {}
      return { client, network }
    }
    const first = await namesOf('203.0.113.9')
    expect(first.client).toMatch(/^[\da-f]{12}$/)
    expect(await namesOf('203.0.113.9')).toEqual(first)
    const neighbour = await namesOf('203.0.113.10')
    expect(neighbour.network).toBe(first.network)
    expect(neighbour.client).not.toBe(first.client)
    expect((await namesOf('203.0.114.9')).network).not.toBe(first.network)
    expect((await namesOf('2001:db8:7:1::1')).network).toBe((await namesOf('2001:db8:7:2::1')).network)
    expect(JSON.stringify(w.logs)).not.toContain('203.0.113')

    w.clock.advance(12 * 3600)
    const next = await namesOf('203.0.113.9')
    expect(next.client).toMatch(/^[\da-f]{12}$/)
    expect(next).not.toEqual(first)
    await makeKeys(w)
    // Nobody can compute yesterday's names any more.
    const key = (day: string) => w.table(platformKey).get(addressKey, { day }, { strong: true })
    expect(await key('2026-03-02')).toBeUndefined()
    expect(await key(dayOf(w.clock.now()))).toBeDefined()
  })

  it('block their owner, whose address nobody needs to know', async () => {
    const w = await world({ settings: on, ownTable: true })
    await makeKeys(w)
    await asked(w, '203.0.113.9')
    const { client, network } = w.logs.at(-1) ?? {}
    await block(w, String(client))
    w.clock.advance(31)
    expect([await asked(w, '203.0.113.9'), await asked(w, '203.0.113.10')]).toEqual([blocked, served])
    await block(w, String(network))
    w.clock.advance(31)
    expect(await asked(w, '203.0.113.10')).toEqual(blocked)
  })
})

describe('npm run block', () => {
  it.each([
    ['0.0.0.0/0', 'too wide'],
    ['10.0.0.0/15', 'too wide'],
    ['2001::/16', 'too wide'],
    ['203.0.113.256', 'no network'],
    ['203.0.113.0/33', 'no network'],
    ['example.edu', 'no network'],
  ])('refuses %s', (text, complaint) => expect(() => networkIn(text)).toThrow(complaint))

  it('takes ranges and addresses of both families, and names of the log', () => {
    const texts = ['203.0.113.0/24', '2001:DB8::/32', '0123456789ab', '203.0.113.9', '2001:db8:7:1::5']
    expect(texts.map(networkIn)).toEqual([
      '203.0.113.0/24',
      '2001:db8::/32',
      '0123456789ab',
      '203.0.113.9/32',
      '2001:db8:7:1::5/64',
    ])
  })
})
