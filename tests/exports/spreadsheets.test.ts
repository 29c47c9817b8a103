import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { writeCsv } from '../../lib/csv.ts'
import { crowd } from '../attendance/crowd.ts'
import { hosted } from '../attendance/events.ts'
import { drafted, treasury } from '../budgets/campus.ts'
import type { Reply } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { founded, joined } from '../support/societies.ts'

type Place = Awaited<ReturnType<typeof treasury>> & { readonly budgetId: string; readonly eventId: string }
type Query = { readonly format: 'csv'; readonly bom?: 'false' }

let place: Place

/** A text that each of the tables contains. */
const formula = '=1+1 is two'

beforeAll(async () => {
  const campus = await treasury()
  const { w, club, dean } = campus
  const { budgetId } = await drafted(club, { title: formula })
  const { eventId } = await hosted(w, club.orgId, { name: formula })
  await founded(dean, { org_description: formula })
  for (const { device } of await crowd(w, 1, { name: formula }))
    expect((await device.registerForEvent({ event_id: eventId })).status).toBe(201)
  await joined(club, await registered(w, 'member', { username: 'formula', name: formula }))
  place = { ...campus, budgetId, eventId }
})

const ofEvent = () => ({ orgId: place.club.orgId, eventId: place.eventId })

/** Every operation that can answer with a table. */
const tables: Readonly<Record<string, (query: Query) => Promise<Reply>>> = {
  exportOrganizations: (query) => place.dean.device.exportOrganizations(query),
  exportBudget: (query) =>
    place.club.auditor.device.exportBudget({
      orgId: place.club.orgId,
      budgetId: place.budgetId,
      ...query,
    }),
  exportEventReport: ({ format, ...query }) =>
    place.club.owner.device.exportEventReport({ ...ofEvent(), format }, { query }),
  exportOrgMembers: (query) =>
    place.club.owner.device.exportOrgMembers({ orgId: place.club.orgId, ...query }),
  exportAttendees: (query) => place.club.owner.device.exportAttendees({ ...ofEvent(), ...query }),
}

const isTable = ({ reply }: { readonly reply: object }): boolean => JSON.stringify(reply).includes('text/csv')

describe('tables for people', () => {
  it('are all tested here', () => {
    const found = Object.values(contracts).flatMap(({ rows }) =>
      Object.entries(rows).flatMap(([name, row]) => (isTable(row) ? [name] : [])),
    )
    expect(found.sort()).toEqual(Object.keys(tables).sort())
  })

  // rules/http 52, rules/http 53
  it.each(Object.entries(tables))('open in spreadsheets: %s', async (_, read) => {
    const { status, body, headers } = await read({ format: 'csv' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body.startsWith('\uFEFF')).toBe(true)
    expect(body.endsWith('\r\n')).toBe(true)
    expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const plain = await read({ format: 'csv', bom: 'false' })
    expect(plain.body.startsWith('\uFEFF')).toBe(false)
    expect(plain.body.split('\r\n')[0]).toBe(body.slice(1).split('\r\n')[0])
    for (const cell of parse(body, { bom: true, relax_column_count: true }).flat())
      expect(cell).not.toMatch(/^[\s\u200B]*[=+@＝]/)
    expect(body).toContain(`'${formula}`)
  })

  // rules/http 52
  it.each(['=1+1', ' =1+1', '\u2003=1+1', '\u200B=1+1', '\t=1', '+49', '-2+3', '@SUM(A1)', '＝1+1', '\r=1'])(
    'have no formula: %j',
    (text) => {
      expect(
        writeCsv([[text]])
          .replace(/^"/, '')
          .startsWith("'"),
      ).toBe(true)
    },
  )

  // rules/http 52
  it('quote what separates, and leave numbers as they are', () => {
    expect(writeCsv([['a,b', 'c;d', 'e"f', 'g\nh', -1, true, null]])).toBe(
      '"a,b","c;d","e""f","g\nh",-1,true,\r\n',
    )
  })
})
