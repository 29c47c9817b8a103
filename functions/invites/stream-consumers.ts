import { on } from '../../lib/consumer.ts'
import { type OrgRoles, orgRoles } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { copiesOf, inviteSweep, sweepInvites } from './sweep.ts'

const namesIn = ({ roles, deletedAt }: OrgRoles): string =>
  JSON.stringify([deletedAt, roles.map(({ _id, name }) => [_id, name])])

const first = { cursor: '', round: '000000' } as const

/** Open invitations say what the organization and its roles are called now; with an organization they go. */
export const notices = [
  on(orgRoles, ['changed'], async ({ before, after }, world) => {
    if (after && (!before || namesIn(before) !== namesIn(after)))
      await sweepInvites({ ...first, orgId: after.orgId, run: `roles.${after.version}` }, world)
  }),
  on(organization, ['changed'], async ({ before, after }, world) => {
    if (after && before && JSON.stringify(copiesOf(before)) !== JSON.stringify(copiesOf(after)))
      await sweepInvites({ ...first, orgId: after.orgId, run: `card.${after.version}` }, world)
  }),
  on(inviteSweep, ['made'], async ({ after }, world) => {
    if (after) await sweepInvites(after, world)
  }),
]
