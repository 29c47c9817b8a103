import { beforeAll, describe, expect, it } from 'vitest'
import { attendanceStream } from '../attendance/stream.ts'
import { isLate } from '../support/table/late-lists.ts'
import { clubEvent, type PlannedCampus, plannedCampus } from './people.ts'

let p: PlannedCampus
let stream: Awaited<ReturnType<typeof attendanceStream>>

beforeAll(async () => {
  p = await plannedCampus()
  stream = await attendanceStream(p.w)
  await clubEvent(p.c)
  await stream.drain()
})

/** Write units of a request, and of the stream's consumers for everything that follows from it. */
const spentOn = async (act: () => Promise<unknown>): Promise<readonly [number, number]> => {
  await act()
  const own = (p.w.logs.at(-1)?.table ?? {}) as { readonly writeUnits?: number }
  const begin = p.w.logs.length
  await stream.drain()
  const consumed = p.w.logs.slice(begin).filter(({ operation }) => operation === 'notices.consume')
  return [own.writeUnits ?? 0, consumed.reduce((sum, line) => sum + Number(line.writeUnits), 0)]
}

/** docs/performance.md names these figures. */
describe.skipIf(isLate)('the write units of an event, with those of its consequences', () => {
  it('stay below their ceilings', async () => {
    let eventId = ''
    const drafted = await spentOn(async () => {
      eventId = await clubEvent(p.c, { asDraft: true })
    })
    const published = await spentOn(() => p.c.owner.device.publishEvent({ eventId }))
    const cancelled = await spentOn(() => p.c.owner.device.cancelEvent({ event_id: eventId }))
    const created = await spentOn(() => clubEvent(p.c))
    if (process.env.SHOW_COSTS) console.log(drafted, published, cancelled, created)
    const most = (found: readonly number[], ceilings: readonly number[]) =>
      found.map((units, at) => Math.max(0, units - (ceilings[at] ?? 0)))
    expect(most(drafted, [8, 26])).toEqual([0, 0])
    expect(most(published, [11, 34])).toEqual([0, 0])
    expect(most(cancelled, [12, 37])).toEqual([0, 0])
    expect(most(created, [13, 41])).toEqual([0, 0])
  })
})
