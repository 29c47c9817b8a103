import { describe, expect, it } from 'vitest'
import { seeded } from '../load/seeded.ts'
import { toldApart } from './told-apart.ts'

const { next } = seeded(3)
const times = (middle: number): number[] => Array.from({ length: 300 }, () => middle + next())

describe('telling two kinds of answers apart by their times', () => {
  it('is a coin when they take the same', () => {
    expect(toldApart(times(30), times(30))).toBeLessThan(0.55)
    expect(toldApart([1, 1], [1, 1])).toBe(0.5)
  })

  it('is certain when one kind is always slower, whichever', () => {
    expect([toldApart(times(30), times(32)), toldApart(times(32), times(30))]).toEqual([1, 1])
  })

  it('sees a difference of a part of the noise', () => {
    expect(toldApart(times(30.3), times(30))).toBeGreaterThan(0.65)
  })
})
