import { pageOf } from '../../../lib/contract/paging.ts'
import type { Operation } from '../../../lib/operation.ts'
import { listNumbered } from '../../../lib/table/lists/numbered.ts'
import { type Collaborator, collaborator } from '../../events/index.ts'
import type { contract } from '../contract.ts'

type Rows = (typeof contract)['rows']

const viewOf = ({ inviteId, eventId, hostOrgId, orgId, invitedByUserId, expiresAt, card }: Collaborator) => ({
  _id: inviteId,
  eventId,
  hostOrgId,
  collaboratorOrgId: orgId,
  invitedByUserId,
  status: 'pending' as const,
  expiresAt,
  hostOrg: { _id: hostOrgId, org_name: card.host.name, org_profile_image: card.host.image },
  event: {
    _id: eventId,
    name: card.name,
    type: card.type,
    start_time: card.start_time,
    end_time: card.end_time,
    location: card.location,
    image: card.image,
    status: card.status,
  },
})

/** Lists invitations that have not expired. One round trip. */
export const listCollaborationInvites: Operation<Rows['listCollaborationInvites']> = async (
  { orgId, ...asked },
  { table, now },
) => {
  const listing = { index: 'gsi1', keyParams: { orgId }, from: now().toISOString() } as const
  const page = await listNumbered(table, collaborator, listing, pageOf(asked))
  return { invites: page.items.map(viewOf), nextCursor: page.cursor }
}
