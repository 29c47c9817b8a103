import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ExportFormat, ExportMissing } from '../../functions/exports/contract.ts'
import { Forbidden } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import type { World } from '../support/world.ts'
import { carried, crowdedSchool, fileOf, jobOf, oneNotice, sweptExports } from './exporting.ts'

let w: World
let dean: Person

const pieces = { items: 100, bytes: 1024 * 1024, seconds: 60 }

const crowded = (size: number) => crowdedSchool(dean, w, size)
const sweep = () => sweptExports(w)

const started = (more: object = {}) => dean.device.startExport({ kind: 'organizations', ...more })

beforeEach(async () => {
  ;({ w, dean } = await admins())
})

describe('an export of organizations', () => {
  // rules/exports 3, rules/exports 7, rules/exports 10
  it('is written in pieces, and is handed out by an address that ends after minutes', async () => {
    await crowded(350)
    const { status, body } = await started({ format: 'csv' })
    expect([status, body.data.status, body.data.items]).toEqual([202, 'running', 0])
    await oneNotice(w, 'organizations', pieces)
    const half = await dean.device.getExport({ kind: 'organizations' })
    expect(half.body.data).toMatchObject({ status: 'running', items: 100 })
    expect(half.body.data.file).toBeUndefined()
    expect(await carried(w, 'organizations', pieces)).toBe(3)
    const { body: ended } = await dean.device.getExport({ kind: 'organizations' })
    const file = await fileOf(w, 'organizations')
    expect(ended.data).toMatchObject({ status: 'done', items: 351, bytes: Buffer.byteLength(file) })
    expect(Date.parse(ended.data.file.expiresAt) - w.clock.now().getTime()).toBe(300_000)
    expect(ended.data.file.name).toBe('organizations.csv')
    const rows = parse(file, { bom: true, record_delimiter: '\r\n' }) as string[][]
    expect(rows).toHaveLength(352)
    expect(rows[0]?.[0]).toBe('Name')
    expect(new Set(rows.map(([name]) => name)).size).toBe(352)
    expect(rows.at(-1)?.[0]).toBe("'=1+1")
    // What pieces carried over is gone with the next one.
    expect([...w.exported.keys()]).toEqual([(await jobOf(w, 'organizations'))?.fileKey])
  })

  it('comes as one JSON list too, empty or not', async () => {
    await started({ format: 'json' })
    await carried(w, 'organizations')
    expect(JSON.parse(await fileOf(w, 'organizations'))).toEqual([])
    await crowded(250)
    await started()
    await carried(w, 'organizations', pieces)
    const orgs = JSON.parse(await fileOf(w, 'organizations'))
    expect(new Set(orgs.map(({ _id }: { _id: string }) => _id)).size).toBe(251)
  })

  // rules/exports 2
  it('is one at a time: who asks meanwhile gets the one that runs', async () => {
    const [one, other] = await Promise.all([started(), started()])
    expect([one.status, other.status].sort()).toEqual([200, 202])
    expect(one.body.data.startedAt).toBe(other.body.data.startedAt)
    expect((await dean.device.listExports()).body.data).toMatchObject([
      { kind: 'organizations', status: 'running' },
    ])
  })

  // rules/exports 3
  it('is not written twice where a notice comes twice', async () => {
    await crowded(250)
    await started({ format: 'csv' })
    const kept = vi.spyOn(w.runtime.gateways.exports, 'put')
    await oneNotice(w, 'organizations', pieces, 3)
    expect(kept).toHaveBeenCalledTimes(1)
    expect(await jobOf(w, 'organizations')).toMatchObject({ turn: 1, items: 100 })
    await carried(w, 'organizations', pieces)
    expect(parse(await fileOf(w, 'organizations'), { bom: true }) as string[][]).toHaveLength(252)
  })

  // rules/exports 3
  it('takes nothing from a piece that was thought dead and comes late', async () => {
    await crowded(250)
    await started({ format: 'csv' })
    const store = w.runtime.gateways.exports
    const { put: keep } = store
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = async (...sent: Parameters<typeof keep>): Promise<void> => {
      reached.resolve()
      await gate.promise
      await keep(...sent)
    }
    Object.assign(store, { put: held })
    const late = oneNotice(w, 'organizations', { ...pieces, items: 1 })
    await reached.promise
    Object.assign(store, { put: keep })
    w.clock.advance(100)
    await oneNotice(w, 'organizations', { ...pieces, items: 200 })
    gate.resolve()
    await late
    const job = await jobOf(w, 'organizations')
    expect(job).toMatchObject({ turn: 1, items: 200 })
    expect([...w.exported.keys()]).toEqual([job?.carryKey])
    await carried(w, 'organizations', pieces)
    expect(parse(await fileOf(w, 'organizations'), { bom: true }) as string[][]).toHaveLength(252)
  })

  // rules/exports 3
  it('goes on behind a part that holds what was carried over before it', async () => {
    await crowdedSchool(dean, w, 350, { org_description: 'x'.repeat(20_000) })
    await started({ format: 'csv' })
    // Parts are of 5 MiB and more: the third piece is the first one with enough for one.
    await carried(w, 'organizations', { ...pieces, bytes: 8 * 1024 * 1024 })
    expect(await jobOf(w, 'organizations')).toMatchObject({ status: 'done', items: 351, parts: 2 })
    const file = await fileOf(w, 'organizations')
    expect((await jobOf(w, 'organizations'))?.bytes).toBe(Buffer.byteLength(file))
    expect(parse(file, { bom: true }) as string[][]).toHaveLength(352)
  })

  // rules/exports 3
  it('writes no further piece while what was carried over cannot be read', async () => {
    await crowded(250)
    await started({ format: 'csv' })
    await oneNotice(w, 'organizations', pieces)
    const { carryKey = '' } = (await jobOf(w, 'organizations')) ?? {}
    const bytes = w.exported.get(carryKey)
    if (!bytes) throw new Error('Nothing was carried over.')
    w.exported.delete(carryKey)
    await oneNotice(w, 'organizations', pieces)
    expect(await jobOf(w, 'organizations')).toMatchObject({ turn: 1, items: 100 })
    w.exported.set(carryKey, bytes)
    w.clock.advance(100)
    await carried(w, 'organizations', pieces)
    expect(parse(await fileOf(w, 'organizations'), { bom: true }) as string[][]).toHaveLength(252)
  })

  // rules/exports 6
  it('comes in the formats that the school exports, and in its own', async () => {
    expect(await started({ format: 'jsonl' })).toMatchObject(refused(ExportFormat))
    expect(await dean.device.startExport({ kind: 'school', format: 'csv' })).toMatchObject(
      refused(ExportFormat),
    )
    await dean.device.updateManagementConfig({ reporting: { exportFormats: ['csv'] } })
    expect(await started({ format: 'json' })).toMatchObject(refused(ExportFormat))
    expect((await started()).body.data.format).toBe('csv')
  })

  // rules/exports 1
  it('is for administrators, and each step of it is in the audit', async () => {
    const ann = await registered(w, 'ann')
    expect(await ann.device.startExport({ kind: 'organizations' })).toMatchObject(refused(Forbidden))
    await started()
    expect(await ann.device.getExport({ kind: 'organizations' })).toMatchObject(refused(Forbidden))
    await carried(w, 'organizations')
    await dean.device.getExport({ kind: 'organizations' })
    await dean.device.removeExport({ kind: 'organizations' })
    const { items } = await w.table().list(auditEntry, { keyParams: { month: '2026-03' }, limit: 100 })
    const deeds = items.filter(({ targetType }) => targetType === 'export').map(({ action }) => action)
    expect(deeds.sort()).toEqual(['export.finished', 'export.handed_out', 'export.removed', 'export.started'])
  })

  it('that nobody started is not there', async () => {
    for (const kind of ['organizations', 'nothing']) {
      expect(await dean.device.getExport({ kind })).toMatchObject(refused(ExportMissing))
      expect(await dean.device.removeExport({ kind })).toMatchObject(refused(ExportMissing))
    }
  })
})

