import type { Context } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { AddressUnproven } from '../../contract/failures.ts'
import { mailLimits, type Receivers } from '../../contract/limit.ts'
import { allowsUnverifiedAddress } from '../person/addresses.ts'
import { identityOf } from '../person/caller.ts'
import { globalUser } from '../person/records.ts'
import { type SubjectLimit, spend } from './limits.ts'

type MailBudgetContext = Pick<Context<'caller'>, 'table' | 'settings' | 'tenant' | 'caller' | 'now'>

/** Nobody writes to others, or looks up their addresses, by an account whose own address may be somebody else's. */
export const requireProvenAddress = async ({ table, settings, caller }: MailBudgetContext): Promise<void> => {
  if (allowsUnverifiedAddress(settings)) return
  const user = await table.get(globalUser, { id: identityOf(caller) }, { strong: true })
  if (!user?.emailVerified) fail(AddressUnproven)
}

/** Whose budget it is when somebody looks up or writes to others. */
export const spenderOf = ({ caller }: Pick<MailBudgetContext, 'caller'>): string =>
  caller.globalUserId ?? caller.tenantUserId ?? ''

/**
 * Takes mails to so many receivers off the budgets, or answers 429. The person pays first, so that who has nothing left
 * takes nothing from the others. More receivers than a whole budget holds take all of it.
 */
const spendAll = async (
  context: MailBudgetContext,
  person: SubjectLimit,
  others: readonly SubjectLimit[],
  receivers: number,
): Promise<void> => {
  if (receivers === 0) return
  await spend(context, ...person, receivers)
  await Promise.all(others.map((other) => spend(context, ...other, receivers)))
}

/** Mails of an organization. */
export const spendMails = (
  context: MailBudgetContext,
  to: Exclude<Receivers, 'people'>,
  orgId: string,
  receivers: number,
): Promise<void> => {
  const { key } = context.tenant
  const { person, organization, school } = mailLimits[to]
  const others: readonly SubjectLimit[] = [
    [`mail.${to}.organization`, organization, `${key} ${orgId}`],
    [`mail.${to}.school`, school, key],
  ]
  return spendAll(context, [`mail.${to}.person`, person, spenderOf(context)], others, receivers)
}

/** Mails of a school's administrators to its people. */
export const spendNotices = (context: MailBudgetContext, receivers: number): Promise<void> => {
  const { person, school } = mailLimits.people
  const others: readonly SubjectLimit[] = [['mail.people.school', school, context.tenant.key]]
  return spendAll(context, ['mail.people.person', person, spenderOf(context)], others, receivers)
}
