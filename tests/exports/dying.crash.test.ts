import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PieceLimits } from '../../functions/exports/pieces.ts'
import { admins } from '../support/administrators.ts'
import type { Person } from '../support/people.ts'
import type { World } from '../support/world.ts'
import { carried, crowdedSchool, fileOf, jobOf, oneNotice, sweptExports } from './exporting.ts'

let w: World
let dean: Person

/** Parts of a file are of 5 MiB and more, which takes three pieces here. */
const pieces = { items: 100, bytes: 8 * 1024 * 1024, seconds: 60 }
const long = { org_description: 'x'.repeat(20_000) }

const started = () => dean.device.startExport({ kind: 'organizations', format: 'csv' })

beforeEach(async () => {
  ;({ w, dean } = await admins())
})

describe('a piece of an export', () => {
  // rules/exports 5
  it('that dies behind the joining of the parts is done over', async () => {
    await crowdedSchool(dean, w, 350, long)
    await started()
    const store = w.runtime.gateways.exports
    const { end } = store
    let joined = 0
    const dying = async (...sent: Parameters<typeof end>): Promise<void> => {
      await end(...sent)
      joined += 1
      throw new Error('the process is gone')
    }
    Object.assign(store, { end: dying })
    while (joined === 0) {
      const { turn } = (await jobOf(w, 'organizations')) ?? {}
      await oneNotice(w, 'organizations', pieces)
      if (joined === 0) expect((await jobOf(w, 'organizations'))?.turn).not.toBe(turn)
    }
    Object.assign(store, { end })
    expect((await jobOf(w, 'organizations'))?.status).toBe('running')
    w.clock.advance(100)
    await carried(w, 'organizations', pieces)
    expect(await jobOf(w, 'organizations')).toMatchObject({ status: 'done', items: 351, parts: 2 })
    expect(parse(await fileOf(w, 'organizations'), { bom: true }) as string[][]).toHaveLength(352)
  })

  /** A piece that stops while it writes a part, for longer than its lease, while another one writes that part. */
  const overtaken = async (limits: PieceLimits) => {
    const store = w.runtime.gateways.exports
    const { part } = store
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = async (...sent: Parameters<typeof part>): Promise<void> => {
      reached.resolve()
      await gate.promise
      await part(...sent)
    }
    Object.assign(store, { part: held })
    const late = oneNotice(w, 'organizations', limits)
    await reached.promise
    Object.assign(store, { part })
    w.clock.advance(100)
    await oneNotice(w, 'organizations', limits)
    gate.resolve()
    await late
  }

  // rules/exports 3
  it('that comes late with a part ends its own upload, never the running one', async () => {
    await crowdedSchool(dean, w, 350, long)
    await started()
    const abort = vi.spyOn(w.runtime.gateways.exports, 'abort')
    const parts = { ...pieces, items: 300 }
    await overtaken(parts)
    const { upload } = (await jobOf(w, 'organizations')) ?? {}
    expect(upload).toBeDefined()
    const ended = () => abort.mock.calls.map(([file]) => file.id)
    expect(ended()).toEqual([expect.any(String)])
    await overtaken(parts)
    expect(await jobOf(w, 'organizations')).toMatchObject({ upload, parts: 2 })
    expect(ended()).toHaveLength(1)
    expect(ended()).not.toContain(upload)
    await carried(w, 'organizations', parts)
    expect(parse(await fileOf(w, 'organizations'), { bom: true }) as string[][]).toHaveLength(352)
  })

  // rules/exports 9
  it('leaves no file behind when the export is removed meanwhile', async () => {
    await crowdedSchool(dean, w, 10)
    await started()
    const store = w.runtime.gateways.exports
    const { put } = store
    const { fileKey = '' } = (await jobOf(w, 'organizations')) ?? {}
    const overtaken = async (...sent: Parameters<typeof put>): Promise<void> => {
      await dean.device.removeExport({ kind: 'organizations' })
      await sweptExports(w)
      await put(...sent)
    }
    Object.assign(store, { put: overtaken })
    await oneNotice(w, 'organizations', pieces)
    expect((await jobOf(w, 'organizations'))?.status).toBe('removed')
    expect(await store.read(fileKey)).toBeUndefined()
  })
})
