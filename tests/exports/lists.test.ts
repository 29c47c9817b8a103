import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { schoolEvent } from '../../functions/analytics/index.ts'
import { Forbidden } from '../../lib/contract/failures.ts'
import { hosted } from '../attendance/events.ts'
import { drafted, treasury } from '../budgets/campus.ts'
import { refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { carried, fileOf } from './exporting.ts'

const kinds = ['organizations', 'people', 'events', 'budgets'] as const
type Kind = (typeof kinds)[number]

let place: Awaited<ReturnType<typeof treasury>>
const ids: Record<Kind, string[]> = { organizations: [], people: [], events: [], budgets: [] }

/** A text that each list contains. */
const formula = '=1+1 is two'

beforeAll(async () => {
  place = await treasury()
  const { club, dean, w } = place
  const { body } = await dean.device.createOrganization({ org_name: 'Two', org_description: formula })
  ids.organizations = [club.orgId, body.org._id]
  for (const name of ['mia', 'tom'])
    ids.people.push((await registered(w, name, { username: name, name: formula })).user._id)
  ids.budgets = [(await drafted(club)).budgetId, (await drafted(club, { title: formula })).budgetId]
  for (const status of ['draft', 'approved', 'completed', 'completed'] as const) {
    const { eventId, start_time, end_time, version } = await hosted(w, club.orgId, { name: formula, status })
    await w
      .table()
      .put(schoolEvent, { eventId, name: formula, status, start_time, end_time, cardVersion: version })
    ids.events.push(eventId)
  }
})

const exported = async (kind: Kind, format: 'csv' | 'json'): Promise<string> => {
  const { status, body } = await place.dean.device.startExport({ kind, format })
  expect(status, JSON.stringify(body)).toBe(202)
  // One page a piece, so that every position is continued from.
  await carried(place.w, kind, { items: 1, bytes: 1_000_000, seconds: 60 })
  return fileOf(place.w, kind)
}

describe('the export of a list', () => {
  // rules/exports 18, rules/http 52
  it.each(kinds)('has everything once, as a table and as JSON: %s', async (kind) => {
    const file = await exported(kind, 'csv')
    expect(file.match(/\uFEFF/g)).toHaveLength(1)
    expect(file.startsWith('\uFEFF')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(file).toContain(`'${formula}`)
    const [header, ...rows] = parse(file, { bom: true }) as string[][]
    const values = JSON.parse(await exported(kind, 'json')) as Record<string, unknown>[]
    expect(values).toHaveLength(rows.length)
    const found = values.map(({ id, _id }) => id ?? _id)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(expect.arrayContaining(ids[kind]))
    if (kind !== 'organizations') {
      expect(Object.keys(values[0] ?? {}).every((name) => header?.includes(name))).toBe(true)
      expect(rows.map(([id]) => id)).toEqual(found)
    }
  })

  // rules/exports 1
  it('is for administrators', async () => {
    for (const kind of kinds)
      expect(await place.club.owner.device.startExport({ kind })).toMatchObject(refused(Forbidden))
  })
})
