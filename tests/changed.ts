import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { importsOf, resolved } from './house/code.ts'
import { read, root, sources } from './house/files.ts'

/**
 * `npm run test:changed [-- --base REV]`: the tests of the domains that differ from REV (HEAD unless given), of the domains
 * that import them, and what holds for every domain. A change of what all domains use runs all of `npm test`.
 */
const base = process.argv[process.argv.indexOf('--base') + 1 || Number.POSITIVE_INFINITY] ?? 'HEAD'

const git = (...argv: string[]): string[] =>
  execFileSync('git', argv, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]

const domainOf = (path: string): string | undefined => /^functions\/([a-z-]+)\//.exec(path)?.[1]

/** The domains that a domain imports. */
const importedBy = (domain: string): ReadonlySet<string> => {
  const imported = sources(`functions/${domain}`).flatMap((path) =>
    importsOf(read(path)).flatMap((specifier) =>
      specifier.startsWith('.') ? (domainOf(resolved(path, specifier)) ?? []) : [],
    ),
  )
  return new Set(imported.filter((name) => name !== domain))
}

const folders = readdirSync(join(root, 'tests'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const domains = readdirSync(join(root, 'functions')).filter((name) => !name.includes('.'))

/** Collectors such as `pages` and `stream` import most domains. Their tests run with all others, or when they change. */
const mostImports = 15

/** The domains that import one of these, without collectors. */
const importersOf = (names: readonly string[]): readonly string[] =>
  domains.filter((domain) => {
    const imported = importedBy(domain)
    return imported.size <= mostImports && names.some((name) => imported.has(name))
  })

/** What concerns every domain: a change here may show anywhere. */
const isCommon = (path: string): boolean =>
  /^(?:lib|tests\/support|package|functions\/routes)/.test(path) || path.endsWith('vitest.config.ts')

/** Rules of the house, the specification, and what holds for every operation: those of the chosen domains alone. */
const core = ['tests/house', 'tests/plants', 'tests/operations']

const run = (argv: readonly string[], env: NodeJS.ProcessEnv): never => {
  const { status } = spawnSync(process.execPath, ['infra/run.cjs', 'tests/run.ts', ...argv], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const common = changed.filter(isCommon)
if (common.length > 0) {
  console.log(`All tests: ${common[0]} concerns every domain.`)
  run([], {})
}

const tested = changed.flatMap((path) => {
  const folder = /^tests\/([a-z-]+)\//.exec(path)?.[1]
  return domainOf(path) ?? (folder !== undefined && folders.includes(folder) ? folder : [])
})
const own = [...new Set(tested)]
const dependent = importersOf(own)
const chosen = [...new Set([...own, ...dependent])].sort()
console.log(
  `Changed: ${own.join(', ') || 'no domain'}. Tested with them: ${chosen.filter((name) => !own.includes(name)).join(', ') || 'none'}.`,
)
const files = chosen
  .filter((name) => folders.includes(name))
  .map((name) => relative(root, join(root, 'tests', name)))
run([...files.map((folder) => `${folder}/`), ...core], { DOMAINS: own.join(',') || 'plants' })
