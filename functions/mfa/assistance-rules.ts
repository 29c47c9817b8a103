import type { Context } from '../../lib/context.ts'
import { hours } from '../../lib/contract/time.ts'
import type { FactorRecovery } from '../../lib/identity/factor/records.ts'
import { isListedPlatformAdmin } from '../../lib/identity/person/addresses.ts'
import { isOperator } from '../../lib/identity/person/caller.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { type Access, access, type Membership } from '../../lib/identity/person/records.ts'
import { storedRank, unchangedAccess } from '../../lib/identity/person/roles.ts'
import { platformAdmin } from '../../lib/identity/platform-records.ts'
import type { Write } from '../../lib/table/write.ts'

/**
 * The owner has an hour from the first mail to object. The second administrator has four hours to confirm. The person
 * has a day to use it.
 */
export const objectionSeconds = hours
export const confirmSeconds = 4 * hours
export const usableSeconds = 24 * hours

const addSeconds = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString()

export type AssistanceRecord = NonNullable<FactorRecovery['assisted']>

/** Until when another administrator may confirm an opened recovery. */
export const confirmableUntil = ({ openedAt }: AssistanceRecord): string =>
  addSeconds(openedAt, confirmSeconds)

/** Until when the person may use a confirmed recovery. */
export const usableUntil = ({ confirmedAt, openedAt, readyAt }: AssistanceRecord): string =>
  addSeconds([confirmedAt ?? openedAt, readyAt].sort().at(-1) ?? readyAt, usableSeconds)

/** Whether a recovery that administrators have opened is still under way at a moment. */
export const isUnderWay = ({ assistance, assisted }: FactorRecovery, at: string): boolean =>
  assisted !== undefined &&
  at < (assistance === 'confirmed' ? usableUntil(assisted) : confirmableUntil(assisted))

/**
 * Whether an account matters beyond one school. Administrators who act together and read their members' mail could take
 * over any account whose factors they remove. That account could belong to another school, or to a present or future
 * platform administrator. So they may remove factors only from accounts of this school alone (rules/mfa 25). `counts`
 * may leave memberships of other schools out.
 */
export const reachesBeyond = (
  { settings }: Pick<Context, 'settings'>,
  { user, rights }: Pick<Person, 'user' | 'rights'>,
  school: string,
  counts: (membership: Membership) => boolean = () => true,
): boolean =>
  isOperator(rights, {}, school) ||
  isListedPlatformAdmin(settings, user.email) ||
  Object.entries(rights.memberships).some(
    ([key, membership]) => key !== school && membership.status === 'active' && counts(membership),
  )

/**
 * Since when a person administers the platform, or else the school (ISO 8601). A role that was lost and regained counts
 * from the later moment. Undefined for people who administer neither.
 */
export const findTenure = async (
  { table }: Pick<Context, 'table'>,
  rights: Access,
  school: string,
): Promise<string | undefined> => {
  const { globalUserId } = rights
  const admin = isOperator(rights, {}, school)
    ? await table.get(platformAdmin, { globalUserId }, { strong: true })
    : undefined
  if (admin) return admin.addedAt
  const { since, adminSince = since } = rights.memberships[school] ?? {}
  return storedRank(rights, school) > 0 ? adminSince : undefined
}

type Assistant = NonNullable<AssistanceRecord['confirmer']>

/**
 * Returns the rights of an administrator whose part in a recovery still counts (rules/mfa 24). They have held the same
 * role since the same day, are not suspended, and rank no lower than the person. Their sessions have not been ended
 * since.
 */
export const findAssistant = async (
  context: Pick<Context, 'table'>,
  { by, byEpoch, bySince }: Partial<Assistant>,
  school: string,
  personRank: number,
): Promise<Access | undefined> => {
  if (by === undefined || bySince === undefined) return undefined
  const rights = await context.table.get(access, { globalUserId: by }, { strong: true })
  if (!rights || rights.epoch !== byEpoch) return undefined
  if (rights.memberships[school]?.suspended === true) return undefined
  if (storedRank(rights, school) < Math.max(1, personRank)) return undefined
  return (await findTenure(context, rights, school)) === bySince ? rights : undefined
}

/**
 * When a person can continue by the recovery that two administrators have confirmed; undefined where it does not count.
 * All three people are judged again. The person may belong to another school by now. An administrator may have lost the
 * role. `unchanged` makes the use depend on the rights of both as they were read.
 */
export const confirmedAssistance = async (
  context: Pick<Context, 'settings' | 'now' | 'table'>,
  waiting: FactorRecovery,
  person: Pick<Person, 'user' | 'rights'>,
): Promise<{ readonly readyAt: string; readonly unchanged: Write[] } | undefined> => {
  const { assistance, assisted } = waiting
  if (assistance !== 'confirmed' || !assisted || !isUnderWay(waiting, context.now().toISOString()))
    return undefined
  const { school, readyAt, rank = 0, confirmer = {} } = assisted
  const { rights } = person
  const personRank = storedRank(rights, school)
  if (rights.memberships[school]?.status !== 'active' || personRank > rank) return undefined
  if (reachesBeyond(context, person, school)) return undefined
  const assistants = await Promise.all(
    [assisted, confirmer].map((one) => findAssistant(context, one, school, personRank)),
  )
  const validAssistants = assistants.flatMap((one) => one ?? [])
  return validAssistants.length === assistants.length
    ? { readyAt, unchanged: validAssistants.map(unchangedAccess) }
    : undefined
}
