import { isTenantKey } from '../../../lib/identity/school/schools.ts'
import { problem } from '../problem.ts'
import { openPlace, runProgram } from './place.ts'
import { exportSchool } from './school-export.ts'

await runProgram(async () => {
  const [tenant = '', path] = process.argv.slice(2)
  if (!isTenantKey(tenant) || !path) throw problem('Name school and file: npm run export -- <school> <file>')
  const { table, media, now } = await openPlace()
  const school = { table: table.at(tenant), startedAt: now().toISOString(), media }
  console.log(`${tenant}: ${await exportSchool(school, path)} lines.`)
  return true
})
