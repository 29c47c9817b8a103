/** The parts of a club's manage page and of the admin console, as their addresses name them. */
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
  'approvers',
  'flow',
  'rooms',
  'closed',
  'orgs',
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
