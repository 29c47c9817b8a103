import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problem } from '../problem.ts'
import { compareSchools, type Difference } from './comparison.ts'
import { readSchoolFile } from './file.ts'
import { readKinds } from './line.ts'
import { openPlace, runProgram } from './place.ts'
import { exportSchool } from './school-export.ts'

const said = ({ what, name, fields = [] }: Difference): string =>
  [what, name, fields.join(', ')].join('  ').trimEnd()

/** The school of a file as it is here now, written as it was when that file was begun. */
const written = async (first: string, folder: string): Promise<string> => {
  const { tenant, startedAt } = await readSchoolFile(first, () => undefined)
  const { table, media } = await openPlace()
  const path = join(folder, 'now.jsonl')
  await exportSchool({ table: table.at(tenant), startedAt, media }, path)
  return path
}

await runProgram(async () => {
  const [first, second] = process.argv.slice(2)
  if (!first)
    throw problem(
      'Name a file, or two: npm run compare -- <file> [other file]; one is compared with the school here',
    )
  const folder = mkdtempSync(join(tmpdir(), 'quad-compare-'))
  try {
    const differences = await compareSchools(
      await readKinds(),
      first,
      second ?? (await written(first, folder)),
    )
    for (const difference of differences) console.log(said(difference))
    console.log(differences.length === 0 ? 'The same.' : `${differences.length} differences.`)
    return differences.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
