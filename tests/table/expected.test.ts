import type { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { attendee } from '../../functions/events/index.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { key } from '../../lib/table/entity.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

/** A table whose eventual reads know of nothing that was written, and what was asked of it. */
const late = ({ runtime, home, clock }: World) => {
  const asked: { strong: boolean; keys: number }[] = []
  const { documents } = runtime.client
  const send = async (command: BatchGetCommand) => {
    const [of] = Object.values(command.input.RequestItems ?? {})
    const strong = of?.ConsistentRead === true
    asked.push({ strong, keys: of?.Keys?.length ?? 0 })
    return strong ? documents.send(command) : { $metadata: {}, Responses: {} }
  }
  const client = { ...runtime.client, documents: { send } } as unknown as TableClient
  return { asked, table: openTable({ client, tenant: home, now: clock.now, meter: meter() }) }
}

describe('an eventual read that misses', () => {
  // rules/table 16
  it('looks once more, strongly, for what is expected to be there and for nothing else', async () => {
    const w = await world()
    const { _id: id } = (await registered(w, 'ada')).user
    const { table, asked } = late(w)
    const nobody = { eventId: 'none', kind: 'u', personId: id }
    const [found, row] = await table.batchGet([key(tenantUser, { id }), key(attendee, nobody)])
    expect([found?.id, row]).toEqual([id, undefined])
    expect(asked).toEqual([
      { strong: false, keys: 2 },
      { strong: true, keys: 1 },
    ])
  })

  it('asks no second time for what a strong read did not find', async () => {
    const w = await world()
    const { table, asked } = late(w)
    expect(await table.get(tenantUser, { id: 'nobody' }, { strong: true })).toBeUndefined()
    expect(asked).toEqual([{ strong: true, keys: 1 }])
  })
})
