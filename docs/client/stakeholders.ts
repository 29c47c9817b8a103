// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { ConditionGroupInput, DomainChange, DomainDraft, DomainView, EventSystemSettings, FlowChange, FlowView, FormConfig, FormFieldInput, PageSettings, PlanningMemberView, PlanningRoleChange, PlanningRoleDraft, PlanningRoleView, SettingsChange, Step, StepQuestionInput } from './schemas.ts'
import { operation } from './send.ts'

export type GetApprovalFlowInput = Readonly<Record<string, never>>
export type GetApprovalFlowData = FlowView
export type GetApprovalFlowFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SaveApprovalFlowInput = FlowChange
export type SaveApprovalFlowData = FlowView
export type SaveApprovalFlowFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_APPROVAL_FLOW'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AddApprovalInput = { readonly role: string; readonly usernames?: readonly string[] | undefined }
export type AddApprovalData = FlowView
export type AddApprovalFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'INVALID_APPROVAL_FLOW' | 'ROLE_IN_FLOW'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE' | 'TOO_MANY_STAKEHOLDER_ROLES' | 'TOO_MANY_APPROVAL_ROLES'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateApprovalFlowInput = FlowChange
export type UpdateApprovalFlowData = FlowView
export type UpdateApprovalFlowFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_APPROVAL_FLOW'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateStepCriteriaInput = ({
  readonly stepIndex: number
  readonly updates: {
    readonly conditionGroups?: readonly ConditionGroupInput[] | undefined
    readonly groupLogicalOperators?: readonly ('AND' | 'OR')[] | undefined
    readonly checkItems?: readonly string[] | undefined
    readonly formDefinition?: { readonly questions: readonly StepQuestionInput[] } | undefined
  }
})
export type UpdateStepCriteriaData = FlowView
export type UpdateStepCriteriaFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_APPROVAL_FLOW' | 'INVALID_STEP_INDEX'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListApprovalStepsInput = Readonly<Record<string, never>>
export type ListApprovalStepsData = readonly Step[]
export type ListApprovalStepsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListApprovalGroupsInput = Readonly<Record<string, never>>
export type ListApprovalGroupsData = readonly { readonly _id: string; readonly org_name: string }[]
export type ListApprovalGroupsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListStakeholderRolesInput = Readonly<Record<string, never>>
export type ListStakeholderRolesData = readonly PlanningRoleView[]
export type ListStakeholderRolesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListDomainRolesInput = { readonly domainId: string }
export type ListDomainRolesData = readonly PlanningRoleView[]
export type ListDomainRolesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'DOMAIN_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateStakeholderRoleInput = PlanningRoleDraft
export type CreateStakeholderRoleData = PlanningRoleView
export type CreateStakeholderRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'INVALID_APPROVAL_FLOW' | 'MISSING_FIELDS' | 'ROLE_EXISTS'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'STAKEHOLDER_ROLE_NOT_FOUND' | 'DOMAIN_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE' | 'TOO_MANY_STAKEHOLDER_ROLES'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateStakeholderRoleInput = { readonly id: string } & PlanningRoleChange
export type UpdateStakeholderRoleData = PlanningRoleView
export type UpdateStakeholderRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_APPROVAL_FLOW'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'STAKEHOLDER_ROLE_NOT_FOUND' | 'DOMAIN_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE' | 'ROLE_IN_USE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeactivateStakeholderRoleInput = { readonly id: string }
export type DeactivateStakeholderRoleData = PlanningRoleView
export type DeactivateStakeholderRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'STAKEHOLDER_ROLE_NOT_FOUND'>
  | Failed<409, 'ROLE_IN_USE' | 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListStakeholderMembersInput = { readonly id: string } & { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListStakeholderMembersData = { readonly members: readonly PlanningMemberView[]; readonly nextCursor?: string | undefined }
export type ListStakeholderMembersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AssignStakeholderRoleInput = { readonly id: string } & { readonly userId: string }
export type AssignStakeholderRoleData = PlanningMemberView
export type AssignStakeholderRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'STAKEHOLDER_ROLE_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'TOO_MANY_APPROVAL_ROLES' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UnassignStakeholderRoleInput = { readonly id: string; readonly userId: string }
export type UnassignStakeholderRoleData = undefined
export type UnassignStakeholderRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'STAKEHOLDER_ROLE_NOT_FOUND' | 'MEMBER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListDomainsInput = Readonly<Record<string, never>>
export type ListDomainsData = readonly DomainView[]
export type ListDomainsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetDomainInput = { readonly domainId: string }
export type GetDomainData = DomainView
export type GetDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'DOMAIN_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateDomainInput = DomainDraft
export type CreateDomainData = DomainView
export type CreateDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'TOO_MANY_DOMAINS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateDomainInput = { readonly domainId: string } & DomainChange
export type UpdateDomainData = DomainView
export type UpdateDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'DOMAIN_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteDomainInput = { readonly domainId: string }
export type DeleteDomainData = undefined
export type DeleteDomainFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'DOMAIN_NOT_FOUND'>
  | Failed<409, 'DOMAIN_IN_USE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetEventSystemConfigInput = Readonly<Record<string, never>>
export type GetEventSystemConfigData = EventSystemSettings
export type GetEventSystemConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SaveEventSystemConfigInput = SettingsChange
export type SaveEventSystemConfigData = EventSystemSettings
export type SaveEventSystemConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetEventFormConfigInput = Readonly<Record<string, never>>
export type GetEventFormConfigData = FormConfig
export type GetEventFormConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SaveEventFormConfigInput = ({
  readonly fields?: readonly FormFieldInput[] | undefined
  readonly steps?: readonly { readonly id: string; readonly title: string }[] | undefined
  readonly allowIndividualUserHosting?: boolean | undefined
})
export type SaveEventFormConfigData = FormConfig
export type SaveEventFormConfigFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetEventPageSettingsInput = Readonly<Record<string, never>>
export type GetEventPageSettingsData = PageSettings
export type GetEventPageSettingsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetEventCreationEligibilityInput = Readonly<Record<string, never>>
export type GetEventCreationEligibilityData = {
  readonly allowIndividualUserHosting: boolean
  readonly orgsWithEventPermission: readonly { readonly _id: string; readonly org_name: string }[]
}
export type GetEventCreationEligibilityFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Who decides about events: flow, roles, domains, settings. */
export const stakeholders = (send: Send) => ({
  /** Who has to approve which events. `GET /get-approval-flow` */
  getApprovalFlow: operation<GetApprovalFlowInput, GetApprovalFlowData, GetApprovalFlowFailure>(
    send,
    { method: 'GET', path: '/get-approval-flow', reads: 'data' },
  ),
  /** Changes the parts of the flow that are given; approvals that run keep the steps they began with. `PUT /api/event-system-config/approval-flow` */
  saveApprovalFlow: operation<SaveApprovalFlowInput, SaveApprovalFlowData, SaveApprovalFlowFailure>(
    send,
    { method: 'PUT', path: '/api/event-system-config/approval-flow', body: true, reads: 'data' },
  ),
  /** Adds a role, and people who hold it, as the last step of the flow. `POST /add-approval` */
  addApproval: operation<AddApprovalInput, AddApprovalData, AddApprovalFailure>(
    send,
    { method: 'POST', path: '/add-approval', body: true, reads: 'data', keyed: true },
  ),
  /** Changes the flow, as older clients send it. `POST /update-approval-flow` */
  updateApprovalFlow: operation<UpdateApprovalFlowInput, UpdateApprovalFlowData, UpdateApprovalFlowFailure>(
    send,
    { method: 'POST', path: '/update-approval-flow', body: true, reads: 'data' },
  ),
  /** Changes what one step of the flow asks for; steps count from 0. `POST /update-step-criteria` */
  updateStepCriteria: operation<UpdateStepCriteriaInput, UpdateStepCriteriaData, UpdateStepCriteriaFailure>(
    send,
    { method: 'POST', path: '/update-step-criteria', body: true, reads: 'data' },
  ),
  /** The steps of the flow: all for administrators, those of their own roles for others. `GET /get-approval-steps` */
  listApprovalSteps: operation<ListApprovalStepsInput, ListApprovalStepsData, ListApprovalStepsFailure>(
    send,
    { method: 'GET', path: '/get-approval-steps', reads: 'data' },
  ),
  /** Organizations that decide in a step of the flow. `GET /approval-groups` */
  listApprovalGroups: operation<ListApprovalGroupsInput, ListApprovalGroupsData, ListApprovalGroupsFailure>(
    send,
    { method: 'GET', path: '/approval-groups', reads: 'data' },
  ),
  /** Every stakeholder role of the school. `GET /api/stakeholder-roles` */
  listStakeholderRoles: operation<ListStakeholderRolesInput, ListStakeholderRolesData, ListStakeholderRolesFailure>(
    send,
    { method: 'GET', path: '/api/stakeholder-roles', reads: 'data' },
  ),
  /** Stakeholder roles of one domain. `GET /api/stakeholder-role/domain/:domainId` */
  listDomainRoles: operation<ListDomainRolesInput, ListDomainRolesData, ListDomainRolesFailure>(
    send,
    { method: 'GET', path: '/api/stakeholder-role/domain/:domainId', reads: 'data' },
  ),
  /** Makes a stakeholder role in a domain. `POST /api/stakeholder-role` */
  createStakeholderRole: operation<CreateStakeholderRoleInput, CreateStakeholderRoleData, CreateStakeholderRoleFailure>(
    send,
    { method: 'POST', path: '/api/stakeholder-role', body: true, reads: 'data', keyed: true },
  ),
  /** Changes a stakeholder role; what is absent stays. `PUT /api/stakeholder-role/:id` */
  updateStakeholderRole: operation<UpdateStakeholderRoleInput, UpdateStakeholderRoleData, UpdateStakeholderRoleFailure>(
    send,
    { method: 'PUT', path: '/api/stakeholder-role/:id', body: true, reads: 'data' },
  ),
  /** Puts a stakeholder role out of use. `POST /api/stakeholder-role/:id/deactivate` */
  deactivateStakeholderRole: operation<DeactivateStakeholderRoleInput, DeactivateStakeholderRoleData, DeactivateStakeholderRoleFailure>(
    send,
    { method: 'POST', path: '/api/stakeholder-role/:id/deactivate', reads: 'data' },
  ),
  /** Who holds a stakeholder role. `GET /api/stakeholder-role/:id/members` */
  listStakeholderMembers: operation<ListStakeholderMembersInput, ListStakeholderMembersData, ListStakeholderMembersFailure>(
    send,
    { method: 'GET', path: '/api/stakeholder-role/:id/members', query: ['limit','cursor'], reads: 'flat' },
  ),
  /** Gives somebody of the school a stakeholder role. `POST /api/stakeholder-role/:id/assign` */
  assignStakeholderRole: operation<AssignStakeholderRoleInput, AssignStakeholderRoleData, AssignStakeholderRoleFailure>(
    send,
    { method: 'POST', path: '/api/stakeholder-role/:id/assign', body: true, reads: 'data' },
  ),
  /** Takes a stakeholder role away from somebody. `DELETE /api/stakeholder-role/:id/members/:userId` */
  unassignStakeholderRole: operation<UnassignStakeholderRoleInput, UnassignStakeholderRoleData, UnassignStakeholderRoleFailure>(
    send,
    { method: 'DELETE', path: '/api/stakeholder-role/:id/members/:userId', reads: 'done' },
  ),
  /** Every domain of the school. `GET /api/domains` */
  listDomains: operation<ListDomainsInput, ListDomainsData, ListDomainsFailure>(
    send,
    { method: 'GET', path: '/api/domains', reads: 'data' },
  ),
  /** One domain. `GET /api/domain/:domainId` */
  getDomain: operation<GetDomainInput, GetDomainData, GetDomainFailure>(
    send,
    { method: 'GET', path: '/api/domain/:domainId', reads: 'data' },
  ),
  /** Makes a domain; what is not given has its default. `POST /api/domain` */
  createDomain: operation<CreateDomainInput, CreateDomainData, CreateDomainFailure>(
    send,
    { method: 'POST', path: '/api/domain', body: true, reads: 'data', keyed: true },
  ),
  /** Changes a domain; what is absent stays. `PUT /api/domain/:domainId` */
  updateDomain: operation<UpdateDomainInput, UpdateDomainData, UpdateDomainFailure>(
    send,
    { method: 'PUT', path: '/api/domain/:domainId', body: true, reads: 'data' },
  ),
  /** Deletes a domain that has no stakeholder roles. `DELETE /api/domain/:domainId` */
  deleteDomain: operation<DeleteDomainInput, DeleteDomainData, DeleteDomainFailure>(
    send,
    { method: 'DELETE', path: '/api/domain/:domainId', reads: 'done' },
  ),
  /** The event system configuration of the school. `GET /api/event-system-config` */
  getEventSystemConfig: operation<GetEventSystemConfigInput, GetEventSystemConfigData, GetEventSystemConfigFailure>(
    send,
    { method: 'GET', path: '/api/event-system-config', reads: 'data' },
  ),
  /** Changes the parts of the configuration that are given. `PUT /api/event-system-config` */
  saveEventSystemConfig: operation<SaveEventSystemConfigInput, SaveEventSystemConfigData, SaveEventSystemConfigFailure>(
    send,
    { method: 'PUT', path: '/api/event-system-config', body: true, reads: 'data' },
  ),
  /** Fields that the school adds to the form for events. `GET /api/event-system-config/form-config` */
  getEventFormConfig: operation<GetEventFormConfigInput, GetEventFormConfigData, GetEventFormConfigFailure>(
    send,
    { method: 'GET', path: '/api/event-system-config/form-config', reads: 'data' },
  ),
  /** Changes the fields that the school adds to the form for events. `PUT /api/event-system-config/form-config` */
  saveEventFormConfig: operation<SaveEventFormConfigInput, SaveEventFormConfigData, SaveEventFormConfigFailure>(
    send,
    { method: 'PUT', path: '/api/event-system-config/form-config', body: true, reads: 'data' },
  ),
  /** What stands above the list of events. `GET /api/event-system-config/page-settings` */
  getEventPageSettings: operation<GetEventPageSettingsInput, GetEventPageSettingsData, GetEventPageSettingsFailure>(
    send,
    { method: 'GET', path: '/api/event-system-config/page-settings', reads: 'data' },
  ),
  /** As whom the caller may make events. `GET /api/event-system-config/event-creation-eligibility` */
  getEventCreationEligibility: operation<GetEventCreationEligibilityInput, GetEventCreationEligibilityData, GetEventCreationEligibilityFailure>(
    send,
    { method: 'GET', path: '/api/event-system-config/event-creation-eligibility', reads: 'data' },
  ),
})
