import { describe, expect, it } from 'vitest'
import { inbox, notification } from '../../functions/notifications/repository.ts'
import { allPersonalData } from '../../functions/privacy/registry.ts'
import { erasure } from '../../functions/privacy/repository.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { keyedAnswer } from '../../lib/keyed-answer.ts'
import type { RemainingTrace } from '../../lib/personal-data.ts'
import { password } from '../support/people.ts'
import { busyPerson, type Known } from './campus.ts'
import { everyItem } from './stream.ts'

type Item = Readonly<Record<string, unknown>>

const mentions = (item: Item, words: readonly string[]): boolean => {
  const text = JSON.stringify(item).toLowerCase()
  return words.some((word) => text.includes(word.toLowerCase()))
}

/** What may stay of which kind of item, as the rows say. */
const kept = new Map<unknown, RemainingTrace>(
  allPersonalData.flatMap(({ kept: stays }) => Object.entries(stays?.entities ?? {})),
)

/** Work under way: gone once the minute's sweep has carried it out, or two days after it was carried out. */
const passing = new Set<unknown>(['DueRow', 'NoticeSeen'])

const belongsTo = ({ pk }: Item, ids: readonly string[]): boolean =>
  ids.some((id) => String(pk).includes(`#U#${id}`))

/** Items that tell more of somebody than the rows allow: the kind of item and where it is. */
const leftOf = async ({ w, words, ids, globalUserId, email }: Known, some = ids): Promise<string[]> => {
  const own = [...some, ...(some.length === ids.length ? [globalUserId] : [])]
  const tell = some.length === ids.length ? [...words, email] : []
  const left = (await everyItem(w)).filter((item) => {
    if (passing.has(item.entity)) return false
    if (belongsTo(item, own)) return true
    const trace = kept.get(item.entity)
    if (mentions(item, tell)) return trace !== 'words'
    return mentions(item, own) && trace === undefined
  })
  return left.map(({ entity, pk, sk }) => `${entity} ${pk} ${sk}`)
}

/** Leaves a school like a browser that has just signed in there. */
const leave = async ({ w, email }: Known, school: string): Promise<number> => {
  const device = w.device({ tenant: school })
  await device.login({ email, password })
  return (await device.deleteAccount()).status
}

const day = 24 * 3600

describe('leaving one of three schools', () => {
  // rules/privacy 8
  it('takes what belongs to it, and nothing else', async () => {
    const known = await busyPerson()
    const { w, stream, device, ids, schools, globalUserId } = known
    const [here = '', there = ''] = schools
    const before = await everyItem(w)
    expect(await leave(known, here)).toBe(200)
    await stream.drain()
    expect(await leftOf(known, ids.slice(0, 1))).toEqual([])
    const ofSchool = (items: Item[], school: string) =>
      items.filter(({ pk, entity }) => String(pk).startsWith(`T#${school}#`) && entity !== 'OutboxMail')
    for (const school of schools.slice(1))
      expect(ofSchool([...(await everyItem(w))], school)).toEqual(ofSchool([...before], school))
    expect(
      await w.table(here).get(keyedAnswer, { person: globalUserId, operation: 'forms.x', key: 'key-0001' }),
    ).toBe(undefined)
    const { body } = await device.on(there).getMyData()
    const [first, second] = [here, there].map((key) =>
      body.data.schools.find(({ school }: { school: string }) => school === key),
    )
    expect(first).toMatchObject({ status: 'left' })
    expect(first.data.record.rows).toEqual([])
    expect(second.data.notifications.rows.length).toBeGreaterThan(3)
  })

  // rules/privacy 11
  it('uncounts the follower once, however often the stream repeats itself', async () => {
    const known = await busyPerson()
    const { w, stream } = known
    const followed = async () =>
      (await everyItem(w)).filter(
        ({ entity, followerCount, pk }) =>
          entity === organization.name && String(pk).startsWith(`T#${w.home}#`) && followerCount !== 0,
      )
    expect(await followed()).toHaveLength(1)
    await leave(known, w.home)
    await stream.drain(3)
    expect(await followed()).toEqual([])
  })
})

