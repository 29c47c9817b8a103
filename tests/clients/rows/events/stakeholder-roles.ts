import type { SheetRow } from '../../row.ts'
import { happened } from '../../scene.ts'
import { at, held, roleIn, roleOf } from './stakeholders.ts'

export const stakeholderRoles: readonly SheetRow[] = [
  {
    call: 'GET /api/stakeholder-roles/:id',
    as: 'dean',
    sends: async (scene) => ({ path: { id: await roleOf(scene, 'safety-read') } }),
    reads: { 'data._id': 'text', 'data.stakeholderName': 'text', 'data.members[].isActive': 'flag' },
  },
  {
    call: 'PUT /api/stakeholder-roles/:id',
    when: 'with the permissions as they were read',
    as: 'dean',
    sends: async (scene) => {
      const { stakeholderId: _, ...role } = await roleIn(scene, 'safety-changed')
      return {
        path: { id: await roleOf(scene, 'safety-changed') },
        body: { ...role, permissions: ['view_events', 'approve_events'], description: 'Fire' },
      }
    },
    reads: { 'data._id': 'text' },
  },
  {
    call: 'POST /api/stakeholder-roles/:id/assign',
    as: 'dean',
    sends: async (scene) => ({
      path: { id: await roleOf(scene, 'safety-assigned') },
      body: { userId: scene.people.owner.user._id },
    }),
  },
  {
    call: 'POST /api/stakeholder-roles/:id/deactivate',
    as: 'dean',
    sends: async (scene) => ({ path: { id: await roleOf(scene, 'safety-ended') }, body: {} }),
  },
  {
    call: `GET ${at}/stakeholder-roles/:domainId`,
    as: 'dean',
    sends: async (scene) => ({ path: { domainId: await held(scene, 'safety-flow') } }),
    reads: { 'data[].stakeholderName': 'text' },
  },
  {
    call: `GET ${at}/get-approval-flow`,
    as: 'dean',
    reads: {
      'data.steps': 'list',
      'data.steps[].orgId': 'text?',
      'data.steps[].role': 'text?',
      'data.steps[]._id': 'text?',
      'data.fieldDefinitions[].name': 'text',
      'data.fieldDefinitions[].label': 'text',
      'data.fieldDefinitions[].type': 'text',
      'data.fieldDefinitions[].inputType': 'text',
      'data.allowedOperators[].type': 'text',
      'data.allowedOperators[].operators': 'list',
    },
  },
  {
    call: `PUT ${at}/approval-flow`,
    when: 'the definitions as they were read',
    as: 'dean',
    sends: async ({ people }) => {
      const { body } = await happened(people.dean.device.getApprovalFlow())
      const { fieldDefinitions, allowedOperators, defaultSettings } = body.data
      return { body: { fieldDefinitions, allowedOperators, defaultSettings } }
    },
    reads: { 'data.fieldDefinitions[].name': 'text' },
  },
  {
    call: 'POST /resource-preflight',
    as: 'member',
    sends: async ({ people }) => {
      const { body } = await happened(people.dean.device.createRoom({ name: 'Hall 1', capacity: 40 }))
      return {
        body: {
          resourceId: body.data._id,
          start_time: '2026-06-01T18:00:00.000Z',
          end_time: '2026-06-01T20:00:00.000Z',
        },
      }
    },
  },
]
