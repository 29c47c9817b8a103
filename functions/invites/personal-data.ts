import { listOpenInvites } from '../../lib/identity/org/invites.ts'
import type { PersonalData } from '../../lib/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'invitations',
    of: 'school',
    entities: ['OrgInvite', 'InviteToken', 'RoleOffer'],
    holds: 'Open invitations to organizations, sent to your address',
    removed: 'Not with the account',
    kept: {
      why: 'The organization wrote to an address, with or without an account. It keeps the invitation and its sender for 30 days.',
      entities: { OrgInvite: 'words' },
    },
    async collect({ person, now }, table) {
      const invites = await listOpenInvites(table, person.user.email, now)
      const rows = invites.map(({ orgId, org, roleNames, inviter, createdAt, expiresAt }) => ({
        orgId,
        org,
        roleNames,
        inviter,
        createdAt,
        expiresAt,
      }))
      return { rows }
    },
  },
]
