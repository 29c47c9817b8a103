import { describe, expect, it } from 'vitest'
import { type AuditEntry, auditEntry, auditNote } from '../../lib/identity/audit/audit.ts'
import { checkSchool } from '../../lib/identity/audit/check.ts'
import { everyItem, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { password, registered } from '../support/people.ts'
import { everySample, perform } from '../support/replay.ts'
import type { World } from '../support/world.ts'
import { sealed } from './trail.ts'

const words = 'Augusta King wrote from augusta@home.example'

const acted = async () => {
  const place = await admins()
  const ada = await registered(place.w, 'ada', { username: 'ada' })
  const other = place.w.device()
  await other.login({ email: place.dean.email, password })
  await place.dean.device.impersonateUser({ identifier: 'ada', reason: words })
  return { ...place, ada, other }
}

type Shown = AuditEntry & { detail: Record<string, string> }

const startOf = async (agent: World['device'] extends () => infer A ? A : never): Promise<Shown> =>
  (await agent.listAuditEntries({ action: 'impersonation.start' })).body.data.entries[0]

const problemsOf = async (w: World) => (await checkSchool(w.table('www'), w.home, w.clock.now())).problems

describe('a reason in somebody’s own words', () => {
  it('is shown with its deed, and stands in no row that is sealed', async () => {
    const { w, other, ada } = await acted()
    expect((await startOf(other)).detail.reason).toBe(words)
    const rows = (await everyItem(w)).filter((item) => JSON.stringify(item).includes(words))
    expect(rows.map(({ entity }) => entity)).toEqual(['AuditNote'])
    expect(rows[0]).toMatchObject({ targetId: ada.user.globalUserId })
  })

  it('is read by the person it is about', async () => {
    const { w, ada } = await acted()
    const { body } = await ada.device.getMyData()
    const [home] = body.data.schools.filter(({ school }: { school: string }) => school === w.home)
    expect(home.data.auditNotes.rows).toEqual([{ reason: words, at: '2026-03-02T12:00:00.000Z' }])
  })

  // rules/identity 51
  it('goes with the account, while the trail stays whole', async () => {
    const { w, other, ada } = await acted()
    await sealed(w)
    expect(await problemsOf(w)).toEqual([])
    const stream = await wholeStream(w)
    const device = w.device()
    await device.login({ email: ada.email, password })
    expect((await device.deleteAccount()).status).toBe(200)
    await stream.drain()
    const own = (await everyItem(w)).filter(({ pk }) => String(pk).startsWith(`T#${w.home}#`))
    const left = own.filter((item) => /augusta/i.test(JSON.stringify(item)))
    expect(left.map(({ entity }) => entity)).toEqual([])
    await other.login({ email: w.email('dean'), password })
    expect(await startOf(other)).toMatchObject({ targetId: ada.user.globalUserId })
    expect((await startOf(other)).detail).not.toHaveProperty('reason')
    expect(await problemsOf(w)).toEqual([])
  })

  // rules/identity 51
  it('ends after a year, since it may name others', async () => {
    const { w, ada } = await acted()
    const keyParams = { targetId: ada.user.globalUserId }
    expect((await w.table().list(auditNote, { keyParams, limit: 5 })).items).toHaveLength(1)
    w.clock.advance(365 * 24 * 3600)
    expect((await w.table().list(auditNote, { keyParams, limit: 5 })).items).toEqual([])
  })

  it('is not shown once it is another than was sealed', async () => {
    const { w, other, ada } = await acted()
    const { id } = await startOf(other)
    const { globalUserId: targetId } = ada.user
    await w.table().update(auditNote, { targetId, id }, { set: { reason: 'something else' } })
    expect((await startOf(other)).detail).not.toHaveProperty('reason')
  })
})

/** Words that somebody wrote: texts of a sample's body with a blank in them. */
const writtenIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /\S\s\S/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(writtenIn) : []
}

/** The name of an organization, and the place of a school, which are no people. */
const named = new Set(['Chess Society', 'Springfield → Springfield, Main Campus'])

describe('no operation', () => {
  const writing = everySample.filter(
    ({ row }) => row.method !== 'GET' && writtenIn(row.example.body).length > 0,
  )

  // rules/identity 50
  it.each(writing)('$name puts what somebody wrote into a row of the trail', async (sample) => {
    let w: World | undefined
    await perform(sample, (place) => {
      w = place.w
    })
    const month = w?.clock.now().toISOString().slice(0, 7) ?? ''
    const tables = w ? [w.table(), w.table('www')] : []
    const pages = await Promise.all(
      tables.map((table) => table.list(auditEntry, { keyParams: { month }, limit: 500, descending: true })),
    )
    const details = pages.flatMap(({ items }) => items.flatMap(({ detail }) => Object.values(detail ?? {})))
    const written = writtenIn(sample.row.example.body)
    const told = details.filter((detail) => !named.has(detail))
    expect(told.filter((detail) => written.some((text) => detail.includes(text)))).toEqual([])
  })
})
