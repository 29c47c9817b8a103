import type { Context } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { AddressUnproven } from '../../contract/failures.ts'
import { mailLimits, type Receivers } from '../../contract/limit.ts'
import { allowsUnverifiedAddress } from '../person/addresses.ts'
import { identityOf } from '../person/caller.ts'
import { globalUser } from '../person/records.ts'
import { type SubjectLimit, spend } from './limits.ts'

type MailBudgetContext = Pick<Context<'caller'>, 'table' | 'settings' | 'tenant' | 'caller' | 'now'>

/** Refuses mails and address look-ups by an account whose address may belong to another person. */
export const requireProvenAddress = async ({ table, settings, caller }: MailBudgetContext): Promise<void> => {
  if (allowsUnverifiedAddress(settings)) return
  const user = await table.get(globalUser, { id: identityOf(caller) }, { strong: true })
  if (!user?.emailVerified) fail(AddressUnproven)
}

/** The person whose budget pays for mails and look-ups. */
export const spenderOf = ({ caller }: Pick<MailBudgetContext, 'caller'>): string =>
  caller.globalUserId ?? caller.tenantUserId ?? ''

/**
 * Takes this many mails from the budgets, or fails with 429. The person's budget is charged first, so that a person
 * without budget takes nothing from the others. More receivers than a whole budget take all of it.
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

/** Mails from a school's administrators to its people. */
export const spendNotifications = (context: MailBudgetContext, receivers: number): Promise<void> => {
  const { person, school } = mailLimits.people
  const others: readonly SubjectLimit[] = [['mail.people.school', school, context.tenant.key]]
  return spendAll(context, ['mail.people.person', person, spenderOf(context)], others, receivers)
}
