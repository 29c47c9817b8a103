import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainLine, emptyHash, lineOf } from '../../functions/exports/school-export.ts'
import type { ImportContext } from '../../infra/local/schools/school-import.ts'
import type { Person } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import { carried, fileOf } from './exporting.ts'

/** A folder for the files of one test. */
export const fileFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-schools-'))
  return {
    path: (name: string): string => join(folder, name),
    save(name: string, content: string): string {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Another install, with nothing in it. */
export const elsewhere = (): Promise<World> =>
  world({ ownTable: true, settings: { RATE_LIMIT_SCALE: '100' } })

export const placeIn = (w: World): ImportContext => ({
  table: w.table('www'),
  media: w.runtime.gateways.media,
  now: w.clock.now,
  newId: w.runtime.newId,
})

/** The file of a school, written in many pieces by the job that an administrator starts. */
export const exported = async (w: World, dean: Person): Promise<string> => {
  w.clock.advance(60)
  const { status } = await dean.device.startExport({ kind: 'school' })
  if (status !== 202) throw new Error('the export was not started')
  await carried(w, 'school', { items: 40, bytes: 1024 * 1024, seconds: 600 })
  return fileOf(w, 'school')
}

export type Line = Record<string, unknown> & {
  entity?: string
  fields?: Record<string, unknown>
  media?: string
}

export const linesIn = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** A file of other lines that is whole in itself, as somebody would make it who knows how. */
export const resealed = (lines: readonly Line[]): string => {
  const body = lines.slice(0, -1).map(lineOf)
  const hash = body.reduce(chainLine, emptyHash)
  return `${[...body, lineOf({ end: true, lines: body.length, hash })].join('\n')}\n`
}
