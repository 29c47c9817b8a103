// Made by `npm run derive` from the route table; changes belong there.

export type ActionOutcome = { readonly type: 'api_call'; readonly success: boolean; readonly data?: unknown | undefined } | { readonly type: 'redirect'; readonly url: string } | { readonly type: 'form'; readonly action: NotificationAction }

export type AdminUser = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
  readonly email: string
  readonly roles: readonly string[]
  readonly accessSuspended: boolean
  readonly accessSuspendedAt?: string | undefined
  readonly createdAt: string
}

export type AgendaItem = {
  readonly id: string
  readonly title: string
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly startTime: string
  readonly endTime: string
  readonly type: 'Activity' | 'Break' | 'Setup' | 'Breakdown' | 'Transition' | 'Speaker' | 'Custom'
  readonly customTag?: string | undefined
  readonly customColor?: string | undefined
  readonly assignedRoles: readonly string[]
  readonly isPublic: boolean
  readonly order: number
}

export type AgendaView = {
  readonly _id: string | null
  readonly eventId: string
  readonly orgId?: string | undefined
  readonly items: readonly AgendaItem[]
  readonly isPublished: boolean
  readonly publicNotes?: string | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
  readonly internalNotes?: string | undefined
}

export type AnalyticsView = {
  readonly eventId: string
  readonly views: number
  readonly uniqueViews: number
  readonly anonymousViews: number
  readonly uniqueAnonymousViews: number
  readonly registrations: number
  readonly uniqueRegistrations: number
  readonly engagementRate: number
  readonly platform: {
    readonly eventViews: number
    readonly agendaViews: number
    readonly registrations: number
    readonly registrationFormOpens: number
    readonly registrationFormBounces: number
    readonly withdrawals: number
    readonly checkins: number
    readonly checkouts: number
    readonly referrerSources: {
      readonly org_page: number
      readonly explore: number
      readonly direct: number
      readonly email: number
    }
  }
}

export type AnnouncementView = {
  readonly _id: string
  readonly orgId: string
  readonly eventId: string
  readonly authorId: PublicUser
  readonly authorRole?: string | undefined
  readonly authorRoleDisplayName?: string | undefined
  readonly subject?: string | undefined
  readonly content: string
  readonly links: readonly string[]
  readonly sendAsOrg: boolean
  readonly visibility: 'members_only'
  readonly channels: { readonly inApp: boolean; readonly email: boolean }
  readonly attachments: readonly Attachment[]
  readonly createdAt: string
}

export type AppleAnswer = {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly id_token?: string | undefined
  readonly user?: string | undefined
  readonly error?: string | undefined
}

export type AppleProof = {
  readonly idToken?: string | undefined
  readonly user?: AppleUser | null | undefined
  readonly state?: string | undefined
  readonly school?: string | undefined
}

export type AppleUser = {
  readonly email?: string | null | undefined
  readonly name?: { readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined } | null | undefined
}

export type ApplicationView = {
  readonly _id: string
  readonly org_id: string
  readonly user_id: Summary
  readonly status: 'pending' | 'approved' | 'rejected'
  readonly reason: string
  readonly formResponse?: unknown | undefined
  readonly approvedBy?: string | undefined
  readonly approvedAt?: string | undefined
  readonly createdAt: string
}

export type ApprovalConfig = {
  readonly requiredApprovals?: number | undefined
  readonly allowSelfApproval?: boolean | undefined
  readonly requireAllMembers?: boolean | undefined
}

export type ApprovalConfigInput = {
  readonly requiredApprovals?: number | undefined
  readonly allowSelfApproval?: boolean | undefined
  readonly requireAllMembers?: boolean | undefined
}

export type ApprovalWorkflow = {
  readonly enabled: boolean
  readonly autoApprove: boolean
  readonly requireAllApprovers: boolean
  readonly escalationTimeout: number
}

export type ApprovalsCommentView = {
  readonly _id: string
  readonly userId: string
  readonly text: string
  readonly createdAt: string
  readonly parentCommentId: string | null
}

export type Assignment = {
  readonly role?: string | undefined
  readonly roles?: readonly string[] | undefined
  readonly reason?: string | undefined
  readonly roleTermStart?: string | null | undefined
  readonly roleTermEnd?: string | null | undefined
}

export type AssignmentChange = { readonly status?: JobsStatus | undefined; readonly notes?: string | null | undefined }

export type AssignmentDraft = {
  readonly roleId: string
  readonly memberId: string
  readonly status?: JobsStatus | undefined
  readonly notes?: string | null | undefined
}

export type AssignmentView = {
  readonly _id: string
  readonly eventId: string
  readonly roleId: string
  readonly roleName?: string | undefined
  readonly memberId: string
  readonly member?: PublicUser | undefined
  readonly status: JobsStatus
  readonly notes?: string | undefined
  readonly assignedAt: string
  readonly confirmedAt?: string | undefined
  readonly shiftStart: string
  readonly shiftEnd: string
}

export type Attachment = { readonly filename: string; readonly url: string; readonly size: number }

export type AttendanceAttendeeView = {
  readonly userId: string
  readonly user: PublicUser
  readonly registeredAt: string
  readonly email?: string | undefined
  readonly guestCount?: number | undefined
  readonly checkedIn?: boolean | undefined
  readonly checkedInAt?: string | null | undefined
  readonly checkedInBy?: string | null | undefined
  readonly formResponseId?: string | undefined
  readonly walkIn?: boolean | undefined
}

export type AttendanceGuestView = {
  readonly globalUserId: string
  readonly name: string
  readonly picture?: string | undefined
  readonly isGuest: true
  readonly sourceTenant?: string | undefined
  readonly registeredAt: string
  readonly email?: string | undefined
  readonly guestCount?: number | undefined
  readonly checkedIn?: boolean | undefined
  readonly checkedInAt?: string | null | undefined
  readonly checkedInBy?: string | null | undefined
  readonly formResponseId?: string | undefined
  readonly walkIn?: boolean | undefined
}

export type AttendeeView = { readonly userId: string; readonly user: PublicUser; readonly registeredAt: string }

export type AttendeeVisibility = 'everyone' | 'signed_in' | 'members' | 'organizers'

export type Backup = {
  readonly userId: string
  readonly priority: number
  readonly name?: string | undefined
  readonly isActive: boolean
}

export type BackupInput = {
  readonly userId: string
  readonly priority?: number | undefined
  readonly name?: string | undefined
  readonly isActive?: boolean | undefined
}

export type Begun = {
  readonly authorizationUrl?: string | undefined
  readonly state: string
  readonly nonce: string
  readonly expiresAt: string
}

export type Blackout = { readonly start: string; readonly end: string; readonly reason: string }

export type BlackoutInput = { readonly start: string; readonly end: string; readonly reason?: string | undefined }

export type BookingRules = {
  readonly maxAdvanceBooking: number | null
  readonly minAdvanceBooking: number | null
  readonly maxDuration: number | null
  readonly minDuration: number | null
  readonly allowRecurring: boolean
  readonly maxRecurringInstances: number
}

export type BudgetStatus = 'draft' | 'submitted' | 'in_review' | 'approved' | 'rejected' | 'revision_requested'

export type BudgetTemplate = {
  readonly templateKey: string
  readonly displayName: string
  readonly orgTypeKeys: readonly string[]
  readonly fiscalLabel: string
  readonly workflowPresetKey: string
  readonly lineItemDefinitions: readonly LineDefinition[]
}

export type BudgetTemplateInput = {
  readonly templateKey: string
  readonly displayName: string
  readonly orgTypeKeys?: readonly string[] | undefined
  readonly fiscalLabel?: string | undefined
  readonly workflowPresetKey?: string | undefined
  readonly lineItemDefinitions: readonly LineDefinitionInput[]
}

export type BudgetView = {
  readonly _id: string
  readonly orgId: string
  readonly templateKey: string
  readonly fiscalYear: string
  readonly title: string
  readonly status: BudgetStatus
  readonly lineItems: readonly LineView[]
  readonly totalAmount: number
  readonly workflow: WorkflowView
  readonly createdBy: string
  readonly updatedBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
  readonly revisions: readonly RevisionView[]
  readonly comments: readonly CommentView[]
  readonly auditLog: readonly DeedView[]
}

export type CertificateView = {
  readonly fingerprint: string
  readonly subject: string
  readonly validFrom: string
  readonly validTo: string
  readonly daysLeft: number
}

export type CheckInView = {
  readonly totalCheckedIn: number
  readonly totalRegistrations: number
  readonly checkInRate: number
}

export type CheckView = {
  readonly name: string
  readonly ok: boolean
  readonly message?: string | undefined
  readonly side?: 'identity provider' | 'school' | 'person' | 'platform' | undefined
}

export type CheckedInView = {
  readonly checkedIn: true
  readonly checkedInAt: string
  readonly checkedInBy?: string | undefined
  readonly alreadyCheckedIn: boolean
  readonly walkIn: boolean
  readonly correction?: CorrectionView | undefined
}

export type CheckedOutView = { readonly checkedIn: false; readonly alreadyCheckedOut: boolean }

export type CommentBody = { readonly body?: string | undefined }

export type CommentView = {
  readonly userId: string
  readonly body: string
  readonly createdAt: string
  readonly revision: number | null
}

export type Condition = {
  readonly field: string
  readonly operator: string
  readonly value: string | number | boolean | readonly (string | number | boolean)[]
}

export type ConditionGroup = {
  readonly conditions: readonly Condition[]
  readonly conditionLogicalOperators: readonly ('AND' | 'OR')[]
}

export type ConditionGroupInput = {
  readonly conditions: readonly ConditionInput[]
  readonly conditionLogicalOperators?: readonly ('AND' | 'OR')[] | undefined
}

export type ConditionInput = {
  readonly field: string
  readonly operator: string
  readonly value: string | number | boolean | readonly (string | number | boolean)[]
}

