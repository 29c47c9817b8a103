import type { Context } from '../../lib/context.ts'
import type { FactorRecovery } from '../../lib/identity/factor/records.ts'
import { publicUserOf } from '../../lib/identity/person/people.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { type AssistanceRecord, confirmableUntil, isUnderWay, usableUntil } from './assistance-rules.ts'

type AdminContext = Context<'admin'>

/** The recovery that administrators of this school have opened, while it is under way. */
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

/** Reads the record of the administrator who opened it, if that administrator is a member. */
export const readOpener = async ({ table }: AdminContext, { byUser }: Pick<AssistanceRecord, 'byUser'>) =>
  byUser === null ? undefined : table.get(tenantUser, { id: byUser })

/** Progress of the administrators of this school. They do not see a wait that the person began. */
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
