import { takesIdempotencyKey } from '../../../lib/contract/idempotency.ts'
import { type Contract, isForm, type Row } from '../../../lib/contract/row.ts'
import type { Row as ClientRow } from '../../client/outcome.ts'
import { groupExports, groupName } from './names.ts'
import { literal } from './type-text.ts'

/** The facts that the client needs of a row. `query` holds the names sent in the query. */
const factsOf = (operation: string, row: Row, query: readonly string[]): ClientRow => ({
  method: row.method,
  path: row.path,
  // Without a body, all fields that are not in the path go into the query.
  ...(row.body && query.length > 0 ? { query } : {}),
  ...(row.body ? { body: true } : {}),
  ...(row.body && isForm(row.body) ? { files: row.body.files } : {}),
  ...(row.reply.kind === 'data' ? {} : { reads: row.reply.kind }),
  ...(row.reply.also ? { formats: true } : {}),
  ...(row.access === 'anyone' ? { open: true } : {}),
  ...(row.access === 'optional' ? { optional: true } : {}),
  ...(row.reply.tokens ? { tokens: row.reply.tokens } : {}),
  ...(row.refreshToken && row.reply.tokens ? { renews: true } : {}),
  ...(operation === 'logout' ? { ends: true } : {}),
  ...(takesIdempotencyKey(row) ? { keyed: true } : {}),
})

const sourceOf = (facts: ClientRow): string => {
  const parts = Object.entries(facts).map(([name, value]) =>
    Array.isArray(value) ? `${name}: [${value.map(literal).join(', ')}]` : `${name}: ${literal(value)}`,
  )
  return `{ ${parts.join(', ')} }`
}

type QueryNames = (domain: string, operation: string) => readonly string[]

/** The files of rows, from which the client makes its functions: one constant for each group, and the renewal. */
export const rowsFiles = (contracts: readonly Contract[], queryNames: QueryNames) => {
  const all = contracts.flatMap(({ domain, rows }) =>
    Object.entries(rows).map(([operation, row]) => ({ domain, operation, row })),
  )
  const renewal = all.find(({ row }) => row.refreshToken && row.reply.tokens)
  if (!renewal) throw new Error('no operation renews a session')
  const domains = contracts.map(({ domain }) => {
    const rows = all
      .filter((each) => each.domain === domain)
      .map(({ operation, row }) => {
        return `  ${operation}: ${sourceOf(factsOf(operation, row, queryNames(domain, operation)))},\n`
      })
    return `const ${groupName(domain)} = {\n${rows.join('')}}\n\n`
  })
  return {
    renewal: `export const renewal = ${sourceOf(factsOf(renewal.operation, renewal.row, []))}\n`,
    groups: `${domains.join('')}${groupExports(contracts)}`,
  }
}
