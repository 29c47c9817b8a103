import { describe, expect, it } from 'vitest'
import { conflict } from '../../lib/contract/failure.ts'
import { ConcurrentChange, StoreUnavailable } from '../../lib/contract/failures.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { TableClient } from '../../lib/table/client.ts'
import { meter } from '../../lib/table/meter.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { openTable } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'
import { type World, world } from '../support/world.ts'

/** A table that notes the pauses instead of waiting; `send` stands in front of the engine where it is given. */
const patient = (w: World, send?: (command: unknown) => Promise<unknown>) => {
  const pauses: number[] = []
  const wait = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds)
  }
  const documents = send ? { send } : w.runtime.client.documents
  const client = { ...w.runtime.client, documents, wait } as unknown as TableClient
  return { pauses, table: openTable({ client, tenant: w.home, now: w.clock.now, meter: meter() }) }
}

const cancelled = (Code: string): Error =>
  Object.assign(new Error(Code), {
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code }],
    $metadata: { httpStatusCode: 400 },
  })

/** What a partition says that takes no more for now, after what the client has tried by itself. */
const usedUp = (tried: { readonly attempts: number; readonly totalRetryDelay?: number }): Error =>
  Object.assign(new Error('used up'), {
    name: 'ProvisionedThroughputExceededException',
    $metadata: { httpStatusCode: 400, ...tried },
  })

describe('what was planned on something that has changed', () => {
  // rules/table 13
  it('is planned anew, at once and then after random pauses that grow to a bound', async () => {
    const { table, pauses } = patient(await world())
    const turns: number[] = []
    const outcome = await table.retryOnConflict(async (turn) => {
      turns.push(turn)
      return turn === 7 ? 'kept' : conflicted
    })
    expect([outcome, turns]).toEqual(['kept', [0, 1, 2, 3, 4, 5, 6, 7]])
    const bounds = [25, 50, 100, 200, 400, 400]
    expect(pauses).toHaveLength(bounds.length)
    expect(pauses.filter((pause, at) => pause < 0 || pause > (bounds[at] ?? 0))).toEqual([])
  })

  it('is given up in the end, in the words of whoever asked', async () => {
    const { table } = patient(await world())
    const Outrun = conflict('Somebody else was faster', 'OUTRUN', 'header')
    let tries = 0
    const losing = async () => {
      tries += 1
      return conflicted
    }
    await expect(table.retryOnConflict(losing)).rejects.toMatchObject({ kind: ConcurrentChange })
    expect(tries).toBe(8)
    const few = table.retryOnConflict(losing, { attempts: 3, failure: Outrun })
    await expect(few).rejects.toMatchObject({ kind: Outrun })
    expect(tries).toBe(11)
  })

  it('is planned once when nobody was faster, and what it refuses is refused once', async () => {
    const { table, pauses } = patient(await world())
    let tries = 0
    const refused = table.retryOnConflict(async () => {
      tries += 1
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect([tries, pauses]).toEqual([1, []])
  })
})

describe('a call that is turned away for now', () => {
  // rules/table 14
  it('is sent again as it is, planned no second time, and 503 in the end', async () => {
    const w = await world()
    let sent = 0
    let planned = 0
    const { table, pauses } = patient(w, async () => {
      sent += 1
      throw cancelled('TransactionConflict')
    })
    const outcome = table.retryOnConflict(async () => {
      planned += 1
      return (await table.write([remove(tenantUser, { id: 'nobody' })])).ok || conflicted
    })
    await expect(outcome).rejects.toMatchObject({
      kind: StoreUnavailable,
      extras: { headers: { 'retry-after': '1' } },
    })
    expect([planned, sent]).toEqual([1, pauses.length + 1])
    const waited = pauses.reduce((sum, one) => sum + one, 0)
    expect([waited >= 6000, waited < 6400]).toEqual([true, true])
  })

  // rules/table 14
  it.each([
    'TransactionConflictException',
    'TransactionInProgressException',
    'ProvisionedThroughputExceededException',
    'ThrottlingException',
    'RequestLimitExceeded',
  ])('waits for what ends it: %s', async (name) => {
    const w = await world()
    const real = w.runtime.client.documents
    let met = 0
    const { table, pauses } = patient(w, async (command) => {
      met += 1
      if (met <= 20) throw Object.assign(new Error(name), { name, $metadata: { httpStatusCode: 400 } })
      return real.send(command as never)
    })
    expect((await table.remove(tenantUser, { id: 'nobody' })).ok).toBe(true)
    expect([met, pauses.length]).toEqual([21, 20])
  })

  // rules/table 14
  it('waits no longer together with what the client has waited by itself', async () => {
    let sent = 0
    const { table, pauses } = patient(await world(), async () => {
      sent += 1
      throw usedUp({ attempts: 3, totalRetryDelay: 1500 })
    })
    await expect(table.get(tenantUser, { id: 'nobody' })).rejects.toMatchObject({ kind: StoreUnavailable })
    expect([sent, pauses.length]).toEqual([3, 2])
  })

  // rules/table 14
  it.each([
    'TransactionConflict',
    'ThrottlingError',
    'ProvisionedThroughputExceeded',
    'RequestLimitExceeded',
  ])('waits for what cancelled a transaction: %s', async (Code) => {
    const w = await world()
    const real = w.runtime.client.documents
    let met = 0
    const { table, pauses } = patient(w, async (command) => {
      met += 1
      if (met <= 20) throw cancelled(Code)
      return real.send(command as never)
    })
    expect((await table.write([remove(tenantUser, { id: 'nobody' })])).ok).toBe(true)
    expect([met, pauses.length]).toEqual([21, 20])
  })

  // rules/table 14
  it('waits no longer where the whole of a transaction and a part of it are turned away by turns', async () => {
    let sent = 0
    const { table, pauses } = patient(await world(), async () => {
      sent += 1
      throw sent % 5 === 0 ? cancelled('TransactionConflict') : usedUp({ attempts: 1 })
    })
    const written = table.write([remove(tenantUser, { id: 'nobody' })])
    await expect(written).rejects.toMatchObject({ kind: StoreUnavailable })
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeLessThan(6400)
  })

  it.each([
    ['may be the work of a try before, which the client repeated', 3, true],
    ['is nobody else’s doing where there was one', 1, undefined],
  ])('and refused later %s', async (_, attempts, repeated) => {
    let sent = 0
    const { table } = patient(await world(), async () => {
      sent += 1
      if (sent === 1) throw usedUp({ attempts })
      throw Object.assign(new Error('refused'), {
        name: 'ConditionalCheckFailedException',
        $metadata: { httpStatusCode: 400, attempts: 1 },
      })
    })
    const outcome = await table.remove(tenantUser, { id: 'nobody' }, { exists: true })
    expect(outcome).toEqual({ ok: false, ...(repeated ? { repeated } : {}) })
  })
})
