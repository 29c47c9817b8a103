import type { Contract, Row, Schema } from '../../../lib/contract/row.ts'
import { textOf } from '../places.ts'
import { commonJsFiles } from './common-js.ts'
import { coreFiles } from './core.ts'
import { declarations } from './declarations.ts'
import { rowsFiles } from './rows.ts'

const made = '// Made by `npm run build` of Quad from its route table; changes belong there.\n'

const index = [
  "import { functionsOf } from './sender.mjs'\nimport * as domains from './groups.mjs'\n",
  "import { renewal } from './renewal.mjs'\n\n",
  "export { each, orThrow, pages } from './sender.mjs'\n\n",
  'export const quad = (settings) => functionsOf(settings, domains, renewal)\n',
  'export const client = (settings, groups) => functionsOf(settings, groups, renewal)\n',
].join('')

const entry = (name: string) => ({
  import: { types: `./${name}.d.mts`, default: `./${name}.mjs` },
  require: { types: `./${name}.d.ts`, default: `./${name}.js` },
})

/** The manifest. Each entry has a module for `import` and a script for `require`. */
const manifest = (): string => {
  const { version, license } = JSON.parse(textOf('package.json') ?? '{}')
  return `${JSON.stringify(
    {
      name: 'quad-client',
      version,
      description: 'The typed client of Quad, a campus platform',
      license,
      type: 'commonjs',
      sideEffects: false,
      engines: { node: '>=20' },
      types: './index.d.ts',
      main: './index.js',
      module: './index.mjs',
      exports: {
        '.': entry('index'),
        './groups': entry('groups'),
        './package.json': './package.json',
      },
      files: ['*.js', '*.mjs', '*.mjs.map', '*.d.ts', '*.d.mts', 'core'],
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
  const { renewal, groups } = rowsFiles(programs, queryNames)
  const core = await coreFiles()
  const modules = new Map([
    ['index.mjs', made + index],
    ['renewal.mjs', made + renewal],
    ['groups.mjs', made + groups],
    ...core,
  ])
  return new Map([
    ['package.json', manifest()],
    ['README.md', textOf('infra/client/README.md') ?? ''],
    ['LICENSE', textOf('LICENSE') ?? ''],
    ...modules,
    ...(await commonJsFiles(modules)),
    ['index.d.mts', "export * from './index.js'\n"],
    ['groups.d.mts', "export * from './groups.js'\n"],
    ...[...files].map(([path, text]) => [path, made + text] as const),
  ])
}
