import { keptTag } from '../openapi/kept.ts'

/** Titles of domains whose name is no title. */
const titles: Readonly<Record<string, string>> = {
  auth: 'Signing in',
  mfa: 'Second factors',
  saml: 'SAML',
  checkins: 'Check-ins',
  stakeholders: 'Approval flow',
  management: 'Organizations of the school',
  operators: 'Administrators',
  admins: 'Platform administrators',
  tenants: 'Schools',
  documents: 'API documents',
  invites: 'Invitations',
  pages: 'Web pages',
  providers: 'Google and Apple',
  [keptTag.name]: keptTag.name,
}

/** Groups of domains in the navigation, in order. Domains without a group belong to the last one. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  ['People', ['auth', 'users', 'sessions', 'passwords', 'emails', 'mfa', 'providers', 'saml', 'privacy']],
  [
    'Events',
    ['events', 'attendance', 'checkins', 'calendars', 'planning', 'agendas', 'jobs', 'tasks', 'rooms'],
  ],
  ['Organizations', ['organizations', 'members', 'invites', 'messages', 'forms', 'budgets', 'verification']],
  ['Messages', ['notifications', 'announcements']],
  [
    'School',
    [
      'approvals',
      'stakeholders',
      'management',
      'analytics',
      'operators',
      'exports',
      'audit',
      'impersonation',
    ],
  ],
  ['Platform', []],
]

export const titleOf = (tag: string): string => titles[tag] ?? tag.charAt(0).toUpperCase() + tag.slice(1)

/** The name of a tag's page: `/docs/<name>`. */
export const pageOf = (tag: string): string => (tag === keptTag.name ? 'existing' : tag)

/** The tags of each navigation group, in the order given here, without empty groups. */
export const grouped = (tags: readonly string[]): readonly (readonly [string, readonly string[]])[] => {
  const placed = new Set(groups.flatMap(([, names]) => names))
  return groups
    .map(([title, names], at): readonly [string, readonly string[]] => [
      title,
      [
        ...names.filter((name) => tags.includes(name)),
        ...(at === groups.length - 1 ? tags.filter((tag) => !placed.has(tag) && tag !== keptTag.name) : []),
      ],
    ])
    .filter(([, names]) => names.length > 0)
}
