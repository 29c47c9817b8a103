import { beforeAll, describe, expect, it } from 'vitest'
import { PasswordWeak, RateLimited } from '../../lib/contract/failures.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { password } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

const campusNetworks = ['192.0.0.0/16', '2001:db8:7::/48', '203.0.113.7']

let w: World
beforeAll(async () => {
  // A hundredth: 3 registrations an hour from an address, 30 from an address of the campus.
  w = await world({ settings: { RATE_LIMIT_SCALE: '0.01' } })
  await enrolSchool(w, w.home, { campusNetworks })
  await enrolSchool(w, w.sister)
})

type Sender = {
  readonly sourceIp: string
  readonly tenant?: string
  readonly headers?: Record<string, string>
}

let people = 0
/** Registers one person after another until the limit, at most 40. A weak password makes an attempt cheap. */
const attemptsUntilLimit = async ({ tenant = w.home, ...sender }: Sender): Promise<number> => {
  for (let attempts = 0; attempts < 40; attempts += 1) {
    people += 1
    const device = w.device({ tenant })
    const reply = await device.register({ email: w.email(`fair${people}`), password: 'a' }, sender)
    if (reply.status === 429) {
      expect(reply).toMatchObject(refused(RateLimited))
      return attempts
    }
    expect(reply).toMatchObject({ status: 400, body: { code: PasswordWeak.code } })
  }
  return 40
}

// rules/auth 55
describe('registrations in an hour', () => {
  it.each([
    ['an address of a named network', '192.0.77.1'],
    ['the same network in mapped form', '::ffff:192.0.78.1'],
    ['a named IPv6 network', '2001:db8:7:1::1'],
    ['a named address', '203.0.113.7'],
  ])('from %s are ten times as many', async (_, sourceIp) => {
    expect(await attemptsUntilLimit({ sourceIp })).toBe(30)
  })

  it.each([
    ['any other address', '203.0.113.8'],
    ['any other IPv6 network', '2001:db8:8::1'],
  ])('from %s stay few', async (_, sourceIp) => {
    expect(await attemptsUntilLimit({ sourceIp })).toBe(3)
  })

  it('from one /64 network of IPv6 share the limit', async () => {
    expect(await attemptsUntilLimit({ sourceIp: '2001:db8:7:2::1' })).toBe(30)
    expect(await attemptsUntilLimit({ sourceIp: '2001:db8:7:2::2' })).toBe(0)
    expect(await attemptsUntilLimit({ sourceIp: '2001:db8:7:3::2' })).toBe(30)
  })

  it('are counted for the address of the connection, whatever a client claims', async () => {
    const headers = {
      'x-forwarded-for': '192.0.77.2',
      'x-real-ip': '192.0.77.2',
      forwarded: 'for=192.0.77.2',
    }
    expect(await attemptsUntilLimit({ sourceIp: '203.0.113.9', headers })).toBe(3)
  })

  it("at one school stay few from another school's network", async () => {
    const sourceIp = '192.0.79.1'
    expect(await attemptsUntilLimit({ sourceIp, tenant: w.sister })).toBe(3)
    expect(await attemptsUntilLimit({ sourceIp })).toBe(30)
    expect(await attemptsUntilLimit({ sourceIp, tenant: w.sister })).toBe(0)
  })

  it('on the platform host follow the school that the request names', async () => {
    const sourceIp = '192.0.80.1'
    const device = w.device({ tenant: 'www' })
    const statuses: number[] = []
    for (const school of [w.home, w.sister])
      for (let at = 0; at < 4; at += 1) {
        const body = { email: w.email(`front${school}${at}`), password: 'a', school }
        statuses.push((await device.register(body, { sourceIp })).status)
      }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 429])
  })

  it('still create accounts', async () => {
    const body = { email: w.email('club-fair'), password }
    expect((await w.device().register(body, { sourceIp: '192.0.81.1' })).status).toBe(201)
  })
})

describe('the networks of a campus', () => {
  // rules/auth 55, 37
  it('are saved after a preview, without repetitions, and removed by an empty list', async () => {
    const { w: other, dean } = await admins()
    await enrolSchool(other, other.home)
    const open = { ways: ['password', 'google', 'apple', 'saml', 'passkey'], breakGlass: [] }
    const save = async (fields: object) => {
      const body = { ...open, ...fields }
      const preview = await dean.device.previewDoor(body)
      expect(preview.status, JSON.stringify(preview.body)).toBe(200)
      return (await dean.device.setDoor({ ...body, seen: preview.body.data.seen })).body.data.campusNetworks
    }
    const networks = ['2001:DB8::/32', ' 192.0.2.0/24', '192.0.2.0/24']
    expect(await save({ campusNetworks: networks })).toEqual(['192.0.2.0/24', '2001:db8::/32'])
    expect(await save({ idleTime: 60 })).toHaveLength(2)
    expect(await save({ campusNetworks: [] })).toEqual([])
    const { seen } = (await dean.device.previewDoor(open)).body.data
    const unseen = await dean.device.setDoor({ ...open, campusNetworks: ['192.0.2.0/24'], seen })
    expect([unseen.status, unseen.body.code]).toEqual([409, 'DOOR_UNSEEN'])

    const messageFor = async (...campusNetworks: string[]) => {
      const { status, body } = await dean.device.previewDoor({ ...open, campusNetworks })
      return [status, body.message]
    }
    const refusals: readonly [string, string][] = [
      ['10.0.0.0/8', 'is too large. Name networks of /16 or smaller'],
      ['0.0.0.0/0', 'is too large. Name networks of /16 or smaller'],
      ['2001::/16', 'is too large. Name networks of /32 or smaller'],
      ['192.0.2.0/33', 'is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48'],
      ['192.0.2.0/', 'is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48'],
      ['192.0.2/24', 'is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48'],
      ['fe80::1%eth0/64', 'is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48'],
      ['campus.example.edu', 'is not a network. Write it as 192.0.2.0/24 or 2001:db8::/48'],
      ['::ffff:0:0/96', 'contains IPv4 addresses. Write an IPv4 network as 192.0.2.0/24'],
      ['::/64', 'contains IPv4 addresses. Write an IPv4 network as 192.0.2.0/24'],
      ['::ffff:192.0.2.0/120', 'contains IPv4 addresses. Write an IPv4 network as 192.0.2.0/24'],
    ]
    for (const [network, flaw] of refusals)
      expect(await messageFor('192.0.2.0/24', network)).toEqual([
        400,
        `Campus network 2: "${network}" ${flaw}`,
      ])
    const many = Array.from({ length: 33 }, (_, at) => `192.0.${at}.0/24`)
    expect((await messageFor(...many))[0]).toBe(400)
    expect((await messageFor(...many.slice(1)))[0]).toBe(200)
  })
})
