import { attendanceStream } from '../../attendance/stream.ts'
import { founded } from '../../support/societies.ts'
import type { SheetRow } from '../row.ts'
import { happened, type Scene } from '../scene.ts'

/** An organization that waits for its approval. */
const waiting = async ({ w, people }: Scene) => {
  const stream = await attendanceStream(w, { only: ['Organization'] })
  await happened(people.dean.device.updateManagementConfig({ orgApproval: { mode: 'manual' } }))
  await founded(people.outsider, { org_name: 'Waiting room' })
  await stream.drain()
  return {}
}

export const management: readonly SheetRow[] = [
  {
    call: 'GET /org-management/pending-approvals',
    as: 'dean',
    sends: waiting,
    reads: {
      'data[].org_name': 'text',
      'data[].memberCount': 'number',
      'data[].owner.name': 'text',
      'data[].owner.username': 'text',
    },
  },
  {
    call: 'GET /org-management/organizations/:orgId',
    as: 'dean',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: {
      'data.owner._id': 'text',
      'data.owner.name': 'text',
      'data.owner.username': 'text',
      'data.owner.email': 'text',
      'data.positions[].name': 'text',
      'data.positions[].displayName': 'text',
      'data.totalEventCount': 'number',
      'data.lifecycleStatus': 'text',
    },
  },
  {
    call: 'POST /org-management/organizations/:orgId/edit',
    as: 'dean',
    sends: ({ orgId }) => ({
      path: { orgId },
      body: { org_name: 'Renamed by staff', org_description: 'Words', org_profile_image: '/Logo.svg' },
    }),
    reads: { 'data.org_name': 'text', 'data.org_description': 'text' },
  },
  {
    call: 'POST /admin/platform/tenants',
    as: 'root',
    sends: ({ w }) => ({
      body: {
        tenantKey: `new-${w.home}`,
        name: 'Lakeside College',
        subdomain: `new-${w.home}`,
        location: 'Lakeside',
        tenantType: 'campus',
        status: 'coming_soon',
        statusMessage: '',
        mongoDatabaseName: 'lakeside',
        mongoUri: '',
        pivotPilot: null,
      },
    }),
    reads: { 'data.tenantKey': 'text' },
  },
  {
    call: 'POST /:orgId/approval-settings',
    as: 'dean',
    sends: async ({ people, helperId }) => {
      const approvalSettings = { type: 'approval_group' }
      await happened(people.dean.device.updateApprovalSettings({ orgId: helperId, approvalSettings }))
      return {
        path: { orgId: helperId },
        body: {
          approvalSettings: {
            maxPendingApprovals: 10,
            escalationTimeout: 72,
            autoEscalate: false,
            notificationPreferences: { email: true, inApp: true, sms: false },
          },
        },
      }
    },
    reads: { 'data.autoEscalate': 'flag', 'data.escalationTimeout': 'number' },
  },
]
