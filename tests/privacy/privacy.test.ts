import { beforeAll, describe, expect, it } from 'vitest'
import type { MyData } from '../../functions/privacy/contract.ts'
import { fitToSize } from '../../functions/privacy/my-data.ts'
import { allPersonalData } from '../../functions/privacy/registry.ts'
import { ImpersonationForbidden, NoToken, RateLimited } from '../../lib/contract/failures.ts'
import { maxExportedRows } from '../../lib/personal-data.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { world } from '../support/world.ts'
import { busyPerson, type Known } from './campus.ts'

let known: Known
let document: MyData

beforeAll(async () => {
  known = await busyPerson()
  const { status, body } = await known.device.getMyData()
  expect(status).toBe(200)
  document = body.data
})

const rowsOf = (school: string, name: string) =>
  document.schools.find((one) => one.school === school)?.data[name]?.rows ?? []

describe('the export of the own data', () => {
  it('is a document to keep', async () => {
    const { headers, body } = await known.device.getMyData()
    expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ success: true })
  })

  it('says who somebody is, how they sign in and where', () => {
    const { person } = document
    expect(person.account?.rows).toMatchObject([{ email: known.email, emailVerified: false }])
    expect(person.waysToSignIn?.rows).toMatchObject([{ issuer: 'google' }])
    expect(person.memberships?.rows).toMatchObject(
      [...known.schools].sort().map((school) => ({ school, status: 'active', roles: ['user'] })),
    )
    expect(person.sessions?.rows).toHaveLength(2)
    expect(person.sessions?.rows[0]).toMatchObject({ ipAddress: expect.any(String), school: known.w.home })
  })

  // rules/privacy 2
  it.each([0, 1, 2])('holds everything of school %i', (at) => {
    const school = known.schools[at] ?? ''
    const id = known.ids[at]
    expect(rowsOf(school, 'record')).toMatchObject([
      {
        id,
        name: expect.stringMatching(/^Augusta King \d+x$/),
        pushRegistered: true,
        samlAttributes: { studentId: expect.stringMatching(/^4711x\d+x$/) },
      },
    ])
    expect(rowsOf(school, 'notificationPreferences')).toMatchObject([
      { preferences: { reminder: { push: false, email: true } } },
    ])
    const titles = rowsOf(school, 'notifications').map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['One', 'Two', 'Three', 'All']))
    expect(rowsOf(school, 'organizations')).toHaveLength(1)
    expect(rowsOf(school, 'followedOrganizations')).toHaveLength(1)
    expect(rowsOf(school, 'applications')).toMatchObject([{ status: 'pending' }])
    expect(rowsOf(school, 'repeatableAnswers')).toMatchObject([{ operation: 'forms.x' }])
  })

  // rules/privacy 3
  it('holds what the person did as the audit trail has it', async () => {
    const { w, root, ids } = known
    const { body } = await root.getMyData()
    const home = body.data.schools.find(({ school }: { school: string }) => school === w.home)
    const deeds = home.data.auditEntries.rows
    expect(deeds.map(({ action }: { action: string }) => action)).toContain('notification.create')
    expect(JSON.stringify(deeds)).not.toContain(ids[0])
  })

  // rules/privacy 4
  it('holds no secret', () => {
    const text = JSON.stringify(document)
    for (const secret of ['unheardof', 'google-subject', '"hash"', '$argon2', 'unsubscribeKey', 'nonce'])
      expect(text).not.toContain(secret)
  })

  // rules/privacy 5
  it('names what it leaves out, and why', () => {
    const names = allPersonalData.filter(({ collect }) => !collect).map(({ name }) => name)
    expect(document.withheld.map(({ name }) => name)).toEqual(names)
    expect(document.withheld.every(({ why }) => why.length > 0)).toBe(true)
  })

  // rules/privacy 2
  it('is the same on every host, and one person’s alone', async () => {
    const { w, device, third } = known
    const other = await registered(w, 'ben', { username: `ben${w.home}` })
    const { body } = await other.device.getMyData()
    for (const word of known.words) expect(JSON.stringify(body)).not.toContain(word)
    for (const host of [`${third}.localhost`, 'www.localhost']) {
      const there = await device.getMyData({}, { host })
      expect(there.body.data.schools).toHaveLength(3)
      expect(there.body.data.person.account).toEqual(document.person.account)
    }
  })

  // rules/privacy 1
  it('is for the person alone', async () => {
    const { w, root, ids } = known
    expect(await w.device().getMyData()).toMatchObject(refused(NoToken))
    await root.impersonateUser({ identifier: ids[0] })
    expect(await root.getMyData()).toMatchObject(refused(ImpersonationForbidden))
    await root.stopImpersonation()
  })

  // rules/privacy 6
  it('is made five times a day', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const replies = await Promise.all(Array.from({ length: 7 }, () => device.getMyData()))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await device.on(w.sister).getMyData()).toMatchObject(refused(RateLimited))
    w.clock.advance(24 * 3600)
    await device.refreshToken()
    expect((await device.getMyData()).status).toBe(200)
  })
})

describe('a large export', () => {
  // rules/privacy 7
  it('ends at 500 rows of a kind and says where the others are', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const { notification } = await import('../../functions/notifications/repository.ts')
    const expiresAt = '2026-06-01T00:00:00.000Z'
    for (let at = 0; at < maxExportedRows + 20; at += 1) {
      const id = `01KJ${String(at).padStart(22, '0')}`
      const row = { id, to: ada.user._id, type: 'event' as const, title: `${at}`, message: '', expiresAt }
      await w.table().put(notification, row)
    }
    const { body } = await ada.device.getMyData()
    const { complete, rest, rows } = body.data.schools[0].data.notifications
    expect(rows).toHaveLength(maxExportedRows)
    expect(rows[0].title).toBe(String(maxExportedRows + 19))
    expect({ complete, rest }).toEqual({
      complete: false,
      rest: expect.stringContaining('GET /notifications'),
    })
  })

  // rules/privacy 7
  it('takes from its largest sections what would not fit', () => {
    const section = (rows: number) => ({
      holds: 'x',
      complete: true,
      rows: Array.from({ length: rows }, (_, at) => ({ at, text: 'x'.repeat(100) })),
    })
    const whole = {
      ...document,
      person: { few: section(3), many: section(100) },
      platform: { more: section(200) },
      schools: [],
    }
    const { person, platform } = fitToSize(whole, 10_000)
    expect(person.few).toEqual(section(3))
    const [many, more] = [person.many?.rows.length ?? 0, platform.more?.rows.length ?? 0]
    expect(many).toBe(more)
    expect(many).toBeGreaterThan(30)
    expect(person.many).toMatchObject({ complete: false, rest: expect.any(String) })
    expect(Buffer.byteLength(JSON.stringify({ person, platform }))).toBeLessThan(11_000)
    expect(fitToSize(whole)).toEqual(whole)
  })
})
