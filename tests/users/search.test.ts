import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../lib/contract/failures.ts'
import { personWords } from '../../lib/identity/person/names.ts'
import { access, tenantUser } from '../../lib/identity/person/records.ts'
import { wordWrites } from '../../lib/search/rows.ts'
import { put } from '../../lib/table/write.ts'
import { refused } from '../support/agent.ts'
import { people, registered } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

const names = ({ body }: { body: { data: { username: string }[] } }) =>
  body.data.map(({ username }) => username)

/** Gives a role the way the platform keeps it: in the person's rights and on the record. */
const promote = async (
  w: World,
  { _id, globalUserId }: { _id: string; globalUserId: string },
  roles: string[],
) => {
  const rights = await w.table().get(access, { globalUserId })
  const user = await w.table().get(tenantUser, { id: _id })
  if (!rights || !user) throw new Error('nobody to promote')
  const membership = { ...rights.memberships[w.home], roles } as (typeof rights.memberships)[string]
  await w.table().put(access, { ...rights, memberships: { ...rights.memberships, [w.home]: membership } })
  await w.table().put(tenantUser, { ...user, roles })
}

/** Records without accounts, for searches among many. */
const crowd = async (w: World, count: number) => {
  const { user } = await registered(w, 'template', { username: 'template' })
  const model = await w.table().get(tenantUser, { id: user._id })
  if (!model) throw new Error('no model')
  const one = (at: number) => {
    const username = `crowd${String(at).padStart(4, '0')}`
    const id = `crowd-${at}`
    const name = `Name ${String(count - at).padStart(4, '0')}`
    const user = { ...model, id, username, usernameKey: username, name, tags: [`t${at % 2}`] }
    return [put(tenantUser, user), ...wordWrites(personWords, user)]
  }
  for (let at = 0; at < count; at += 10)
    await w
      .table()
      .write(Array.from({ length: Math.min(10, count - at) }, (_, each) => one(at + each)).flat())
}

