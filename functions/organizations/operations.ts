import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import { type Operations, prefetching } from '../../lib/operation.ts'
import { createEventForm, listEventForms, updateEventForm } from '../answers/index.ts'
import { deleteEventForm } from '../forms/index.ts'
import { leaveOrg, memberViewOf } from '../members/index.ts'
import {
  applyToOrganization,
  followOrganization,
  prefetchFollower,
  prefetchJoiner,
  unfollowOrganization,
} from './application.ts'
import { updateApprovalSettings } from './approval-settings.ts'
import type { contract } from './contract.ts'
import { createOrganization } from './creation.ts'
import { deleteOrganization } from './deletion/deletion.ts'
import {
  getOrganizationByName,
  listFollowedOrganizations,
  listOrganizations,
  prefetchPage,
} from './directory.ts'
import { commitOrgUpload, editOrganization, requestOrgUpload } from './edit.ts'
import { checkOrganizationName } from './names.ts'
import { findOrganizationRecord, listMembersOf, type OrganizationRecord } from './repository.ts'
import { unusedAnswers } from './unused-paths.ts'
import { listMeetings, listOrganizationEvents } from './upcoming-events.ts'
import { organizationViewOf } from './views.ts'

const viewOf = ({ card, body, roles }: OrganizationRecord) => organizationViewOf(card, body, roles)

// Code that only some operations need loads with their first request, which keeps cold starts short.

export const operations: Operations<typeof contract> = {
  ...unusedAnswers,

  async getOrganization({ id }, { table }) {
    const whole = await findOrganizationRecord(table, id)
    return { org: whole ? [viewOf(whole)] : [] }
  },

  getOrganizationByName: prefetching(
    async (said) => prefetchPage(said),
    async ({ name, exhaustive }, context) => getOrganizationByName(name, exhaustive === 'true', context),
  ),

  async createOrganization(input, context) {
    return { org: viewOf(await createOrganization(input, context)) }
  },

  async editOrganization(input, context) {
    return { org: viewOf(await editOrganization(input, context)) }
  },

  applyToOrganization: prefetching(
    async (said) => prefetchJoiner(said),
    async (input, context) => {
      const outcome = await applyToOrganization(input, context)
      return answer(undefined, outcome === 'joined' ? { message: 'You are now a member of this org' } : {})
    },
  ),

  async leaveOrganization({ orgId }, context) {
    await leaveOrg(orgId, context)
    return undefined
  },

  async deleteOrganization({ orgId }, context) {
    await deleteOrganization(orgId, context)
    return undefined
  },

  async listOrganizationMembers({ orgId, ...asked }, { table, caller }) {
    const { items, cursor } = await listMembersOf(table, orgId, pageOf(asked))
    return {
      members: items.map((member) => memberViewOf(member, caller.org.roles)),
      nextCursor: cursor,
    }
  },

  listMeetings: async (input, context) => listMeetings(input, context),
  listOrganizationEvents: async (input, context) => listOrganizationEvents(input, context),

  followOrganization: prefetching(
    async (said) => prefetchFollower(said),
    async ({ orgId }, context) => followOrganization(orgId, context),
  ),

  unfollowOrganization: async ({ orgId }, context) => unfollowOrganization(orgId, context),

  listFollowedOrganizations: async (input, context) => listFollowedOrganizations(input, context),

  checkOrganizationName: async ({ orgName = '' }, context) => checkOrganizationName(orgName, context),

  listOrganizations: async (input, context) => listOrganizations(input, context),
  requestOrgUpload: async (input, context) => requestOrgUpload(input, context),

  async commitOrgUpload(input, context) {
    return { org: viewOf(await commitOrgUpload(input, context)) }
  },

  updateApprovalSettings: async (input, context) => updateApprovalSettings(input, context),

  listForms: async (input, context) => listEventForms(input, context),

  async createForm(input, context) {
    return { form: await createEventForm(input, context, 'membership') }
  },

  async updateForm(input, context) {
    return { form: await updateEventForm(input, context) }
  },

  async deleteForm(input, context) {
    await deleteEventForm(input, context)
    return undefined
  },
}
