import { describe, expect, it } from 'vitest'
import { halfMade } from './half-made.ts'
import { type Item, tornIndexes } from './items.ts'

const person: readonly Item[] = [
  { entity: 'EmailPointer', pk: 'G#EMAIL#ada@x.edu', sk: 'PTR', email: 'ada@x.edu', globalUserId: 'g1' },
  { entity: 'GlobalUser', pk: 'G#U#g1', sk: 'USER', id: 'g1', email: 'ada@x.edu' },
  { entity: 'Credential', pk: 'G#CRED#g1', sk: 'CRED', globalUserId: 'g1' },
  {
    entity: 'Access',
    pk: 'G#U#g1',
    sk: 'ACCESS',
    globalUserId: 'g1',
    memberships: { demo: { status: 'active', tenantUserId: 'u1' }, rpi: { status: 'left' } },
  },
  { entity: 'Session', pk: 'G#U#g1', sk: 'S#s1', id: 's1', globalUserId: 'g1' },
  { entity: 'TenantUser', pk: 'T#demo#U#u1', sk: 'USER', id: 'u1', globalUserId: 'g1', usernameKey: 'ada' },
  {
    entity: 'UsernameGuard',
    pk: 'T#demo#UNAME#ada',
    sk: 'GUARD',
    usernameKey: 'ada',
    tenantUserId: 'u1',
    globalUserId: 'g1',
  },
]

const without = (entity: string): string[] =>
  halfMade(person.filter((item) => item.entity !== entity)).map((line) => line.split(':')[0] ?? '')

describe('half-made people', () => {
  it('are not found among whole ones', () => {
    expect(halfMade(person)).toEqual([])
  })

  it.each([
    ['EmailPointer', 'person without an e-mail pointer'],
    ['GlobalUser', 'e-mail pointer without its person'],
    ['Access', 'member without rights'],
    ['Credential', 'person without a password'],
    ['TenantUser', 'taken username without a member'],
    ['UsernameGuard', 'member without the username'],
  ])('are found when %s is missing', (entity, finding) => {
    expect(without(entity)).toContain(finding)
  })

  it('are found when a username points to somebody else', () => {
    const moved = person.map((item) =>
      item.entity === 'UsernameGuard' ? { ...item, tenantUserId: 'u2' } : item,
    )
    expect(halfMade(moved)).toHaveLength(2)
  })
})

describe('torn indexes', () => {
  const item = { pk: 'a', sk: 'b', gsi1pk: 'USERS', gsi1sk: 'ada', name: 'new' }

  it('are found when a copy is old, missing or left over', () => {
    const torn = (copies: readonly Item[]) =>
      tornIndexes({ items: [item], indexes: { gsi1: copies, gsi2: [] } })
    expect(torn([{ ...item }])).toEqual([])
    expect(torn([{ ...item, name: 'old' }])).toHaveLength(1)
    expect(torn([])).toHaveLength(1)
    expect(torn([item, { ...item, sk: 'c' }])).toHaveLength(1)
  })
})
