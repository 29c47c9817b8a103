import type { StepKind } from '../events/contract.ts'
import { fieldTypes, operatorsOf } from './contract/fields.ts'
import type { FlowView, RoleView, StakeholderPermission } from './contract/flow-shapes.ts'
import type { DomainSettings, EventSystemSettings, SpaceGovernance } from './contract/settings-shapes.ts'

/** The role that decides on an event that asks for approval when no step applies (rules/stakeholders 18). */
export const defaultStepRole = 'event coordinator'

/** What a role may do unless it says otherwise. */
export const permissionsFor = (kind: StepKind): StakeholderPermission[] => {
  if (kind === 'approver')
    return ['approve_events', 'reject_events', 'request_changes', 'acknowledge_events', 'view_events']
  return kind === 'acknowledger' ? ['acknowledge_events', 'view_events'] : ['view_events']
}

export const emptyRole = (stakeholderId: string, kind: StepKind): RoleView & { version: number } => ({
  _id: stakeholderId,
  stakeholderId,
  stakeholderName: stakeholderId,
  stakeholderType: kind,
  description: '',
  domainId: null,
  permissions: permissionsFor(kind),
  approvalConfig: {},
  escalationRules: {},
  backupAssignees: [],
  notificationPreferences: {},
  conditionGroups: [],
  groupLogicalOperators: [],
  requirements: [],
  isActive: true,
  activeMembers: 0,
  version: 0,
})

/** The roles of every school until it makes its own. */
export const defaultRoles = [defaultStepRole, 'facilities manager', 'safety officer', 'department head'].map(
  (name) => emptyRole(name, 'approver'),
)

/** No step applies by itself, so an event that does not ask for approval is live at once. */
export const defaultFlow: FlowView & { version: number } = {
  _id: 'flow',
  steps: [],
  fieldDefinitions: [],
  allowedOperators: fieldTypes.map((type) => ({ type, operators: [...operatorsOf[type]] })),
  defaultSettings: { escalationTimeout: 72, requireAllMembers: false },
  version: 0,
}

/** Per-user and per-organization limits default to none; so do those of time, since imports may be past. */
export const defaultSettings: EventSystemSettings = {
  systemSettings: {
    defaultEventSettings: {
      rsvpEnabled: true,
      rsvpRequired: false,
      maxAttendees: null,
      approvalRequired: false,
      visibility: 'public',
    },
  },
  notificationSettings: { defaultChannels: null, reminderIntervals: [24, 2] },
  systemRestrictions: {
    maxEventsPerUser: null,
    maxEventsPerOrg: null,
    advanceBookingLimit: null,
    minBookingAdvance: null,
    blackoutDates: [],
    restrictedEventTypes: [],
  },
  formConfig: { fields: [], steps: [], allowIndividualUserHosting: true },
  pageSettings: { title: '', description: '' },
  version: 0,
}

/** Of a new domain. */
export const defaultDomainSettings: DomainSettings = {
  allowedEventTypes: [],
  restrictedEventTypes: [],
  maxCapacity: null,
  operatingHours: {},
  bookingRules: {
    maxAdvanceBooking: 30,
    minAdvanceBooking: 1,
    maxDuration: 8,
    minDuration: 0.5,
    allowRecurring: true,
    maxRecurringInstances: 16,
  },
  approvalWorkflow: { enabled: true, autoApprove: false, requireAllApprovers: true, escalationTimeout: 72 },
}

const nowhere = { kind: 'none' as const, spaceIds: [], buildingIds: [], spaceGroupIds: [] }
export const defaultGovernance: SpaceGovernance = {
  governingScope: nowhere,
  concernScope: nowhere,
  scopeMode: 'inclusive',
}
