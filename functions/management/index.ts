export {
  type Admission,
  blocksEvents,
  findAdmission,
  hiddenFromDirectory,
  mayWhilePending,
  refuseWithoutFeature,
} from './config/policy.ts'
export {
  findMessagingRules,
  findSettings,
  formatFor,
  type ManagementConfig,
  type MessagingRules,
  managementConfig,
  messagingRulesOf,
  pendingActionsOf,
  settingsOf,
} from './config/settings.ts'
export { tierMoves, tiersAsRead, tierWrites } from './config/tiers.ts'
export { type ManagementSettings, PendingAction } from './contract/config-shapes.ts'
export { firstStanding, newOrgWrites } from './organizations/approval.ts'
export { campus, countIn, orgStat, totalRow } from './statistics.ts'

/** How organizations are written to files; loads when a file is written. */
export const orgsWriting = () => import('./export.ts')
