import type { SheetRow } from '../row.ts'
import { happened } from '../scene.ts'

export const invites: readonly SheetRow[] = [
  {
    call: 'POST /org-invites/:orgId/batch-preview',
    as: 'owner',
    sends: async ({ w, orgId, people }) => {
      const invited = w.email('invited')
      await happened(people.owner.device.invite({ orgId, email: invited }))
      return { path: { orgId }, body: { emails: [invited, w.email('new'), people.member.email] } }
    },
    reads: { 'data.members[]': 'text', 'data.invited[]': 'text', 'data.toInvite[].email': 'text' },
  },
]
