import { founded } from '../../../support/societies.ts'
import type { SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

const asked = {
  requestType: 'verification',
  verificationType: 'basic',
  priority: 'medium',
  requestData: {},
  tags: [],
}

const submitted = async ({ people }: Scene) => {
  const { orgId } = await founded(people.owner)
  const { body } = await happened(people.owner.device.submitVerificationRequest({ orgId, ...asked }))
  return { orgId, requestId: body.data._id as string }
}

const request = {
  'data[]._id': 'text',
  'data[].orgId.org_name': 'text',
  'data[].orgId.org_profile_image': 'text',
  'data[].requestedBy.name': 'text',
  'data[].requestedBy.username': 'text',
  'data[].status': 'text',
  'data[].priority': 'text',
  'data[].requestType': 'text',
  'data[].verificationType': 'text',
  'data[].submittedAt': 'text',
  'data[].tags': 'list',
  'data[].reviewNotes': 'text?',
} as const

export const verification: readonly SheetRow[] = [
  {
    call: 'POST /org-management/verification-requests',
    as: 'owner',
    sends: ({ orgId }) => ({ body: { orgId, ...asked } }),
  },
  {
    call: 'GET /org-management/verification-requests',
    as: 'dean',
    sends: async (scene) => {
      await submitted(scene)
      return { query: { page: '1', status: 'pending', requestType: 'verification', priority: 'medium' } }
    },
    reads: request,
  },
  {
    call: 'GET /org-management/verification-requests',
    when: 'of one club, by who leads it',
    as: 'owner',
    sends: async (scene) => ({ query: { orgId: (await submitted(scene)).orgId, status: 'pending' } }),
    reads: request,
  },
  {
    call: 'PUT /org-management/verification-requests/:requestId',
    as: 'dean',
    sends: async (scene) => ({
      path: await submitted(scene),
      body: { status: 'approved', reviewNotes: '' },
    }),
  },
]