export type ConfigBody = {
  readonly entityId?: string | undefined
  readonly idp?: {
    readonly entityId?: string | undefined
    readonly ssoUrl?: string | undefined
    readonly sloUrl?: string | null | undefined
    readonly x509Cert?: string | readonly string[] | null | undefined
    readonly certificate?: string | readonly string[] | null | undefined
    readonly x509Certificate?: string | readonly string[] | null | undefined
    readonly additionalCerts?: string | readonly string[] | null | undefined
    readonly certificates?: unknown | undefined
    readonly caCert?: string | readonly string[] | null | undefined
  } & Readonly<Record<string, unknown>> | undefined
  readonly certificate?: string | readonly string[] | null | undefined
  readonly x509Certificate?: string | readonly string[] | null | undefined
  readonly attributeMapping?: unknown | undefined
  readonly attributePreset?: 'eduperson' | 'entra' | 'okta' | 'google' | 'adfs' | undefined
  readonly userProvisioning?: {
    readonly autoCreateUsers?: boolean | undefined
    readonly autoUpdateUsers?: boolean | undefined
    readonly defaultRoles?: readonly string[] | undefined
    readonly usernameGeneration?: 'email_prefix' | 'student_id' | 'custom' | undefined
    readonly customUsernameField?: string | null | undefined
  } & Readonly<Record<string, unknown>> | undefined
  readonly isActive?: boolean | undefined
  readonly wantAssertionsSigned?: boolean | undefined
  readonly wantMessageSigned?: boolean | undefined
  readonly wantNameId?: boolean | undefined
  readonly wantAssertionsEncrypted?: boolean | undefined
  readonly signatureAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
  readonly digestAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
  readonly allowIdpInitiated?: boolean | undefined
  readonly settings?: {
    readonly wantAssertionsSigned?: boolean | undefined
    readonly wantMessageSigned?: boolean | undefined
    readonly wantNameId?: boolean | undefined
    readonly wantAssertionsEncrypted?: boolean | undefined
    readonly signatureAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
    readonly digestAlgorithm?: 'sha256' | 'sha384' | 'sha512' | undefined
    readonly allowIdpInitiated?: boolean | undefined
  } & Readonly<Record<string, unknown>> | undefined
  readonly metadataUrl?: string | null | undefined
  readonly school?: string | undefined
  readonly id?: string | undefined
  readonly _id?: string | undefined
  readonly sp?: unknown | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

export type ConfigView = {
  readonly id: string
  readonly school: string
  readonly entityId: string
  readonly idp: {
    readonly entityId: string
    readonly ssoUrl: string
    readonly sloUrl?: string | undefined
    readonly x509Cert: string
    readonly additionalCerts: readonly string[]
    readonly caCert: readonly string[]
    readonly certificates: readonly CertificateView[]
  }
  readonly attributeMapping: Readonly<Record<string, string>>
  readonly userProvisioning: {
    readonly autoCreateUsers: boolean
    readonly autoUpdateUsers: boolean
    readonly defaultRoles: readonly string[]
    readonly usernameGeneration: 'email_prefix' | 'student_id' | 'custom'
    readonly customUsernameField?: string | undefined
  }
  readonly isActive: boolean
  readonly wantAssertionsSigned: boolean
  readonly wantMessageSigned: boolean
  readonly wantNameId: boolean
  readonly wantAssertionsEncrypted: boolean
  readonly signatureAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly digestAlgorithm: 'sha256' | 'sha384' | 'sha512'
  readonly allowIdpInitiated: boolean
  readonly metadataUrl?: string | undefined
  readonly sp: {
    readonly entityId: string
    readonly assertionConsumerService: string
    readonly singleLogoutService: string
    readonly singleLogoutServicePost: string
  }
  readonly createdAt: string
  readonly updatedAt: string
}

export type CorrectionView = { readonly at: string; readonly by: string; readonly reason?: string | undefined }

export type CreationBody = {
  readonly templateKey: string
  readonly fiscalYear?: string | undefined
  readonly title?: string | undefined
}

export type DashboardView = {
  readonly event: ReportedEvent
  readonly analytics: AnalyticsView
  readonly agenda: { readonly isPublished: boolean; readonly items: number } | null
  readonly roles: RolesView
  readonly equipment: readonly string[]
  readonly stats: {
    readonly registrationCount: number
    readonly volunteers: VolunteersView
    readonly operationalStatus: 'upcoming' | 'active' | 'completed'
    readonly checkIn: CheckInView
  }
}

export type DayView = {
  readonly date: string
  readonly events: number
  readonly registrations: number
  readonly views: number
  readonly uniqueViews: number
}

export type DecisionView = {
  readonly userId: string
  readonly decision: 'approved' | 'rejected' | 'changes_requested' | 'acknowledged'
  readonly reason?: string | undefined
  readonly at: string
}

export type DeedView = {
  readonly at: string
  readonly userId: string
  readonly actor: 'org' | 'platform' | 'system'
  readonly action: string
  readonly message?: string | undefined
  readonly fromStatus: BudgetStatus | null
  readonly toStatus: BudgetStatus
  readonly stageKey?: string | undefined
}

export type DefaultEventSettings = {
  readonly rsvpEnabled: boolean
  readonly rsvpRequired: boolean
  readonly maxAttendees: number | null
  readonly approvalRequired: boolean
  readonly visibility: 'public' | 'unlisted' | 'members_only'
}

export type Delivery = {
  readonly status: 'pending' | 'sent' | 'delivered' | 'failed'
  readonly attempts: number
  readonly lastAttempt?: string | undefined
}

export type DeskView = { readonly enabled: boolean; readonly settings: SettingsView }

export type DomainChange = {
  readonly name?: string | undefined
  readonly type?: 'facility' | 'department' | 'organization' | 'service' | undefined
  readonly description?: string | undefined
  readonly domainSettings?: {
    readonly allowedEventTypes?: readonly string[] | undefined
    readonly restrictedEventTypes?: readonly string[] | undefined
    readonly maxCapacity?: number | null | undefined
    readonly operatingHours?: {
      readonly sunday?: OpeningHoursInput | undefined
      readonly monday?: OpeningHoursInput | undefined
      readonly tuesday?: OpeningHoursInput | undefined
      readonly wednesday?: OpeningHoursInput | undefined
      readonly thursday?: OpeningHoursInput | undefined
      readonly friday?: OpeningHoursInput | undefined
      readonly saturday?: OpeningHoursInput | undefined
    } | undefined
    readonly bookingRules?: {
      readonly maxAdvanceBooking?: number | null | undefined
      readonly minAdvanceBooking?: number | null | undefined
      readonly maxDuration?: number | null | undefined
      readonly minDuration?: number | null | undefined
      readonly allowRecurring?: boolean | undefined
      readonly maxRecurringInstances?: number | undefined
    } | undefined
    readonly approvalWorkflow?: {
      readonly enabled?: boolean | undefined
      readonly autoApprove?: boolean | undefined
      readonly requireAllApprovers?: boolean | undefined
      readonly escalationTimeout?: number | undefined
    } | undefined
  } | undefined
  readonly spaceGovernance?: {
    readonly governingScope?: ScopeInput | undefined
    readonly concernScope?: ScopeInput | undefined
    readonly scopeMode?: 'inclusive' | 'exclusive' | undefined
  } | undefined
}

export type DomainDraft = {
  readonly name: string
  readonly type: 'facility' | 'department' | 'organization' | 'service'
  readonly description?: string | undefined
  readonly domainSettings?: {
    readonly allowedEventTypes?: readonly string[] | undefined
    readonly restrictedEventTypes?: readonly string[] | undefined
    readonly maxCapacity?: number | null | undefined
    readonly operatingHours?: {
      readonly sunday?: OpeningHoursInput | undefined
      readonly monday?: OpeningHoursInput | undefined
      readonly tuesday?: OpeningHoursInput | undefined
      readonly wednesday?: OpeningHoursInput | undefined
      readonly thursday?: OpeningHoursInput | undefined
      readonly friday?: OpeningHoursInput | undefined
      readonly saturday?: OpeningHoursInput | undefined
    } | undefined
    readonly bookingRules?: {
      readonly maxAdvanceBooking?: number | null | undefined
      readonly minAdvanceBooking?: number | null | undefined
      readonly maxDuration?: number | null | undefined
      readonly minDuration?: number | null | undefined
      readonly allowRecurring?: boolean | undefined
      readonly maxRecurringInstances?: number | undefined
    } | undefined
    readonly approvalWorkflow?: {
      readonly enabled?: boolean | undefined
      readonly autoApprove?: boolean | undefined
      readonly requireAllApprovers?: boolean | undefined
      readonly escalationTimeout?: number | undefined
    } | undefined
  } | undefined
  readonly spaceGovernance?: {
    readonly governingScope?: ScopeInput | undefined
    readonly concernScope?: ScopeInput | undefined
    readonly scopeMode?: 'inclusive' | 'exclusive' | undefined
  } | undefined
}

export type DomainEvent = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly start_time: string
  readonly end_time: string
  readonly location?: string | undefined
  readonly classroom_id: string | null
  readonly visibility: string
  readonly expectedAttendance: number
  readonly hostingType: string
  readonly hostingId: string
  readonly hostName: string
  readonly stepId: string | null
  readonly pendingStepRoleId: string
  readonly pendingStepRoleName: string
  readonly stage: number
  readonly kind: 'approver' | 'acknowledger' | 'notifiee'
  readonly since: string
  readonly dueAt: string
  readonly stuck: boolean
  readonly scopeMatchReason: 'governing_scope' | 'concern_scope' | 'role'
  readonly reservationConflictSummary: { readonly hasConflict: boolean; readonly reason?: string | undefined }
  readonly spaceContext: { readonly resourceId: string; readonly location?: string | undefined } | null
  readonly crossDomainImpacts: readonly { readonly domainId: string; readonly name: string }[]
}

export type DomainSettings = {
  readonly allowedEventTypes: readonly string[]
  readonly restrictedEventTypes: readonly string[]
  readonly maxCapacity: number | null
  readonly operatingHours: {
    readonly sunday?: OpeningHours | undefined
    readonly monday?: OpeningHours | undefined
    readonly tuesday?: OpeningHours | undefined
    readonly wednesday?: OpeningHours | undefined
    readonly thursday?: OpeningHours | undefined
    readonly friday?: OpeningHours | undefined
    readonly saturday?: OpeningHours | undefined
  }
  readonly bookingRules: BookingRules
  readonly approvalWorkflow: ApprovalWorkflow
}

export type DomainView = {
  readonly _id: string
  readonly name: string
  readonly type: 'facility' | 'department' | 'organization' | 'service'
  readonly description: string
  readonly domainSettings: DomainSettings
  readonly spaceGovernance: SpaceGovernance
  readonly createdAt: string
  readonly updatedAt: string
}

export type DoorPerson = {
  readonly personId: string
  readonly userId?: string | undefined
  readonly globalUserId?: string | undefined
  readonly user?: PublicUser | undefined
  readonly name: string
  readonly picture?: string | undefined
  readonly sourceTenant?: string | undefined
  readonly email?: string | undefined
  readonly status: 'attending' | 'waitlisted'
  readonly guestCount: number
  readonly registeredAt: string
  readonly walkIn: boolean
  readonly checkedIn: boolean
  readonly checkedInAt: string | null
  readonly checkedInBy: string | null
  readonly correction: CorrectionView | null
}

export type DoorView = {
  readonly _id: string
  readonly name: string
  readonly createdBy: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly revokedAt?: string | undefined
}

export type DraftFacts = {
  readonly name?: string | number | boolean | readonly string[] | null | undefined
  readonly title?: string | number | boolean | readonly string[] | null | undefined
  readonly description?: string | number | boolean | readonly string[] | null | undefined
  readonly type?: string | number | boolean | readonly string[] | null | undefined
  readonly category?: string | number | boolean | readonly string[] | null | undefined
  readonly eventType?: string | number | boolean | readonly string[] | null | undefined
  readonly location?: string | number | boolean | readonly string[] | null | undefined
  readonly classroom_id?: string | number | boolean | readonly string[] | null | undefined
  readonly roomId?: string | number | boolean | readonly string[] | null | undefined
  readonly resourceId?: string | number | boolean | readonly string[] | null | undefined
  readonly start_time?: string | number | boolean | readonly string[] | null | undefined
  readonly startTime?: string | number | boolean | readonly string[] | null | undefined
  readonly end_time?: string | number | boolean | readonly string[] | null | undefined
  readonly endTime?: string | number | boolean | readonly string[] | null | undefined
  readonly timezone?: string | number | boolean | readonly string[] | null | undefined
  readonly visibility?: string | number | boolean | readonly string[] | null | undefined
  readonly expectedAttendance?: string | number | boolean | readonly string[] | null | undefined
  readonly maxAttendees?: string | number | boolean | readonly string[] | null | undefined
  readonly capacity?: string | number | boolean | readonly string[] | null | undefined
  readonly contact?: string | number | boolean | readonly string[] | null | undefined
  readonly externalLink?: string | number | boolean | readonly string[] | null | undefined
  readonly tags?: string | number | boolean | readonly string[] | null | undefined
  readonly event_tags?: string | number | boolean | readonly string[] | null | undefined
  readonly targetAudience?: string | number | boolean | readonly string[] | null | undefined
  readonly hostingId?: string | number | boolean | readonly string[] | null | undefined
  readonly hostingType?: string | number | boolean | readonly string[] | null | undefined
  readonly requiresApproval?: string | number | boolean | readonly string[] | null | undefined
  readonly registrationEnabled?: string | number | boolean | readonly string[] | null | undefined
  readonly registrationRequired?: string | number | boolean | readonly string[] | null | undefined
  readonly autoBook?: string | number | boolean | readonly string[] | null | undefined
  readonly customFields?: Readonly<Record<string, unknown>> | undefined
}

export type EditBody = {
  readonly lineItems?: readonly ({
    readonly key: string
    readonly amount?: number | null | undefined
    readonly numberValue?: number | null | undefined
    readonly textValue?: string | null | undefined
    readonly note?: string | undefined
    readonly label?: string | undefined
    readonly kind?: LineKind | undefined
  })[] | undefined
  readonly title?: string | undefined
  readonly version?: number | undefined
}

export type ElementView = {
  readonly _id: string
  readonly role: string
  readonly roleName: string
  readonly kind: StepKind
  readonly stage: number
  readonly status: 'pending' | 'approved' | 'rejected' | 'acknowledged' | 'notified' | 'skipped'
  readonly required: number
  readonly approvals: number
  readonly checkItems: readonly string[]
  readonly questions: readonly {
    readonly _id: string
    readonly type: string
    readonly question: string
    readonly required: boolean
    readonly options: readonly string[]
  }[]
  readonly deciders: readonly string[]
  readonly escalated: boolean
  readonly dueAt?: string | undefined
  readonly approvedByUserId?: string | undefined
  readonly approvedAt?: string | undefined
}

export type EscalationRules = {
  readonly timeout?: number | undefined
  readonly autoEscalate?: boolean | undefined
  readonly escalateTo?: string | null | undefined
  readonly escalateToUser?: string | null | undefined
}

export type EscalationRulesInput = {
  readonly timeout?: number | undefined
  readonly autoEscalate?: boolean | undefined
  readonly escalateTo?: string | null | undefined
  readonly escalateToUser?: string | null | undefined
}

