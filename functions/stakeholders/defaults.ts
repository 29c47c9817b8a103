import type { StepKind } from '../events/contract.ts'
import { fieldTypes, operatorsOf } from './contract/fields.ts'
import type { FlowView, RoleView, StakeholderPermission } from './contract/flow-shapes.ts'
import type { DomainSettings, EventSystemSettings, SpaceGovernance } from './contract/settings-shapes.ts'

/** The role that decides on an event that requires approval when no step applies (rules/stakeholders 18). */
export const defaultStepRole = 'event coordinator'

/** Default permissions of a role. */
export const permissionsFor = (kind: StepKind): StakeholderPermission[] => {
  if (kind === 'approver')
    return ['approve_events', 'reject_events', 'request_changes', 'acknowledge_events', 'view_events']
  return kind === 'acknowledger' ? ['acknowledge_events', 'view_events'] : ['view_events']
}

export const emptyRole = (stakeholderId: string, kind: StepKind): RoleView => ({
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

/** Roles of every school until it changes them. */
export const defaultRoles = [defaultStepRole, 'facilities manager', 'safety officer', 'department head'].map(
  (name) => emptyRole(name, 'approver'),
)

/** No step applies by itself, so an event that does not require approval is live at once. */
export const defaultFlow: FlowView & { version: number } = {
  _id: 'flow',
  steps: [],
  fieldDefinitions: [],
  allowedOperators: fieldTypes.map((type) => ({ type, operators: [...operatorsOf[type]] })),
  defaultSettings: { escalationTimeout: 72, requireAllMembers: false },
  version: 0,
}

/**
 * Limits for each person and organization default to none. So do time limits, because imported events may be in the
 * past.
 */
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

/** Defaults of a new domain. */
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
