import type { Contract } from '../../lib/contract/row.ts'
import { filesIn, textOf } from './places.ts'

const exported = /^export (?:async )?(?:const|function|class) (\w+)/gm
const standing = /\/(?:contract|operations|index|handler)\.ts$|\/contract\//
const maxNames = 6

/** What a file offers: its operations, or else its first exported values. */
const namesIn = (path: string, operations: ReadonlySet<string>): string => {
  const names = [...(textOf(path) ?? '').matchAll(exported)].map(([, name = '']) => name)
  const own = names.filter((name) => operations.has(name))
  if (own.length > 0) return own.join(', ')
  return names.length > maxNames ? `${names.slice(0, maxNames).join(', ')}, …` : names.join(', ')
}

const table = (folder: string, operations: ReadonlySet<string>): string => {
  const files = filesIn(folder).filter((path) => path.endsWith('.ts') && !standing.test(path))
  const rows = files.map(
    (path) => `| [${path.slice(folder.length + 1)}](../${path}) | ${namesIn(path, operations)} |`,
  )
  return ['| file | functions |', '|---|---|', ...rows].join('\n')
}

/** The page that says in which file something is: by domain, then lib. */
export const codeMap = (contracts: readonly Contract[]): string => {
  const domains = [...contracts].sort((one, other) => (one.domain < other.domain ? -1 : 1))
  const known = new Map(domains.map((contract) => [contract.domain, contract]))
  const folders = filesIn('functions').flatMap((path) => /^functions\/([^/]+)\//.exec(path)?.[1] ?? [])
  const sections = [...new Set(folders)].map((folder) => {
    const contract = known.get(folder)
    const about = contract ? `${contract.about}\n\n` : ''
    return `## ${folder}\n\n${about}${table(`functions/${folder}`, new Set(Object.keys(contract?.rows ?? {})))}\n`
  })
  return `# Map of the code

Made by \`npm run derive\`. For each domain, the files beside \`contract.ts\`, \`operations.ts\`, \`index.ts\` and \`handler.ts\`, and
the operations in each; for a file without operations, its first functions.

${sections.join('\n')}
## lib

${table('lib', new Set())}
`
}