export type EventChange = {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly type?: string | undefined
  readonly start_time?: string | undefined
  readonly end_time?: string | undefined
  readonly timezone?: string | undefined
  readonly location?: string | null | undefined
  readonly classroom_id?: string | null | undefined
  readonly visibility?: 'public' | 'unlisted' | 'members_only' | 'campus' | 'private' | undefined
  readonly attendeeVisibility?: AttendeeVisibility | undefined
  readonly contact?: string | null | undefined
  readonly externalLink?: string | null | undefined
  readonly image?: string | null | undefined
  readonly registrationDeadline?: string | '' | null | undefined
  readonly registrationFormId?: string | null | undefined
  readonly feedbackFormId?: string | null | undefined
  readonly autoBook?: boolean | string | undefined
  readonly expectedAttendance?: number | string | undefined
  readonly tags?: readonly string[] | string | undefined
  readonly targetAudience?: readonly string[] | string | undefined
  readonly customFields?: Readonly<Record<string, unknown>> | string | undefined
  readonly registrationEnabled?: boolean | string | undefined
  readonly registrationRequired?: boolean | string | undefined
  readonly maxAttendees?: number | null | string | undefined
  readonly waitlistEnabled?: boolean | string | undefined
  readonly requiresApproval?: boolean | string | undefined
  readonly notificationSettings?: {
    readonly reminders?: readonly number[] | undefined
    readonly channels?: readonly ('email' | 'push' | 'in_app')[] | undefined
  } | null | string | undefined
  readonly recurrence?: {
    readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
    readonly interval?: number | undefined
    readonly count?: number | undefined
    readonly until?: string | undefined
  } | null | string | undefined
  readonly duration?: number | string | undefined
  readonly checkInEnabled?: boolean | string | undefined
  readonly checkInSettings?: WantedSettings | null | string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  readonly title?: string | undefined
  readonly category?: string | undefined
  readonly event_tags?: readonly string[] | string | undefined
  readonly capacity?: number | null | string | undefined
  readonly roomId?: string | null | undefined
  readonly resourceId?: string | null | undefined
  readonly rsvpEnabled?: boolean | string | undefined
  readonly rsvpRequired?: boolean | string | undefined
  readonly rsvpDeadline?: string | '' | null | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly _id?: never | undefined
  readonly status?: never | undefined
  readonly attendees?: never | undefined
  readonly globalAttendees?: never | undefined
  readonly registrationCount?: never | undefined
  readonly seatsTaken?: never | undefined
  readonly waitlistCount?: never | undefined
  readonly checkedInCount?: never | undefined
  readonly correctedCount?: never | undefined
  readonly registeredInCount?: never | undefined
  readonly checkInToken?: never | undefined
  readonly approvalReference?: never | undefined
  readonly isDeleted?: never | undefined
  readonly deletedAt?: never | undefined
  readonly createdBy?: never | undefined
  readonly createdAt?: never | undefined
  readonly updatedAt?: never | undefined
  readonly collaboratorOrgs?: never | undefined
  readonly reservation?: never | undefined
  readonly seriesId?: never | undefined
  readonly occurrenceIndex?: never | undefined
  readonly submission?: never | undefined
  readonly version?: never | undefined
  readonly hostingId?: never | undefined
  readonly hostingType?: never | undefined
  readonly organizationId?: never | undefined
  readonly collaboratorOrgIds?: never | undefined
  readonly scope?: PlanningScope | undefined
}

export type EventChannel = 'in_app' | 'email' | 'push' | 'organization'

export type EventPageView = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly hostingType: 'User' | 'Org'
  readonly host: { readonly name: string; readonly image?: string | undefined }
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly location?: string | undefined
  readonly classroom_id: string | null
  readonly image?: string | undefined
  readonly visibility: string
  readonly attendeeVisibility: AttendeeVisibility
  readonly expectedAttendance: number
  readonly tags: readonly string[]
  readonly registrationEnabled: boolean
  readonly registrationRequired: boolean
  readonly registrationDeadline: string | null
  readonly registrationFormId: string | null
  readonly maxAttendees: number | null
  readonly waitlistEnabled: boolean
  readonly status: string
  readonly seriesId?: string | undefined
  readonly createdBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly attendees: readonly AttendeeView[]
  readonly globalAttendees: readonly GuestView[]
  readonly attendeesTruncated: boolean
  readonly registrationCount: number
  readonly seatsTaken: number
  readonly waitlistCount: number
  readonly hostingId: {
    readonly _id: string
    readonly name: string
    readonly org_name?: string | undefined
    readonly org_profile_image?: string | undefined
    readonly username?: string | undefined
    readonly picture?: string | undefined
  }
  readonly collaboratorOrgs: readonly ({
    readonly orgId: {
      readonly _id: string
      readonly name: string
      readonly org_name?: string | undefined
      readonly org_profile_image?: string | undefined
      readonly username?: string | undefined
      readonly picture?: string | undefined
    }
    readonly status: 'active'
  })[]
  readonly description?: string | undefined
  readonly contact?: string | undefined
  readonly externalLink?: string | undefined
  readonly targetAudience: readonly string[]
  readonly customFields: Readonly<Record<string, unknown>>
  readonly recurrence?: unknown | undefined
  readonly occurrenceIndex?: number | undefined
  readonly feedbackFormId: string | null
  readonly registrationForm: FormView | null
  readonly eventAgenda: PublicAgenda | null
  readonly checkInEnabled: boolean
  readonly currentUserCheckedIn: boolean
  readonly canManageEvent: boolean
  readonly manageableOrgId: string | null
  readonly manageableOrgName: string | null
  readonly requiresApproval?: boolean | undefined
  readonly autoBook?: boolean | undefined
  readonly reservation?: unknown | undefined
  readonly notificationSettings?: unknown | undefined
  readonly checkedInCount?: number | undefined
  readonly checkInSettings?: SettingsView | undefined
  readonly approvalReference?: InstanceView | null | undefined
}

export type EventStatus = 'draft' | 'pending' | 'approved' | 'not-applicable' | 'rejected' | 'cancelled' | 'completed' | 'archived'

export type EventSystemSettings = {
  readonly systemSettings: { readonly defaultEventSettings: DefaultEventSettings }
  readonly notificationSettings: NotificationSettings
  readonly systemRestrictions: SystemRestrictions
  readonly formConfig: FormConfig
  readonly pageSettings: PageSettings
  readonly version: number
}

export type EventTwice = { readonly event: PlannedEvent; readonly data: { readonly event: PlannedEvent } }

export type EventView = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly hostingType: 'User' | 'Org'
  readonly host: { readonly name: string; readonly image?: string | undefined }
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly location?: string | undefined
  readonly classroom_id: string | null
  readonly image?: string | undefined
  readonly visibility: string
  readonly attendeeVisibility: AttendeeVisibility
  readonly expectedAttendance: number
  readonly tags: readonly string[]
  readonly registrationEnabled: boolean
  readonly registrationRequired: boolean
  readonly registrationDeadline: string | null
  readonly registrationFormId: string | null
  readonly maxAttendees: number | null
  readonly waitlistEnabled: boolean
  readonly status: string
  readonly seriesId?: string | undefined
  readonly createdBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly attendees: readonly AttendeeView[]
  readonly globalAttendees: readonly GuestView[]
  readonly attendeesTruncated: boolean
  readonly registrationCount: number
  readonly seatsTaken: number
  readonly waitlistCount: number
  readonly hostingId: string
}

export type Export = {
  readonly kind: ExportKind
  readonly format: ExportFormatName
  readonly status: 'running' | 'done' | 'failed' | 'removed'
  readonly startedAt: string
  readonly updatedAt: string
  readonly finishedAt?: string | undefined
  readonly items: number
  readonly bytes: number
  readonly file?: { readonly name: string; readonly address: string; readonly expiresAt: string } | undefined
}

export type ExportFormat = 'csv' | 'json'

export type ExportFormatName = 'csv' | 'json' | 'jsonl'

export type ExportKind = 'organizations' | 'school'

export type FeatureLevel = 'all' | 'verified_only' | 'approved_only'

export type FieldDefinition = {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'date'
  readonly label?: string | undefined
  readonly description?: string | undefined
  readonly inputType?: string | undefined
}

export type FieldDefinitionInput = {
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'date'
  readonly label?: string | undefined
  readonly description?: string | undefined
  readonly inputType?: string | undefined
}

export type FinanceBody = {
  readonly budgetTemplates?: readonly BudgetTemplateInput[] | undefined
  readonly workflowPresets?: readonly WorkflowPresetInput[] | undefined
  readonly version?: number | undefined
}

export type FinanceBudget = {
  readonly _id: string
  readonly orgId: string
  readonly templateKey: string
  readonly fiscalYear: string
  readonly title: string
  readonly status: BudgetStatus
  readonly lineItems: readonly LineView[]
  readonly totalAmount: number
  readonly workflow: WorkflowView
  readonly createdBy: string
  readonly updatedBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
  readonly org: {
    readonly _id: string
    readonly org_name: string
    readonly org_profile_image: string
    readonly orgTypeKey: string
  }
}

export type FinanceView = {
  readonly budgetTemplates: readonly BudgetTemplate[]
  readonly workflowPresets: readonly WorkflowPreset[]
  readonly version: number
}

export type Flag = boolean | 'true' | 'false'

