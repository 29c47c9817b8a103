import { roomKey } from '../../rooms/index.ts'
import type { Scope } from '../contract/domain-shapes.ts'
import type { Domain } from '../repository.ts'
import type { EventFacts } from '../routing/conditions.ts'

const covers = (scope: Scope, mode: 'inclusive' | 'exclusive', roomId: unknown): boolean => {
  if (scope.kind === 'none') return false
  if (scope.kind === 'campus_wide') return true
  if (typeof roomId !== 'string' || roomId === '') return false
  if (scope.kind === 'all_spaces') return true
  const asked = roomKey(roomId)
  return scope.spaceIds.some((id) => roomKey(id) === asked) === (mode === 'inclusive')
}

/** Whether a domain decides on an event, by the room that it names. */
export const governs = ({ spaceGovernance }: Domain, facts: EventFacts): boolean =>
  covers(spaceGovernance.governingScope, spaceGovernance.scopeMode, facts.classroom_id)

/** Whether a domain is told of an event. */
export const concerns = ({ spaceGovernance }: Domain, facts: EventFacts): boolean =>
  covers(spaceGovernance.concernScope, spaceGovernance.scopeMode, facts.classroom_id)
