import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import { type Operations, readingAhead } from '../../lib/operation.ts'
import { memberViewOf } from '../members/index.ts'
import type { contract } from './contract.ts'
import { findWhole, listMembersOf, type Whole } from './repository.ts'
import { unusedAnswers } from './unused-paths.ts'
import { organizationViewOf } from './views.ts'

const viewOf = ({ card, body, roles }: Whole) => organizationViewOf(card, body, roles)

// What an operation takes beyond the others loads with its first request: no cold start needs all of it.
const application = () => import('./application.ts')
const directory = () => import('./directory.ts')

export const operations: Operations<typeof contract> = {
  ...unusedAnswers,

  async getOrganization({ id }, { table }) {
    const whole = await findWhole(table, id)
    return { org: whole ? [viewOf(whole)] : [] }
  },

  getOrganizationByName: readingAhead(
    async (said) => (await directory()).pageAhead(said),
    async ({ name, exhaustive }, context) =>
      (await directory()).getOrganizationByName(name, exhaustive === 'true', context),
  ),

  async createOrganization(input, context) {
    const { createOrganization } = await import('./creation.ts')
    return { org: viewOf(await createOrganization(input, context)) }
  },

  async editOrganization(input, context) {
    const { editOrganization } = await import('./edit.ts')
    return { org: viewOf(await editOrganization(input, context)) }
  },

  applyToOrganization: readingAhead(
    async (said) => (await application()).joinerAhead(said),
    async (input, context) => {
      const outcome = await (await application()).applyToOrganization(input, context)
      return answer(undefined, outcome === 'joined' ? { message: 'You are now a member of this org' } : {})
    },
  ),

  async leaveOrganization({ orgId }, context) {
    const { leave } = await import('../members/index.ts')
    await leave(orgId, context)
    return undefined
  },

  async deleteOrganization({ orgId }, context) {
    const { deleteOrganization } = await import('./deletion/deletion.ts')
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

  listMeetings: async (input, context) => (await import('./upcoming-events.ts')).listMeetings(input, context),
  listOrganizationEvents: async (input, context) =>
    (await import('./upcoming-events.ts')).listOrganizationEvents(input, context),

  followOrganization: readingAhead(
    async (said) => (await application()).followerAhead(said),
    async ({ orgId }, context) => (await application()).followOrganization(orgId, context),
  ),

  unfollowOrganization: async ({ orgId }, context) =>
    (await application()).unfollowOrganization(orgId, context),

  listFollowedOrganizations: async (input, context) =>
    (await directory()).listFollowedOrganizations(input, context),

  checkOrganizationName: async ({ orgName = '' }, context) =>
    (await import('./names.ts')).checkOrganizationName(orgName, context),

  listOrganizations: async (input, context) => (await directory()).listOrganizations(input, context),
  requestOrgUpload: async (input, context) => (await import('./edit.ts')).requestOrgUpload(input, context),

  async commitOrgUpload(input, context) {
    const { commitOrgUpload } = await import('./edit.ts')
    return { org: viewOf(await commitOrgUpload(input, context)) }
  },

  updateApprovalSettings: async (input, context) =>
    (await import('./approval-settings.ts')).updateApprovalSettings(input, context),

  listForms: async (input, context) => (await import('../answers/index.ts')).listEventForms(input, context),

  async createForm(input, context) {
    const { createEventForm } = await import('../answers/index.ts')
    return { form: await createEventForm(input, context, 'membership') }
  },

  async updateForm(input, context) {
    const { updateEventForm } = await import('../answers/index.ts')
    return { form: await updateEventForm(input, context) }
  },

  async deleteForm(input, context) {
    await (await import('../forms/index.ts')).deleteEventForm(input, context)
    return undefined
  },
}
