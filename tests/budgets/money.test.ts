import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AmountInvalid, TotalTooLarge } from '../../functions/budgets/contract/failures.ts'
import { amountOf, minorOf, sumOf } from '../../functions/budgets/lines.ts'
import { Failure } from '../../lib/contract/failure.ts'

const kindOf = (deed: () => unknown): unknown => {
  try {
    return deed()
  } catch (error) {
    return error instanceof Failure ? error.kind : error
  }
}

const most = 10n ** 14n
const minors = fc.oneof(fc.integer({ min: 0, max: 1e14 }), fc.integer({ min: 0, max: 1000 }))

/** The number that a client writes: `12.5`, `12.50` and `12.500` are one. */
const written = (minor: number): number =>
  Number(`${BigInt(minor) / 100n}.${String(minor % 100).padStart(2, '0')}`)

describe('an amount', () => {
  // rules/budgets 12
  it('is kept exactly, whatever its digits', () => {
    fc.assert(
      fc.property(minors, (minor) => {
        const amount = written(minor)
        expect(minorOf(amount, 'x')).toBe(minor)
        expect(amountOf(minor)).toBe(amount)
      }),
    )
  })

  it.each([0.001, 1.005, 1e-7, 0.1 + 0.2, -0.01, -1, 1e12 + 0.01, 1e21, Number.NaN, Infinity])(
    'of %d is refused',
    (amount) => {
      expect(kindOf(() => minorOf(amount, 'x'))).toBe(AmountInvalid)
    },
  )

  // rules/budgets 12
  it('reaches from nothing to a million millions', () => {
    expect([0, -0, 0.1, 1e12].map((amount) => minorOf(amount, 'x'))).toEqual([0, 0, 10, 1e14])
  })
})

describe('a sum', () => {
  // rules/budgets 12
  it('is that of whole numbers of any size, or refused when it is too large', () => {
    fc.assert(
      fc.property(fc.array(minors, { maxLength: 200 }), (all) => {
        const exact = all.reduce((sum, minor) => sum + BigInt(minor), 0n)
        const sum = kindOf(() => sumOf(all))
        if (exact > most) expect(sum).toBe(TotalTooLarge)
        else expect(BigInt(sum as number)).toBe(exact)
      }),
    )
  })

  it('of a tenth and a fifth is three tenths', () => {
    expect(amountOf(sumOf([0.1, 0.2].map((amount) => minorOf(amount, 'x'))))).toBe(0.3)
  })
})
