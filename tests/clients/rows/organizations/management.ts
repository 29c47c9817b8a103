import { attendanceStream } from '../../../attendance/stream.ts'
import { founded, joined } from '../../../support/societies.ts'
import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'
import { png } from '../identity/people.ts'
import { another } from '../identity/signing-in.ts'

/** An organization that waits for its approval; after it the school asks for none again. */
const waiting = async ({ w, people }: Scene) => {
  const stream = await attendanceStream(w, { only: ['Organization'] })
  const { device } = people.dean
  await happened(device.updateManagementConfig({ orgApproval: { mode: 'manual' } }))
  const { orgId } = await founded(people.outsider)
  await happened(device.updateManagementConfig({ orgApproval: { mode: 'none' } }))
  await stream.drain()
  return { orgId }
}

/** An organization is made and counted. */
const counted = async ({ w, people }: Scene) => {
  const stream = await attendanceStream(w, { only: ['Organization'] })
  await founded(people.owner)
  await stream.drain()
}

export const staffed = async ({ w, people }: Scene) => {
  const club = await founded(people.owner)
  const { user } = await joined(club, await another(w))
  return { orgId: club.orgId, userId: user._id }
}

export const at = '/org-management/organizations'

const card: Record<string, Kind> = {
  'data[]._id': 'text',
  'data[].org_name': 'text',
  'data[].org_description': 'text',
  'data[].org_profile_image': 'text',
  'data[].memberCount': 'number',
  'data[].createdAt': 'text',
}