describe('a file', () => {
  const isThere = async (fileKey: string) => (await w.runtime.gateways.exports.read(fileKey)) !== undefined

  // rules/exports 8
  it('goes when it is removed', async () => {
    await started()
    await carried(w, 'organizations')
    const { fileKey = '' } = (await jobOf(w, 'organizations')) ?? {}
    expect(await isThere(fileKey)).toBe(true)
    await dean.device.removeExport({ kind: 'organizations' })
    await sweep()
    expect(await isThere(fileKey)).toBe(false)
    expect((await dean.device.getExport({ kind: 'organizations' })).body.data.file).toBeUndefined()
  })

  // rules/exports 9
  it('is not left behind, nor any piece of it, when the export is removed while it is written', async () => {
    await crowded(250)
    await started({ format: 'csv' })
    await oneNotice(w, 'organizations', pieces)
    expect(w.exported.size).toBe(1)
    await dean.device.removeExport({ kind: 'organizations' })
    await sweep()
    expect([...w.exported.keys()]).toEqual([])
  })

  // rules/exports 8
  it('goes after a day, and when another takes its place', async () => {
    await started()
    await carried(w, 'organizations')
    const { fileKey: first = '' } = (await jobOf(w, 'organizations')) ?? {}
    await started()
    await sweep()
    expect(await isThere(first)).toBe(false)
    await carried(w, 'organizations')
    const { fileKey = '' } = (await jobOf(w, 'organizations')) ?? {}
    w.clock.advance(24 * 3600)
    await sweep()
    expect(await isThere(fileKey)).toBe(false)
    expect((await jobOf(w, 'organizations'))?.status).toBe('removed')
  })
})

describe('an export that does not move', () => {
  /** Two looks: the first one sees where it stands. */
  const look = async (): Promise<void> => {
    w.clock.advance(120)
    await sweep()
  }

  // rules/exports 4
  it('is nudged, and goes on where it stopped', async () => {
    await crowded(250)
    await started({ format: 'csv' })
    const { put: keep } = w.runtime.gateways.exports
    await oneNotice(w, 'organizations', pieces)
    Object.assign(w.runtime.gateways.exports, { put: () => Promise.reject(new Error('the store is away')) })
    // The stream goes on meanwhile.
    expect(await oneNotice(w, 'organizations', pieces)).toEqual([{ batchItemFailures: [] }])
    Object.assign(w.runtime.gateways.exports, { put: keep })
    expect(await jobOf(w, 'organizations')).toMatchObject({ turn: 1, nudges: 0 })
    await look()
    await look()
    expect(await jobOf(w, 'organizations')).toMatchObject({ turn: 1, nudges: 1 })
    await carried(w, 'organizations', pieces)
    expect(parse(await fileOf(w, 'organizations'), { bom: true }) as string[][]).toHaveLength(252)
  })

  // rules/exports 4
  it('is given up when it never moves', async () => {
    await started()
    for (let at = 0; at < 12; at += 1) await look()
    expect((await jobOf(w, 'organizations'))?.status).toBe('failed')
    await dean.device.login({ email: dean.email, password })
    expect((await started()).status).toBe(202)
  })
})