export type FlowChange = {
  readonly steps?: readonly StepDraft[] | undefined
  readonly fieldDefinitions?: readonly FieldDefinitionInput[] | undefined
  readonly allowedOperators?: readonly ({ readonly type: 'string' | 'number' | 'boolean' | 'date'; readonly operators: readonly string[] })[] | undefined
  readonly defaultSettings?: {
    readonly escalationTimeout?: number | undefined
    readonly requireAllMembers?: boolean | undefined
    readonly maxApprovers?: null | undefined
    readonly requireAnyMember?: true | undefined
  } | undefined
  readonly version?: number | undefined
  readonly _id?: string | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

export type FlowView = {
  readonly _id: string
  readonly steps: readonly Step[]
  readonly fieldDefinitions: readonly FieldDefinition[]
  readonly allowedOperators: readonly ({ readonly type: 'string' | 'number' | 'boolean' | 'date'; readonly operators: readonly string[] })[]
  readonly defaultSettings: { readonly escalationTimeout: number; readonly requireAllMembers: boolean }
  readonly version: number
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

export type FollowerView = {
  readonly _id: string
  readonly org_id: string
  readonly user_id: Summary
  readonly createdAt: string
}

export type FormChange = {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly questions?: readonly ({
    readonly _id?: string | undefined
    readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
    readonly question: string
    readonly required?: boolean | undefined
    readonly options?: readonly string[] | undefined
  })[] | undefined
  readonly allowAnonymous?: boolean | undefined
  readonly collectGuestDetails?: boolean | undefined
  readonly allowMultipleResponses?: boolean | undefined
  readonly acceptingResponses?: boolean | undefined
  readonly headerColor?: string | null | undefined
}

export type FormConfig = {
  readonly fields: readonly FormField[]
  readonly steps: readonly { readonly id: string; readonly title: string }[]
  readonly allowIndividualUserHosting: boolean
}

export type FormDraft = {
  readonly title: string
  readonly description?: string | undefined
  readonly questions: readonly ({
    readonly _id?: string | undefined
    readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
    readonly question: string
    readonly required?: boolean | undefined
    readonly options?: readonly string[] | undefined
  })[]
  readonly allowAnonymous?: boolean | undefined
  readonly collectGuestDetails?: boolean | undefined
  readonly allowMultipleResponses?: boolean | undefined
  readonly acceptingResponses?: boolean | undefined
  readonly headerColor?: string | null | undefined
}

export type FormField = {
  readonly name: string
  readonly label: string
  readonly type: 'string' | 'number' | 'boolean' | 'date'
  readonly required: boolean
  readonly options: readonly string[]
  readonly step?: string | undefined
}

export type FormFieldInput = {
  readonly name: string
  readonly label: string
  readonly type: 'string' | 'number' | 'boolean' | 'date'
  readonly required?: boolean | undefined
  readonly options?: readonly string[] | undefined
  readonly step?: string | undefined
}

export type FormSnapshot = {
  readonly _id: string
  readonly title: string
  readonly description: string
  readonly questions: readonly Question[]
}

export type FormView = {
  readonly _id: string
  readonly title: string
  readonly description: string
  readonly questions: readonly Question[]
  readonly allowAnonymous: boolean
  readonly collectGuestDetails: boolean
  readonly allowMultipleResponses: boolean
  readonly acceptingResponses: boolean
  readonly headerColor: string | null
  readonly requireAuth: boolean
  readonly createdBy: string
  readonly createdType: 'User' | 'Org'
  readonly formOwner: string
  readonly formOwnerType: 'User' | 'Org'
  readonly removedQuestions: readonly Question[]
  readonly createdAt: string
  readonly updatedAt: string
}

export type GoogleProof = {
  readonly code?: string | undefined
  readonly idToken?: string | undefined
  readonly codeVerifier?: string | undefined
  readonly url?: string | undefined
  readonly state?: string | undefined
  readonly isRegister?: boolean | undefined
  readonly school?: string | undefined
}

export type GoogleStart = { readonly url?: string | undefined; readonly school?: string | undefined }

export type GrowthView = {
  readonly registrations: Readonly<Record<string, number>>
  readonly eventCreated: string
  readonly eventStart: string
  readonly expectedAttendance: number
}

export type GuestView = {
  readonly globalUserId: string
  readonly name: string
  readonly picture?: string | undefined
  readonly isGuest: true
  readonly sourceTenant?: string | undefined
  readonly registeredAt: string
}

export type Health = {
  readonly ok: boolean
  readonly latencyMs: number
  readonly problem?: 'missing' | 'differs' | undefined
}

export type HistoryView = {
  readonly membershipHistory: readonly ({
    readonly at: string
    readonly action: string
    readonly fromStatus?: string | undefined
    readonly toStatus?: string | undefined
    readonly role: string
    readonly actorUserId: string
    readonly reason?: string | undefined
  })[]
  readonly roleHistory: readonly ({
    readonly role: string
    readonly assignedBy: string
    readonly assignedAt: string
    readonly reason?: string | undefined
  })[]
  readonly roleTermStart?: string | undefined
  readonly roleTermEnd?: string | undefined
  readonly removedAudits: readonly ({
    readonly at: string
    readonly action: string
    readonly fromStatus?: string | undefined
    readonly toStatus?: string | undefined
    readonly role: string
    readonly actorUserId: string
    readonly reason?: string | undefined
  })[]
}

export type InstanceView = {
  readonly _id: string
  readonly eventId: string
  readonly submission: number
  readonly status: 'pending' | 'approved' | 'rejected' | 'cancelled'
  readonly currentStepIndex: number
  readonly approvals: readonly ElementView[]
  readonly flowVersion: number
  readonly submittedAt: string
  readonly decidedAt?: string | undefined
}

export type Integer64 = number

export type InviteOutcome = {
  readonly email: string
  readonly status: 'sent' | 'skipped' | 'failed'
  readonly inviteId?: string | undefined
  readonly message?: string | undefined
}

export type InviteRequest = {
  readonly email?: string | undefined
  readonly role?: string | undefined
  readonly roles?: readonly string[] | undefined
}

export type InviteToken = { readonly token?: string | undefined }

export type InviteView = {
  readonly _id: string
  readonly org_id: string
  readonly email: string
  readonly role: string
  readonly roles: readonly string[]
  readonly status: 'pending' | 'accepted' | 'declined' | 'expired' | 'revoked'
  readonly invited_by: { readonly name: string; readonly username: string; readonly _id: string }
  readonly user_id: PublicUser | null
  readonly created_at: string
  readonly expires_at: string
}

export type ItemChange = {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly location?: string | null | undefined
  readonly startTime?: string | null | undefined
  readonly endTime?: string | null | undefined
  readonly type?: ItemType | undefined
  readonly customTag?: string | null | undefined
  readonly customColor?: string | null | undefined
  readonly assignedRoles?: readonly string[] | undefined
  readonly isPublic?: boolean | undefined
  readonly order?: number | undefined
}

export type ItemDraft = {
  readonly id?: string | null | undefined
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly location?: string | null | undefined
  readonly startTime?: string | null | undefined
  readonly endTime?: string | null | undefined
  readonly type?: ItemType | undefined
  readonly customTag?: string | null | undefined
  readonly customColor?: string | null | undefined
  readonly assignedRoles?: readonly string[] | undefined
  readonly isPublic?: boolean | undefined
  readonly order?: number | undefined
}

export type ItemType = 'Activity' | 'Break' | 'Setup' | 'Breakdown' | 'Transition' | 'Speaker' | 'Custom'

export type ItemView = {
  readonly id: string
  readonly title: string
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly startTime: string
  readonly endTime: string
  readonly type: ItemType
  readonly customTag?: string | undefined
  readonly customColor?: string | undefined
  readonly assignedRoles: readonly string[]
  readonly isPublic: boolean
  readonly order: number
}

export type JobChange = {
  readonly filledCount?: never | undefined
  readonly assignments?: never | undefined
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly requiredCount?: number | undefined
  readonly shiftStart?: string | null | undefined
  readonly shiftEnd?: string | null | undefined
  readonly agendaItemIds?: readonly string[] | undefined
  readonly openToAll?: boolean | undefined
}

export type JobDraft = {
  readonly orgRoleId?: string | undefined
  readonly filledCount?: never | undefined
  readonly assignments?: never | undefined
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly requiredCount?: number | undefined
  readonly shiftStart?: string | null | undefined
  readonly shiftEnd?: string | null | undefined
  readonly agendaItemIds?: readonly string[] | undefined
  readonly openToAll?: boolean | undefined
}

export type JobView = {
  readonly _id: string
  readonly eventId: string
  readonly orgId: string
  readonly orgRoleId?: string | undefined
  readonly name: string
  readonly description?: string | undefined
  readonly requiredCount: number
  readonly filledCount: number
  readonly shiftStart?: string | undefined
  readonly shiftEnd?: string | undefined
  readonly agendaItemIds: readonly string[]
  readonly openToAll: boolean
  readonly createdAt: string
}

export type JobWithPeople = {
  readonly _id: string
  readonly eventId: string
  readonly orgId: string
  readonly orgRoleId?: string | undefined
  readonly name: string
  readonly description?: string | undefined
  readonly requiredCount: number
  readonly filledCount: number
  readonly shiftStart?: string | undefined
  readonly shiftEnd?: string | undefined
  readonly agendaItemIds: readonly string[]
  readonly openToAll: boolean
  readonly createdAt: string
  readonly assignments: readonly AssignmentView[]
}

export type JobsStatus = 'assigned' | 'confirmed' | 'declined'

export type LifecycleChange = { readonly lifecycleStatus: LifecycleStatus }

export type LifecycleMove = {
  readonly from: LifecycleStatus
  readonly to: LifecycleStatus
  readonly actors: readonly ('officer' | 'admin')[]
}

export type LifecycleStatus = 'active' | 'sunset' | 'inactive'

export type LineDefinition = {
  readonly key: string
  readonly label: string
  readonly required: boolean
  readonly kind: LineKind
  readonly helpText: string
}

export type LineDefinitionInput = {
  readonly key: string
  readonly label: string
  readonly required?: boolean | undefined
  readonly kind?: LineKind | undefined
  readonly helpText?: string | undefined
}

export type LineKind = 'currency' | 'number' | 'text'

export type LineView = {
  readonly key: string
  readonly label: string
  readonly kind: LineKind
  readonly amount: number | null
  readonly numberValue: number | null
  readonly textValue: string
  readonly note: string
}

export type LinkProof = {
  readonly state: string
  readonly code?: string | undefined
  readonly idToken?: string | undefined
}

export type LinkStart = {
  readonly provider: 'google' | 'apple'
  readonly url?: string | undefined
  readonly path?: string | undefined
}

export type ListedBudget = {
  readonly _id: string
  readonly orgId: string
  readonly templateKey: string
  readonly fiscalYear: string
  readonly title: string
  readonly status: BudgetStatus
  readonly lineItems: readonly LineView[]
  readonly totalAmount: number
  readonly workflow: WorkflowView
  readonly createdBy: string
  readonly updatedBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
  readonly comments: readonly CommentView[]
  readonly auditLog: readonly DeedView[]
}

export type ListedEvent = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly hostingId: string
  readonly hostingType: 'User' | 'Org'
  readonly host: { readonly name: string; readonly image?: string | undefined }
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly location?: string | undefined
  readonly classroom_id: string | null
  readonly visibility: 'public' | 'unlisted' | 'members_only'
  readonly expectedAttendance: number
  readonly image?: string | undefined
  readonly tags: readonly string[]
  readonly registrationEnabled: boolean
  readonly registrationRequired: boolean
  readonly registrationDeadline: string | null
  readonly registrationFormId: string | null
  readonly maxAttendees: number | null
  readonly waitlistEnabled: boolean
  readonly attendeeVisibility: AttendeeVisibility
  readonly registrationCount: number
  readonly seatsTaken: number
  readonly waitlistCount: number
  readonly checkedInCount: number
  readonly status: string
  readonly operationalStatus: 'upcoming' | 'active' | 'completed'
  readonly submission: number
  readonly collaboratorOrgs: readonly { readonly orgId: string; readonly status: 'active' }[]
  readonly seriesId?: string | undefined
  readonly createdBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
  readonly collaborationRole: 'hosting' | 'collaborating'
}

export type MailDomain = {
  readonly domain: string
  readonly status: 'verified' | 'pending'
  readonly record?: { readonly type: 'TXT'; readonly name: string; readonly value: string } | undefined
  readonly expiresAt?: string | undefined
}

export type ManagedTenant = {
  readonly tenantKey: string
  readonly name: string
  readonly subdomain: string
  readonly location: string
  readonly status: Status
  readonly statusMessage: string
  readonly tenantType: string
  readonly timezone: string
  readonly emailDomains: readonly string[]
  readonly subdomainUrl: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type ManagementPagination = {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly totalPages: number
  readonly totalIsLowerBound: boolean
  readonly nextCursor?: string | undefined
}

export type MemberView = {
  readonly _id: string
  readonly org_id: string
  readonly user_id: Summary
  readonly role: string
  readonly roles: readonly string[]
  readonly status: 'active' | 'inactive' | 'pending' | 'suspended'
  readonly joinedAt: string
  readonly assignedBy?: {
    readonly _id: string
    readonly username?: string | undefined
    readonly name?: string | undefined
  } | undefined
  readonly assignedAt?: string | undefined
  readonly roleTermStart?: string | undefined
  readonly roleTermEnd?: string | undefined
}

export type MessageSettingsChange = {
  readonly enabled?: boolean | undefined
  readonly visibility?: 'members_only' | 'members_and_followers' | 'public' | undefined
  readonly postingPermissions?: readonly string[] | undefined
  readonly allowReplies?: boolean | undefined
  readonly allowLikes?: boolean | undefined
  readonly characterLimit?: number | undefined
}

export type MessageView = {
  readonly _id: string
  readonly orgId: string
  readonly authorId: PublicUser
  readonly authorRole?: string | undefined
  readonly authorRoleDisplayName?: string | undefined
  readonly content: string
  readonly visibility: MessagesVisibility
  readonly mentionedEvents: readonly ({
    readonly _id: string
    readonly name: string
    readonly start_time?: string | undefined
    readonly location?: string | undefined
    readonly image?: string | undefined
    readonly previewImage?: string | undefined
    readonly type?: string | undefined
  })[]
  readonly links: readonly string[]
  readonly sendAsOrg: boolean
  readonly likes: readonly string[]
  readonly likedByMe: boolean
  readonly likeCount: number
  readonly replyCount: number
  readonly parentMessageId: string | null
  readonly isDeleted: false
  readonly createdAt: string
  readonly updatedAt: string
  readonly editedAt?: string | undefined
}

export type MessagesVisibility = 'members_only' | 'members_and_followers' | 'public'

export type MyAssignment = {
  readonly _id: string
  readonly eventId: string
  readonly roleId: string
  readonly roleName?: string | undefined
  readonly memberId: string
  readonly member?: PublicUser | undefined
  readonly status: JobsStatus
  readonly notes?: string | undefined
  readonly assignedAt: string
  readonly confirmedAt?: string | undefined
  readonly shiftStart: string
  readonly shiftEnd: string
  readonly event?: {
    readonly _id: string
    readonly name: string
    readonly start_time: string
    readonly end_time: string
    readonly location?: string | undefined
  } | undefined
}

export type MyData = {
  readonly exportedAt: string
  readonly person: Readonly<Record<string, Section>>
  readonly schools: readonly ({
    readonly school: string
    readonly status: 'active' | 'invited' | 'left'
    readonly data: Readonly<Record<string, Section>>
  })[]
  readonly platform: Readonly<Record<string, Section>>
  readonly withheld: readonly { readonly name: string; readonly holds: string; readonly why: string }[]
}

export type NameQuestion = { readonly orgName?: string | undefined }

export type NewAnnouncement = {
  readonly content?: string | undefined
  readonly subject?: string | undefined
  readonly sendAsOrg?: boolean | 'true' | 'false' | undefined
  readonly excludeUserIds?: readonly string[] | string | undefined
  readonly excludeEmails?: readonly string[] | string | undefined
  readonly additionalEmails?: readonly string[] | string | undefined
  readonly channels?: { readonly inApp?: boolean | undefined; readonly email?: boolean | undefined } | string | undefined
  readonly uploads?: readonly ({ readonly uploadId: string; readonly filename?: string | undefined })[] | string | undefined
}

export type NewBatch = {
  readonly recipients: readonly string[]
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'event_cancelled' | 'event_updated' | 'event_feedback' | 'event_registered' | 'event_waitlisted' | 'waitlist_promoted' | 'registration_withdrawn' | 'event_series_failed' | 'event_collaboration_invite' | 'event_collaboration_accepted_host' | 'event_changes_requested' | 'approval_stuck' | 'approval_expired' | 'org_event_announcement' | 'job_withdrawn' | 'job_assigned' | 'org_message_new' | 'org_message_reply' | 'org_message_event_mention' | 'org_pending_approval' | 'org_approved' | 'verification_submitted' | 'verification_escalated' | 'verification_reviewed' | 'budget_stage_waiting' | 'budget_approved' | 'budget_rejected' | 'budget_revision_requested' | 'org_member_added' | 'org_invite' | 'org_roles_changed' | 'org_member_removed' | 'org_ownership_given' | 'org_ownership_taken' | 'org_term_ending' | 'org_term_ending_of' | 'org_term_ended' | 'org_term_ended_of' | 'org_member_applied' | 'org_application_approved' | 'org_application_rejected' | 'system' | 'custom'
    readonly variables?: Readonly<Record<string, string>> | undefined
  } | undefined
  readonly category?: string | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
  readonly actions?: readonly ({
    readonly id: string
    readonly label: string
    readonly type: 'link' | 'form' | 'api_call'
    readonly url?: string | undefined
    readonly operation?: string | undefined
    readonly payload?: Readonly<Record<string, string>> | undefined
    readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
    readonly order?: number | undefined
    readonly icon?: string | undefined
  })[] | undefined
  readonly metadata?: Readonly<Record<string, string | boolean | null | number | Readonly<Record<string, string | boolean | null | number>>>> | undefined
  readonly type?: NotificationType | undefined
}

export type NewEntry = {
  readonly userId: string
  readonly guestCount?: number | undefined
  readonly formAnswers?: readonly (string | readonly string[] | null)[] | undefined
}

export type NewEvent = {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly type?: string | undefined
  readonly start_time?: string | undefined
  readonly end_time?: string | undefined
  readonly timezone?: string | undefined
  readonly location?: string | null | undefined
  readonly classroom_id?: string | null | undefined
  readonly visibility?: 'public' | 'unlisted' | 'members_only' | 'campus' | 'private' | undefined
  readonly attendeeVisibility?: AttendeeVisibility | undefined
  readonly contact?: string | null | undefined
  readonly externalLink?: string | null | undefined
  readonly image?: string | null | undefined
  readonly registrationDeadline?: string | '' | null | undefined
  readonly registrationFormId?: string | null | undefined
  readonly feedbackFormId?: string | null | undefined
  readonly autoBook?: boolean | string | undefined
  readonly expectedAttendance?: number | string | undefined
  readonly tags?: readonly string[] | string | undefined
  readonly targetAudience?: readonly string[] | string | undefined
  readonly customFields?: Readonly<Record<string, unknown>> | string | undefined
  readonly registrationEnabled?: boolean | string | undefined
  readonly registrationRequired?: boolean | string | undefined
  readonly maxAttendees?: number | null | string | undefined
  readonly waitlistEnabled?: boolean | string | undefined
  readonly requiresApproval?: boolean | string | undefined
  readonly notificationSettings?: {
    readonly reminders?: readonly number[] | undefined
    readonly channels?: readonly ('email' | 'push' | 'in_app')[] | undefined
  } | null | string | undefined
  readonly recurrence?: {
    readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
    readonly interval?: number | undefined
    readonly count?: number | undefined
    readonly until?: string | undefined
  } | null | string | undefined
  readonly duration?: number | string | undefined
  readonly checkInEnabled?: boolean | string | undefined
  readonly checkInSettings?: WantedSettings | null | string | undefined
  readonly date?: string | undefined
  readonly time?: string | undefined
  readonly title?: string | undefined
  readonly category?: string | undefined
  readonly event_tags?: readonly string[] | string | undefined
  readonly capacity?: number | null | string | undefined
  readonly roomId?: string | null | undefined
  readonly resourceId?: string | null | undefined
  readonly rsvpEnabled?: boolean | string | undefined
  readonly rsvpRequired?: boolean | string | undefined
  readonly rsvpDeadline?: string | '' | null | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
  readonly _id?: never | undefined
  readonly status?: never | undefined
  readonly attendees?: never | undefined
  readonly globalAttendees?: never | undefined
  readonly registrationCount?: never | undefined
  readonly seatsTaken?: never | undefined
  readonly waitlistCount?: never | undefined
  readonly checkedInCount?: never | undefined
  readonly correctedCount?: never | undefined
  readonly registeredInCount?: never | undefined
  readonly checkInToken?: never | undefined
  readonly approvalReference?: never | undefined
  readonly isDeleted?: never | undefined
  readonly deletedAt?: never | undefined
  readonly createdBy?: never | undefined
  readonly createdAt?: never | undefined
  readonly updatedAt?: never | undefined
  readonly collaboratorOrgs?: never | undefined
  readonly reservation?: never | undefined
  readonly seriesId?: never | undefined
  readonly occurrenceIndex?: never | undefined
  readonly submission?: never | undefined
  readonly version?: never | undefined
  readonly hostingId?: string | undefined
  readonly hostingType?: 'User' | 'Org' | undefined
  readonly organizationId?: string | null | undefined
  readonly orgId?: string | null | undefined
  readonly collaboratorOrgIds?: readonly string[] | string | undefined
  readonly asDraft?: Flag | undefined
}

export type NewNotification = {
  readonly recipient: string
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'event_cancelled' | 'event_updated' | 'event_feedback' | 'event_registered' | 'event_waitlisted' | 'waitlist_promoted' | 'registration_withdrawn' | 'event_series_failed' | 'event_collaboration_invite' | 'event_collaboration_accepted_host' | 'event_changes_requested' | 'approval_stuck' | 'approval_expired' | 'org_event_announcement' | 'job_withdrawn' | 'job_assigned' | 'org_message_new' | 'org_message_reply' | 'org_message_event_mention' | 'org_pending_approval' | 'org_approved' | 'verification_submitted' | 'verification_escalated' | 'verification_reviewed' | 'budget_stage_waiting' | 'budget_approved' | 'budget_rejected' | 'budget_revision_requested' | 'org_member_added' | 'org_invite' | 'org_roles_changed' | 'org_member_removed' | 'org_ownership_given' | 'org_ownership_taken' | 'org_term_ending' | 'org_term_ending_of' | 'org_term_ended' | 'org_term_ended_of' | 'org_member_applied' | 'org_application_approved' | 'org_application_rejected' | 'system' | 'custom'
    readonly variables?: Readonly<Record<string, string>> | undefined
  } | undefined
  readonly category?: string | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
  readonly actions?: readonly ({
    readonly id: string
    readonly label: string
    readonly type: 'link' | 'form' | 'api_call'
    readonly url?: string | undefined
    readonly operation?: string | undefined
    readonly payload?: Readonly<Record<string, string>> | undefined
    readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
    readonly order?: number | undefined
    readonly icon?: string | undefined
  })[] | undefined
  readonly metadata?: Readonly<Record<string, string | boolean | null | number | Readonly<Record<string, string | boolean | null | number>>>> | undefined
  readonly type?: NotificationType | undefined
}

