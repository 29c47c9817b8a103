import type { Contract } from '../../../lib/contract/row.ts'

/** A domain as a property name. */
export const camel = (domain: string): string =>
  domain.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The local name of a group: some domains have names that modules reserve. */
export const groupName = (domain: string): string => `${camel(domain)}Group`

/** Exports each group by the name of its domain. */
export const groupExports = (contracts: readonly Contract[]): string =>
  `export {\n${contracts.map(({ domain }) => `  ${groupName(domain)} as ${camel(domain)},\n`).join('')}}\n`
