/** The parts of the desk of a club, and of the school's staff, as their addresses name them. */
export const clubParts = [
  'members',
  'applications',
  'roles',
  'events',
  'forms',
  'news',
  'page',
  'budgets',
] as const
export const staffParts = [
  'waits',
  'clubs',
  'budgets',
  'people',
  'numbers',
  'sign-in',
  'door',
  'roster',
  'audit',
  'settings',
] as const
