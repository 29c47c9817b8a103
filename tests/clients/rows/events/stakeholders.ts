import type { SheetRow } from '../../row.ts'
import { happened, type Scene } from '../../scene.ts'

let domains = 0

const domainOf = async ({ people }: Scene): Promise<string> => {
  domains += 1
  const draft = { name: `Laboratories ${domains}`, type: 'facility' }
  const { body } = await happened(people.dean.device.createDomain(draft))
  return body.data._id
}

/** As the client's form sends a role, with what it repeats of its own. */
export const roleIn = async (scene: Scene, stakeholderId: string) => ({
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

export const held = async (scene: Scene, stakeholderId: string): Promise<string> => {
  const role = await roleIn(scene, stakeholderId)
  await happened(scene.people.dean.device.createStakeholderRole(role))
  return role.domainId
}

export const roleOf = async (scene: Scene, stakeholderId: string): Promise<string> => {
  const role = await roleIn(scene, stakeholderId)
  return (await happened(scene.people.dean.device.createStakeholderRole(role))).body.data._id
}

const scope = { kind: 'all_spaces', buildingIds: [], spaceIds: [], spaceGroupIds: [] }
const governance = { governingScope: scope, concernScope: scope, scopeMode: 'inclusive' }

/** As the client's form sends a part of the school. */
const domainSent = () => {
  domains += 1
  return {
    name: `Halls ${domains}`,
    type: 'facility',
    description: '',
    spaceGovernance: governance,
    domainSettings: {
      allowedEventTypes: [],
      restrictedEventTypes: [],
      maxCapacity: null,
      operatingHours: { monday: { open: '08:00', close: '22:00', closed: false } },
    },
  }
}

export const at = '/api/event-system-config'

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
    reads: {
      'data[].name': 'text',
      'data[].isActive': 'flag',
      'data[].stakeholderRoles[].stakeholderType': 'text',
      'data[].stakeholderRoles[].permissions': 'list',
      'data[].stakeholderRoles[].isActive': 'flag',
      'data[].stakeholderRoles[].members[].isActive': 'flag',
    },
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
      'data.approvalFlow.fieldDefinitions[].name': 'text',
      'data.approvalFlow.allowedOperators': 'list',
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
  {
    call: `PUT ${at}/approval-flow`,
    as: 'dean',
    sends: () => ({
      body: {
        fieldDefinitions: [
          {
            name: 'budget',
            type: 'number',
            label: 'Budget',
            description: '',
            inputType: 'number',
            isActive: true,
            validation: {},
          },
        ],
        allowedOperators: [],
        defaultSettings: {},
      },
    }),
  },
  {
    call: 'GET /approval-groups',
    as: 'dean',
    sends: async ({ people, helperId }) => {
      const approvalSettings = { type: 'approval_group' }
      await happened(people.dean.device.updateApprovalSettings({ orgId: helperId, approvalSettings }))
      return {}
    },
    reads: {
      'data[]._id': 'text',
      'data[].org_name': 'text',
      'data[].org_description': 'text',
      'data[].approvalSettings.escalationTimeout': 'number',
      'data[].positions': 'list',
      'data[].owner': 'text',
    },
  },
  {
    call: 'POST /api/domain',
    as: 'dean',
    sends: () => ({ body: domainSent() }),
    reads: { 'data._id': 'text' },
  },
  {
    call: 'PUT /api/domain/:domainId',
    as: 'dean',
    sends: async (scene) => ({
      path: { domainId: await domainOf(scene) },
      body: { ...domainSent(), spaceGovernance: { ...governance, priorityRules: [] } },
    }),
    reads: { 'data._id': 'text' },
  },
  {
    call: `GET ${at}/form-config`,
    as: 'member',
    reads: {
      'data.fields[].name': 'text',
      'data.fields[].step': 'text',
      'data.fields[].order': 'number',
      'data.fields[].isActive': 'flag',
      'data.fields[].isRequired': 'flag',
      'data.fields[].label': 'text',
      'data.steps': 'list',
      'data.steps[].id': 'text?',
    },
  },
  { call: `GET ${at}/form-config`, when: 'by a stranger', reads: { 'data.fields': 'list' } },
  {
    call: `PUT ${at}/form-config`,
    when: 'the whole that was read',
    as: 'dean',
    sends: async ({ people }) => {
      const { body } = await happened(people.dean.device.getEventFormConfig())
      return { body: body.data }
    },
  },
  {
    call: `GET ${at}/event-creation-eligibility`,
    as: 'owner',
    reads: {
      'data.allowIndividualUserHosting': 'flag',
      'data.orgsWithEventPermission[]._id': 'text',
      'data.orgsWithEventPermission[].org_name': 'text',
      'data.orgsWithEventPermission[].org_profile_image': 'text?',
    },
  },
]
