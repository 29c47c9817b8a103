import { lookOf } from './name-look.ts'

/** Whoever has one of these seems to speak for the platform, for a school, or for their mail (RFC 2142). */
const words = [
  ...[
    'admin',
    'admins',
    'administrator',
    'administration',
    'root',
    'superuser',
    'sysadmin',
    'system',
    'moderator',
  ],
  ...[
    'support',
    'help',
    'helpdesk',
    'servicedesk',
    'security',
    'abuse',
    'noc',
    'privacy',
    'billing',
    'official',
  ],
  ...[
    'postmaster',
    'hostmaster',
    'webmaster',
    'mailerdaemon',
    'noreply',
    'donotreply',
    'everyone',
    'anonymous',
  ],
  ...['www', 'api', 'null', 'undefined', 'constructor', 'quad', 'quadteam', 'teamquad', 'platform'],
]
const looks = new Set(words.map(lookOf))

/** Whether nobody may choose a name at this school: it is one of the words, or the school's own, or looks like one. */
export const isReservedUsername = (username: string, tenantKey: string): boolean => {
  const look = lookOf(username)
  return looks.has(look) || look === lookOf(tenantKey.replaceAll('-', ''))
}
