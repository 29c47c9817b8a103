export { type DecisionResult, decide } from './decision.ts'
export type { Decision, DecisionKind as Way } from './progress.ts'
export { approvalDecision } from './repository.ts'
