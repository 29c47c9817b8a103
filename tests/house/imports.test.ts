import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importsOf, resolved } from './code.ts'
import { exists, read, root, sources } from './files.ts'
import { allowed, type ImportCase, refused } from './import-cases.ts'

type Diagnostic = { category: string; location: { path: string; start: { line: number } } }

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const cases = [...refused, ...allowed]
const folder = mkdtempSync(join(tmpdir(), 'quad-house-'))
let complaints = new Set<string>()

const linesOf = (file: string): string[] =>
  cases.filter(([path]) => path === file).map(([, specifier]) => `import '${specifier}'`)

const place = ([file, specifier]: ImportCase): string =>
  `${file}:${linesOf(file).indexOf(`import '${specifier}'`) + 1}`

const lint = (path: string): Diagnostic[] => {
  const argv = [
    biome,
    'lint',
    '--only=noRestrictedImports',
    '--reporter=json',
    '--max-diagnostics=none',
    path,
  ]
  const run = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' })
  const report: { diagnostics: Diagnostic[] } = JSON.parse(run.stdout)
  return report.diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports')
}

const write = (file: string, lines: string[]): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
}

beforeAll(() => {
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const file of new Set(cases.map(([path]) => path))) write(file, linesOf(file))
  complaints = new Set(lint('.').map(({ location }) => `${location.path}:${location.start.line}`))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the linter', () => {
  it.each(refused)('refuses in %s an import of %s', (...one) => {
    expect(complaints).toContain(place(one))
  })

  it.each(allowed)('allows in %s an import of %s', (...one) => {
    expect(complaints).not.toContain(place(one))
  })

  it('sees types, re-exports and dynamic imports too', () => {
    write('lib/contract/forms.ts', [
      "import type { A } from 'jose'",
      "export { b } from 'jose'",
      "export * from 'jose'",
      "export const c = () => import('jose')",
    ])
    expect(lint('lib/contract/forms.ts').map(({ location }) => location.start.line)).toEqual([1, 2, 3, 4])
  })
})

const relativeImports = (file: string): string[] =>
  importsOf(read(file))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolved(file, specifier))

const reachable = (start: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(start)) return seen
  seen.add(start)
  for (const next of relativeImports(start).filter(exists)) reachable(next, seen)
  return seen
}

describe('imports', () => {
  // A contract may be split into further files of its folder; whatever it reaches stays as light as a contract.
  it('of a contract reach nothing but contracts, their neighbours and lib/contract', () => {
    const open =
      /^(functions\/[^/]+\/(?:contract\/)?(?!index|operations|repository|handler)[^/]+|lib\/contract\/(?:text\/)?[^/]+)\.ts$/
    const contracts = sources('functions').filter((file) => file.endsWith('/contract.ts'))
    const far = contracts.flatMap((file) => {
      const reached = [...reachable(file)]
      const packages = reached.flatMap((path) =>
        importsOf(read(path)).filter((name) => !name.startsWith('.')),
      )
      const strangers = [
        ...reached.filter((path) => !open.test(path)),
        ...packages.filter((name) => name.split('/')[0] !== 'zod'),
      ]
      return strangers.map((stranger) => `${file} -> ${stranger}`)
    })
    expect(far).toEqual([])
  })

  // The compiler cannot follow them, and a file that has moved would find nothing when it is run.
  it('of a path with a gap begin at a folder that is there', () => {
    const gaps = sources('functions', 'lib', 'infra', 'tests').flatMap((file) =>
      [...read(file).matchAll(/\bimport\(`(\.{1,2}\/[^`$]*)\$\{/g)].map(([, begin = '']) => ({
        file,
        begin,
      })),
    )
    const astray = gaps.filter(({ file, begin }) => !exists(join(dirname(file), dirname(`${begin}x`))))
    expect(gaps.length).toBeGreaterThan(0)
    expect(astray).toEqual([])
  })
})