export type NewOrganization = {
  readonly _id?: never | undefined
  readonly id?: never | undefined
  readonly owner?: never | undefined
  readonly verified?: never | undefined
  readonly verifiedAt?: never | undefined
  readonly verifiedBy?: never | undefined
  readonly verificationType?: never | undefined
  readonly verificationStatus?: never | undefined
  readonly approvalStatus?: never | undefined
  readonly approvedAt?: never | undefined
  readonly approvedBy?: never | undefined
  readonly lifecycleStatus?: never | undefined
  readonly orgTypeKey?: never | undefined
  readonly adminNotes?: never | undefined
  readonly memberCount?: never | undefined
  readonly followerCount?: never | undefined
  readonly eventCount?: never | undefined
  readonly isDeleted?: never | undefined
  readonly deletedAt?: never | undefined
  readonly deletedBy?: never | undefined
  readonly createdAt?: never | undefined
  readonly updatedAt?: never | undefined
  readonly version?: never | undefined
  readonly org_name?: unknown & unknown | undefined
  readonly org_description?: string | undefined
  readonly weekly_meeting?: WeeklyMeeting | undefined
  readonly requireApprovalForJoin?: boolean | 'true' | 'false' | undefined
  readonly socialLinks?: string | readonly SocialLinkDraft[] | undefined
  readonly memberForm?: string | FormChange | null | undefined
  readonly custom_roles?: string | readonly (string | NewRole)[] | undefined
}

export type NewOrganizationNotification = {
  readonly title: string
  readonly message: string
  readonly type: 'org' | 'event' | 'membership' | 'reminder' | 'achievement' | 'custom'
  readonly roles?: readonly string[] | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
}

export type NewPlant = { readonly id: Integer64; readonly name: string; readonly tag?: string | undefined }

export type NewRequest = {
  readonly orgId: string
  readonly requestType?: RequestType | undefined
  readonly verificationType?: string | undefined
  readonly requestData?: Readonly<Record<string, unknown>> | undefined
  readonly priority?: RequestPriority | undefined
  readonly tags?: readonly string[] | undefined
}

export type NewRole = {
  readonly name: unknown & unknown
  readonly displayName: string
  readonly permissions?: readonly string[] | undefined
  readonly color?: string | null | undefined
  readonly order?: number | undefined
}

export type NewSystemNotification = {
  readonly title?: string | undefined
  readonly message?: string | undefined
  readonly template?: {
    readonly name: 'event_created' | 'approval_required' | 'event_approved' | 'event_rejected' | 'event_reminder' | 'event_cancelled' | 'event_updated' | 'event_feedback' | 'event_registered' | 'event_waitlisted' | 'waitlist_promoted' | 'registration_withdrawn' | 'event_series_failed' | 'event_collaboration_invite' | 'event_collaboration_accepted_host' | 'event_changes_requested' | 'approval_stuck' | 'approval_expired' | 'org_event_announcement' | 'job_withdrawn' | 'job_assigned' | 'org_message_new' | 'org_message_reply' | 'org_message_event_mention' | 'org_pending_approval' | 'org_approved' | 'verification_submitted' | 'verification_escalated' | 'verification_reviewed' | 'budget_stage_waiting' | 'budget_approved' | 'budget_rejected' | 'budget_revision_requested' | 'org_member_added' | 'org_invite' | 'org_roles_changed' | 'org_member_removed' | 'org_ownership_given' | 'org_ownership_taken' | 'org_term_ending' | 'org_term_ending_of' | 'org_term_ended' | 'org_term_ended_of' | 'org_member_applied' | 'org_application_approved' | 'org_application_rejected' | 'system' | 'custom'
    readonly variables?: Readonly<Record<string, string>> | undefined
  } | undefined
  readonly category?: string | undefined
  readonly priority?: Priority | undefined
  readonly channels?: readonly PersonalChannel[] | undefined
  readonly actions?: readonly ({
    readonly id: string
    readonly label: string
    readonly type: 'link' | 'form' | 'api_call'
    readonly url?: string | undefined
    readonly operation?: string | undefined
    readonly payload?: Readonly<Record<string, string>> | undefined
    readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
    readonly order?: number | undefined
    readonly icon?: string | undefined
  })[] | undefined
  readonly metadata?: Readonly<Record<string, string | boolean | null | number | Readonly<Record<string, string | boolean | null | number>>>> | undefined
}

export type NewTenant = {
  readonly name: string
  readonly location: string
  readonly statusMessage?: string | undefined
  readonly status?: Status | undefined
  readonly tenantType?: 'campus' | undefined
  readonly timezone?: string | undefined
  readonly subdomain?: string | undefined
  readonly emailDomains?: readonly string[] | undefined
  readonly tenantKey: string
}

export type NotificationAction = {
  readonly id: string
  readonly label: string
  readonly type: 'link' | 'form' | 'api_call'
  readonly url?: string | undefined
  readonly operation?: string | undefined
  readonly payload?: Readonly<Record<string, string>> | undefined
  readonly style?: 'primary' | 'secondary' | 'success' | 'danger' | 'warning' | 'info' | undefined
  readonly order?: number | undefined
  readonly icon?: string | undefined
}

export type NotificationPreferences = {
  readonly in_app?: boolean | undefined
  readonly email?: boolean | undefined
  readonly push?: boolean | undefined
}

export type NotificationPreferencesInput = {
  readonly in_app?: boolean | undefined
  readonly email?: boolean | undefined
  readonly push?: boolean | undefined
}

export type NotificationQuery = {
  readonly status?: 'unread' | 'read' | 'acknowledged' | 'archived' | undefined
  readonly type?: NotificationType | undefined
  readonly priority?: Priority | undefined
  readonly category?: string | undefined
  readonly limit?: string | undefined
  readonly skip?: string | undefined
  readonly cursor?: string | undefined
}

export type NotificationSettings = {
  readonly defaultChannels: readonly EventChannel[] | null
  readonly reminderIntervals: readonly number[]
}

export type NotificationType = 'system' | 'user' | 'org' | 'event' | 'membership' | 'approval' | 'reminder' | 'achievement' | 'security' | 'custom'

export type NotificationView = {
  readonly _id: string
  readonly id: string
  readonly recipient: string
  readonly recipientModel: 'User'
  readonly sender?: Sender | undefined
  readonly senderModel?: 'User' | undefined
  readonly title: string
  readonly message: string
  readonly type: NotificationType
  readonly category?: string | undefined
  readonly priority: Priority
  readonly status: 'unread' | 'read' | 'acknowledged' | 'archived' | 'deleted'
  readonly readAt?: string | undefined
  readonly acknowledgedAt?: string | undefined
  readonly archivedAt?: string | undefined
  readonly deletedAt?: string | undefined
  readonly actions: readonly NotificationAction[]
  readonly actionResult?: unknown | undefined
  readonly metadata: Readonly<Record<string, unknown>>
  readonly channels: readonly ('in_app' | 'email' | 'push')[]
  readonly deliveryStatus: 'pending' | 'sent' | 'delivered' | 'failed'
  readonly deliveryAttempts: number
  readonly lastDeliveryAttempt?: string | undefined
  readonly deliveries: Readonly<Record<string, Delivery>>
  readonly template?: { readonly name: string } | undefined
  readonly batchId?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
}

export type NotificationsPagination = {
  readonly limit: number
  readonly skip: number
  readonly hasMore: boolean
  readonly nextCursor?: string | undefined
}

export type OneClick = { readonly 'List-Unsubscribe'?: string | undefined }

export type OpeningHours = { readonly open: string; readonly close: string; readonly closed: boolean }

export type OpeningHoursInput = { readonly open: string; readonly close: string; readonly closed?: boolean | undefined }

export type OrgChange = {
  readonly verified?: boolean | undefined
  readonly notes?: string | undefined
  readonly orgTypeKey?: string | undefined
}

