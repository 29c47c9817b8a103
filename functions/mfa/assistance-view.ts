import type { Context } from '../../lib/context.ts'
import type { FactorRecovery } from '../../lib/identity/factor/records.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { type AssistanceRecord, confirmableUntil, isUnderWay, usableUntil } from './assistance-rules.ts'

type AdminContext = Context<'admin'>

/** What administrators of this school have opened, while it goes on. */
export const assistanceHere = (
  { tenant, now }: AdminContext,
  waiting: FactorRecovery | undefined,
): FactorRecovery['assisted'] =>
  waiting?.assisted?.school === tenant.key && isUnderWay(waiting, now().toISOString())
    ? waiting.assisted
    : undefined

const noAssistance = {
  state: 'none' as const,
  openedBy: null,
  openedAt: null,
  confirmUntil: null,
  readyAt: null,
  usableUntil: null,
  reason: null,
}

/** The record of who has opened it, where that one is a member. */
export const readOpener = async ({ table }: AdminContext, { byUser }: Pick<AssistanceRecord, 'byUser'>) =>
  byUser === null ? undefined : table.get(tenantUser, { id: byUser })

/** How far administrators of the school have come. A wait of the person's own is not theirs to see. */
export const assistanceView = async (
  context: AdminContext,
  waiting: FactorRecovery | undefined,
  known?: TenantUser | undefined,
) => {
  const assisted = assistanceHere(context, waiting)
  if (!assisted || !waiting?.assistance) return noAssistance
  const { openedAt, readyAt, reason = 'lost' as const } = assisted
  const by = known ?? (await readOpener(context, assisted))
  const confirmed = waiting.assistance === 'confirmed'
  return {
    state: waiting.assistance,
    openedBy: by ? publicUserOf(by) : null,
    openedAt,
    confirmUntil: confirmed ? null : confirmableUntil(assisted),
    readyAt,
    usableUntil: confirmed ? usableUntil(assisted) : null,
    reason,
  }
}
