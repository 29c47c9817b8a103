import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tenantListing } from '../../../lib/identity/person/records.ts'
import { isTenantKey } from '../../../lib/identity/school/schools.ts'
import { problem, runProgram } from '../problem.ts'
import { compareSchools, type Difference } from './comparison.ts'
import { exportSchool, readKinds, readSchoolFile } from './file.ts'
import { openInstall } from './place.ts'
import { importSchool, mediaSource } from './school-import.ts'
import { indexSchool } from './search-indexes.ts'

/** `npm run export`: a school into a file. */
const exportToFile = async (given: readonly string[]): Promise<boolean> => {
  const [tenant = '', path] = given
  if (!isTenantKey(tenant) || !path) throw problem('Name school and file: npm run export -- <school> <file>')
  const { table, media, now } = await openInstall()
  const school = { table: table.at(tenant), startedAt: now().toISOString(), media }
  console.log(`${tenant}: ${await exportSchool(school, path)} lines.`)
  return true
}

/** `npm run import`: a file into this installation. False when some of its media cannot be found. */
const importFile = async (given: readonly string[]): Promise<boolean> => {
  const [path, media] = given
  if (!path) throw problem('Name the file: npm run import -- <file> [folder or address of its media]')
  const { tenant, items, missingMedia } = await importSchool(await openInstall(), path, mediaSource(media))
  console.log(`${tenant}: ${items} items.`)
  for (const key of missingMedia) console.log(`missing  ${key}`)
  return missingMedia.length === 0
}

const differenceText = ({ what, name, fields = [] }: Difference): string =>
  [what, name, fields.join(', ')].join('  ').trimEnd()

/** Exports the school of a file from this installation, as of the time when that file was started. */
const exportHere = async (first: string, folder: string): Promise<string> => {
  const { tenant, startedAt } = await readSchoolFile(first, () => undefined)
  const { table, media } = await openInstall()
  const path = join(folder, 'now.jsonl')
  await exportSchool({ table: table.at(tenant), startedAt, media }, path)
  return path
}

/** `npm run compare`: two school files, or one and the school here. False when they differ. */
const compareFiles = async (given: readonly string[]): Promise<boolean> => {
  const [first, second] = given
  if (!first)
    throw problem(
      'Name a file, or two: npm run compare -- <file> [other file]; one is compared with the school here',
    )
  const folder = mkdtempSync(join(tmpdir(), 'quad-compare-'))
  try {
    const differences = await compareSchools(
      await readKinds(),
      first,
      second ?? (await exportHere(first, folder)),
    )
    for (const difference of differences) console.log(differenceText(difference))
    console.log(differences.length === 0 ? 'The same.' : `${differences.length} differences.`)
    return differences.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm run index-names`: writes the search words of names, for all schools or the named ones. */
const indexNames = async (given: readonly string[]): Promise<boolean> => {
  const wrong = given.find((tenant) => !isTenantKey(tenant))
  if (wrong !== undefined) throw problem(`${wrong} is no name for a school.`)
  const { table } = await openInstall()
  const [listed] = await table.collect([tenantListing] as const, {})
  const schools = given.length > 0 ? given : listed.map(({ tenantKey }) => tenantKey)
  for (const tenant of schools) console.log(`${tenant}: ${await indexSchool(table.at(tenant))} rows written.`)
  return true
}

const programs: Readonly<Record<string, (given: readonly string[]) => Promise<boolean>>> = {
  export: exportToFile,
  import: importFile,
  compare: compareFiles,
  'index-names': indexNames,
}

const [name = '', ...given] = process.argv.slice(2)
await runProgram(async () => {
  const program = programs[name]
  if (program === undefined)
    throw problem(`Name what to do with schools: ${Object.keys(programs).join(', ')}.`)
  return program(given)
})