export type OrgOverviewView = {
  readonly overview: Totals
  readonly eventsByType: readonly {
    readonly _id: string
    readonly count: number
    readonly totalExpectedAttendance: number
    readonly avgExpectedAttendance: number
  }[]
  readonly eventsByStatus: readonly { readonly _id: string; readonly count: number }[]
  readonly monthlyTrend: readonly {
    readonly _id: { readonly year: number; readonly month: number }
    readonly count: number
    readonly totalExpectedAttendance: number
  }[]
  readonly timeRange: TimeRange
  readonly topEvents: readonly {
    readonly eventId: string
    readonly eventName: string
    readonly eventType: string
    readonly startTime: string
    readonly views: number
    readonly registrations: number
    readonly engagementRate: number
  }[]
  readonly memberEngagement: {
    readonly totalMembers: number
    readonly avgEventsPerMember: number
    readonly membersWithEvents: number
  }
}

export type OrgPagination = {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly totalPages: number
  readonly totalIsLowerBound: boolean
  readonly orderIsPartial?: boolean | undefined
}

export type OrgProfile = { readonly name?: unknown & unknown | undefined; readonly description?: string | undefined }

export type OrgQuery = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly search?: string | undefined
  readonly verified?: 'true' | 'false' | undefined
  readonly lifecycleStatus?: LifecycleStatus | undefined
  readonly status?: 'pending' | 'approved' | undefined
  readonly sortBy?: 'createdAt' | 'org_name' | 'name' | 'memberCount' | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

