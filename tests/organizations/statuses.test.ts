import { describe, expect, it } from 'vitest'
import { contract as forms } from '../../functions/forms/contract.ts'
import { contract as invites } from '../../functions/invites/contract.ts'
import { contract as members } from '../../functions/members/contract.ts'
import { contract as messages } from '../../functions/messages/contract.ts'
import { contract as organizations } from '../../functions/organizations/contract.ts'
import type { Row } from '../../lib/contract/row.ts'

/** Operations that make something new and hand it out: 201. */
const making = [
  'applyToOrganization',
  'createEventForm',
  'createForm',
  'createOrganization',
  'createRole',
  'invite',
  'inviteBatch',
  'postMessage',
  'replyToMessage',
  'requestOrgUpload',
  'submitFormResponse',
]

/** Changes of how somebody stands to what is there: 200, whether or not a row comes up for it. */
const changing = [
  'acceptInvite',
  'acceptInviteByToken',
  'answerOrgOwnershipOffer',
  'approveApplication',
  'assignOrgRole',
  'checkOrganizationName',
  'commitOrgUpload',
  'declineInvite',
  'declineInviteByToken',
  'editOrganization',
  'followOrganization',
  'leaveOrganization',
  'likeMessage',
  'offerOrgOwnership',
  'previewInvites',
  'refuseOrgMembership',
  'rejectApplication',
  'transferOrgOwnership',
  'unfollowOrganization',
  'updateApprovalSettings',
]

const rows = Object.entries({
  ...organizations.rows,
  ...members.rows,
  ...messages.rows,
  ...invites.rows,
  ...forms.rows,
} as Record<string, Row>)

const posts = (status: number): string[] =>
  rows
    .filter(([, row]) => !row.legacy && row.method === 'POST' && row.reply.status === status)
    .map(([operation]) => operation)
    .sort()

describe('a POST about organizations', () => {
  it('answers 201 where it makes something new, and 200 elsewhere', () => {
    expect([posts(201), posts(200)]).toEqual([making, changing])
  })
})
