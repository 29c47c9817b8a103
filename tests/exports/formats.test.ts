import { beforeAll, describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { ExportFormat } from '../../functions/exports/contract.ts'
import { routes } from '../../functions/routes.ts'
import { FormatOff, ValidationError } from '../../lib/contract/failures.ts'
import { routesOf } from '../../lib/contract/route-match.ts'
import { hosted } from '../attendance/events.ts'
import { drafted, treasury } from '../budgets/campus.ts'
import { type Reply, refused } from '../support/agent.ts'

type Format = { readonly format?: 'csv' | 'json' }
type Place = Awaited<ReturnType<typeof treasury>> & { readonly budgetId: string; readonly eventId: string }

let place: Place

beforeAll(async () => {
  const campus = await treasury()
  const { budgetId } = await drafted(campus.club)
  const { eventId } = await hosted(campus.w, campus.club.orgId)
  place = { ...campus, budgetId, eventId }
})

/** Every operation that writes a file in a format of the caller's choice. */
const writing: Readonly<Record<string, (asked: Format) => Promise<Reply>>> = {
  exportOrganizations: (asked) => place.dean.device.exportOrganizations(asked),
  startExport: (asked) => place.dean.device.startExport({ kind: 'organizations', ...asked }),
  exportBudget: ({ format }) => {
    const { club, budgetId } = place
    return club.auditor.device.exportBudget({ orgId: club.orgId, budgetId, ...(format ? { format } : {}) })
  },
  exportEventReport: (asked) => place.club.owner.device.exportEventReport({ ...ofEvent(), ...asked }),
  exportOrgMembers: (asked) =>
    place.club.owner.device.exportOrgMembers({ orgId: place.club.orgId, ...asked }),
  exportAttendees: (asked) => place.club.owner.device.exportAttendees({ ...ofEvent(), ...asked }),
}
const ofEvent = () => ({ orgId: place.club.orgId, eventId: place.eventId })

const formatIn = (schema: unknown): unknown => {
  const { def } = (schema ?? {}) as { def?: { shape?: Record<string, unknown>; innerType?: unknown } }
  return def?.shape ? def.shape.format : def?.innerType && formatIn(def.innerType)
}

/** Whether a schema takes one text and refuses another: no free text. */
const chooses = (schema: unknown): boolean => {
  const taken = (value: string) => safeParse(schema as Parameters<typeof safeParse>[0], value).success
  return schema !== undefined && taken('csv') && !taken('a word')
}

const choosing = routesOf(routes)
  .filter(({ row }) => [row.query, row.body].some((sent) => chooses(formatIn(sent))))
  .map(({ operation }) => operation)

const set = (formats: readonly string[]) =>
  place.dean.device.updateManagementConfig({ reporting: { exportFormats: formats } })

describe('the formats of a school', () => {
  it('are asked by every operation that writes files', () => {
    expect([...new Set(choosing)].sort()).toEqual(Object.keys(writing).sort())
  })

  // rules/exports 6
  it.each(Object.entries(writing))('turn %s off and on', async (_, write) => {
    expect((await set(['json'])).status).toBe(200)
    expect([FormatOff.code, ExportFormat.code]).toContain((await write({ format: 'csv' })).body.code)
    expect((await write({ format: 'json' })).status).toBeLessThan(300)
    expect((await write({})).status).toBeLessThan(300)
    expect((await set(['csv'])).status).toBe(200)
    expect((await write({})).status).toBeLessThan(300)
    expect((await set(['json', 'csv'])).status).toBe(200)
    expect((await write({ format: 'csv' })).status).toBeLessThan(300)
  })

  it('are those which something writes', async () => {
    for (const formats of [['pdf'], ['csv', 'json', 'pdf']])
      expect(await set(formats)).toMatchObject(refused(ValidationError))
  })
})
