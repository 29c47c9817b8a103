import { type States, tagged } from '../layout/page.ts'

const money = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A sum in the major unit; the currency is the school's and not told. */
export const moneyWords = (amount: number): string => money.format(amount)

const statuses: States = {
  draft: ['', 'Draft'],
  submitted: ['warn', 'Handed in'],
  in_review: ['warn', 'In review'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
  revision_requested: ['warn', 'Sent back'],
}

export const statusTag = tagged(statuses)

const deeds: Readonly<Record<string, string>> = {
  draft_created: 'began it',
  submitted: 'handed it in',
  approved: 'approved it',
  rejected: 'rejected it',
  revision_requested: 'sent it back',
  resumed_after_revision: 'handed it in again',
}

export const deedWords = (action: string): string => deeds[action] ?? action.replaceAll('_', ' ')