describe('leaving the last school', () => {
  // rules/privacy 9
  it('leaves nothing behind but what the page says', async () => {
    const known = await busyPerson()
    const { w, stream, schools } = known
    expect((await leftOf(known)).length).toBeGreaterThan(40)
    for (const school of schools) {
      expect(await leave(known, school)).toBe(200)
      await stream.drain()
    }
    expect(await leftOf(known)).toEqual([])
    const words = (await everyItem(w)).filter((item) => mentions(item, known.words))
    expect(
      [...new Set(words.map(({ entity }) => entity))].filter((entity) => kept.get(entity) !== 'words'),
    ).toEqual([])
    const trail = (await everyItem(w)).filter(({ entity }) => entity === 'AuditEntry')
    expect(trail.some((item) => mentions(item, [known.globalUserId]))).toBe(true)
  })

  // rules/privacy 10
  it('comes back a day later for what was under way', async () => {
    const known = await busyPerson()
    const { w, stream, schools, ids } = known
    for (const school of schools) await leave(known, school)
    await stream.drain()
    const [id = ''] = ids
    const late = {
      id: '01KZ0000000000000000000000',
      to: id,
      type: 'event' as const,
      title: 'x',
      message: 'x',
    }
    await w.table().put(notification, { ...late, expiresAt: '2026-12-01T00:00:00.000Z' })
    await w.table().put(inbox, { owner: id, total: 1 })
    await stream.drain()
    expect(await leftOf(known)).toHaveLength(2)
    w.clock.advance(2 * day)
    await stream.sweep()
    await stream.drain()
    expect(await leftOf(known)).toEqual([])
    expect(await w.table().get(erasure, { userId: id })).toMatchObject({
      round: 2,
      doneAt: expect.any(String),
    })
    w.clock.advance(2 * day)
    await stream.sweep()
    await stream.drain()
    expect((await everyItem(w)).filter(({ entity }) => entity === erasure.name)).toEqual([])
  })

  it('erases page by page, over repeated notices', async () => {
    const known = await busyPerson()
    const { w, stream, ids } = known
    const [to = ''] = ids
    for (let at = 0; at < 250; at += 1) {
      const id = `01KH${String(at).padStart(22, '0')}`
      const row = { id, to, type: 'event' as const, title: 'x', message: 'x' }
      await w.table().put(notification, { ...row, expiresAt: '2026-12-01T00:00:00.000Z' })
    }
    await leave(known, w.home)
    await stream.drain(2)
    expect(await leftOf(known, ids.slice(0, 1))).toEqual([])
  })

  it('leaves the address free for somebody of whom nothing is known', async () => {
    const known = await busyPerson()
    const { w, stream, schools, email } = known
    await w.device().forgotPassword({ email })
    await stream.drain()
    const code = w.codeFor(email)
    for (const school of schools) await leave(known, school)
    const device = w.device()
    const { status, body } = await device.register({ email, password: 'another long password' })
    expect(status).toBe(201)
    await stream.drain()
    expect(body.data.user.globalUserId).not.toBe(known.globalUserId)
    expect((await w.device().verifyCode({ email, code })).status).toBe(400)
    const mine = await device.getMyData()
    const text = JSON.stringify(mine.body)
    for (const word of known.words.filter((word) => word !== email)) expect(text).not.toContain(word)
    for (const id of [known.globalUserId, ...known.ids]) expect(text).not.toContain(id)
    expect(mine.body.data.schools).toHaveLength(1)
    expect(mine.body.data.schools[0].data.notifications.rows).toEqual([])
    expect(mine.body.data.schools[0].data.repeatableAnswers.rows).toEqual([])
  })

  // rules/privacy 12
  it('does not touch what somebody who came back has made since', async () => {
    const known = await busyPerson()
    const { w, stream, device, globalUserId } = known
    await leave(known, w.home)
    await stream.drain()
    w.clock.advance(3600)
    await device.on(w.sister).refreshToken()
    const { body } = await device.on(w.home).joinTenant()
    expect(body.data.alreadyMember).toBe(false)
    const expiresAt = new Date(w.clock.now().getTime() + day * 1000).toISOString()
    const own = { person: globalUserId, operation: 'forms.y', key: 'key-0002' }
    const claim = { asked: 'hash', claim: 'two', flightEndsAt: expiresAt, expiresAt }
    await w.table().put(keyedAnswer, { ...own, ...claim })
    const rows = allPersonalData.flatMap(({ erase }) => (erase ? [erase] : []))
    const since = new Date(w.clock.now().getTime() - 3600_000).toISOString()
    for (const erase of rows) await erase({ userId: known.ids[0] ?? '', globalUserId, since }, w.table())
    expect(await w.table().get(keyedAnswer, own)).toBeDefined()
  })
})
