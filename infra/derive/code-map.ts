import type { Contract } from '../../lib/contract/row.ts'
import { filesIn, textOf } from './places.ts'

const exported = /^export (?:async )?(?:const|function|class) (\w+)/gm
/** The same in every domain. */
const standing = /^functions\/[^/]+\/(?:contract|operations|index|handler)\.ts$/
const maxNames = 8

/** Folders without operations. */
const others: Readonly<Record<string, string>> = {
  'form-records': 'Forms and the responses to them, as events and clubs store and show them',
  clock: 'The function that runs scheduled tasks',
  lifecycle: 'What follows when the status of an event changes: rooms, counts, notifications',
  stream: 'The function that reads the table stream: notifications, mails, counts',
  policies: 'What a club or a person may do, shared by several domains',
  reminders: 'Reminders before events',
}

/** What a file offers: its operations, then other exported values. */
const namesIn = (path: string, operations: ReadonlySet<string>): string => {
  const names = [...(textOf(path) ?? '').matchAll(exported)].map(([, name = '']) => name)
  const own = names.filter((name) => operations.has(name))
  const shown = [...own, ...names.filter((name) => !operations.has(name))]
  const most = Math.max(maxNames, own.length)
  return shown.length > most ? `${shown.slice(0, most).join(', ')}, …` : shown.join(', ')
}

const table = (folder: string, operations: ReadonlySet<string>): string => {
  const files = filesIn(folder).filter((path) => path.endsWith('.ts') && !standing.test(path))
  const rows = files.map(
    (path) => `| [${path.slice(folder.length + 1)}](../${path}) | ${namesIn(path, operations)} |`,
  )
  return ['| file | functions |', '|---|---|', ...rows].join('\n')
}

/** The page that says in which file something is: by domain, then lib, then the export and import of schools. */
export const codeMap = (contracts: readonly Contract[]): string => {
  const domains = [...contracts].sort((one, other) => (one.domain < other.domain ? -1 : 1))
  const known = new Map(domains.map((contract) => [contract.domain, contract]))
  const folders = filesIn('functions').flatMap((path) => /^functions\/([^/]+)\//.exec(path)?.[1] ?? [])
  const sections = [...new Set(folders)].map((folder) => {
    const contract = known.get(folder)
    const about = contract?.about ?? others[folder] ?? ''
    if (folder === 'clock') return `## clock\n\n${about}\n`
    return `## ${folder}\n\n${about}\n\n${table(`functions/${folder}`, new Set(Object.keys(contract?.rows ?? {})))}\n`
  })
  return `# Map of the code

Made by \`npm run derive\`. For each domain, its files with their operations and other exports, except \`contract.ts\`,
\`operations.ts\`, \`index.ts\` and \`handler.ts\`, which every domain has; then \`lib\` and the export and import of schools.

${sections.join('\n')}
## lib

${table('lib', new Set())}

## infra/local/schools

Export, import and comparison of a school on the command line (\`npm run export\`, \`import\`, \`compare\`)

${table('infra/local/schools', new Set())}
`
}
