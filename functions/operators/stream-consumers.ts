import { type ChangeContext, on } from '../../lib/consumer.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import { type Access, access, tenantRecord } from '../../lib/identity/person/records.ts'
import { canBeBreakGlass, isBreakGlass } from '../../lib/identity/school/sign-in-policy.ts'
import { dueOf, notificationRow } from '../../lib/outbox.ts'
import { key } from '../../lib/table/entity.ts'
import { put } from '../../lib/table/write.ts'

const system = { userAgent: 'system', address: '', native: false, requestId: 'system' }

/**
 * Warns all administrators of a school once its last break-glass account no longer counts. A stored warning is not
 * written again (rules/auth 48).
 */
const warnIfLast = async (
  tenantKey: string,
  { globalUserId, version }: Access,
  { table: anywhere, now, newId }: ChangeContext,
): Promise<void> => {
  const table = anywhere.at(tenantKey)
  const school = await table.get(tenantRecord, {}, { strong: true })
  const breakGlassIds = school?.door?.breakGlass ?? []
  if (!breakGlassIds.includes(globalUserId)) return
  const people = await table.batchGet(
    breakGlassIds.map((id) => key(access, { globalUserId: id })),
    { strong: true },
  )
  if (people.some((rights) => rights && isBreakGlass(school, rights))) return
  const warning = dueOf(now(), `breakglass.${globalUserId}.${version}`, {
    template: 'break_glass_lost',
    to: { kind: 'administrators' },
    params: {},
  })
  await table.write([
    put(notificationRow, warning, { absent: true }),
    audit(
      { device: system, now, newId },
      {
        action: 'tenant.break_glass_lost',
        actor: 'system',
        targetType: 'globalUser',
        targetId: globalUserId,
      },
    ),
  ])
}

/**
 * Every loss of a factor, a role, access or the account writes the person's access item. So only this item shows the
 * loss of a break-glass account.
 */
export const streamConsumers = [
  on(access, ['changed', 'gone'], async ({ before, after }, context) => {
    if (!before) return
    const lostSchools = Object.keys(before.memberships).filter(
      (tenantKey) => canBeBreakGlass(before, tenantKey) && !(after && canBeBreakGlass(after, tenantKey)),
    )
    for (const tenantKey of lostSchools) await warnIfLast(tenantKey, before, context)
  }),
]
