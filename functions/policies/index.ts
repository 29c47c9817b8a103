// The school's settings for organizations, for every domain that follows them. `management` changes them.

export { type ManagementSettings, PendingAction } from './contract.ts'
export { basicTier, blankTier, defaultSettings } from './defaults.ts'
export {
  type Admission,
  blocksEvents,
  findAdmission,
  firstApprovalState,
  isAllowedWhilePending,
  isHeldBack,
  isHiddenFromDirectory,
  newOrgWrites,
  refuseWithoutFeature,
} from './policy.ts'
export {
  difference,
  expandPaths,
  findMessagingRules,
  findSettings,
  formatFor,
  isTree,
  type ManagementConfig,
  type MessagingRules,
  managementConfig,
  merged,
  messagingRulesOf,
  settingsOf,
  type Tree,
} from './settings.ts'
export { tierMoves, tierRemoval, tiersUnchangedCheck, tierWrites } from './tiers.ts'
