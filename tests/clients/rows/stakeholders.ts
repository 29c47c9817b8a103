import type { SheetRow } from '../row.ts'
import { happened, type Scene } from '../scene.ts'

let domains = 0

const domainOf = async ({ people }: Scene): Promise<string> => {
  domains += 1
  const draft = { name: `Laboratories ${domains}`, type: 'facility' }
  const { body } = await happened(people.dean.device.createDomain(draft))
  return body.data._id
}

/** As the client's form sends a role, with what it repeats of its own. */
const roleIn = async (scene: Scene, stakeholderId: string) => ({
  stakeholderId,
  stakeholderName: 'Safety',
  stakeholderType: 'approver',
  domainId: await domainOf(scene),
  description: '',
  permissions: ['approve_events'],
  requirements: [],
  members: [
    {
      userId: scene.people.member.user._id,
      assignedAt: '2026-03-02T12:00:00.000Z',
      assignedBy: 'system',
      isActive: true,
    },
  ],
  approvalConfig: {
    requiredApprovals: 1,
    totalMembers: 1,
    allowSelfApproval: false,
    requireAllMembers: false,
  },
  escalationRules: { timeout: 72, autoEscalate: false },
  conditionGroups: [],
  groupLogicalOperators: [],
  isActive: true,
})

const held = async (scene: Scene, stakeholderId: string): Promise<string> => {
  const role = await roleIn(scene, stakeholderId)
  await happened(scene.people.dean.device.createStakeholderRole(role))
  return role.domainId
}

const at = '/api/event-system-config'

export const stakeholders: readonly SheetRow[] = [
  {
    call: 'POST /api/stakeholder-role',
    as: 'dean',
    sends: async (scene) => ({ body: await roleIn(scene, 'safety-sent') }),
    reads: { 'data._id': 'text', 'data.permissions': 'list' },
  },
  {
    call: 'GET /api/stakeholder-roles/domain/:domainId',
    as: 'dean',
    sends: async (scene) => ({ path: { domainId: await held(scene, 'safety-listed') } }),
    reads: { 'data[].stakeholderName': 'text', 'data[].members[].isActive': 'flag' },
  },
  {
    call: 'GET /api/domains',
    as: 'dean',
    sends: async (scene) => {
      await held(scene, 'safety-domains')
      return {}
    },
    reads: { 'data[].name': 'text', 'data[].isActive': 'flag', 'data[].stakeholderRoles': 'list' },
  },
  {
    call: 'GET /api/domain/:domainId',
    as: 'dean',
    sends: async (scene) => ({ path: { domainId: await domainOf(scene) } }),
    reads: { 'data.isActive': 'flag', 'data.spaceGovernance.scopeMode': 'text' },
  },
  {
    call: `GET ${at}`,
    as: 'dean',
    sends: async (scene) => {
      await domainOf(scene)
      return {}
    },
    reads: {
      'data.systemSettings.defaultEventSettings': 'object',
      'data.systemSettings.notificationSettings': 'object',
      'data.systemSettings.systemRestrictions': 'object',
      'data.domains[].name': 'text',
      'data.pageSettings.explorePage.title': 'text',
    },
  },
  {
    call: `PUT ${at}`,
    when: 'the whole that was read, with a change where the client keeps it',
    as: 'dean',
    sends: async ({ people }) => {
      const { body } = await happened(people.dean.device.getEventSystemConfig())
      const { version: _, ...whole } = body.data
      const { systemSettings, pageSettings } = whole
      const systemRestrictions = { ...systemSettings.systemRestrictions, maxEventsPerUser: 7 }
      const explorePage = { ...pageSettings.explorePage, title: 'What is on' }
      return {
        body: {
          ...whole,
          systemSettings: { ...systemSettings, systemRestrictions },
          pageSettings: { ...pageSettings, explorePage },
        },
      }
    },
    reads: {
      'data.systemSettings.systemRestrictions.maxEventsPerUser': 'number',
      'data.pageSettings.title': 'text',
    },
  },
  {
    call: `GET ${at}/page-settings`,
    when: 'anonymous',
    reads: {
      'data.pageSettings.explorePage.title': 'text',
      'data.pageSettings.explorePage.subtitle': 'text',
      'data.pageSettings.explorePage.coverImage': 'text?',
    },
  },
]
