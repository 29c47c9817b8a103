import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  isPublicMailDomain,
  MailDomainInvalid,
  PublicMailDomain,
} from '../../functions/tenants/mail-domain-rule.ts'
import * as failures from '../../functions/tenants/shapes.ts'
import { systemLookup } from '../../lib/gateways/name-lookup.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { tenantListing, tenantRecord } from '../../lib/identity/person/records.ts'
import { setRights } from '../security/rights.ts'
import { signedIn, watched } from '../security/watched.ts'
import { type Agent, refused } from '../support/agent.ts'
import { enrolSchool } from '../support/schools.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Agent

beforeEach(async () => {
  w = await watched()
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  const person = await signedIn(w, 'dean')
  await setRights(w, person, { roles: ['user', 'admin'] })
  dean = person.device
})

const domain = 'lakeside.edu'
const domains = async (tenantKey = w.home): Promise<string[] | undefined> => {
  const listed = await w.table().get(tenantListing, { tenantKey }, { strong: true })
  const own = await w.table(tenantKey).get(tenantRecord, {}, { strong: true })
  expect(own).toEqual(listed)
  return listed?.emailDomains
}

const claim = async (): Promise<{ name: string; value: string }> => {
  const reply = await dean.claimEmailDomain({ domain })
  return reply.body.data.record
}

describe('a mail domain of a school', () => {
  // rules/tenants 14
  it('is taken onto the list once its record can be seen', async () => {
    const claimed = await dean.claimEmailDomain({ domain: ' Lakeside.EDU. ' })
    const { record } = claimed.body.data
    expect(claimed).toMatchObject({ status: 201, body: { data: { domain, status: 'pending' } } })
    expect(record).toMatchObject({ type: 'TXT', name: `_quad.${domain}` })
    expect(record.value).toContain(`${w.home}.`)
    expect(await dean.verifyEmailDomain({ domain })).toMatchObject(refused(failures.MailDomainUnproven))
    expect(await domains()).toEqual([])
    w.published.set(record.name, ['v=spf1 -all', ` ${record.value} `])
    const verified = await dean.verifyEmailDomain({ domain: 'LAKESIDE.edu.' })
    expect(verified.body.data).toEqual({ domain, status: 'verified' })
    expect(await domains()).toEqual([domain])
    expect((await dean.listEmailDomains()).body.data).toEqual({ domains: [{ domain, status: 'verified' }] })
    const { items } = await w
      .table()
      .list(auditEntry, { keyParams: { month: '2026-03' }, limit: 9, strong: true })
    expect(items).toMatchObject([
      { action: 'tenant.email_domain.claim', detail: { domain }, targetId: w.home },
      { action: 'tenant.email_domain.verify', detail: { domain } },
    ])
  })

  // rules/tenants 15
  it('has one record, however often it is asked for, and another one at another school', async () => {
    const [first, second] = [await claim(), await claim()]
    expect(second).toEqual(first)
    const other = await signedIn(w, 'provost')
    await other.device.on(w.sister).joinTenant()
    await setRights(w, { ...other }, { roles: ['user'] })
    w.published.set(first.name, [first.value])
    expect((await other.device.verifyEmailDomain({ domain })).status).toBe(403)
    expect((await other.device.on(w.sister).verifyEmailDomain({ domain })).status).toBe(403)
    expect(await domains(w.sister)).toEqual([])
  })

  // rules/tenants 14
  it('is not proven by the record of another school', async () => {
    const { name, value } = await claim()
    w.published.set(name, [value.replace(w.home, w.sister), value.slice(0, -1), `${value}x`, ''])
    expect(await dean.verifyEmailDomain({ domain })).toMatchObject(refused(failures.MailDomainUnproven))
  })

  it('waits while nobody answers for the name', async () => {
    const { name } = await claim()
    w.published.set(name, undefined)
    const reply = await dean.verifyEmailDomain({ domain })
    expect(reply).toMatchObject(refused(failures.NamesUnavailable))
    expect(reply.headers['retry-after']).toBe('10')
  })

  // rules/tenants 15
  it('that was never claimed, or too long ago, cannot be verified', async () => {
    expect(await dean.verifyEmailDomain({ domain })).toMatchObject(refused(failures.MailDomainMissing))
    const { name, value } = await claim()
    w.published.set(name, [value])
    w.clock.advance(31 * 86_400)
    await dean.refreshToken()
    const later = await signedIn(w, 'later')
    await setRights(w, later, { roles: ['user', 'admin'] })
    expect(await later.device.verifyEmailDomain({ domain })).toMatchObject(
      refused(failures.MailDomainMissing),
    )
  })

  it('is verified once by two at once', async () => {
    const { name, value } = await claim()
    w.published.set(name, [value])
    const replies = await Promise.all([
      dean.verifyEmailDomain({ domain }),
      dean.verifyEmailDomain({ domain }),
    ])
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await domains()).toEqual([domain])
  })

  it('can be taken off the list, and a claim given up', async () => {
    const { name, value } = await claim()
    expect((await dean.removeEmailDomain({ domain })).status).toBe(200)
    expect(await dean.removeEmailDomain({ domain })).toMatchObject(refused(failures.MailDomainMissing))
    const again = await claim()
    expect(again.value).not.toBe(value)
    w.published.set(name, [again.value])
    await dean.verifyEmailDomain({ domain })
    expect(await dean.claimEmailDomain({ domain })).toMatchObject(refused(failures.MailDomainListed))
    expect((await dean.removeEmailDomain({ domain })).status).toBe(200)
    expect(await domains()).toEqual([])
  })

  // rules/tenants 16
  it('is refused beyond the fiftieth', async () => {
    const { name, value } = await claim()
    w.published.set(name, [value])
    const many = Array.from({ length: 50 }, (_, at) => `d${at}.lakeside.edu`)
    const school = await w.table().get(tenantListing, { tenantKey: w.home })
    if (school) {
      await w.table().put(tenantListing, { ...school, emailDomains: many })
      await w.table().put(tenantRecord, { ...school, emailDomains: many })
    }
    expect(await dean.verifyEmailDomain({ domain })).toMatchObject(refused(failures.TooManyMailDomains))
  })

  // rules/tenants 16
  it('is none of a public provider, and nothing else that no school can own', async () => {
    const open = ['gmail.com', 'GMail.com', 'mail.gmail.com', 'yahoo.co.uk', 'outlook.de', 'proton.me']
    for (const wanted of open)
      expect(await dean.claimEmailDomain({ domain: wanted })).toMatchObject(refused(PublicMailDomain))
    const none = [
      'edu',
      'a b.edu',
      'lake_side.edu',
      '-a.edu',
      'a..edu',
      'a.edu..',
      '@a.edu',
      'a#b.edu',
      '1.2.3.4',
    ]
    for (const wanted of [...none, 'höchst.de'])
      expect(await dean.claimEmailDomain({ domain: wanted })).toMatchObject(refused(MailDomainInvalid))
  })

  it('is looked for in a change only where the change is an object', () => {
    for (const body of [null, 'text', [], { emailDomains: null }])
      expect(z.safeParse(failures.TenantChange, body).success).toBe(false)
  })

  it('is asked for 20 times an hour at most', async () => {
    for (let count = 0; count < 20; count += 1)
      expect((await dean.claimEmailDomain({ domain: `d${count}.edu` })).status).toBe(201)
    expect((await dean.claimEmailDomain({ domain: 'one-more.edu' })).status).toBe(429)
  })

  it('belongs to a school that the registry knows', async () => {
    await w.table().remove(tenantListing, { tenantKey: w.home })
    expect(await dean.listEmailDomains()).toMatchObject(refused(failures.TenantMissing))
    expect(await dean.claimEmailDomain({ domain })).toMatchObject(refused(failures.TenantMissing))
  })
})

