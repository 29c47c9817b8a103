import { describe, expect, it } from 'vitest'
import { BadCursor, Forbidden, ValidationError } from '../../lib/contract/failures.ts'
import { admins, withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { deeds } from './trail.ts'

type Entry = { at: string; action: string; actor: string; targetId: string }

const page = async (agent: Agent, query: object = {}) => {
  const { status, body } = await agent.listAuditEntries(query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { entries: Entry[]; nextCursor: string | null }
}

/** Every page of a list, one after the other. */
const pages = async (agent: Agent, query: object): Promise<Entry[]> => {
  const entries: Entry[] = []
  let cursor: string | null | undefined
  for (let count = 0; count < 100 && cursor !== null; count += 1) {
    const next: Awaited<ReturnType<typeof page>> = await page(agent, {
      ...query,
      ...(cursor ? { cursor } : {}),
    })
    entries.push(...next.entries)
    cursor = next.nextCursor
  }
  expect(cursor).toBeNull()
  return entries
}

const stage = async () => {
  const place = await admins()
  await deeds(place.w, 4, { action: 'test.first', actor: 'one' })
  place.w.clock.advance(40 * 86_400)
  await deeds(place.w, 5, { action: 'test.second', actor: 'one' })
  await deeds(place.w, 2, { action: 'test.second', actor: 'two' })
  await place.dean.device.login({ email: place.dean.email, password: 'correct horse battery' })
  await place.root.device.login({ email: place.root.email, password: 'correct horse battery' })
  return place
}

describe('the audit list', () => {
  it('is newest first over the months, whole, and without repetition, whatever the page', async () => {
    const { dean } = await stage()
    const all = await pages(dean.device, { limit: 100 })
    expect(all.filter(({ action }) => action.startsWith('test.'))).toHaveLength(11)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(await pages(dean.device, { limit: 3, from: '2019-01-01' })).toEqual(all)
    for (const limit of [1, 2, 3, 7]) expect(await pages(dean.device, { limit })).toEqual(all)
  })

  it('takes one round trip where a month fills the page', async () => {
    using _rounds = logicalRounds()
    const { w, dean } = await stage()
    await page(dean.device, { limit: 5 })
    const cost = w.logs.at(-1)?.table as { depth: number }
    expect(cost.depth).toBe(2)
  })

  it('tells names where they are asked for: to a school those of its members, to the platform all', async () => {
    const { w, root, dean } = await stage()
    const ada = await registered(w, 'ada', { name: 'Ada' })
    const gil = await registered(w, 'gil', { name: 'Gil' }, w.sister)
    for (const { user } of [ada, gil]) await deeds(w, 1, { action: 'test.names', actor: user.globalUserId })
    await withRoles(w, ada, ['user'])
    const names = async (agent: Agent, query: object) => {
      const { body } = await agent.listAuditEntries({ action: 'test.names', ...query })
      return body.data.names
    }
    expect(await names(dean.device, {})).toBeUndefined()
    expect(await names(dean.device, { names: 'true' })).toEqual({ [ada.user.globalUserId]: 'Ada' })
    const onPlatform = { names: 'true', tenant: w.home }
    expect(await names(root.device.on('www'), onPlatform)).toEqual({
      [ada.user.globalUserId]: 'Ada',
      [gil.user.globalUserId]: 'Gil',
    })
    const roles = { action: 'user.roles', names: 'true' }
    expect(Object.values(await names(dean.device, roles))).toContain('Ada')
    expect((await ada.device.deleteAccount({ password })).status).toBe(200)
    for (const query of [{ names: 'true' }, roles])
      expect(Object.values(await names(dean.device, query))).not.toContain('Ada')
  })

  it.each([
    [{ actor: 'one' }, 9],
    [{ action: 'test.second' }, 7],
    [{ action: 'test.second', actor: 'one' }, 5],
    [{ action: 'test.first', actor: 'two' }, 0],
    [{ actor: 'one', from: '2026-04-01' }, 5],
    [{ actor: 'one', to: '2026-04-01' }, 4],
    [{ from: '2026-03-02T12:00:00.000Z', to: '2026-03-02T12:02:00Z', action: 'test.first' }, 2],
    [{ from: '2026-04-01' }, 7],
  ])('selects by %o', async (query, count) => {
    const { dean } = await stage()
    const found = await pages(dean.device, query)
    expect(found.filter(({ action }) => action.startsWith('test.'))).toHaveLength(count)
    expect(await pages(dean.device, { ...query, limit: 2 })).toEqual(found)
  })

  // rules/identity 54
  it('shows a school its own rows and the platform its own', async () => {
    const { w, root, dean } = await stage()
    await deeds(w, 1, { action: 'test.elsewhere', tenant: w.sister })
    const shown = async (agent: Agent, query: object = {}) =>
      (await page(agent, { ...query, action: 'test.elsewhere' })).entries.length
    expect(await shown(dean.device)).toBe(0)
    const platform = root.device.on('www')
    expect(await shown(platform)).toBe(0)
    expect(await shown(platform, { tenant: w.sister })).toBe(1)
    expect(await root.device.listAuditEntries({ tenant: w.sister })).toMatchObject(refused(Forbidden))
    expect(await dean.device.on('www').listAuditEntries({ tenant: w.home })).toMatchObject(refused(Forbidden))
    expect(await platform.listAuditEntries({ tenant: 'No School' })).toMatchObject(refused(ValidationError))
    const ada = await registered(w, 'ada')
    expect(await ada.device.listAuditEntries()).toMatchObject(refused(Forbidden))
  })

  // rules/table 1
  it('refuses cursors of another list and moments that do not exist', async () => {
    const { dean } = await stage()
    const { nextCursor } = await page(dean.device, { limit: 2 })
    const byActor = await page(dean.device, { limit: 2, actor: 'one' })
    const wrong = [
      { cursor: nextCursor, actor: 'one' },
      { cursor: nextCursor, from: '2026-04-02' },
      { cursor: byActor.nextCursor },
      { cursor: byActor.nextCursor, actor: 'two' },
      { cursor: '2019-01' },
      { cursor: '2026-04.forged' },
    ]
    for (const query of wrong)
      expect(await dean.device.listAuditEntries(query), JSON.stringify(query)).toMatchObject(
        refused(BadCursor),
      )
    const senseless = [
      { from: '2026-02-30T99:00Z' },
      { from: '2026-05-01', to: '2026-04-01' },
      { limit: 'x' },
    ]
    for (const query of senseless)
      expect(await dean.device.listAuditEntries(query)).toMatchObject(refused(ValidationError))
  })

  it('clamps the size of a page', async () => {
    const { dean } = await stage()
    expect((await page(dean.device, { limit: 0 })).entries).toHaveLength(1)
    expect((await page(dean.device, { limit: 100_000 })).entries.length).toBeLessThanOrEqual(100)
  })
})
