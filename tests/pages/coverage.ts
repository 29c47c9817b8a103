import { contracts } from '../../functions/routes.ts'
import type { Row } from '../../lib/contract/row.ts'
import { withoutComments } from '../house/code.ts'
import { read, sources, trackedFiles } from '../house/files.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Sources of pages without comments: templates, and scripts that browsers run. */
export const pageSources = (): readonly string[] =>
  [
    ...sources('functions/pages'),
    ...trackedFiles().filter((path) => /^functions\/pages\/browser\/.*\.js$/.test(path)),
  ].map((path) => withoutComments(read(path)))

const pagePaths = new Set(Object.values(contracts.pages.rows).map(({ path }): string => path))

/** A link, a form or a script request with the address of an operation; where a page has that address, it leads to the page. */
const isAddressed = (source: string, row: Row): boolean =>
  [row.path, ...(row.aliases ?? [])].some((path) => {
    if (pagePaths.has(path)) return false
    const shape = escaped(path).replace(/:\w+/g, '\\$\\{[^}]+\\}')
    return new RegExp(`["'\`]${shape}(?=["'\`?#]|\\$\\{)`).test(source)
  })

/** A call names its domain and its operation as texts, possibly through a helper in the same file. */
const isCalled = (source: string, domain: string, operation: string): boolean =>
  source.includes(`'${domain}'`) && source.includes(`'${operation}'`)

/** Operations of a contract by their full names, such as `rooms.createRoom`. Pages are not operations of their own. */
export const allOperations: ReadonlyMap<string, Row> = new Map(
  Object.entries(contracts)
    .filter(([domain]) => domain !== 'pages')
    .flatMap(([domain, { rows }]) =>
      Object.entries(rows as Readonly<Record<string, Row>>).map(
        ([name, row]) => [`${domain}.${name}`, row] as const,
      ),
    ),
)

/** Operations that people reach by a page. */
export const coveredBy = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    [...allOperations]
      .filter(([name, row]) => {
        const [domain = '', operation = ''] = name.split('.')
        return texts.some((source) => isCalled(source, domain, operation) || isAddressed(source, row))
      })
      .map(([name]) => name),
  )

/** A list of docs/pages.md: the lines under a heading that name an operation, with their reasons. */
export const listedUnder = (document: string, heading: string): readonly (readonly [string, string])[] => {
  const [, after = ''] = document.split(`\n${heading}\n`)
  const [section = ''] = after.split(/\n#{1,3} /)
  return [...section.matchAll(/^- `(\w+\.\w+)`(?:: (.+))?$/gm)].map(([, name = '', reason = '']) => [
    name,
    reason,
  ])
}
