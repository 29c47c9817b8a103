import type { Context } from '../../../lib/context.ts'
import type { Organization } from '../../../lib/identity/org/records.ts'
import { notificationDue } from '../../../lib/outbox.ts'
import type { Write } from '../../../lib/table/write.ts'
import type { WorkflowStage } from '../contract/finance-shapes.ts'
import type { Budget } from '../repository.ts'

type World = Pick<Context<'caller'>, 'caller' | 'now' | 'newId'>
type About = { readonly found: Budget; readonly org: Organization }

const wordsOf = ({ found, org }: About) => ({
  params: { budgetTitle: found.title, orgName: org.org_name },
  metadata: { orgId: found.orgId, budgetId: found.id },
})

/** Whoever may decide the stage, but who submitted it, learns that it waits: holders of its permission, or the administrators of the school. */
export const stageWaits = (about: About, stage: WorkflowStage, world: World): Write => {
  const { orgId, submittedBy: except } = about.found
  const to =
    stage.actorType === 'platform_admin'
      ? ({ kind: 'administrators' } as const)
      : ({ kind: 'permission', orgId, permission: stage.permission, except } as const)
  return notificationDue(world, { ...wordsOf(about), template: 'budget_stage_waiting', to })
}

export type Outcome = 'approved' | 'rejected' | 'revision_requested'

/** Whoever made and submitted the budget learns what was decided, unless they decided it. */
export const decided = (about: About, outcome: Outcome, note: string, world: World): readonly Write[] => {
  const { createdBy, submittedBy = createdBy } = about.found
  const ids = [...new Set([createdBy, submittedBy])].filter((id) => id !== world.caller.tenantUserId)
  if (ids.length === 0) return []
  const { params, metadata } = wordsOf(about)
  const to = { kind: 'users' as const, ids }
  return [
    notificationDue(world, {
      params: note === '' ? params : { ...params, note: note.slice(0, 500) },
      metadata,
      template: `budget_${outcome}`,
      to,
    }),
  ]
}
