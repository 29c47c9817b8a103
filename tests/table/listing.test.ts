import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { BadCursor } from '../../lib/contract/failures.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { people } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

/** The table with an engine of one's own in front. */
const through = (w: World, send: (command: { input: QueryCommandInput }) => unknown) => {
  const client = { ...w.runtime.client, documents: { send } } as unknown as TableClient
  return openTable({ client, tenant: w.home, now: w.clock.now, meter: meter() })
}

const byUsername = { index: 'gsi1', keyParams: {}, limit: 2 } as const

describe('a listing', () => {
  it('never compares a key with an empty text, which DynamoDB refuses', async () => {
    const w = await world()
    const asked: unknown[] = []
    const table = through(w, async ({ input }) => {
      asked.push(...Object.values(input.ExpressionAttributeValues ?? {}))
      return {}
    })
    await table.list(tenantUser, byUsername)
    await table.list(tenantUser, { ...byUsername, from: '', to: '\u{10FFFF}' })
    expect(asked).toHaveLength(6)
    expect(asked).not.toContain('')
  })

  // rules/table 4
  it('is empty when it ends before it begins, and asks nobody', async () => {
    const w = await world()
    const silent = through(w, () => {
      throw new Error('asked')
    })
    expect(await silent.list(tenantUser, { ...byUsername, from: 'b', to: 'a' })).toEqual({ items: [] })
  })

  // rules/table 5
  it('takes a position that the engine refuses for a cursor of another list', async () => {
    const w = await world()
    await people(w, 3)
    const { cursor } = await w.table().list(tenantUser, byUsername)
    expect(cursor).toBeDefined()
    const refusing = through(w, async () => {
      throw Object.assign(new Error('The provided starting key is invalid'), { name: 'ValidationException' })
    })
    await expect(refusing.list(tenantUser, { ...byUsername, cursor })).rejects.toMatchObject({
      kind: BadCursor,
    })
    await expect(refusing.list(tenantUser, byUsername)).rejects.toMatchObject({ name: 'ValidationException' })
  })
})
