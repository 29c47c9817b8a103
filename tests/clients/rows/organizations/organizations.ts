import { founded } from '../../../support/societies.ts'
import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'
import { png } from '../identity/people.ts'
import { another } from '../identity/signing-in.ts'

/** Another club of the owner, with a form for its applicants. */
export const asking = async ({ people }: Scene, more: Record<string, unknown> = {}) => {
  const memberForm = {
    title: 'Why us',
    description: '',
    questions: [{ type: 'short', question: 'What do you play?', required: true, options: [] }],
  }
  const made = await founded(people.owner, { memberForm, requireApprovalForJoin: true, ...more })
  const { body } = await happened(people.owner.device.getOrganizationByName({ name: made.name }))
  return { ...made, form: body.org.overview.memberForm, overview: body.org.overview }
}

/** What the client answers to a question of a form. */
export const answered = (question: {
  readonly _id: string
  readonly type: string
  readonly question: string
}) => ({
  referenceId: question._id,
  question: question.question,
  type: question.type,
  answer: 'The piano',
})

const card = {
  'orgs[]._id': 'text',
  'orgs[].org_name': 'text',
  'orgs[].org_description': 'text',
  'orgs[].org_profile_image': 'text',
  'orgs[].org_banner_image': 'text?',
  'orgs[].memberCount': 'number',
  'orgs[].followerCount': 'number',
  'orgs[].verified': 'flag',
} as const satisfies Record<string, Kind>

export const organizations: readonly SheetRow[] = [
  {
    call: 'GET /get-org/:id',
    when: 'with a bearer that is none beside cookies',
    as: 'member',
    sends: ({ orgId }) => ({ path: { id: orgId }, headers: { authorization: 'Bearer null' } }),
    reads: { 'org[].org_name': 'text', 'org[].owner': 'text', 'org[].positions': 'list' },
  },
  {
    call: 'GET /get-org-by-name/:name',
    as: 'officer',
    sends: async ({ orgId, name, people }) => {
      await happened(people.outsider.device.followOrganization({ orgId }))
      return { path: { name }, query: { exhaustive: 'true' } }
    },
    reads: {
      'org.overview._id': 'text',
      'org.overview.org_name': 'text',
      'org.overview.org_description': 'text',
      'org.overview.org_profile_image': 'text',
      'org.overview.org_banner_image': 'text?',
      'org.overview.owner': 'text',
      'org.overview.positions[].name': 'text',
      'org.overview.positions[].displayName': 'text',
      'org.overview.positions[].permissions': 'list',
      'org.overview.positions[].order': 'number',
      'org.overview.positions[].color': 'text?',
      'org.overview.memberForm': 'object?',
      'org.overview.memberForm.questions': 'list?',
      'org.overview.requireApprovalForJoin': 'flag',
      'org.overview.socialLinks': 'list',
      'org.overview.messageSettings.visibility': 'text',
      'org.overview.messageSettings.enabled': 'flag',
      'org.overview.messageSettings.allowLikes': 'flag',
      'org.overview.messageSettings.allowReplies': 'flag',
      'org.overview.approvalStatus': 'text',
      'org.overview.lifecycleStatus': 'text',
      'org.overview.betaFeatureKeys': 'list',
      'org.overview.messagingLimits.minCharacterLimit': 'number',
      'org.overview.messagingLimits.maxCharacterLimit': 'number',
      'org.overview.verificationTiers': 'object',
      'org.members[].user_id._id': 'text',
      'org.members[].user_id.name': 'text',
      'org.members[].user_id.username': 'text',
      'org.members[].user_id.picture': 'text?',
      'org.members[].role': 'text',
      'org.followers': 'list',
      'org.isMember': 'flag',
      'org.isFollower': 'flag',
      'org.isPending': 'flag',
      'exhaustive.eventCount': 'number',
    },
  },
  {
    call: 'POST /create-org',
    as: 'outsider',
    sends: () => ({
      form: {
        org_name: 'Pictured club',
        org_description: 'With a banner',
        requireApprovalForJoin: 'true',
        socialLinks: JSON.stringify([{ type: 'website', url: 'https://a.test/', title: 'Site', order: 0 }]),
        memberForm: JSON.stringify({
          title: 'Join us',
          description: '',
          questions: [{ type: 'long', question: 'Why?', required: true, options: [] }],
        }),
        image: png,
        bannerImage: png,
      },
    }),
    reads: { 'org.org_name': 'text' },
  },
  {
    call: 'POST /edit-org',
    when: 'with everything as it was read, the banner as its address',
    as: 'owner',
    sends: async (scene) => {
      const { orgId } = await asking(scene)
      const { device } = scene.people.owner
      const { body } = await happened(device.getOrganization({ id: orgId }))
      const { name } = { name: body.org[0].org_name }
      const { overview } = (await happened(device.getOrganizationByName({ name }))).body.org
      return {
        form: {
          orgId,
          org_name: name,
          org_description: 'Told anew',
          org_profile_image: overview.org_profile_image,
          org_banner_image: overview.org_banner_image ?? '',
          weekly_meeting: '',
          unlisted: 'false',
          requireApprovalForJoin: 'true',
          memberForm: JSON.stringify(overview.memberForm),
          socialLinks: '[]',
          messageSettings: JSON.stringify(overview.messageSettings),
        },
      }
    },
    reads: { 'org._id': 'text', 'org.org_description': 'text' },
  },
  {
    call: 'POST /:orgId/apply-to-org',
    when: 'without a form',
    as: 'outsider',
    sends: async ({ people }) => ({
      path: { orgId: (await founded(people.owner, { org_name: 'Open house' })).orgId },
      body: {},
    }),
    reads: { message: 'text' },
  },
  {
    call: 'POST /:orgId/apply-to-org',
    when: 'with answers',
    as: 'outsider',
    sends: async (scene) => {
      const { orgId, form } = await asking(scene)
      return { path: { orgId }, body: { formResponse: form.questions.map(answered) } }
    },
    reads: { message: 'text' },
  },
  {
    call: 'POST /leave-org/:orgId',
    sends: async ({ w, people }) => {
      const { orgId } = await founded(people.owner)
      const { device } = await another(w)
      await happened(device.applyToOrganization({ orgId }))
      return { path: { orgId }, from: device }
    },
    reads: { message: 'text' },
  },
  {
    call: 'DELETE /delete-org/:orgId',
    as: 'owner',
    sends: async ({ people }) => ({ path: { orgId: (await founded(people.owner)).orgId } }),
  },
  {
    call: 'GET /get-meetings/:name',
    as: 'member',
    sends: ({ name }) => ({ path: { name } }),
    reads: { events: 'list' },
  },
  { call: 'POST /follow-org/:orgId', as: 'member', sends: ({ helperId }) => ({ path: { orgId: helperId } }) },
  {
    call: 'POST /unfollow-org/:orgId',
    as: 'member',
    sends: ({ helperId }) => ({ path: { orgId: helperId } }),
  },
  {
    call: 'POST /check-org-name',
    as: 'member',
    sends: () => ({ body: { orgName: 'Nobody has it yet' } }),
    reads: { valid: 'flag' },
  },
  { call: 'GET /get-orgs', as: 'member', sends: () => ({ query: { exhaustive: 'true' } }), reads: card },
  {
    call: 'GET /get-orgs',
    when: 'by a stranger',
    reads: { 'orgs[]._id': 'text', 'orgs[].org_name': 'text', 'orgs[].org_banner_image': 'text?' },
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
