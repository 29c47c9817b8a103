import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'budgets',
    of: 'school',
    entities: ['Budget', 'BudgetRevision', 'BudgetComment', 'BudgetDeed'],
    holds: 'Organizations’ budgets that you created, submitted or decided, and your comments on them',
    removed:
      'Not with the account. With the organization, 30 days after its deletion; a draft that was never submitted, when it is deleted.',
    kept: {
      why: 'The organization and the school keep a record of who requested and who approved money. People are ids that point to nobody after the deletion.',
      entities: { Budget: 'ids', BudgetRevision: 'ids', BudgetComment: 'ids', BudgetDeed: 'ids' },
    },
    withheld: 'Budgets are stored by organization, not by person. Read them on the organization.',
  },
]
