import { type States, tagged } from '../layout/page.ts'

const money = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An amount in the major unit, without the currency. */
export const moneyWords = (amount: number): string => money.format(amount)

const statuses: States = {
  draft: ['', 'Draft'],
  submitted: ['warn', 'Submitted'],
  in_review: ['warn', 'In review'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
  revision_requested: ['warn', 'Changes requested'],
}

export const statusTag = tagged(statuses)

const actions: Readonly<Record<string, string>> = {
  draft_created: 'created the budget',
  submitted: 'submitted the budget',
  approved: 'approved the budget',
  rejected: 'rejected the budget',
  revision_requested: 'requested changes',
  resumed_after_revision: 'submitted the budget again',
}

export const actionLabels = (action: string): string => actions[action] ?? action.replaceAll('_', ' ')
