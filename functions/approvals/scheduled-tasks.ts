import { type DueHandler, whenDue } from '../../lib/scheduled/task.ts'
import type { Entity } from '../../lib/table/entity.ts'
import { escalationKind } from '../stakeholders/index.ts'
import { escalate } from './escalation.ts'
import { approvalComment, approvalDecision } from './repository.ts'

export const due: readonly DueHandler[] = [whenDue(escalationKind, escalate)]

/** Rows that hang under an event and go when it is purged. */
export const children = [{ kind: approvalDecision as Entity }, { kind: approvalComment as Entity }]
