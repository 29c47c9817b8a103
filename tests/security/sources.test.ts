import { describe, expect, it } from 'vitest'
import { sourceOf } from '../../lib/identity/limit/limits.ts'
import { world } from '../support/world.ts'

describe('a source', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::2:0:0:0:1', '2001:db8:0:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, source) => expect(sourceOf(address)).toBe(source))

  // rules/identity 38
  it('has one limit, whichever of its addresses somebody sends from', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.01' } })
    const check = (sourceIp: string) => w.device().checkEmail({ email: 'a@b.example.edu' }, { sourceIp })
    const statuses = []
    for (let at = 1; at <= 4; at += 1) statuses.push((await check(`2001:db8:7:7::${at}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await check('2001:db8:7:8::1')).status).toBe(200)
  })
})
