import { orgStat } from '../../functions/management/statistics.ts'
import { streamConsumers } from '../../functions/management/stream-consumers.ts'
import { consume } from '../../functions/stream/handler.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { orgWords } from '../../lib/identity/person/names.ts'
import { wordWrites } from '../../lib/search/rows.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { admins } from '../support/administrators.ts'
import { founded } from '../support/societies.ts'
import { changeNotice } from '../support/table/storing.ts'

export const padded = (number: number): string => String(number).padStart(6, '0')

/** A school without organizations, and the card of one that was there. */
export const emptied = async () => {
  const { w, dean } = await admins()
  const { orgId } = await founded(dean)
  const model = await w.table().get(organization, { orgId })
  if (!model) throw new Error('nothing to copy')
  await dean.device.deleteOrganization({ orgId })
  return { w, dean, model, carry: consume(streamConsumers, () => w.runtime) }
}

/** A school with so many organizations, as the table and its stream have them; every third is verified. */
export const crowd = async (size: number) => {
  const { w, dean, model, carry } = await emptied()
  const cards = Array.from({ length: size }, (_, at): Organization => {
    const nameKey = `club number${padded(at)}`
    return {
      ...model,
      orgId: `org${padded(at)}`,
      nameKey,
      org_name: nameKey,
      createdAt: `2026-01-01T00:00:00.${padded(at)}Z`,
      memberCount: (at * 7) % 1000,
      verified: at % 3 === 0,
      lifecycleStatus: at % 2 === 0 ? 'active' : 'sunset',
    }
  })
  const writes = cards.flatMap((card): Write[] => {
    const { orgId } = card
    const stat = { subject: orgId, month: '2026-03', '02.events': 2, '01.events': 1 }
    return [
      put(organization, card),
      ...wordWrites(orgWords, card),
      put(orgStat, stat),
      put(orgStat, { subject: orgId, month: 'TOTAL', events: 9 }),
    ]
  })
  for (let at = 0; at < writes.length; at += 100) await w.table().write(writes.slice(at, at + 100))
  const Records = cards.map((card) => changeNotice(w, organization, undefined, card))
  const { batchItemFailures } = await carry({ Records })
  if (batchItemFailures.length > 0) throw new Error('the crowd was not carried out')
  return { w, dean }
}
