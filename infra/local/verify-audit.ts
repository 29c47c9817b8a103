import { type AuditProblem, auditedSchools, checkSchool } from '../../lib/identity/audit/check.ts'
import { openPlatformTable } from './platform-table.ts'
import { runProgram } from './problem.ts'

const line = ({ tenant, hour, what, row }: AuditProblem): string =>
  [tenant, `${hour}:00Z`, what, ...(row === undefined ? [] : [row])].join('  ')

/** Verifies the audit of all schools, or of the named ones. */
const verify = async (named: readonly string[]): Promise<boolean> => {
  const now = new Date()
  const table = await openPlatformTable(() => now)
  let seals = 0
  let problems = 0
  for (const tenant of named.length > 0 ? named : await auditedSchools(table)) {
    const checked = await checkSchool(table, tenant, now)
    seals += checked.seals
    problems += checked.problems.length
    for (const each of checked.problems) console.log(line(each))
  }
  console.log(
    `${seals} sealed hours, ${problems === 0 ? 'every row as it was sealed' : `${problems} problems`}.`,
  )
  return problems === 0
}

await runProgram(() => verify(process.argv.slice(2)))
