import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { credential } from '../../lib/identity/person/records.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable } from '../../lib/table/table.ts'
import { isLate } from '../support/table/late-lists.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { world } from '../support/world.ts'

const slowHash = promisify(pbkdf2)

const opened = async () => {
  const { runtime, home: tenant, clock } = await world()
  const counted = meter()
  const table = openTable({ client: runtime.client, tenant, now: clock.now, meter: counted })
  const read = (id: string) => table.get(credential, { globalUserId: id }, { strong: true })
  return { read, counted }
}

describe.skipIf(isLate)('a logical round', () => {
  it('holds what comes after a hash for the calls beside it', async () => {
    using _rounds = logicalRounds()
    const { read, counted } = await opened()
    const hashed = async () => {
      await slowHash('a long enough password', 'salt', 200_000, 32, 'sha256')
      return read('one')
    }
    await Promise.all([read('two'), hashed()])
    expect(counted.cost).toMatchObject({ depth: 1, calls: 2 })
  })

  it('answers all of its calls before anything goes on', async () => {
    using _rounds = logicalRounds()
    const { read, counted } = await opened()
    const order: string[] = []
    const walk = async (name: string, length: number) => {
      for (let at = 1; at <= length; at += 1) {
        await read(name)
        order.push(`${name}${at}`)
      }
    }
    await Promise.all([walk('a', 3), walk('b', 2), walk('c', 3)])
    expect(order.map((step) => step.at(-1)).join('')).toBe('11122233')
    expect(counted.cost).toMatchObject({ depth: 3 })
  })

  it('passes on what the table refuses', async () => {
    using _rounds = logicalRounds()
    const { runtime } = await world()
    const command = { constructor: Object, input: {} } as never
    await expect(runtime.client.documents.send(command)).rejects.toThrow()
  })
})
