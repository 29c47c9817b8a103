import type { Kind, SheetRow } from '../../row.ts'
import { eventBy, happened, type Scene } from '../../scene.ts'

const kind = (path: string): Record<string, Kind> => ({
  [`${path}._id`]: 'text',
  [`${path}.name`]: 'text',
  [`${path}.description`]: 'text?',
})

let kinds = 0
const rolled = async ({ people, orgId }: Scene) => {
  kinds += 1
  const role = { orgId, name: `Usher ${kinds}`, description: '' }
  const { body } = await happened(people.owner.device.createOrgEventRole(role))
  return { path: { orgId, roleId: body.data.role._id as string } }
}

/** A job at an event of its own. */
const posted = async (scene: Scene) => {
  const { people, orgId } = scene
  const { path } = await rolled(scene)
  const day = String(kinds % 28).padStart(2, '0')
  const eventId = await eventBy(people.owner.device, {
    hostingType: 'Org',
    hostingId: orgId,
    start_time: `2026-07-${day}T18:00:00.000Z`,
    end_time: `2026-07-${day}T20:00:00.000Z`,
  })
  const job = { orgId, eventId, orgRoleId: path.roleId, requiredCount: 1 }
  const { body } = await happened(people.owner.device.createEventJob(job))
  return { orgId, eventId, roleId: body.data.role._id as string }
}

const jobAt = '/org-event-management/:orgId/events/:eventId/roles/:roleId'

export const jobs: readonly SheetRow[] = [
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/roles',
    as: 'owner',
    sends: async ({ people: { owner, member }, orgId, eventId }) => {
      const at = { orgId, eventId }
      const { body: made } = await happened(
        owner.device.createOrgEventRole({ orgId, name: 'Usher', description: '' }),
      )
      const orgRoleId = made.data.role._id
      const { body } = await happened(owner.device.createEventJob({ ...at, orgRoleId, requiredCount: 1 }))
      const job = { roleId: body.data.role._id, memberId: member.user._id, status: 'assigned', notes: '' }
      await happened(owner.device.createAssignment({ ...at, ...job }))
      return { path: at }
    },
    reads: {
      'data.roles[]._id': 'text',
      'data.roles[].orgRoleId': 'text',
      'data.roles[].name': 'text',
      'data.roles[].requiredCount': 'number',
      'data.roles[].assignments[]._id': 'text',
      'data.roles[].assignments[].status': 'text',
      'data.roles[].assignments[].memberId._id': 'text',
      'data.roles[].assignments[].memberId.name': 'text',
      'data.roles[].assignments[].memberId.email': 'text',
    },
  },
  {
    call: 'GET /org-event-management/:orgId/event-roles',
    as: 'owner',
    sends: rolled,
    reads: kind('data.roles[]'),
  },
  {
    call: 'POST /org-event-management/:orgId/event-roles',
    as: 'owner',
    sends: ({ orgId }) => ({ path: { orgId }, body: { name: 'Greeter', description: '' } }),
    reads: kind('data.role'),
  },
  {
    call: 'PUT /org-event-management/:orgId/event-roles/:roleId',
    as: 'owner',
    sends: async (scene) => ({ ...(await rolled(scene)), body: { name: 'Head usher', description: '' } }),
    reads: kind('data.role'),
  },
  { call: 'DELETE /org-event-management/:orgId/event-roles/:roleId', as: 'owner', sends: rolled },
  {
    call: 'POST /org-event-management/:orgId/events/:eventId/roles',
    as: 'owner',
    sends: async (scene) => {
      const { path } = await rolled(scene)
      const { orgId, eventId } = scene
      return { path: { orgId, eventId }, body: { orgRoleId: path.roleId, requiredCount: 1 } }
    },
  },
  {
    call: `PUT ${jobAt}`,
    as: 'owner',
    sends: async (scene) => ({ path: await posted(scene), body: { requiredCount: 3 } }),
  },
  { call: `DELETE ${jobAt}`, as: 'owner', sends: async (scene) => ({ path: await posted(scene) }) },
  {
    call: 'POST /org-event-management/:orgId/events/:eventId/assignments',
    as: 'owner',
    sends: async (scene) => {
      const { roleId, ...path } = await posted(scene)
      return { path, body: { roleId, memberId: scene.people.member.user._id, status: 'confirmed' } }
    },
  },
  {
    call: 'DELETE /org-event-management/:orgId/events/:eventId/assignments/:assignmentId',
    as: 'owner',
    sends: async (scene) => {
      const path = await posted(scene)
      const { owner, officer } = scene.people
      const job = { ...path, memberId: officer.user._id, status: 'assigned' }
      const { body } = await happened(owner.device.createAssignment(job))
      return { path: { ...path, assignmentId: body.data.assignment._id } }
    },
  },
  {
    call: 'POST /org-event-management/:orgId/events/:eventId/volunteer-signups',
    as: 'member',
    sends: async (scene) => {
      const { roleId, ...path } = await posted(scene)
      return { path, body: { roleId, shiftStart: null, shiftEnd: null } }
    },
  },
  {
    call: 'GET /org-event-management/:orgId/events/:eventId/volunteer-signups',
    as: 'owner',
    sends: ({ orgId, eventId }) => ({ path: { orgId, eventId } }),
    reads: { 'data.signups': 'list' },
  },
]
