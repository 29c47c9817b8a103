import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'budgets',
    of: 'school',
    entities: ['Budget', 'BudgetRevision', 'BudgetComment', 'BudgetDeed'],
    holds: 'Budgets of organizations that you made, submitted or decided, and what you wrote about them',
    removed: 'Not with the account; with the organization, 30 days after it was deleted',
    kept: {
      why: 'Who asked for money and who granted it is a record of the organization and the school; it names people by an id, which after the deletion leads nowhere',
      entities: { Budget: 'ids', BudgetRevision: 'ids', BudgetComment: 'ids', BudgetDeed: 'ids' },
    },
    withheld: 'Budgets are kept by organization, not by person: read them there',
  },
]
