export {
  type ApprovalElement,
  type ApprovalInstance,
  type ApprovalWait,
  ApprovedEvent,
  approvalInstance,
  approvalWait,
  stageName,
  submissionName,
} from '../events/index.ts'
export {
  aboutEvent,
  audienceOf,
  closeInstance,
  enterStage,
  eventOf,
  notifyDeciders,
  notifyStage,
  readInstance,
  stageFrom,
  submissionWrites,
  withdrawalWrites,
} from './approval-process.ts'
export { dueAfter, endOf, escalationKind, instanceWrites, isOpen } from './approval-records.ts'
export { DomainNotFound } from './contract/failures.ts'
export {
  defaultDomainSettings,
  defaultFlow,
  defaultGovernance,
  defaultRoles,
  defaultSettings,
  emptyRole,
} from './defaults.ts'
export {
  concerns,
  type EventCounts,
  type EventRules,
  eventRulesOf,
  findEventRules,
  governs,
  refuseAgainstRules,
} from './event-rules.ts'
export {
  approvalFlow,
  type Domain,
  domain,
  findPeople,
  findStakeholderMembers,
  readSetup,
  readZonedSetup,
  roleOrDefault,
  type Setup,
  type StakeholderMember,
  type StakeholderRole,
  stakeholderMember,
  stakeholderRole,
  type ZonedSetup,
} from './repository.ts'
export { type EventFacts, evaluateConditions, factsNamed, holds } from './routing/conditions.ts'
export { routeEvent, withOrgNames } from './routing/event-routing.ts'
export { type Organizer, type Route, type RouteStep, routeOf } from './routing/routing.ts'
export { withPeople } from './routing/step-people.ts'
export { intervalsKind, readIntervals } from './settings.ts'
