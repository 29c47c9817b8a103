import { type DuePlace, dueWrite, whenDue } from '../../../lib/scheduled/task.ts'
import type { Write } from '../../../lib/table/write.ts'
import { findSettings } from '../config/settings.ts'
import type { ManagementSettings } from '../contract/config-shapes.ts'
import { orgSize, sizeOf } from '../statistics.ts'
import { approveGrown, growthDemand } from './approval.ts'
import { ownShelvesFor } from './statuses.ts'

const kind = 'management.grown'

/** Organizations that one step looks at. */
const pageSize = 50
const atOnce = 5

type Step = { readonly version: string; readonly shelf: string; readonly to?: string }

const stepOf = (place: DuePlace, { version, shelf, to }: Step): Write =>
  dueWrite(place, {
    kind,
    subject: shelf,
    version,
    at: place.now().toISOString(),
    params: to === undefined ? {} : { to },
  })

/**
 * When the school asks for fewer members than before, or begins to approve by members, those who wait and have enough
 * already are approved: the writes that begin it, one for each list of waiting organizations. Beginning twice is harmless.
 */
export const growthWrites = (
  before: ManagementSettings,
  after: ManagementSettings,
  version: number,
  place: DuePlace,
): readonly Write[] =>
  growthDemand(after) < growthDemand(before)
    ? ownShelvesFor({ status: 'pending' }).map((shelf) => stepOf(place, { version: String(version), shelf }))
    : []

/** The largest first, page by page down to the size that is enough now. Each is approved by its card, once. */
export const due = [
  whenDue(kind, async ({ subject: shelf, version, params }, world) => {
    const enough = growthDemand(await findSettings(world.table, { strong: true }))
    if (!Number.isFinite(enough)) return []
    const { items, cursor } = await world.table.list(orgSize, {
      index: 'gsi2',
      holes: { shelf },
      descending: true,
      from: sizeOf(enough),
      to: params.to,
      limit: pageSize,
    })
    const waiting = items.map(({ orgId }) => orgId)
    const work = async (): Promise<void> => {
      for (let orgId = waiting.shift(); orgId !== undefined; orgId = waiting.shift())
        await approveGrown(orgId, world)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const last = items.at(-1)
    if (cursor === undefined || !last) return []
    const [first = '', step = '0'] = version.split('.')
    const next = `${first}.${Number(step) + 1}`
    return [stepOf(world, { version: next, shelf, to: `${last.size}#${last.orgId}` })]
  }),
]