export type OrgRoleChange = {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

export type OrgRoleDraft = {
  readonly name: string
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

export type OrgRoleView = {
  readonly _id: string
  readonly orgId: string
  readonly name: string
  readonly description?: string | undefined
  readonly isActive: boolean
  readonly createdBy: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type OrganizationCard = {
  readonly _id: string
  readonly org_name: string
  readonly org_description: string
  readonly org_profile_image: string
  readonly owner: string
  readonly requireApprovalForJoin: boolean
  readonly memberForm: string | null
  readonly unlisted: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | undefined
  readonly verificationType: string
  readonly verificationStatus: string
  readonly approvalStatus: 'pending' | 'approved'
  readonly approvedAt?: string | undefined
  readonly lifecycleStatus: string
  readonly orgTypeKey: string
  readonly createdAt: string
  readonly updatedAt: string
}

export type OrganizationChange = {
  readonly _id?: never | undefined
  readonly id?: never | undefined
  readonly owner?: never | undefined
  readonly verified?: never | undefined
  readonly verifiedAt?: never | undefined
  readonly verifiedBy?: never | undefined
  readonly verificationType?: never | undefined
  readonly verificationStatus?: never | undefined
  readonly approvalStatus?: never | undefined
  readonly approvedAt?: never | undefined
  readonly approvedBy?: never | undefined
  readonly lifecycleStatus?: never | undefined
  readonly orgTypeKey?: never | undefined
  readonly adminNotes?: never | undefined
  readonly memberCount?: never | undefined
  readonly followerCount?: never | undefined
  readonly eventCount?: never | undefined
  readonly isDeleted?: never | undefined
  readonly deletedAt?: never | undefined
  readonly deletedBy?: never | undefined
  readonly createdAt?: never | undefined
  readonly updatedAt?: never | undefined
  readonly version?: never | undefined
  readonly orgId?: string | undefined
  readonly org_name?: unknown & unknown | undefined
  readonly org_description?: string | undefined
  readonly weekly_meeting?: WeeklyMeeting | undefined
  readonly requireApprovalForJoin?: boolean | 'true' | 'false' | undefined
  readonly socialLinks?: string | readonly SocialLinkDraft[] | undefined
  readonly memberForm?: string | FormChange | null | undefined
  readonly positions?: string | readonly RoleDraft[] | undefined
  readonly unlisted?: boolean | 'true' | 'false' | undefined
  readonly org_banner_image?: '' | null | undefined
  readonly messageSettings?: string | MessageSettingsChange | undefined
}

export type OrganizationEntryView = {
  readonly _id: string
  readonly orgId: string
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly createdAt: string
}

export type OrganizationView = {
  readonly _id: string
  readonly org_name: string
  readonly org_description: string
  readonly org_profile_image: string
  readonly owner: string
  readonly requireApprovalForJoin: boolean
  readonly memberForm: string | null
  readonly unlisted: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | undefined
  readonly verificationType: string
  readonly verificationStatus: string
  readonly approvalStatus: 'pending' | 'approved'
  readonly approvedAt?: string | undefined
  readonly lifecycleStatus: string
  readonly orgTypeKey: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly org_banner_image: string | null
  readonly positions: readonly RoleView[]
  readonly weekly_meeting: unknown
  readonly socialLinks: readonly SocialLink[]
  readonly messageSettings: {
    readonly enabled: boolean
    readonly visibility: string
    readonly postingPermissions: readonly string[]
    readonly allowReplies: boolean
    readonly allowLikes: boolean
    readonly characterLimit: number
  }
  readonly memberCount: number
  readonly followerCount: number
}

export type Overview = {
  readonly overview: {
    readonly _id: string
    readonly org_name: string
    readonly org_description: string
    readonly org_profile_image: string
    readonly owner: string
    readonly requireApprovalForJoin: boolean
    readonly memberForm: FormView | null
    readonly unlisted: boolean
    readonly verified: boolean
    readonly verifiedAt?: string | undefined
    readonly verificationType: string
    readonly verificationStatus: string
    readonly approvalStatus: 'pending' | 'approved'
    readonly approvedAt?: string | undefined
    readonly lifecycleStatus: string
    readonly orgTypeKey: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly org_banner_image: string | null
    readonly positions: readonly RoleView[]
    readonly weekly_meeting: unknown
    readonly socialLinks: readonly SocialLink[]
    readonly messageSettings: {
      readonly enabled: boolean
      readonly visibility: string
      readonly postingPermissions: readonly string[]
      readonly allowReplies: boolean
      readonly allowLikes: boolean
      readonly characterLimit: number
    }
    readonly memberCount: number
    readonly followerCount: number
    readonly messagingLimits: { readonly minCharacterLimit: number; readonly maxCharacterLimit: number }
    readonly verificationTiers: Readonly<Record<string, { readonly name: string; readonly description: string; readonly benefits: readonly string[] }>>
  }
  readonly members: readonly MemberView[]
  readonly followers: readonly FollowerView[]
  readonly isMember: boolean
  readonly isFollower: boolean
  readonly isPending: boolean
}

export type OwnApplicationView = {
  readonly _id: string
  readonly org_id: string
  readonly organization: { readonly _id: string; readonly org_name: string; readonly org_profile_image: string } | null
  readonly status: 'pending' | 'approved' | 'rejected' | 'withdrawn'
  readonly createdAt: string
  readonly decidedAt?: string | undefined
  readonly reason?: string | undefined
  readonly withdrawnAt?: string | undefined
}

export type PageSettings = { readonly title: string; readonly description: string }

export type Pagination = {
  readonly total: number
  readonly totalIsLowerBound: boolean
  readonly totalPages: number
  readonly currentPage: number
  readonly limit: number
  readonly orderIsPartial?: boolean | undefined
}

export type PendingAction = 'view_page' | 'edit_profile' | 'manage_members' | 'create_events' | 'post_messages'

export type PendingEvent = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly start_time: string
  readonly end_time: string
  readonly location?: string | undefined
  readonly classroom_id: string | null
  readonly visibility: string
  readonly expectedAttendance: number
  readonly hostingType: string
  readonly hostingId: string
  readonly hostName: string
  readonly stepId: string | null
  readonly pendingStepRoleId: string
  readonly pendingStepRoleName: string
  readonly stage: number
  readonly kind: 'approver' | 'acknowledger' | 'notifiee'
  readonly since: string
  readonly dueAt: string
  readonly stuck: boolean
}

export type PendingInvite = {
  readonly _id: string
  readonly org: { readonly _id: string; readonly org_name: string; readonly org_profile_image: string }
  readonly role: string
  readonly roles: readonly string[]
  readonly invitedBy: { readonly name: string; readonly username: string }
}

export type PersonalChannel = 'in_app' | 'email' | 'push'

export type PlannedEvent = {
  readonly _id: string
  readonly name: string
  readonly description?: string | undefined
  readonly type: string
  readonly hostingId: string
  readonly hostingType: 'User' | 'Org'
  readonly host: { readonly name: string; readonly image?: string | undefined }
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly location?: string | undefined
  readonly classroom_id: string | null
  readonly autoBook: boolean
  readonly reservation?: { readonly resourceId: string; readonly state: string; readonly at: string } | undefined
  readonly visibility: 'public' | 'unlisted' | 'members_only'
  readonly expectedAttendance: number
  readonly contact?: string | undefined
  readonly externalLink?: string | undefined
  readonly image?: string | undefined
  readonly tags: readonly string[]
  readonly targetAudience: readonly string[]
  readonly customFields: Readonly<Record<string, unknown>>
  readonly registrationEnabled: boolean
  readonly registrationRequired: boolean
  readonly registrationDeadline: string | null
  readonly registrationFormId: string | null
  readonly feedbackFormId: string | null
  readonly maxAttendees: number | null
  readonly waitlistEnabled: boolean
  readonly attendeeVisibility: AttendeeVisibility
  readonly registrationCount: number
  readonly seatsTaken: number
  readonly waitlistCount: number
  readonly checkedInCount: number
  readonly requiresApproval: boolean
  readonly status: string
  readonly operationalStatus: 'upcoming' | 'active' | 'completed'
  readonly submission: number
  readonly collaboratorOrgs: readonly { readonly orgId: string; readonly status: 'active' }[]
  readonly notificationSettings?: {
    readonly reminders: readonly number[]
    readonly channels: readonly ('email' | 'push' | 'in_app')[]
  } | undefined
  readonly recurrence?: {
    readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly'
    readonly interval: number
    readonly count?: number | undefined
    readonly until?: string | undefined
  } | undefined
  readonly seriesId?: string | undefined
  readonly occurrenceIndex?: number | undefined
  readonly createdBy: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
}

export type PlanningMemberView = {
  readonly userId: string
  readonly name: string
  readonly username: string
  readonly assignedAt: string
  readonly assignedBy: string
  readonly isActive: boolean
}

export type PlanningRoleChange = {
  readonly stakeholderName?: string | undefined
  readonly stakeholderType?: StepKind | undefined
  readonly description?: string | undefined
  readonly domainId?: string | undefined
  readonly permissions?: readonly StakeholderPermission[] | undefined
  readonly approvalConfig?: ApprovalConfigInput | undefined
  readonly escalationRules?: EscalationRulesInput | undefined
  readonly backupAssignees?: readonly BackupInput[] | undefined
  readonly notificationPreferences?: NotificationPreferencesInput | undefined
  readonly conditionGroups?: readonly ConditionGroupInput[] | undefined
  readonly groupLogicalOperators?: readonly ('AND' | 'OR')[] | undefined
  readonly requirements?: readonly string[] | undefined
  readonly isActive?: boolean | undefined
}

export type PlanningRoleDraft = {
  readonly stakeholderName?: string | undefined
  readonly stakeholderType?: StepKind | undefined
  readonly description?: string | undefined
  readonly domainId?: string | undefined
  readonly permissions?: readonly StakeholderPermission[] | undefined
  readonly approvalConfig?: ApprovalConfigInput | undefined
  readonly escalationRules?: EscalationRulesInput | undefined
  readonly backupAssignees?: readonly BackupInput[] | undefined
  readonly notificationPreferences?: NotificationPreferencesInput | undefined
  readonly conditionGroups?: readonly ConditionGroupInput[] | undefined
  readonly groupLogicalOperators?: readonly ('AND' | 'OR')[] | undefined
  readonly requirements?: readonly string[] | undefined
  readonly isActive?: boolean | undefined
  readonly stakeholderId?: string | undefined
}

export type PlanningRoleView = {
  readonly _id: string
  readonly stakeholderId: string
  readonly stakeholderName: string
  readonly stakeholderType: StepKind
  readonly description: string
  readonly domainId: string | null
  readonly permissions: readonly StakeholderPermission[]
  readonly approvalConfig: ApprovalConfig
  readonly escalationRules: EscalationRules
  readonly backupAssignees: readonly Backup[]
  readonly notificationPreferences: NotificationPreferences
  readonly conditionGroups: readonly ConditionGroup[]
  readonly groupLogicalOperators: readonly ('AND' | 'OR')[]
  readonly requirements: readonly string[]
  readonly isActive: boolean
  readonly activeMembers: number
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

export type PlanningScope = 'this' | 'following' | 'all'

export type Plant = { readonly name: string; readonly tag?: string | undefined }

export type PreferenceChange = {
  readonly preferences: {
    readonly system?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly user?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly org?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly event?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly membership?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly approval?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly reminder?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly achievement?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly security?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
    readonly custom?: {
      readonly in_app?: boolean | undefined
      readonly email?: boolean | undefined
      readonly push?: boolean | undefined
    } | undefined
  }
}

export type Preferences = {
  readonly system: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly user: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly org: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly event: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly membership: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly approval: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly reminder: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly achievement: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly security: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
  readonly custom: { readonly in_app: boolean; readonly email: boolean; readonly push: boolean }
}

export type PresetView = {
  readonly name: 'eduperson' | 'entra' | 'okta' | 'google' | 'adfs'
  readonly about: string
  readonly attributeMapping: Readonly<Record<string, string>>
}

export type Preview = {
  readonly approvals: readonly PreviewStep[]
  readonly acknowledgements: readonly PreviewStep[]
  readonly notifications: readonly PreviewStep[]
  readonly total: number
}

export type PreviewStep = {
  readonly _id: string
  readonly stakeholderId: string
  readonly stakeholderName: string
  readonly kind: 'approver' | 'acknowledger' | 'notifiee'
  readonly stage: number
  readonly requiredApprovals: number
  readonly because: 'always' | 'conditions' | 'role' | 'domain' | 'concern' | 'requiresApproval'
  readonly conditions: readonly ({
    readonly field: string
    readonly operator: string
    readonly value: unknown
    readonly actual?: unknown | undefined
    readonly holds?: boolean | undefined
  })[]
}

export type Priority = 'low' | 'normal' | 'high' | 'urgent'

export type ProvisionedTenant = {
  readonly tenantKey: string
  readonly name: string
  readonly subdomain: string
  readonly location: string
  readonly status: Status
  readonly statusMessage: string
  readonly tenantType: string
  readonly timezone: string
  readonly emailDomains: readonly string[]
  readonly subdomainUrl: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly health: Health
  readonly manualSteps: readonly string[]
  readonly provisioningComplete: boolean
}

export type PublicAgenda = {
  readonly _id: string
  readonly eventId: string
  readonly orgId?: string | undefined
  readonly items: readonly AgendaItem[]
  readonly isPublished: boolean
  readonly publicNotes?: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

export type PublicTenant = {
  readonly tenantKey: string
  readonly name: string
  readonly subdomain: string
  readonly location: string
  readonly status: Status
  readonly statusMessage: string
  readonly tenantType: string
}

export type PublicUser = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
}

export type PushDevice = {
  readonly id: string
  readonly deviceInfo: string
  readonly clientType: 'web' | 'mobile' | 'ios' | 'android'
  readonly lastUsed: string
  readonly schools: readonly ({ readonly school: string; readonly appEdition: 'campus' | 'pivot' })[]
  readonly isCurrent: boolean
}

export type PushRegistration = { readonly pushToken?: string | undefined; readonly appEdition?: 'campus' | 'pivot' | undefined }

export type Question = {
  readonly _id: string
  readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
  readonly question: string
  readonly required: boolean
  readonly options: readonly string[]
}

export type RecipientView = {
  readonly userId: string
  readonly name: string
  readonly email: string | null
  readonly isAnonymous?: true | undefined
}

export type RegistrationView = {
  readonly registrationId: string
  readonly userId?: string | undefined
  readonly globalUserId?: string | undefined
  readonly name: string
  readonly username?: string | undefined
  readonly picture?: string | undefined
  readonly email?: string | undefined
  readonly sourceTenant?: string | undefined
  readonly status: 'attending' | 'waitlisted'
  readonly registeredAt: string
  readonly guestCount: number
  readonly checkedIn: boolean
  readonly checkedInAt: string | null
  readonly checkedInBy: string | null
  readonly formResponseId?: string | undefined
  readonly reason?: string | undefined
  readonly promotedAt?: string | undefined
}

export type ReportedEvent = {
  readonly _id: string
  readonly name: string
  readonly type: string
  readonly status: string
  readonly start_time: string
  readonly end_time: string
  readonly timezone: string
  readonly location?: string | undefined
  readonly hostingId: string
  readonly hostingType: string
  readonly visibility: string
  readonly expectedAttendance: number
  readonly maxAttendees: number | null
  readonly registrationCount: number
  readonly seatsTaken: number
  readonly waitlistCount: number
  readonly checkedInCount: number
  readonly correctedCount: number
}

export type RequestPriority = 'low' | 'medium' | 'high' | 'urgent'

export type RequestQuery = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly status?: RequestStatus | undefined
  readonly requestType?: RequestType | undefined
  readonly priority?: RequestPriority | undefined
  readonly orgId?: string | undefined
  readonly sortBy?: 'submittedAt' | 'priority' | 'status' | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

export type RequestStatus = 'pending' | 'approved' | 'rejected' | 'conditionally_approved' | 'under_review' | 'escalated'

export type RequestType = 'verification' | 'feature_access' | 'funding' | 'space_reservation' | 'event_approval' | 'status_upgrade'

export type RequestView = {
  readonly _id: string
  readonly orgId: {
    readonly _id: string
    readonly org_name: string
    readonly org_description: string
    readonly org_profile_image: string
  }
  readonly requestedBy: PublicUser | null
  readonly requestType: string
  readonly verificationType: string
  readonly requestData: Readonly<Record<string, unknown>>
  readonly priority: string
  readonly tags: readonly string[]
  readonly attachments: readonly { readonly filename: string; readonly url: string; readonly uploadedAt: string }[]
  readonly status: RequestStatus
  readonly approvals: number
  readonly submittedAt: string
  readonly reviewedBy: PublicUser | null
  readonly reviewedAt?: string | undefined
  readonly reviewNotes?: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

export type ResponseView = {
  readonly _id: string
  readonly form: string
  readonly formSnapshot: FormSnapshot
  readonly answers: readonly (string | readonly string[] | null)[]
  readonly submittedBy: {
    readonly _id: string
    readonly username: string
    readonly name: string
    readonly picture?: string | undefined
    readonly email: string
  } | string | null
  readonly globalSubmittedBy?: string | undefined
  readonly guestName?: string | undefined
  readonly guestEmail?: string | undefined
  readonly event?: string | undefined
  readonly submittedAt: string
}

export type Review = { readonly status: ReviewStatus; readonly reviewNotes?: string | undefined }

export type ReviewStatus = 'approved' | 'rejected' | 'conditionally_approved' | 'under_review' | 'escalated'

export type RevisionView = {
  readonly revision: number
  readonly createdAt: string
  readonly createdBy: string
  readonly lineItemsSnapshot: readonly LineView[]
  readonly workflowSnapshot: WorkflowView
  readonly status: BudgetStatus
}

export type RoleChange = {
  readonly name?: unknown & unknown | undefined
  readonly displayName?: string | undefined
  readonly permissions?: readonly string[] | undefined
  readonly color?: string | null | undefined
  readonly order?: number | undefined
}

export type RoleDraft = {
  readonly _id?: string | undefined
  readonly name?: unknown & unknown | undefined
  readonly displayName?: string | undefined
  readonly permissions?: readonly string[] | undefined
  readonly color?: string | null | undefined
  readonly order?: number | undefined
}

export type RoleManagement = { readonly allowCustomRoles: boolean; readonly maxCustomRoles: number }

export type RoleView = {
  readonly _id: string
  readonly name: string
  readonly displayName: string
  readonly permissions: readonly string[]
  readonly isDefault: boolean
  readonly canManageMembers: boolean
  readonly canManageRoles: boolean
  readonly canManageEvents: boolean
  readonly canViewAnalytics: boolean
  readonly order: number
  readonly color: string | null
}

export type RolesView = {
  readonly total: number
  readonly assignments: number
  readonly confirmed: number
  readonly signups: number
}

export type RsvpView = {
  readonly eventId: string
  readonly userId?: string | undefined
  readonly globalUserId?: string | undefined
  readonly status: 'attending' | 'waitlisted'
  readonly registeredAt: string
  readonly guestCount: number
  readonly formResponseId?: string | undefined
  readonly waitlistPosition?: number | undefined
  readonly promotedAt?: string | undefined
  readonly checkedIn: boolean
  readonly checkedInAt: string | null
}

export type ScanBody = {
  readonly clientId: string
  readonly at: string
  readonly person?: string | undefined
  readonly code?: string | undefined
  readonly action: 'in' | 'out'
}

export type ScanResult = {
  readonly clientId: string
  readonly result: 'applied' | 'superseded' | 'refused'
  readonly checkedIn?: boolean | undefined
  readonly checkedInAt?: string | undefined
  readonly reason?: 'no_such_person' | 'bad_code' | 'bad_time' | 'outside_event' | 'in_the_future' | 'not_registered' | 'registration_required' | undefined
}

export type SchoolOverviewView = {
  readonly overview: Totals
  readonly eventsByType: readonly {
    readonly _id: string
    readonly count: number
    readonly totalExpectedAttendance: number
    readonly avgExpectedAttendance: number
  }[]
  readonly eventsByStatus: readonly { readonly _id: string; readonly count: number }[]
  readonly monthlyTrend: readonly {
    readonly _id: { readonly year: number; readonly month: number }
    readonly count: number
    readonly totalExpectedAttendance: number
  }[]
  readonly timeRange: TimeRange
  readonly totalEvents: number
  readonly totalViews: number
  readonly totalUniqueViews: number
  readonly totalAnonymousViews: number
  readonly totalRegistrations: number
  readonly totalUniqueRegistrations: number
  readonly totalRsvps: number
  readonly totalUniqueRsvps: number
  readonly engagementRate: number
  readonly topEventsByViews: readonly {
    readonly eventId: string
    readonly eventName: string
    readonly eventType: string
    readonly startTime: string
    readonly views: number
    readonly registrations: number
    readonly engagementRate: number
    readonly rsvps: number
  }[]
}

export type SchoolRole = 'admin' | 'root' | 'developer' | 'beta'

export type Scope = {
  readonly kind: 'none' | 'all_spaces' | 'campus_wide' | 'scoped'
  readonly spaceIds: readonly string[]
  readonly buildingIds: readonly string[]
  readonly spaceGroupIds: readonly string[]
}

export type ScopeInput = {
  readonly kind: 'none' | 'all_spaces' | 'campus_wide' | 'scoped'
  readonly spaceIds?: readonly string[] | undefined
  readonly buildingIds?: readonly string[] | undefined
  readonly spaceGroupIds?: readonly string[] | undefined
}

export type SearchPagination = {
  readonly total: number
  readonly limit: number
  readonly skip: number
  readonly totalIsLowerBound: boolean
  readonly orderIsPartial: boolean
  readonly cursor?: string | undefined
}

export type Section = {
  readonly holds: string
  readonly complete: boolean
  readonly rest?: string | undefined
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

export type Seen = {
  readonly kind?: 'event' | 'agenda' | 'form_open' | 'form_bounce' | undefined
  readonly source?: 'org_page' | 'explore' | 'direct' | 'email' | undefined
}

export type SelfUser = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
  readonly id: string
  readonly globalUserId: string
  readonly email: string
  readonly emailVerified?: boolean | undefined
  readonly roles: readonly string[]
  readonly clubAssociations: readonly ({
    readonly _id: string
    readonly org_name: string
    readonly org_profile_image?: string | undefined
  })[]
  readonly tags: readonly string[]
  readonly onboarded: boolean
  readonly onboardingResponses: Readonly<Record<string, unknown>>
  readonly onboardingCompletedSteps: readonly string[]
  readonly approvalRoles: readonly string[]
  readonly affiliatedEmail?: string | undefined
  readonly affiliatedEmailVerified: boolean
  readonly darkModePreference: boolean
  readonly samlProvider?: string | undefined
  readonly googleId: boolean
  readonly appleId: boolean
  readonly createdAt: string
}

export type Sender = {
  readonly _id: string
  readonly name: string
  readonly username: string
  readonly picture?: string | undefined
}

export type Session = {
  readonly id: string
  readonly deviceInfo: string
  readonly clientType: 'web' | 'mobile' | 'ios' | 'android'
  readonly ipAddress: string
  readonly lastUsed: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly isCurrent: boolean
}

export type SettingsChange = {
  readonly systemSettings?: {
    readonly defaultEventSettings?: {
      readonly rsvpEnabled?: boolean | undefined
      readonly rsvpRequired?: boolean | undefined
      readonly maxAttendees?: number | null | undefined
      readonly approvalRequired?: boolean | undefined
      readonly visibility?: 'public' | 'unlisted' | 'members_only' | undefined
    } | undefined
  } | undefined
  readonly notificationSettings?: {
    readonly defaultChannels?: readonly EventChannel[] | null | undefined
    readonly reminderIntervals?: readonly number[] | undefined
    readonly escalationTimeouts?: 72 | undefined
    readonly batchNotificationLimit?: 100 | undefined
  } | undefined
  readonly systemRestrictions?: {
    readonly maxEventsPerUser?: number | null | undefined
    readonly maxEventsPerOrg?: number | null | undefined
    readonly advanceBookingLimit?: number | null | undefined
    readonly minBookingAdvance?: number | null | undefined
    readonly blackoutDates?: readonly BlackoutInput[] | undefined
    readonly restrictedEventTypes?: readonly string[] | undefined
  } | undefined
  readonly formConfig?: {
    readonly fields?: readonly FormFieldInput[] | undefined
    readonly steps?: readonly { readonly id: string; readonly title: string }[] | undefined
    readonly allowIndividualUserHosting?: boolean | undefined
  } | undefined
  readonly pageSettings?: { readonly title?: string | undefined; readonly description?: string | undefined } | undefined
  readonly eventTemplates?: readonly unknown[] | undefined
  readonly integrations?: Readonly<Record<string, never>> | undefined
  readonly analytics?: Readonly<Record<string, never>> | undefined
  readonly version?: number | undefined
}

export type SettingsView = {
  readonly method: 'qr' | 'link' | 'both'
  readonly allowOnPageCheckIn: boolean
  readonly requireRegistration: boolean
  readonly allowEarlyCheckIn: boolean
  readonly autoCheckIn: boolean
  readonly allowAnonymousCheckIn: boolean
  readonly fullyAnonymousCheckIn: boolean
}

export type SeveralIds = { readonly notificationIds: readonly string[] }

export type SignedIn = { readonly user: SelfUser | null; readonly adminMfaSetupRequired: false }

export type SignedInUser = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
}

export type SignupDraft = {
  readonly roleId: string
  readonly shiftStart?: string | null | undefined
  readonly shiftEnd?: string | null | undefined
  readonly breakRequest?: { readonly startTime: string; readonly endTime: string; readonly reason?: string | undefined } | null | undefined
  readonly availability?: readonly { readonly start: string; readonly end: string }[] | undefined
}

export type SignupStatus = 'pending' | 'approved' | 'rejected' | 'cancelled'

export type SignupView = {
  readonly _id: string
  readonly eventId: string
  readonly roleId: string
  readonly roleName?: string | undefined
  readonly memberId: string
  readonly member?: PublicUser | undefined
  readonly status: SignupStatus
  readonly shiftStart: string
  readonly shiftEnd: string
  readonly breakRequest?: { readonly startTime: string; readonly endTime: string; readonly reason?: string | undefined } | undefined
  readonly availability: readonly { readonly start: string; readonly end: string }[]
  readonly createdAt: string
  readonly decidedAt?: string | undefined
}

export type SocialLink = {
  readonly type: string
  readonly username?: string | undefined
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly order: number
}

export type SocialLinkDraft = {
  readonly type: string
  readonly username?: string | undefined
  readonly url?: string | undefined
  readonly title?: string | undefined
  readonly order?: number | undefined
}

export type SpaceGovernance = {
  readonly governingScope: Scope
  readonly concernScope: Scope
  readonly scopeMode: 'inclusive' | 'exclusive'
}

export type StaffOrg = {
  readonly _id: string
  readonly org_name: string
  readonly org_description: string
  readonly org_profile_image: string
  readonly owner: string
  readonly unlisted: boolean
  readonly requireApprovalForJoin: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | undefined
  readonly verifiedBy?: string | undefined
  readonly verificationType: string
  readonly verificationStatus: string
  readonly approvalStatus: string
  readonly approvedAt?: string | undefined
  readonly approvedBy?: string | undefined
  readonly lifecycleStatus: string
  readonly lifecycleChangedAt?: string | undefined
  readonly lifecycleChangedBy?: string | undefined
  readonly orgTypeKey: string
  readonly memberCount: number
  readonly followerCount: number
  readonly recentEventCount: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type StaffOrgPage = {
  readonly _id: string
  readonly org_name: string
  readonly org_description: string
  readonly org_profile_image: string
  readonly owner: string
  readonly unlisted: boolean
  readonly requireApprovalForJoin: boolean
  readonly verified: boolean
  readonly verifiedAt?: string | undefined
  readonly verifiedBy?: string | undefined
  readonly verificationType: string
  readonly verificationStatus: string
  readonly approvalStatus: string
  readonly approvedAt?: string | undefined
  readonly approvedBy?: string | undefined
  readonly lifecycleStatus: string
  readonly lifecycleChangedAt?: string | undefined
  readonly lifecycleChangedBy?: string | undefined
  readonly orgTypeKey: string
  readonly memberCount: number
  readonly followerCount: number
  readonly recentEventCount: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly org_banner_image: string | null
  readonly adminNotes?: string | undefined
  readonly ownerUser: PublicUser | null
  readonly totalEventCount: number
}

export type StakeholderPermission = 'approve_events' | 'reject_events' | 'request_changes' | 'acknowledge_events' | 'view_events'

export type Statistics = {
  readonly total: number
  readonly unread: number
  readonly read: number
  readonly acknowledged: number
  readonly archived: number
}

export type Status = 'active' | 'coming_soon' | 'maintenance' | 'hidden'

export type StatusChanges = {
  readonly tenants?: readonly ({
    readonly tenantKey: string
    readonly status?: Status | undefined
    readonly statusMessage?: string | undefined
  })[] | undefined
}

export type Step = {
  readonly _id: string
  readonly role: string
  readonly orgId?: string | undefined
  readonly kind: StepKind
  readonly stage: number
  readonly requiredApprovals?: number | undefined
  readonly requireAllMembers?: boolean | undefined
  readonly allowSelfApproval: boolean
  readonly always: boolean
  readonly conditionGroups: readonly ConditionGroup[]
  readonly groupLogicalOperators: readonly ('AND' | 'OR')[]
  readonly checkItems: readonly string[]
  readonly formDefinition?: { readonly questions: readonly StepQuestion[] } | undefined
}

export type StepDraft = {
  readonly _id?: string | undefined
  readonly role?: string | undefined
  readonly orgId?: string | undefined
  readonly kind?: StepKind | undefined
  readonly stage?: number | undefined
  readonly requiredApprovals?: number | undefined
  readonly requireAllMembers?: boolean | undefined
  readonly allowSelfApproval?: boolean | undefined
  readonly always?: boolean | undefined
  readonly conditionGroups?: readonly ConditionGroupInput[] | undefined
  readonly groupLogicalOperators?: readonly ('AND' | 'OR')[] | undefined
  readonly checkItems?: readonly string[] | undefined
  readonly formDefinition?: { readonly questions: readonly StepQuestionInput[] } | undefined
  readonly stakeholderRoleId?: string | undefined
}

export type StepKind = 'approver' | 'acknowledger' | 'notifiee'

export type StepQuestion = {
  readonly _id: string
  readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
  readonly question: string
  readonly required: boolean
  readonly options: readonly string[]
}

export type StepQuestionInput = {
  readonly _id: string
  readonly type: 'short' | 'long' | 'multiple_choice' | 'select_multiple' | 'rating_scale'
  readonly question: string
  readonly required?: boolean | undefined
  readonly options?: readonly string[] | undefined
}

export type Summary = {
  readonly _id: string
  readonly username: string
  readonly name: string
  readonly picture?: string | undefined
  readonly email?: string | undefined
}

export type SystemRestrictions = {
  readonly maxEventsPerUser: number | null
  readonly maxEventsPerOrg: number | null
  readonly advanceBookingLimit: number | null
  readonly minBookingAdvance: number | null
  readonly blackoutDates: readonly Blackout[]
  readonly restrictedEventTypes: readonly string[]
}

export type TenantChange = {
  readonly name?: string | undefined
  readonly location?: string | undefined
  readonly statusMessage?: string | undefined
  readonly status?: Status | undefined
  readonly tenantType?: 'campus' | undefined
  readonly timezone?: string | undefined
  readonly subdomain?: string | undefined
  readonly emailDomains?: readonly string[] | undefined
  readonly newTenantKey?: string | undefined
}

export type TimeRange = '7d' | '30d' | '90d'

export type Totals = {
  readonly totalEvents: number
  readonly totalViews: number
  readonly totalUniqueViews: number
  readonly totalAnonymousViews: number
  readonly totalRegistrations: number
  readonly totalUniqueRegistrations: number
  readonly totalRsvps: number
  readonly totalUniqueRsvps: number
  readonly totalExpectedAttendance: number
  readonly avgExpectedAttendance: number
  readonly avgEngagementRate: number
}

export type TraceView = {
  readonly id: string
  readonly at: string
  readonly kind: 'sign-in' | 'test' | 'link' | 'idp-initiated' | 'logout'
  readonly outcome: 'ok' | 'refused'
  readonly message: string
  readonly code?: string | undefined
  readonly checks: readonly CheckView[]
  readonly received: Readonly<Record<string, readonly string[]>>
  readonly mapped: Readonly<Record<string, string>>
  readonly redacted: boolean
  readonly requestId: string
  readonly expiresAt: string
}

export type UnsubscribeQuery = { readonly token: string }

export type UserChange = {
  readonly name?: string | undefined
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly onboarded?: boolean | undefined
  readonly onboardingResponses?: Readonly<Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[] | Readonly<Record<string, string | number | boolean | null>>>> | undefined
  readonly onboardingCompletedSteps?: readonly string[] | undefined
  readonly darkModePreference?: boolean | undefined
  readonly classroom?: unknown | undefined
  readonly recommendation?: unknown | undefined
}

export type UserIds = { readonly userIds?: string | undefined; readonly 'userIds[]'?: string | undefined }

export type UserOnboarding = {
  readonly enabled: boolean
  readonly welcomeTitle: string
  readonly welcomeSubtitle: string
  readonly collectName: boolean
  readonly collectUsername: boolean
  readonly collectInterests: boolean
  readonly enforceMinInterests: boolean
  readonly enforceMaxInterests: boolean
  readonly minInterests: number
  readonly maxInterests: number
  readonly customSteps: readonly string[]
}

export type UserSearch = {
  readonly query?: string | undefined
  readonly roles?: string | undefined
  readonly tags?: string | undefined
  readonly excludeIds?: string | undefined
  readonly limit?: string | undefined
  readonly skip?: string | undefined
  readonly sortBy?: 'username' | 'name' | 'createdAt' | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
}

export type UsernameQuestion = { readonly username?: string | undefined }

export type VerificationPagination = {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly totalPages: number
  readonly totalIsLowerBound: boolean
}

export type VerificationTier = {
  readonly name: string
  readonly description: string
  readonly color: string | null
  readonly icon: string | null
  readonly requirements: {
    readonly minMembers: number
    readonly minAge: number
    readonly requiredDocuments: readonly string[]
  }
  readonly benefits: readonly string[]
}

export type Visibility = 'members_only' | 'members_and_followers' | 'public'

export type VolunteersView = { readonly total: number; readonly confirmed: number; readonly checkedIn: number }

export type WantedSettings = {
  readonly method?: 'qr' | 'link' | 'both' | undefined
  readonly allowOnPageCheckIn?: boolean | undefined
  readonly requireRegistration?: boolean | undefined
  readonly allowEarlyCheckIn?: boolean | undefined
  readonly autoCheckIn?: boolean | undefined
  readonly allowAnonymousCheckIn?: boolean | undefined
  readonly fullyAnonymousCheckIn?: boolean | undefined
}

export type Way = {
  readonly id: string
  readonly kind: 'password' | 'google' | 'apple' | 'saml'
  readonly school?: string | undefined
  readonly since: string
  readonly active: boolean
  readonly removable: boolean
}

export type Ways = { readonly ways: readonly Way[] }

export type WeeklyMeeting = string | Readonly<Record<string, string | number | boolean | null | readonly (string | number | boolean | null)[]>> | null

export type WorkflowPreset = { readonly presetKey: string; readonly stages: readonly WorkflowStage[] }

export type WorkflowPresetInput = { readonly presetKey: string; readonly stages: readonly WorkflowStageInput[] }

export type WorkflowStage = {
  readonly key: string
  readonly label: string
  readonly actorType: 'org_permission' | 'platform_admin'
  readonly permission: 'all' | 'view_roles' | 'manage_roles' | 'manage_members' | 'manage_events' | 'view_analytics' | 'view_events' | 'manage_equipment' | 'modify_equipment' | 'manage_content' | 'manage_settings' | 'send_announcements' | 'manage_communications' | 'view_finances' | 'manage_finances' | 'manage_integrations' | 'access_advanced_features' | 'manage_governance' | 'create_events' | 'edit_events' | 'delete_events' | 'approve_events' | 'view_event_analytics' | 'manage_event_registrations' | 'invite_users' | 'remove_users' | 'change_user_roles' | 'view_user_profiles' | 'manage_user_permissions' | 'reject_events' | 'request_changes' | 'configure_approval_rules' | 'escalate_approvals'
}

export type WorkflowStageInput = {
  readonly key: string
  readonly label: string
  readonly actorType: 'org_permission' | 'platform_admin'
  readonly permission?: 'all' | 'view_roles' | 'manage_roles' | 'manage_members' | 'manage_events' | 'view_analytics' | 'view_events' | 'manage_equipment' | 'modify_equipment' | 'manage_content' | 'manage_settings' | 'send_announcements' | 'manage_communications' | 'view_finances' | 'manage_finances' | 'manage_integrations' | 'access_advanced_features' | 'manage_governance' | 'create_events' | 'edit_events' | 'delete_events' | 'approve_events' | 'view_event_analytics' | 'manage_event_registrations' | 'invite_users' | 'remove_users' | 'change_user_roles' | 'view_user_profiles' | 'manage_user_permissions' | 'reject_events' | 'request_changes' | 'configure_approval_rules' | 'escalate_approvals' | undefined
}

export type WorkflowView = {
  readonly presetKey: string
  readonly currentStageIndex: number
  readonly stagesSnapshot: readonly WorkflowStage[]
  readonly completedStages: readonly { readonly key: string; readonly approvedAt: string; readonly approvedBy: string }[]
  readonly lastActionAt?: string | undefined
  readonly lastActionBy?: string | undefined
}
