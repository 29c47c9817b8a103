import { RateLimited } from '../../lib/contract/failures.ts'
import { type Limit, mailLimits, type Receivers } from '../../lib/contract/limit.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import type { World } from '../support/world.ts'

export const wide = { settings: { RATE_LIMIT_SCALE: '100' } }

/** What is left of a budget, taken off it. */
export const used = (
  w: World,
  of: Receivers,
  by: 'person' | 'organization' | 'school',
  subject: string,
  mails: number,
) => {
  const limits: Partial<Record<typeof by, Limit>> = mailLimits[of]
  const limit = limits[by]
  if (!limit) throw new Error(`${of} has no budget by ${by}`)
  return spend({ ...w.runtime, table: w.table() }, `mail.${of}.${by}`, limit, subject, mails)
}

export const tired = { status: 429, body: { code: RateLimited.code } }