describe('public mail domains', () => {
  it('are told from those of schools', () => {
    for (const one of ['gmx.net', 'hotmail.co.uk', 'live.com', 'web.de', 'x.gmx.at', 'yandex.ru'])
      expect([one, isPublicMailDomain(one)]).toEqual([one, true])
    for (const one of [
      'rpi.edu',
      'gmail.com.lakeside.edu',
      'outlook.lakeside.edu',
      'notgmail.com',
      'live.edu.au',
    ])
      expect([one, isPublicMailDomain(one)]).toEqual([one, false])
  })
})

/** A name server that answers every question as `answer` says: text records, or an error of the protocol. */
const nameServer = (answer: readonly string[] | number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.on('message', (question, { port, address }) => {
      const end = question.indexOf(0, 12) + 5
      const records = typeof answer === 'number' ? [] : answer
      const head = Buffer.from(question.subarray(0, 12))
      head.writeUInt16BE(0x8180 + (typeof answer === 'number' ? answer : 0), 2)
      head.writeUInt16BE(1, 4)
      head.writeUInt16BE(records.length, 6)
      head.writeUInt32BE(0, 8)
      const texts = records.map((text) => {
        const pieces = text.match(/.{1,200}/g) ?? ['']
        const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])))
        const prefix = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, data.length >> 8, data.length & 255])
        return Buffer.concat([prefix, data])
      })
      socket.send(Buffer.concat([head, question.subarray(12, end), ...texts]), port, address)
    })
    socket.bind(0, '127.0.0.1', () => resolve(socket))
  })

describe('the lookup of names', () => {
  const open: Socket[] = []
  afterAll(() => {
    for (const socket of open) socket.close()
  })
  const asking = async (answer: readonly string[] | number) => {
    const socket = await nameServer(answer)
    open.push(socket)
    const { port } = socket.address() as AddressInfo
    return systemLookup([`127.0.0.1:${port}`]).txt('_quad.lakeside.edu')
  }

  it('reads text records and puts long ones together', async () => {
    const long = 'x'.repeat(450)
    expect(await asking(['quad-domain=a.b', long])).toEqual(['quad-domain=a.b', long])
  })

  it('tells a name without records from servers that do not answer', async () => {
    expect(await asking([])).toEqual([])
    expect(await asking(3)).toEqual([])
    expect(await asking(2)).toBeUndefined()
    expect(await systemLookup(['127.0.0.1:1']).txt('_quad.lakeside.edu')).toBeUndefined()
  })
})
