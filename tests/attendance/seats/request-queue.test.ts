import { describe, expect, it } from 'vitest'
import { runQueued } from '../../../functions/attendance/seats/request-queue.ts'

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Twelve that come one after the other, each of which goes on when it is let. */
const twelve = (counter: string) => {
  const begun: number[] = []
  const gates = Array.from({ length: 12 }, gate)
  const ends = gates.map(({ opened }, at) =>
    runQueued({ tenant: 'school' }, { eventId: counter }, async () => {
      begun.push(at)
      await opened
      if (at === 1) throw new Error('it went wrong')
      return at
    }).catch(() => -1),
  )
  return { begun, gates, ends }
}

describe('requests of one process at one counter', () => {
  it('run ten at a time, in order, also behind one that fails', async () => {
    const { begun, gates, ends } = twelve('one')
    await Promise.resolve()
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    gates[1]?.open()
    expect(await ends[1]).toBe(-1)
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const { open } of gates) open()
    expect(await Promise.all(ends)).toEqual([0, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    const again = twelve('one')
    await Promise.resolve()
    expect(again.begun).toHaveLength(10)
  })

  it('do not wait for those at another counter', async () => {
    twelve('here')
    expect(await runQueued({ tenant: 'school' }, { eventId: 'there' }, async () => 'at once')).toBe('at once')
  })
})
