import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { changeForm, formsPage, makeForm } from '../forms/service.ts'
import { leave, memberViewOf } from '../members/service.ts'
import type { contract } from './contract.ts'
import { createOrganization } from './creation.ts'
import { deleteOrganization } from './deletion.ts'
import { directoryPage, followedPage } from './directory.ts'
import { editOrganization } from './editing.ts'
import { AlreadyFollowing, NameExists, NameRequired, NotFollowing, OrgNotFound } from './failures.ts'
import { applyToJoin } from './joining.ts'
import { orgNameKey, refuseBadLanguage } from './naming.ts'
import { organizationPage } from './overview.ts'
import {
  findIdByName,
  findWhole,
  followWrites,
  listMembersOf,
  readUser,
  unfollowWrites,
  type Whole,
} from './repository.ts'
import { meetingsPage, upcomingPage } from './upcoming.ts'
import { commitUpload, requestUpload } from './uploads.ts'
import { organizationViewOf } from './views.ts'

export { findStanding } from '../../lib/identity/org-standing.ts'
export { type EventCard, eventCard } from './repository.ts'

const viewOf = ({ card, body, roles }: Whole) => organizationViewOf(card, body, roles)

export const operations: Operations<typeof contract> = {
  async getOrganization({ id }, { table }) {
    const whole = await findWhole(table, id)
    return { org: whole ? [viewOf(whole)] : [] }
  },

  getOrganizationByName: ({ name, exhaustive }, context) =>
    organizationPage(name, exhaustive === 'true', context),

  async createOrganization(input, context) {
    return { org: viewOf(await createOrganization(input, context)) }
  },

  async editOrganization(input, context) {
    return { org: viewOf(await editOrganization(input, context)) }
  },

  async applyToOrganization(input, context) {
    const outcome = await applyToJoin(input, context)
    return answer(undefined, outcome === 'joined' ? { message: 'You are now a member of this org' } : {})
  },

  async leaveOrganization({ orgId }, context) {
    await leave(orgId, context)
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

  listMeetings: meetingsPage,
  listOrganizationEvents: upcomingPage,

  async followOrganization({ orgId }, { table, caller, now }) {
    const user = (await readUser(table, caller.tenantUserId)) ?? fail(OrgNotFound)
    const written = await table.write(followWrites(user, orgId, now().toISOString()))
    if (!written.ok) fail(written.failed.includes(0) ? OrgNotFound : AlreadyFollowing)
    return undefined
  },

  async unfollowOrganization({ orgId }, { table, caller }) {
    const written = await table.write(unfollowWrites(orgId, caller.tenantUserId))
    if (!written.ok) fail(written.failed.includes(0) ? OrgNotFound : NotFollowing)
    return undefined
  },

  listFollowedOrganizations: followedPage,

  async checkOrganizationName({ orgName = '' }, { table }) {
    const nameKey = orgNameKey(orgName)
    if (nameKey === '') fail(NameRequired)
    await refuseBadLanguage(orgName)
    return (await findIdByName(table, nameKey)) === undefined ? { valid: true as const } : fail(NameExists)
  },

  listOrganizations: directoryPage,
  requestOrgUpload: requestUpload,

  async commitOrgUpload(input, context) {
    return { org: viewOf(await commitUpload(input, context)) }
  },

  listForms: (input, context) => formsPage(input, context),

  async createForm(input, context) {
    return { form: await makeForm(input, context, 'membership') }
  },

  async updateForm(input, context) {
    return { form: await changeForm(input, context) }
  },
}
