import { describe, expect, it } from 'vitest'
import { meter } from '../../lib/table/meter.ts'

describe('the depth of calls', () => {
  it('grows by calls that follow each other, and not by those of a branch beside it', () => {
    const whole = meter()
    whole.start()({ read: 1 })
    const [one, other] = [whole.branch(), whole.branch()]
    one.start()({ read: 1 })
    one.start()({ read: 1 })
    other.start()({ read: 1 })
    expect(whole.cost).toMatchObject({ depth: 3, calls: 4, readUnits: 4 })
    whole.branch().start()({})
    expect(whole.cost.depth).toBe(4)
  })
})
