import { describe, expect, it } from 'vitest'
import { ContactMissing } from '../../functions/platform/contract.ts'
import { readSettings } from '../../lib/settings.ts'
import { refused } from '../support/agent.ts'
import { world } from '../support/world.ts'
import { baseDomain, hostOf, productionWorld } from './production.ts'

const contact = 'mailto:security@quad.example'
const at = '/.well-known/security.txt'

const fieldsOf = (text: string) => text.split('\n').map((line) => line.split(': '))

describe('the file for those who find a hole', () => {
  it('names whom to tell on every host, for less than a year', async () => {
    const w = await productionWorld({ SECURITY_CONTACT: contact })
    for (const host of [hostOf(w.home), hostOf(w.sister), baseDomain, `www.${baseDomain}`]) {
      const reply = await w.device().request('platform', 'GET', at, { host })
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
      const own = host.startsWith('www') ? baseDomain : host
      expect(fieldsOf(reply.body)).toEqual([
        ['Contact', contact],
        ['Expires', '2026-08-29T00:00:00.000Z'],
        ['Preferred-Languages', 'en'],
        ['Canonical', `https://${own}${at}`],
        [''],
      ])
    }
  })

  it('is renewed every day, and the same all day', async () => {
    const w = await world({ settings: { SECURITY_CONTACT: 'https://quad.example/security' } })
    const expires = async () => fieldsOf((await w.device().getSecurityContact()).body)[1]?.[1]
    const first = await expires()
    w.clock.advance(11 * 3600)
    expect(await expires()).toBe(first)
    w.clock.advance(3600)
    expect(await expires()).toBe('2026-08-30T00:00:00.000Z')
  })

  it('is absent where the deployment names nobody', async () => {
    expect(await (await world()).device().getSecurityContact()).toMatchObject(refused(ContactMissing))
  })

  it.each(['security@quad.example', 'http://quad.example', 'javascript:alert(1)', 'nobody'])(
    'takes no contact like %s',
    (wrong) => {
      expect(() => readSettings({ SECURITY_CONTACT: wrong })).toThrow(/SECURITY_CONTACT/)
    },
  )
})
