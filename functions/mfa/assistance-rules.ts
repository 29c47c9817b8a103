import type { Context } from '../../lib/context.ts'
import { hours } from '../../lib/contract/time.ts'
import type { FactorRecovery } from '../../lib/identity/factor/records.ts'
import { isListed } from '../../lib/identity/person/addresses.ts'
import { isOperator } from '../../lib/identity/person/caller.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { storedRank } from '../../lib/identity/person/roles.ts'

/** The owner has an hour from the first mail on; the second administrator four; the person a day. */
export const ownersSeconds = hours
export const confirmSeconds = 4 * hours
export const usableSeconds = 24 * hours

const plus = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString()

export type Assisted = NonNullable<FactorRecovery['assisted']>

/** Until when another administrator may confirm what was opened. */
export const confirmableUntil = ({ openedAt }: Assisted): string => plus(openedAt, confirmSeconds)

/** Until when the person may use what was confirmed. */
export const usableUntil = ({ confirmedAt, openedAt, readyAt }: Assisted): string =>
  plus([confirmedAt ?? openedAt, readyAt].sort().at(-1) ?? readyAt, usableSeconds)

/** Whether what administrators have opened still goes on at a moment. */
export const isUnderWay = ({ assistance, assisted }: FactorRecovery, at: string): boolean =>
  assisted !== undefined &&
  at < (assistance === 'confirmed' ? usableUntil(assisted) : confirmableUntil(assisted))

/**
 * Whether an account is anything to anybody beyond one school. Administrators of a school who act together, and have the
 * mails of its people read, could become whoever they take the factors of: somebody of another school too, or somebody who runs
 * the platform, or will. So they do it for those alone who are nothing but people of theirs (rules/mfa 25).
 */
export const reachesBeyond = (
  { settings }: Pick<Context, 'settings'>,
  { user, rights }: Pick<Person, 'user' | 'rights'>,
  school: string,
): boolean =>
  isOperator(rights, {}, school) ||
  isListed(settings, user.email) ||
  Object.entries(rights.memberships).some(([key, { status }]) => key !== school && status === 'active')

/**
 * From when a person goes on by what two administrators have said; undefined where that counts for nothing (any more). They
 * may have become more than one of the school's people since, or become it by this very sign-in.
 */
export const assistedFrom = (
  context: Pick<Context, 'settings' | 'now'>,
  waiting: FactorRecovery,
  person: Pick<Person, 'user' | 'rights'>,
): string | undefined => {
  const { assistance, assisted } = waiting
  if (assistance !== 'confirmed' || !assisted || !isUnderWay(waiting, context.now().toISOString()))
    return undefined
  const { school, readyAt, rank = 0 } = assisted
  const { rights } = person
  const belongs = rights.memberships[school]?.status === 'active' && storedRank(rights, school) <= rank
  return belongs && !reachesBeyond(context, person, school) ? readyAt : undefined
}
