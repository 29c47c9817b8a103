import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { AnalyticsOff } from '../../lib/contract/failures.ts'
import { findSettings } from '../policies/index.ts'

/** Fails when the school has turned analytics off. A missing right is reported first. */
export const requireAnalyticsOn = async <T>(
  { table }: Pick<Context, 'table'>,
  numbers: Promise<T>,
): Promise<T> => {
  const [{ reporting }, shown] = await Promise.all([findSettings(table), numbers])
  return reporting.enableAnalytics ? shown : fail(AnalyticsOff)
}
