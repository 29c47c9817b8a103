import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importSchool } from '../../infra/local/schools/school-import.ts'
import { findSchool } from '../../lib/identity/school/tenants.ts'
import { type ExportedCampus, exportedCampus } from '../exports/exported-campus.ts'
import { elsewhere, exported, fileFolder, linesIn, placeIn, resealed } from '../exports/school-files.ts'
import { rowsOf } from '../security/rows.ts'
import { enrolSchool, schoolRecord } from '../support/schools.ts'

const files = fileFolder()
let campus: ExportedCampus
let home: string
let text: string

beforeAll(async () => {
  campus = await exportedCampus()
  home = campus.w.home
  text = await exported(campus.w, campus.dean)
}, 120_000)

afterAll(files.drop)

/** The file of a school that stands in the registry of its install, under a name. */
const fileOf = (tenantKey: string): string => {
  const at = campus.w.clock.now().toISOString()
  const fields = schoolRecord(tenantKey, at, { name: 'Old Town' })
  const lines = linesIn(text).toSpliced(1, 0, { entity: 'TenantRecord', fields })
  return files.save(`${tenantKey}.jsonl`, resealed(lines))
}

const oldMedia = (key: string) => campus.w.runtime.gateways.media.read(key)

describe('an imported school', () => {
  // rules/tenants 22
  it('is enrolled when everything of it is here', async () => {
    const to = await elsewhere()
    let early: unknown = 'not looked'
    await importSchool(placeIn(to), fileOf(home), async (key) => {
      early = await findSchool(to.table('www'), home)
      return oldMedia(key)
    })
    expect(early).toBeUndefined()
    expect(await findSchool(to.table('www'), home)).toMatchObject({ tenantKey: home, name: 'Old Town' })
  }, 60_000)

  it('is not enrolled over one that somebody else enrols meanwhile', async () => {
    const to = await elsewhere()
    const overtaken = importSchool(placeIn(to), fileOf(home), async (key) => {
      await enrolSchool(to, home)
      return oldMedia(key)
    })
    await expect(overtaken).rejects.toThrow(/enrolled a school/)
    expect(await findSchool(to.table('www'), home)).toMatchObject({ name: `School ${home}` })
  }, 60_000)

  it('enrols nobody else, and a file that says so is not begun', async () => {
    const to = await elsewhere()
    const forged = importSchool(placeIn(to), fileOf('another'), oldMedia)
    await expect(forged).rejects.toThrow(/would enrol another school/)
    expect(await findSchool(to.table('www'), 'another')).toBeUndefined()
    expect((await rowsOf(to, home)).filter(({ pk }) => pk.startsWith(`T#${home}#`))).toEqual([])
  }, 60_000)
})
