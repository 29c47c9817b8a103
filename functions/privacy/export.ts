import type { Context } from '../../lib/context.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import type { Held, PersonalData } from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import type { MyData, Section } from './contract.ts'
import { everything } from './registry.ts'
import { findRecord } from './repository.ts'
import { fitted } from './size-bounds.ts'

const sectionOf = async (row: PersonalData, held: Held, table: Table): Promise<Section | undefined> => {
  const found = await row.collect?.(held, table)
  if (!found) return undefined
  const { rows, rest } = found
  const complete = rest === undefined
  // As it would stand in the document: optional fields that are absent are not there.
  const plain = rows.map((one) => JSON.parse(JSON.stringify(one)))
  return { holds: row.holds, complete, ...(complete ? {} : { rest }), rows: plain }
}

const sectionsOf = async (of: PersonalData['of'], held: Held, table: Table) => {
  const rows = everything.filter((row) => row.of === of)
  const sections = await Promise.all(rows.map((row) => sectionOf(row, held, table)))
  return Object.fromEntries(
    rows.flatMap(({ name }, at) => {
      const section = sections[at]
      return section ? [[name, section] as const] : []
    }),
  )
}

const withheld = everything.flatMap(({ name, holds, withheld: why }) =>
  why === undefined ? [] : [{ name, holds, why }],
)

/**
 * Everything the platform holds about a person: at most 500 rows of a kind and school, and 3 MB in all. What was left
 * out, and where it is, stands in its section.
 */
export const exportOf = async (
  person: Person,
  { table, now }: Pick<Context, 'table' | 'now'>,
): Promise<MyData> => {
  const at = async (school: string, tenantUserId?: string) => {
    const own = table.at(school)
    const user = await findRecord(own, tenantUserId)
    return sectionsOf('school', { person, user, now: now() }, own)
  }
  const memberships = Object.entries(person.rights.memberships).sort(([a], [b]) => a.localeCompare(b))
  const [self, platform, ...schools] = await Promise.all([
    sectionsOf('person', { person, user: undefined, now: now() }, table),
    at(platformKey),
    ...memberships.map(([school, { tenantUserId }]) => at(school, tenantUserId)),
  ])
  return fitted({
    exportedAt: now().toISOString(),
    person: self,
    schools: memberships.map(([school, { status }], index) => ({
      school,
      status,
      data: schools[index] ?? {},
    })),
    platform,
    withheld,
  })
}
