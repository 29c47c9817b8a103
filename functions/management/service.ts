export {
  findMessagingRules,
  type MessagingRules,
  managementConfig,
  messagingRulesOf,
  pendingActionsOf,
} from './settings.ts'
