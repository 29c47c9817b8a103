import { basename } from 'node:path'
import type { Contract } from '../../lib/contract/row.ts'
import { filesIn, textOf } from './places.ts'

/** Files whose name says the same in every domain; the README explains them. */
const common = new Set(['contract', 'operations', 'index', 'handler'])
const mostNamed = 6

const exported = /^export (?:const|async function\*?|function|class) (\w+)/gm

/** The operations of a file, or the first of its other exports. */
const contents = (path: string, operations: ReadonlySet<string>): string => {
  const names = [...(textOf(path) ?? '').matchAll(exported)].map(([, name = '']) => name)
  const own = names.filter((name) => operations.has(name))
  const shown = own.length > 0 ? own : names
  return shown.slice(0, mostNamed).join(', ') + (shown.length > mostNamed ? ', …' : '')
}

const table = (folder: string, operations: ReadonlySet<string>): string => {
  const files = filesIn(folder).filter(
    (path) => path.endsWith('.ts') && !path.includes('/contract/') && !common.has(basename(path, '.ts')),
  )
  const lines = files.map(
    (path) => `| [${path.slice(folder.length + 1)}](../${path}) | ${contents(path, operations)} |`,
  )
  return ['| file | functions |', '|---|---|', ...lines].join('\n')
}

/** docs/map.md: the files of each domain, with the operations or functions in each. */
export const mapPage = (contracts: readonly Contract[]): string => {
  const served = new Map(contracts.map((contract) => [contract.domain, contract]))
  const domains = [...new Set(filesIn('functions').map((path) => path.split('/')[1] ?? ''))].filter(
    (name) => !name.endsWith('.ts'),
  )
  const sections = domains.map((domain) => {
    const contract = served.get(domain)
    const about = contract ? `${contract.about}.\n\n` : ''
    const operations = new Set(Object.keys(contract?.rows ?? {}))
    return `## ${domain}\n\n${about}${table(`functions/${domain}`, operations)}`
  })
  return `# Map of the code

Made by \`npm run derive\`. For each domain, the files beside \`contract.ts\`, \`operations.ts\`, \`index.ts\` and \`handler.ts\`, and
the operations in each; for a file without operations, its first functions.

${sections.join('\n\n')}

## lib

${table('lib', new Set())}
`
}
