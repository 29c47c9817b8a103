import type { Contract, Row, Schema } from '../../../lib/contract/row.ts'
import { textOf } from '../places.ts'
import { coreFiles } from './core.ts'
import { declarations } from './declarations.ts'
import { rowsFile } from './rows.ts'

const made = '// Made by `npm run build` of Quad from its route table; changes belong there.\n'

const index = [
  "import { functionsOf } from './sender.js'\nimport { domains, renewal } from './rows.js'\n\n",
  "export { each, pages } from './sender.js'\n\n",
  'export const quad = (settings) => functionsOf(settings, domains, renewal)\n',
].join('')

/** The manifest. `default` also serves `require`: Node loads modules either way from 22.12 on. */
const manifest = (): string => {
  const { version, license } = JSON.parse(textOf('package.json') ?? '{}')
  return `${JSON.stringify(
    {
      name: 'quad-client',
      version,
      description: 'The typed client of Quad, a campus platform',
      license,
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20' },
      types: './index.d.ts',
      main: './index.js',
      exports: {
        '.': { types: './index.d.ts', default: './index.js' },
        './package.json': './package.json',
      },
      files: ['*.js', '*.js.map', '*.d.ts', 'core'],
    },
    null,
    2,
  )}\n`
}

/** Pages and their scripts. */
const isForBrowsers = ({ reply }: Row): boolean => /^text\/(?:html|javascript)/.test(reply.type ?? '')

/**
 * Operations for programs. Pages, their scripts and page forms are for browsers; legacy operations are for existing
 * clients only.
 */
export const forPrograms = (contracts: readonly Contract[]): readonly Contract[] =>
  contracts
    .map((contract) => ({
      ...contract,
      rows: Object.fromEntries(
        Object.entries(contract.rows).filter(([, row]) => !isForBrowsers(row) && !row.legacy),
      ),
    }))
    .filter(({ rows }) => Object.keys(rows).length > 0)

/** The typed client as a package, each file by its path: JavaScript, source map, types and README. */
export const clientPackage = async (
  contracts: readonly Contract[],
  names: ReadonlyMap<Schema, string>,
): Promise<ReadonlyMap<string, string>> => {
  const programs = forPrograms(contracts)
  const { files, queryNames } = declarations(programs, names)
  const core = await coreFiles()
  return new Map([
    ['package.json', manifest()],
    ['README.md', textOf('infra/client/README.md') ?? ''],
    ['LICENSE', textOf('LICENSE') ?? ''],
    ['index.js', made + index],
    ['rows.js', made + rowsFile(programs, queryNames)],
    ...core,
    ...[...files].map(([path, text]) => [path, made + text] as const),
  ])
}
