import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'esbuild'

const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const about = new RegExp(String.raw`(\bdeclare\(\s*'\w+',\s*)${text}`, 'g')
const summary = new RegExp(String.raw`^ +summary:\s+${text},\n`, 'gm')
/** In the layout that the linter asks for: on one line, or up to the bracket below the one that it begins at. */
const example = /^( +)example: (?:.*[^[{(\n],\n|.*[[{(]\n[\s\S]*?^\1[\]})]+,\n)/gm

/**
 * A contract without what only documentation reads of it (`DescribedRow`): 0.6 to 1.1 KB of a zipped start. What is left
 * out of rows that are laid out otherwise stays, and a test of the bundles finds it.
 */
const withoutTexts = (source: string): string =>
  source.replace(about, "$1''").replace(summary, '').replace(example, '')

const importing = /^import \{([^}]*)\} from '(\.{1,2}\/[^']+\.ts)'/gm
const passingOn = /^export \{([^}]*)\} from '(\.{1,2}\/[^']+\.ts)'/gm

const takingAll = /^import \* as \w+ from '(\.{1,2}\/[^']+\.ts)'/gm

type Named = { readonly name: string; readonly as: string }

/** `a, b as c, type D`: types leave no trace in the code. */
const namesIn = (list: string): Named[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => {
      const [name = '', as = name] = one.split(' as ')
      return { name, as }
    })

const sources = new Map<string, string>()
const sourceOf = (path: string): string => {
  const source = sources.get(path) ?? readFileSync(path, 'utf8')
  sources.set(path, source)
  return source
}

/** Where a name that a file exports is defined, and what it is called there. */
const originOf = (path: string, name: string): { readonly path: string; readonly name: string } => {
  for (const [, list = '', from = ''] of sourceOf(path).matchAll(passingOn)) {
    const passed = namesIn(list).find(({ as }) => as === name)
    if (passed) return originOf(join(dirname(path), from), passed.name)
  }
  return { path, name }
}

const specifierOf = (from: string, path: string): string => {
  const way = relative(dirname(from), path)
  return way.startsWith('.') ? way : `./${way}`
}

const passesOn = (path: string): boolean => sourceOf(path).search(passingOn) >= 0

const refuseAll = (path: string): void => {
  for (const [, from = ''] of sourceOf(path).matchAll(takingAll)) {
    const missed = passesOn(join(dirname(path), from))
    if (missed) throw new Error(`${path} has to import by name from ${from}, which passes on names.`)
  }
}

/** The same source, its imports from where each name is defined, and without what it only passes on. */
const straightened = (path: string): string => {
  refuseAll(path)
  const own = withoutTexts(sourceOf(path)).replace(passingOn, '')
  return own.replace(importing, (_, list: string, from: string) => {
    const names = namesIn(list)
    const lines = names.map(({ name, as }) => {
      const origin = originOf(join(dirname(path), from), name)
      return `import { ${origin.name} as ${as} } from '${specifierOf(path, origin.path)}'`
    })
    return lines.join(';')
  })
}

/** All that a file exports: what is left of it, and what it passes on. */
const whole = (path: string): string => {
  const lines = [...sourceOf(path).matchAll(passingOn)].map(([line]) => line)
  return [`export * from '${specifierOf(path, path)}'`, ...lines].join('\n')
}

/**
 * A domain passes on in its `index.ts` what others may use of it. esbuild takes whoever imports that file for somebody
 * who needs all that any part of the bundle needs of it, and would read at every start what is imported later. So names
 * are imported from where they are defined; only who imports a file later, by no names, finds all that it passes on.
 * Together with the texts above that is 6 KB of a zipped start.
 */
export const straightImports: Plugin = {
  name: 'straight-imports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir, kind }) => {
      const file = join(resolveDir, path)
      const isLater = kind === 'dynamic-import' && passesOn(file)
      return isLater ? { path: file, namespace: 'whole', sideEffects: false } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'whole' }, ({ path }) => ({
      contents: whole(path),
      loader: 'ts',
      resolveDir: dirname(path),
    }))
    onLoad({ filter: /\/(functions|lib)\/.*\.ts$/ }, ({ path }) => ({
      contents: straightened(path),
      loader: 'ts',
    }))
  },
}
