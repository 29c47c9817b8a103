import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'esbuild'

const importing = /^import \{([^}]*)\} from '(\.{1,2}\/[^']+\.ts)'/gm
const passingOn = /^export \{([^}]*)\} from '(\.\/[^']+\.ts)'/gm

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

/** The same source, its imports from where each name is defined. */
const straightened = (path: string): string =>
  sourceOf(path).replace(importing, (_, list: string, from: string) => {
    const names = namesIn(list)
    const lines = names.map(({ name, as }) => {
      const origin = originOf(join(dirname(path), from), name)
      return `import { ${origin.name} as ${as} } from '${specifierOf(path, origin.path)}'`
    })
    return lines.join(';')
  })

/**
 * A domain passes on in its `service.ts` what others may use of it. esbuild takes whoever imports that file for somebody
 * who needs all that any part of the bundle needs of it, and would read at every start what is imported later.
 */
export const straightImports: Plugin = {
  name: 'straight-imports',
  setup({ onLoad }) {
    onLoad({ filter: /\/(functions|lib)\/.*\.ts$/ }, ({ path }) => ({
      contents: straightened(path),
      loader: 'ts',
    }))
  },
}
