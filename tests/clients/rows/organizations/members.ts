import { founded, joined } from '../../../support/societies.ts'
import type { Kind, SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'
import { another } from '../identity/signing-in.ts'
import { answered, asking } from './organizations.ts'

/** Somebody who has applied to a club that asks. */
const applied = async (scene: Scene) => {
  const { orgId, form } = await asking(scene)
  const { device } = await another(scene.w)
  await happened(device.applyToOrganization({ orgId, formResponse: form.questions.map(answered) }))
  const { body } = await happened(scene.people.owner.device.listApplications({ orgId }))
  return { orgId, applicationId: body.applications[0]._id }
}

const drafted = async ({ w, people }: Scene) => {
  const club = await founded(people.owner)
  const person = await joined(club, await another(w))
  return { orgId: club.orgId, userId: person.user._id }
}

const treasurer = { name: 'treasurer', displayName: 'Treasurer', permissions: ['manage_finances'], order: 3 }

const application: Record<string, Kind> = {
  'applications[]._id': 'text',
  'applications[].org_id': 'text',
  'applications[].status': 'text',
  'applications[].user_id.name': 'text',
  'applications[].user_id.email': 'text',
  'applications[].user_id.picture': 'text?',
  'applications[].createdAt': 'text',
  'applications[].formResponse.formSnapshot.title': 'text',
  'applications[].formResponse.formSnapshot.questions': 'list',
  'applications[].formResponse.answers': 'list',
  'applications[].formResponse.submittedAt': 'text',
}

export const members: readonly SheetRow[] = [
  {
    call: 'GET /org-roles/:orgId/can-manage-roles',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: { canManageRoles: 'flag' },
  },
  {
    call: 'GET /org-roles/:orgId/me/permissions',
    as: 'officer',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: { role: 'text', permissions: 'list' },
  },
  {
    call: 'PUT /org-roles/:orgId/roles',
    when: 'all of them, a new one among them, with a bearer that is none',
    as: 'owner',
    sends: async ({ people, orgId }) => {
      const { body } = await happened(people.owner.device.listRoles({ orgId }))
      return {
        path: { orgId },
        body: { positions: [...body.roles, treasurer] },
        headers: { authorization: 'Bearer null' },
      }
    },
    reads: { 'roles[].name': 'text' },
  },
  {
    call: 'DELETE /org-roles/:orgId/roles/:roleName',
    as: 'owner',
    sends: async ({ people }) => {
      const { orgId } = await founded(people.owner)
      await happened(people.owner.device.createRole({ orgId, ...treasurer }))
      return { path: { orgId, roleName: 'treasurer' } }
    },
  },
  {
    call: 'DELETE /org-roles/:orgId/roles/:roleName',
    when: 'that somebody holds',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId, roleName: 'officer' } }),
    refused: 409,
  },
  {
    call: 'GET /org-roles/:orgId/members',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId } }),
    reads: {
      'members[]._id': 'text',
      'members[].user_id._id': 'text',
      'members[].user_id.name': 'text',
      'members[].user_id.username': 'text',
      'members[].user_id.email': 'text',
      'members[].user_id.picture': 'text?',
      'members[].role': 'text',
      'members[].roles': 'list',
      'members[].joinedAt': 'text',
      'members[].assignedBy.name': 'text?',
      applications: 'list',
    },
  },
  {
    call: 'POST /org-roles/:orgId/members/:userId/role',
    as: 'owner',
    sends: async (scene) => ({
      path: await drafted(scene),
      body: { role: 'officer', roles: ['officer'], reason: '' },
    }),
  },
  {
    call: 'DELETE /org-roles/:orgId/members/:userId',
    as: 'owner',
    sends: async (scene) => ({ path: await drafted(scene) }),
  },
  {
    call: 'POST /org-roles/:orgId/transfer-ownership/:newOwnerUserId',
    as: 'owner',
    sends: async (scene) => {
      const { orgId, userId } = await drafted(scene)
      return { path: { orgId, newOwnerUserId: userId }, body: {} }
    },
  },
  {
    call: 'GET /org-roles/:orgId/applications',
    as: 'owner',
    sends: async (scene) => ({ path: await applied(scene), query: { status: 'pending' } }),
    reads: application,
  },
  {
    call: 'GET /org-roles/:orgId/applications',
    when: 'all of them',
    as: 'owner',
    sends: async (scene) => ({ path: await applied(scene) }),
    reads: application,
  },
  {
    call: 'POST /org-roles/:orgId/applications/:applicationId/approve',
    as: 'owner',
    sends: async (scene) => ({ path: await applied(scene), body: {} }),
  },
  {
    call: 'POST /org-roles/:orgId/applications/:applicationId/reject',
    as: 'owner',
    sends: async (scene) => ({ path: await applied(scene), body: {} }),
  },
]