export const management: readonly SheetRow[] = [
  {
    call: 'GET /org-management/config',
    as: 'dean',
    reads: {
      'data.messaging.minCharacterLimit': 'number',
      'data.messaging.maxCharacterLimit': 'number',
      'data.messaging.defaultVisibility': 'text',
      'data.verificationTiers': 'object',
      'data.orgApproval.mode': 'text',
      'data.orgApproval.autoApproveMemberThreshold': 'number',
      'data.atlasPolicy.lifecycle.statuses[].key': 'text',
      'data.atlasPolicy.lifecycle.statuses[].label': 'text',
      'data.autoClaimEnabled': 'flag',
      'data.userOnboarding.enabled': 'flag',
    },
  },
  {
    call: 'GET /org-management/config',
    when: 'by an officer, whose message composer and club settings need parts of it',
    as: 'officer',
    reads: {
      'data.messaging.minCharacterLimit': 'number',
      'data.messaging.maxCharacterLimit': 'number',
      'data.messaging.defaultVisibility': 'text',
      'data.verificationTiers': 'object',
      'data.orgApproval.mode': 'text',
      'data.orgApproval.autoApproveMemberThreshold': 'number',
      'data.atlasPolicy.lifecycle.statuses[].key': 'text',
      'data.atlasPolicy.lifecycle.statuses[].label': 'text',
    },
  },
  {
    call: 'PUT /org-management/config',
    when: 'the whole object as it was read',
    as: 'dean',
    sends: async ({ people }) => ({
      body: (await happened(people.dean.device.getManagementConfig())).body.data,
    }),
  },
  {
    call: 'PUT /org-management/config',
    when: 'what newcomers are asked',
    as: 'dean',
    sends: async ({ people }) => {
      const { body } = await happened(people.dean.device.getManagementConfig())
      return {
        body: { userOnboarding: { ...body.data.userOnboarding, enabled: true, welcomeTitle: 'Hello' } },
      }
    },
    reads: { 'data.userOnboarding.welcomeTitle': 'text' },
  },
  {
    call: 'PUT /org-management/config',
    when: 'that nobody is registered by their address alone',
    as: 'dean',
    sends: () => ({ body: { autoClaimEnabled: false } }),
  },
  {
    call: 'PUT /org-management/config',
    when: 'lines of budgets',
    as: 'dean',
    sends: () => ({
      body: { atlasPolicy: { budgets: { lineItemMode: 'template_only', maxCustomLineItems: 0 } } },
    }),
  },
  {
    call: 'GET /org-management/onboarding-config',
    as: 'member',
    reads: {
      'data.enabled': 'flag',
      'data.welcomeTitle': 'text',
      'data.welcomeSubtitle': 'text',
      'data.collectName': 'flag',
      'data.collectUsername': 'flag',
      'data.collectInterests': 'flag',
      'data.minInterests': 'number',
      'data.maxInterests': 'number',
      'data.customSteps': 'list',
    },
  },
  {
    call: 'GET /org-management/analytics',
    as: 'dean',
    sends: async (scene) => {
      await counted(scene)
      return { query: { timeRange: '30d' } }
    },
    reads: {
      'data.overview.totalOrgs': 'number',
      'data.overview.verifiedOrgs': 'number',
      'data.overview.newOrgs': 'number',
      'data.overview.totalMembers': 'number',
      'data.overview.totalEvents': 'number',
      'data.overview.activeOrgs': 'number',
      'data.verificationRequests': 'object',
      'data.topOrganizations[].orgName': 'text',
      'data.topOrganizations[].memberCount': 'number',
    },
  },
  {
    call: `GET ${at}`,
    as: 'dean',
    sends: async (scene) => {
      await counted(scene)
      return { query: { page: '1', limit: '20', search: 'club', verified: 'false' } }
    },
    reads: {
      ...card,
      'data[].verified': 'flag',
      'data[].verificationType': 'text',
      'data[].verifiedAt': 'text?',
      'data[].recentEventCount': 'number',
      'pagination.total': 'number',
      'pagination.limit': 'number',
      'pagination.totalPages': 'number',
    },
  },
  {
    call: 'GET /org-management/pending-approvals',
    as: 'dean',
    sends: async (scene) => {
      await waiting(scene)
      return {}
    },
    reads: { ...card, 'data[].owner.name': 'text', 'data[].owner.username': 'text' },
  },
  {
    call: `GET ${at}/:orgId`,
    as: 'dean',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: {
      'data.owner._id': 'text',
      'data.owner.name': 'text',
      'data.owner.username': 'text',
      'data.owner.email': 'text',
      'data.owner.picture': 'text?',
      'data.positions[].name': 'text',
      'data.positions[].displayName': 'text',
      'data.totalEventCount': 'number',
      'data.lifecycleStatus': 'text',
      'data.verificationStatus': 'text',
      'data.approvedAt': 'text?',
    },
  },
  {
    call: `POST ${at}/:orgId/edit`,
    as: 'dean',
    sends: async ({ people }) => ({
      path: { orgId: (await founded(people.owner)).orgId },
      form: {
        org_name: 'Renamed by staff',
        org_description: 'Words',
        org_profile_image: '/Logo.svg',
        org_banner_image: '',
        image: png,
        bannerImage: png,
      },
    }),
    reads: { 'data.org_name': 'text', 'data.org_description': 'text' },
  },
  {
    call: `PUT ${at}/:orgId/approve`,
    as: 'dean',
    sends: async (scene) => ({ path: await waiting(scene), body: {} }),
  },
  {
    call: `PATCH ${at}/:orgId/lifecycle`,
    as: 'dean',
    sends: async ({ people }) => ({
      path: { orgId: (await founded(people.owner)).orgId },
      body: { lifecycleStatus: 'sunset' },
    }),
  },
  {
    call: 'PATCH /org-roles/:orgId/lifecycle',
    as: 'owner',
    sends: async ({ people }) => ({
      path: { orgId: (await founded(people.owner)).orgId },
      body: { lifecycleStatus: 'sunset' },
    }),
  },
  {
    call: `GET ${at}/export`,
    as: 'dean',
    sends: () => ({ query: { format: 'json' } }),
    reads: { data: 'list' },
  },
  {
    call: `PUT ${at}/:orgId/owner`,
    as: 'dean',
    sends: async (scene) => {
      const { orgId, userId } = await staffed(scene)
      return { path: { orgId }, body: { newOwnerId: userId } }
    },
  },
]
