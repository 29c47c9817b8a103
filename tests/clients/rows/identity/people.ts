import type { SheetRow } from '../../row.ts'
import { happened } from '../../scene.ts'
import { another } from './signing-in.ts'

/** The smallest picture. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const summary = (path: string) =>
  ({ [`${path}.name`]: 'text', [`${path}.username`]: 'text', [`${path}.picture`]: 'text?' }) as const

const found = {
  'data[]._id': 'text',
  'data[].name': 'text',
  'data[].username': 'text',
  'data[].picture': 'text?',
} as const

const search = { query: 'ada', limit: '20', sortBy: 'username', sortOrder: 'asc' } as const

export const users: readonly SheetRow[] = [
  { call: 'POST /update-user', as: 'member', sends: () => ({ body: { name: 'Mia Member' } }) },
  {
    call: 'POST /update-user',
    when: 'at the end of the onboarding',
    as: 'member',
    sends: ({ people }) => ({
      body: {
        tags: ['chess', 'music'],
        onboardingResponses: { year: 'second', clubs: ['chess'], note: '' },
        onboardingCompletedSteps: ['name', 'interests'],
        onboarded: true,
        name: 'Mia Member',
        username: people.member.user.username,
        classroom: null,
        recommendation: '',
      },
    }),
  },
  {
    call: 'POST /update-user',
    when: 'with another address, which has operations of its own',
    as: 'member',
    sends: ({ w }) => ({ body: { email: w.email('elsewhere') } }),
    refused: 400,
  },
  {
    call: 'POST /check-username',
    as: 'member',
    sends: () => ({ body: { username: 'nobodyyet' } }),
  },
  {
    call: 'GET /get-user',
    as: 'member',
    sends: ({ people }) => ({ query: { userId: people.owner.user._id } }),
    reads: summary('user'),
  },
  {
    call: 'GET /get-users',
    as: 'member',
    sends: ({ people: { owner, officer } }) => ({
      query: { 'userIds[]': `${owner.user._id},${officer.user._id}` },
    }),
    reads: { 'users[]._id': 'text', ...summary('users[]') },
  },
  {
    call: 'GET /search-users',
    when: 'by an officer, who gets no addresses',
    as: 'officer',
    sends: ({ people }) => ({
      query: {
        ...search,
        query: people.owner.user.username,
        excludeIds: JSON.stringify([people.member.user._id]),
      },
    }),
    reads: found,
  },
  {
    call: 'GET /search-users',
    when: 'by an administrator',
    as: 'dean',
    sends: ({ people }) => ({
      query: { ...search, query: people.owner.user.username, roles: JSON.stringify(['user']) },
    }),
    reads: { ...found, 'data[].email': 'text', 'data[].roles': 'list' },
  },
  {
    call: 'POST /get-user-by-username',
    as: 'member',
    sends: ({ people }) => ({ body: { username: people.owner.user.username } }),
    reads: summary('user'),
  },
  {
    call: 'POST /upload-user-image',
    when: 'with a bearer that is none beside cookies',
    as: 'member',
    sends: () => ({ form: { image: png }, headers: { authorization: 'Bearer null' } }),
    reads: { imageUrl: 'text' },
  },
]

export const admins: readonly SheetRow[] = [
  {
    call: 'GET /admin/platform-admins',
    as: 'root',
    reads: {
      'data.admins[].globalUserId': 'text',
      'data.admins[].email': 'text',
      'data.admins[].name': 'text?',
    },
  },
  {
    call: 'POST /admin/platform-admins',
    as: 'root',
    sends: async ({ w }) => ({ body: { email: (await another(w)).email } }),
  },
  {
    call: 'DELETE /admin/platform-admins/:globalUserId',
    as: 'root',
    sends: async ({ w, people }) => {
      const { email, user } = await another(w)
      await happened(people.root.device.addPlatformAdmin({ email }))
      return { path: { globalUserId: user.globalUserId } }
    },
  },
]

export const impersonation: readonly SheetRow[] = [
  {
    call: 'POST /admin/impersonate',
    as: 'dean',
    sends: async ({ w }) => ({ body: { identifier: (await another(w)).user._id } }),
  },
  {
    call: 'POST /admin/impersonate/stop',
    when: 'to be oneself again',
    as: 'dean',
    sends: () => ({ body: {} }),
  },
]

const person = {
  'data.users[]._id': 'text',
  'data.users[].name': 'text',
  'data.users[].username': 'text',
  'data.users[].email': 'text',
  'data.users[].picture': 'text?',
  'data.users[].roles': 'list',
  'data.users[].accessSuspended': 'flag?',
  'data.users[].accessSuspendedAt': 'text?',
  'data.total': 'number',
} as const

export const operators: readonly SheetRow[] = [
  {
    call: 'POST /manage-roles',
    as: 'dean',
    sends: async ({ w }) => ({ body: { role: 'developer', userId: (await another(w)).user._id } }),
  },
  {
    call: 'POST /manage-roles',
    when: 'of a role that the school does not have',
    as: 'dean',
    sends: ({ people }) => ({ body: { role: 'oie', userId: people.member.user._id } }),
    refused: 400,
  },
  {
    call: 'GET /org-management/root-operator-user-stats',
    as: 'dean',
    reads: { 'data.totalUsers': 'number', 'data.adminCount': 'number', 'data.memberCount': 'number' },
  },
  {
    call: 'GET /org-management/root-operator-users',
    as: 'dean',
    sends: ({ people }) => ({ query: { q: people.owner.user.username, limit: '25' } }),
    reads: person,
  },
  {
    call: 'GET /org-management/root-operator-users',
    when: 'administrators alone',
    as: 'dean',
    sends: () => ({ query: { limit: '25', role: 'admin' } }),
    reads: person,
  },
  {
    call: 'POST /org-management/root-operator-users/:userId/role',
    as: 'dean',
    sends: async ({ w }) => ({
      path: { userId: (await another(w)).user._id },
      body: { role: 'admin', assign: true },
    }),
    reads: { 'data.roles': 'list' },
  },
  {
    call: 'PATCH /org-management/root-operator-users/:userId/access',
    as: 'dean',
    sends: async ({ w }) => ({
      path: { userId: (await another(w)).user._id },
      body: { accessSuspended: true },
    }),
    reads: { 'data.accessSuspended': 'flag', 'data.accessSuspendedAt': 'text' },
  },
]
