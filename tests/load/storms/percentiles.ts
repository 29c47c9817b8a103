import { rounded } from '../figures.ts'

/** The smallest value that at least this share of the values does not exceed; 0 when there are none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Milliseconds that half, 95 and 99 of a hundred requests do not exceed. */
export const percentiles = (values: readonly number[]) => ({
  p50: rounded(percentile(values, 0.5)),
  p95: rounded(percentile(values, 0.95)),
  p99: rounded(percentile(values, 0.99)),
})
