export { type Decided, decide } from './decisions/decision.ts'
export type { Decision, Way } from './decisions/ways.ts'
export { approvalComment, approvalDecision } from './repository.ts'
