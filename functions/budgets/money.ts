import { fail } from '../../lib/contract/failure.ts'
import { AmountInvalid, TotalTooLarge } from './contract/failures.ts'

/** The largest amount, and the largest sum of a budget, in minor units: 10^12 of the major unit. */
export const mostMinor = 1e14

const decimal = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * The minor units of an amount as clients send it: a number with at most two decimals, from 0 to 10^12. Its shortest
 * decimal text is what was meant, so nothing is rounded. AMOUNT_INVALID otherwise.
 */
export const minorOf = (amount: number, field: string): number => {
  const [, whole = '', cents = ''] = decimal.exec(String(amount)) ?? fail(AmountInvalid, { field })
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return minor <= mostMinor ? minor : fail(AmountInvalid, { field })
}

/** The number that clients read: the one nearest to the decimal, which they write as they sent it. */
export const amountOf = (minor: number): number => minor / 100

/** The sum of minor units; TOTAL_TOO_LARGE above 10^12 of the major unit, far below where whole numbers stop being exact. */
export const sumOf = (minors: readonly number[]): number => {
  let sum = 0
  for (const minor of minors) {
    sum += minor
    if (sum > mostMinor) fail(TotalTooLarge, { field: 'lineItems' })
  }
  return sum
}