describe('searching people', () => {
  it('finds usernames by their beginning, in any casing, in order and page by page', async () => {
    const w = await world()
    const [first] = await people(w, 5)
    await registered(w, 'other', { username: 'notaperson' })
    const device = first?.device
    if (!device) throw new Error('nobody')
    const all = await device.searchUsers({ query: 'PERSON' })
    expect(names(all)).toEqual(['person0', 'person1', 'person2', 'person3', 'person4'])
    expect(all.body.pagination).toEqual({
      total: 5,
      limit: 20,
      skip: 0,
      totalIsLowerBound: false,
      orderIsPartial: false,
    })
    const page = await device.searchUsers({ query: '@person', limit: 2, skip: 1, sortOrder: 'desc' })
    expect(names(page)).toEqual(['person3', 'person2'])
    expect(page.body.pagination).toMatchObject({ total: 5, limit: 2, skip: 1 })
    expect(names(await device.searchUsers())).toHaveLength(6)
    for (const query of ['.*', 'person0.', '(a+)+$', 'rson']) {
      expect(names(await device.searchUsers({ query })).filter((name) => name !== 'person0')).toEqual([])
    }
  })

  it('filters by tags and leaves people out, however the list is written', async () => {
    const w = await world()
    const [ada, ben, cy] = await people(w, 3)
    if (!ada || !ben || !cy) throw new Error('nobody')
    await ben.device.updateUser({ tags: ['chess, fast'] })
    await cy.device.updateUser({ tags: ['music'] })
    expect(names(await ada.device.searchUsers({ tags: '["chess, fast"]' }))).toEqual(['person1'])
    expect(names(await ada.device.searchUsers({ tags: 'music,none' }))).toEqual(['person2'])
    const excludeIds = JSON.stringify([ada.user._id, ben.user._id])
    expect(names(await ada.device.searchUsers({ excludeIds }))).toEqual(['person2'])
    expect(names(await ada.device.searchUsers({ excludeIds: '[]', tags: '[]' }))).toHaveLength(3)
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`).join(',')
    expect((await ada.device.searchUsers({ excludeIds: ids(100) })).status).toBe(200)
    expect((await ada.device.searchUsers({ excludeIds: 'x'.repeat(128) })).status).toBe(200)
    for (const excludeIds of [ids(101), 'x'.repeat(129)])
      expect(await ada.device.searchUsers({ excludeIds })).toMatchObject(refused(ValidationError))
  })

  // rules/users 10
  it('shows and finds e-mail addresses and roles for administrators only', async () => {
    const w = await world()
    const [ada, ben] = await people(w, 2)
    if (!ada || !ben) throw new Error('nobody')
    const plain = await ada.device.searchUsers()
    expect(JSON.stringify(plain.body)).not.toMatch(/@|role|Suspended|createdAt/)
    expect((await ada.device.searchUsers({ roles: '["user"]' })).body.code).toBe('FORBIDDEN')
    expect(names(await ada.device.searchUsers({ query: ben.email }))).toEqual([])
    await promote(w, ada.user, ['user', 'admin'])
    const found = await ada.device.searchUsers({ query: ben.email.toUpperCase() })
    expect(found.body.data).toEqual([
      {
        _id: ben.user._id,
        username: 'person1',
        name: ben.user.name,
        email: ben.email,
        roles: ['user'],
        accessSuspended: false,
        createdAt: expect.any(String),
      },
    ])
    expect(names(await ada.device.searchUsers({ roles: '["admin"]' }))).toEqual(['person0'])
    const there = await registered(w, 'eve', {}, w.sister)
    expect(names(await ada.device.searchUsers({ query: there.email }))).toEqual([])
    expect((await ada.device.on(w.sister).searchUsers()).body.code).toBe('NOT_A_MEMBER')
  })

  it.each([
    [{ limit: 'many', skip: 'some' }, 20, 0],
    [{ limit: '-5', skip: '-1' }, 1, 0],
    [{ limit: '9999', skip: '1e9' }, 50, 500],
  ])('takes the nearest page that there is for %o', async (query, limit, skip) => {
    const { device } = await registered(await world())
    expect((await device.searchUsers(query)).body.pagination).toMatchObject({ limit, skip })
  })

  it.each([
    { sortBy: 'email' },
    { sortBy: '__proto__' },
    { sortOrder: 'up' },
    { tags: '[1]' },
    { excludeIds: '{"$ne":1}x[', tags: '[{}]' },
    { cursor: 'forged', query: 'a' },
    { password: 'x' },
  ])('refuses %o', async (query) => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    expect((await device.searchUsers(query)).status).toBe(400)
  })

  // rules/users 11
  it('counts and sorts what a name finds together, and goes on behind every row', async () => {
    using _rounds = logicalRounds()
    const w = await world()
    await crowd(w, 360)
    const { device } = await registered(w, 'ada')
    const all: string[] = []
    let cursor: string | undefined
    do {
      const page = await device.searchUsers({
        query: 'crowd',
        sortBy: 'name',
        limit: 9999,
        ...(cursor ? { cursor } : {}),
      })
      expect(page.body.data.length).toBe(all.length < 350 ? 50 : 10)
      const { cursor: next, ...pagination } = page.body.pagination
      expect(pagination).toEqual({
        total: 360,
        limit: 50,
        skip: 0,
        totalIsLowerBound: false,
        orderIsPartial: false,
      })
      all.push(...names(page))
      cursor = next
    } while (cursor !== undefined)
    expect(all).toEqual(Array.from({ length: 360 }, (_, at) => `crowd${String(359 - at).padStart(4, '0')}`))
    const { cursor: next } = (await device.searchUsers({ query: 'crowd', limit: 2 })).body.pagination
    expect((await device.searchUsers({ query: 'other', cursor: next })).body.code).toBe('INVALID_CURSOR')
    const odd = await device.searchUsers({ query: 'crowd', tags: 't1', skip: 340 })
    expect(names(odd)).toHaveLength(10)
    const costs = w.logs.flatMap(({ operation, table }) => (operation === 'users.searchUsers' ? [table] : []))
    expect(costs[0]).toMatchObject({ depth: 3, calls: 3 })
  })

  // rules/users 12
  it('walks everybody by a cursor, however they are sorted', async () => {
    const w = await world()
    await crowd(w, 120)
    const { device } = await registered(w, 'ada', { username: 'zoe' })
    for (const sortBy of ['username', 'name', 'createdAt']) {
      const all: string[] = []
      let cursor: string | undefined
      do {
        const page = await device.searchUsers({
          sortBy,
          limit: 50,
          ...(cursor ? { cursor } : {}),
          sortOrder: 'desc',
        })
        all.push(...names(page))
        cursor = page.body.pagination.cursor
      } while (cursor !== undefined)
      expect(new Set(all).size).toBe(122)
      expect(all).toHaveLength(122)
    }
  })
})
