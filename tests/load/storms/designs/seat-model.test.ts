import { describe, expect, it } from 'vitest'
import { aws, chosen, claimed, predict, secondsFor, together } from './seat-model.ts'

describe('the model of seat counters', () => {
  it('lets one counter in a transaction take 77 registrations a second, because they follow each other', () => {
    expect(predict(together(1), aws.warmed)).toEqual({ perSecond: 77, bound: 'conflicts' })
  })

  it('lets one counter that is claimed at take 752, as many as its partition', () => {
    expect(predict(claimed(1), aws.fresh)).toEqual({ perSecond: 752, bound: 'partition' })
  })

  it('grows with the counters until the table has no more', () => {
    const rates = [1, 8, 32].map((counters) => predict(together(counters), aws.warmed).perSecond)
    expect(rates).toEqual([77, 615, 2462])
    expect(predict(together(32), aws.fresh)).toEqual({ perSecond: 800, bound: 'table' })
    expect(predict(together(1000), aws.warmed)).toEqual({ perSecond: 8000, bound: 'table' })
  })

  it('follows the number of counters that an event gets when it goes live', () => {
    expect([1000, 1001, 5000, 5001].map((seats) => chosen(seats).counters)).toEqual([1, 8, 8, 32])
  })

  it('says how long a storm lasts', () => {
    expect(secondsFor(10_000, chosen(500), aws.warmed)).toBe(13)
    expect(secondsFor(10_000, chosen(10_000), aws.warmed)).toBe(1)
  })
})
