import { tenantListing } from '../../../lib/identity/person/records.ts'
import { isTenantKey } from '../../../lib/identity/school/schools.ts'
import { problem } from '../problem.ts'
import { openPlace, runProgram } from './place.ts'
import { indexSchool } from './search-indexes.ts'

await runProgram(async () => {
  const named = process.argv.slice(2)
  const wrong = named.find((tenant) => !isTenantKey(tenant))
  if (wrong !== undefined) throw problem(`${wrong} is no name for a school.`)
  const { table } = await openPlace()
  const [listed] = await table.collect([tenantListing] as const, {})
  const schools = named.length > 0 ? named : listed.map(({ tenantKey }) => tenantKey)
  for (const tenant of schools) console.log(`${tenant}: ${await indexSchool(table.at(tenant))} rows written.`)
  return true
})
