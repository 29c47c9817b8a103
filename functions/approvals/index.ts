export { type Decided, decide } from './decision.ts'
export type { Decision, Way } from './progress.ts'
export { approvalDecision } from './repository.ts'
