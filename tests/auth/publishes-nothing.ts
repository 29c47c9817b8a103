/**
 * Operations that write and put nothing before other people: what is somebody's own, what takes a seat or asks to be let in,
 * what takes away, what lets somebody in or sends them away, and decisions. Every other one says `publishes` in its row. What is
 * mailed to others (`invites`, `notifications`) asks for a proven address at every school.
 */
export const publishesNothing: Readonly<Record<string, string>> = {
  agendas: 'deleteAgendaItem',
  analytics: 'exportEventReport trackEventView trackRsvp',
  approvals:
    'acknowledgeEvent approveDomainEvent approveEvent delegateApproval deleteApprovalComment rejectDomainEvent rejectEvent requestEventChanges',
  attendance:
    'addToWaitlist promoteFromWaitlist registerForEvent removeFromWaitlist removeRegistration removeRegistrationResponse setRsvp withdrawFromEvent',
  auth: 'joinTenant logout',
  budgets: 'approveBudgetStage deleteBudget rejectBudgetStage requestBudgetRevision withdrawBudget',
  calendars: 'createCalendarToken removeCalendarLink revokeCalendarToken',
  checkins:
    'changeCheckInSettings checkIn checkInAsPicked checkInByResponse checkInGuest checkInOnPage checkInPerson checkOut checkOutByResponse checkOutPerson createDoorCredential disableCheckIn enableCheckIn revokeDoorCredential rotateCheckIn takeScans',
  emails:
    'confirmEmail giveOwnProof requestAffiliatedEmailCode requestEmailCode requestOwnProof unlinkAffiliatedEmail verifyAffiliatedEmail',
  forms: 'deleteEventForm submitFormResponse',
  impersonation: 'stopImpersonation',
  invites:
    'acceptInvite acceptInviteByToken declineInvite declineInviteByToken invite inviteBatch previewInvites revokeInvite',
  jobs: 'createAssignment createVolunteerSignup decideVolunteerSignup deleteAssignment deleteEventJob deleteOrgEventRole updateAssignment',
  management: 'confirmOrgRenewal moveOrganizationLifecycle resubmitOrganization',
  members:
    'answerOrgOwnershipOffer approveApplication assignOrgRole deleteRole offerOrgOwnership refuseOrgMembership rejectApplication removeOrgMember transferOrgOwnership withdrawApplication withdrawOrgOwnershipOffer',
  messages: 'deleteMessage likeMessage',
  mfa: 'confirmByCode confirmByPasskey disableTotp enableTotp registerPasskey removePasskey renamePasskey renewRecoveryCodes setUpTotp startPasskey startPasskeyConfirmation',
  notifications:
    'acknowledgeNotification archiveNotification createOrganizationNotification deleteNotification performNotificationAction readAllNotifications readNotification readSeveralNotifications restoreNotification setNotificationPreferences',
  organizations:
    'applyToOrganization checkOrganizationName deleteForm deleteOrganization followOrganization leaveOrganization unfollowOrganization updateApprovalSettings',
  passwords: 'changePassword setPassword',
  planning:
    'checkRoomAvailability declineCollaboration deleteEvent deleteEventTemplate deleteOrgEvent previewApprovals removeCollaborator withdrawEvent',
  plants: 'createPlant',
  providers: 'linkWay startLink unlinkWay',
  rooms: 'checkResource',
  saml: 'startSamlLink startSamlLogout',
  sessions: 'removePushDevice revokeAllOtherSessions revokeSession',
  tasks: 'deleteEventTask deleteOrgTask orderEventTasks orderOrgTasks recomputeDueDates',
  users: 'checkUsername deleteAccount getUserByUsername registerPushToken updateUser',
}
