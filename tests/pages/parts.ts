/** The parts of a club's manage page and of the admin console, as their addresses name them. */
export const clubParts = [
  'members',
  'applications',
  'roles',
  'events',
  'templates',
  'tasks',
  'forms',
  'news',
  'page',
  'budgets',
] as const
/** The parts of an event's manage page, as its address names them. */
export const eventParts = ['overview', 'agenda', 'jobs', 'checkin', 'messages', 'tasks', 'settings'] as const
export const staffParts = [
  'waits',
  'approvers',
  'flow',
  'rooms',
  'closed',
  'orgs',
  'events',
  'announce',
  'domains',
  'exports',
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
