import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SessionRevoked } from '../../lib/contract/failures.ts'
import { answer } from '../../lib/contract/reply.ts'
import { spend } from '../../lib/identity/limit/limits.ts'
import { identityOf } from '../../lib/identity/person/caller.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { findPerson } from '../../lib/identity/person/person.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { proofSchoolKey } from '../../lib/identity/school/provider-trust.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { isExpiredAtSchool } from '../../lib/identity/school/session-limits.ts'
import { satisfiesSignInPolicy } from '../../lib/identity/school/sign-in-policy.ts'
import { isEndedBySuspension } from '../../lib/identity/session/sessions.ts'
import type { Operation } from '../../lib/operation.ts'
import type { PersonAtSchool, PersonalData } from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract, MyData, Section } from './contract.ts'
import { exportLimits } from './contract.ts'
import { allPersonalData } from './registry.ts'
import { findRecord } from './repository.ts'

type Rows = (typeof contract)['rows']

type ExportContext = Pick<Context<'caller'>, 'table' | 'caller' | 'now'>

/** Responses of a function end at 6 MB, in which every quotation mark of a document counts twice. */
const maxBytes = 3 * 1024 * 1024

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** The first rows that fit into `bytes`. */
const truncateSection = (section: Section, bytes: number): Section => {
  let left = bytes
  const rows = section.rows.filter((row) => {
    left -= bytesOf(row) + 1
    return left >= 0
  })
  if (rows.length === section.rows.length) return section
  const rest = section.rest ?? 'The document would be too large. Read these rows separately.'
  return { ...section, rows, complete: false, rest }
}

/** The largest share that keeps the sum of all sizes within `total`: small ones whole, all others alike. */
const shareOf = (sizes: readonly number[], total: number): number => {
  let left = total
  const ascending = [...sizes].sort((a, b) => a - b)
  for (const [at, size] of ascending.entries()) {
    const share = left / (ascending.length - at)
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

/** Fits the document into the size limit by omitting the oldest rows of its largest sections. */
export const fitToSize = (document: MyData, most = maxBytes): MyData => {
  const parts = [document.person, document.platform, ...document.schools.map(({ data }) => data)]
  const sizes = parts.flatMap(Object.values<Section>).map(({ rows }) => bytesOf(rows))
  const share = shareOf(sizes, most)
  const truncateAll = (sections: MyData['person']) =>
    Object.fromEntries(
      Object.entries(sections).map(([name, section]) => [name, truncateSection(section, share)]),
    )
  return {
    ...document,
    person: truncateAll(document.person),
    platform: truncateAll(document.platform),
    schools: document.schools.map((one) => ({ ...one, data: truncateAll(one.data) })),
  }
}

const sectionOf = async (
  row: PersonalData,
  subject: PersonAtSchool,
  table: Table,
): Promise<Section | undefined> => {
  const found = await row.collect?.(subject, table)
  if (!found) return undefined
  const { rows, rest } = found
  const complete = rest === undefined
  // As JSON holds it: absent optional fields are not present.
  const plain = rows.map((one) => JSON.parse(JSON.stringify(one)))
  return { holds: row.holds, complete, ...(complete ? {} : { rest }), rows: plain }
}

const sectionsOf = async (of: PersonalData['of'], held: PersonAtSchool, table: Table) => {
  const rows = allPersonalData.filter((row) => row.of === of)
  const sections = await Promise.all(rows.map((row) => sectionOf(row, held, table)))
  return Object.fromEntries(
    rows.flatMap(({ name }, at) => {
      const section = sections[at]
      return section ? [[name, section] as const] : []
    }),
  )
}

/** Schools of the person whose sign-in policy does not accept the requesting session (rules/auth 35, 38). */
const closedSchools = async (
  { rights, sessions }: Person,
  { table, caller, now }: ExportContext,
): Promise<readonly string[]> => {
  const active = Object.entries(rights.memberships).filter(([, { status }]) => status === 'active')
  const keys = active.map(([tenantKey]) => tenantKey)
  const rows = keys.length > 0 ? await table.batchGet(keys.map(proofSchoolKey), { strong: true }) : []
  const own = sessions.find(({ id }) => id === caller.sid)
  const counts = (tenantKey: string, school: TenantRecord | undefined): boolean =>
    own !== undefined &&
    satisfiesSignInPolicy(school, rights, own) &&
    !isExpiredAtSchool(school, own, now()) &&
    !isEndedBySuspension(own, rights, tenantKey)
  return keys.filter((tenantKey, at) => !counts(tenantKey, rows[at]))
}

const closedSchoolNote = (school: string) => ({
  name: 'closedSchool',
  holds: `Your data at ${school}`,
  why: 'This school does not accept the sign-in method you used. Sign in at that school to export it.',
})

const withheldKinds = allPersonalData.flatMap(({ name, holds, withheld: why }) =>
  why === undefined ? [] : [{ name, holds, why }],
)

/**
 * All data that the platform holds about a person: at most 500 rows per kind and school, and 3 MB in all. A section
 * names its omitted rows and where they are.
 */
export const exportPerson = async (person: Person, context: ExportContext): Promise<MyData> => {
  const { table, now } = context
  const at = async (school: string, tenantUserId?: string) => {
    const own = table.at(school)
    const user = await findRecord(own, tenantUserId)
    return sectionsOf('school', { person, user, now: now() }, own)
  }
  const memberships = Object.entries(person.rights.memberships).sort(([a], [b]) => a.localeCompare(b))
  const [closed, self, platform, ...schools] = await Promise.all([
    closedSchools(person, context),
    sectionsOf('person', { person, user: undefined, now: now() }, table),
    at(platformKey),
    ...memberships.map(([school, { tenantUserId }]) => at(school, tenantUserId)),
  ])
  return fitToSize({
    exportedAt: now().toISOString(),
    person: self,
    schools: memberships.map(([school, { status }], index) => ({
      school,
      status,
      data: (closed.includes(school) ? undefined : schools[index]) ?? {},
    })),
    platform,
    withheld: [...withheldKinds, ...closed.map(closedSchoolNote)],
  })
}

export const getMyData: Operation<Rows['getMyData']> = async (_, context) => {
  const globalUserId = identityOf(context.caller)
  const [found] = await Promise.all([
    findPerson(context.table, globalUserId),
    spend(context, 'my-data', exportLimits.person, globalUserId),
  ])
  const person = found ?? fail(SessionRevoked)
  const headers = { 'content-disposition': 'attachment; filename="my-data.json"' }
  return answer(await exportPerson(person, context), { headers })
}
