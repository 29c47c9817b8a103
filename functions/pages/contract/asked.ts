/** The domains whose operations pages ask for: the function of the pages carries their code and may do what theirs may. */
export const askedDomains = [
  'attendance',
  'auth',
  'checkins',
  'emails',
  'events',
  'forms',
  'invites',
  'jobs',
  'notifications',
  'passwords',
  'planning',
  'providers',
  'saml',
  'tenants',
] as const
