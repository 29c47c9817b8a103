import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../../functions/routes.ts'
import type { Costs } from '../../lib/contract/row.ts'

/** What each row declares as its costs, by `<domain>.<operation>`. */
export const declaredCosts: Readonly<Record<string, Costs>> = Object.fromEntries(
  routes.flatMap(({ domain, rows }) =>
    Object.entries(rows).map(([operation, { costs }]) => [`${domain}.${operation}`, costs] as const),
  ),
)

export const costsOf = (name: string): Costs => {
  const costs = declaredCosts[name]
  if (!costs) throw new Error(`${name} is no operation.`)
  return costs
}

const root = join(import.meta.dirname, '..', '..')

const sourcesOf = (domain: string): readonly string[] => {
  const folder = join(root, 'functions', domain)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path))
}

/** Rows of one domain that another serves, since they share their paths. */
const declaredElsewhere: Readonly<Record<string, string>> = { organizations: 'forms' }

/** Writes measured costs into the contract row that declares them. Throws when the row has no `costs`. */
export const recordCosts = (name: string, { depth, read, write }: Costs): void => {
  const [domain = '', operation = ''] = name.split('.')
  const row = new RegExp(
    String.raw`(^ +${operation}: (?:\{|pageRow\(|formRow\()(?:(?!\n  \},?\n)[\s\S])*?costs: )\{[^}]*\}`,
    'm',
  )
  const sources = [...sourcesOf(domain), ...sourcesOf(declaredElsewhere[domain] ?? domain)]
  const file = sources.find((path) => row.test(readFileSync(path, 'utf8')))
  if (file === undefined) throw new Error(`The row of ${name} has no costs.`)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, source.replace(row, `$1{ depth: ${depth}, read: ${read}, write: ${write} }`))
}
