import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'esbuild'

/** Modules of Node that something asks for, but hardly a first request uses. */
const seldom = ['child_process', 'dns', 'dns/promises', 'fs/promises', 'http2', 'os', 'util']

const builtin = (name: string): string => {
  const module = `process.getBuiltinModule('node:${name}')`
  if (!seldom.includes(name)) return `module.exports = ${module}`
  return `
    for (const key of '${Object.keys(process.getBuiltinModule(name) ?? {}).join(' ')}'.split(' '))
      Object.defineProperty(module.exports, key, { enumerable: true, get: () => ${module}[key] })`
}

/**
 * Who imports it later gets its exports by name: of a CommonJS module esbuild would give the default alone. Those that Node
 * itself loads when they are first asked for, such as `WebSocket` of `node:http`, stay with the default.
 */
const lateBuiltin = (name: string): string => {
  const all = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name) ?? {}))
  const names = all.flatMap(([key, { enumerable, get }]) =>
    enumerable && !get && /^[a-z_]\w*$/i.test(key) ? [key] : [],
  )
  return `
    const all = process.getBuiltinModule('node:${name}')
    export default all
    const { ${names.map((key) => `${key}: _${key}`).join(', ')} } = all
    export { ${names.map((key) => `_${key} as ${key}`).join(', ')} }`
}

/**
 * Whoever imports a module of Node as an ES module touches all it exports: of `node:http` two load undici, of `node:fs`
 * two load the streams. That is 30 ms of a cold start for what nothing here uses. Taken this way a module stays as it is
 * until someone asks, and those that are seldom asked are not even loaded.
 */
export const quietBuiltins: Plugin = {
  name: 'quiet-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_][\w/]*$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      const taken = kind !== 'require-call' && builtinModules.includes(name)
      const namespace = kind === 'dynamic-import' ? 'late-builtins' : 'quiet-builtins'
      return taken ? { path: name, namespace } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'quiet-builtins' }, ({ path }) => ({ contents: builtin(path) }))
    onLoad({ filter: /.*/, namespace: 'late-builtins' }, ({ path }) => ({ contents: lateBuiltin(path) }))
  },
}

/**
 * A function finds its credentials in its environment and nowhere else. The SDK's chain would also look for profiles,
 * sign-on caches and metadata services, which never run there: 13.8 KB of a zipped start.
 */
export const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path }) => ({
      path,
      namespace: 'environment-credentials',
    }))
    onLoad({ filter: /.*/, namespace: 'environment-credentials' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
      resolveDir: import.meta.dirname,
    }))
  },
}

const boundlessCache =
  'export default function () { const all = new Map(); return Object.assign(all, { peek: all.get }) }'

/**
 * The client carries along a cache for a discovery of endpoints that DynamoDB does not need, and its own manifest for the
 * sake of one version in it: 1 KB of a zipped start.
 */
export const lighterClient: Plugin = {
  name: 'lighter-client',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^mnemonist\/lru-cache$/ }, ({ path }) => ({ path, namespace: 'lighter-client' }))
    onLoad({ filter: /.*/, namespace: 'lighter-client' }, () => ({ contents: boundlessCache }))
    onLoad({ filter: /@aws-sdk\/[\w-]+\/package\.json$/ }, ({ path }) => {
      const { name, version } = JSON.parse(readFileSync(path, 'utf8'))
      return { contents: JSON.stringify({ name, version }), loader: 'json' }
    })
  },
}

/**
 * The gateway for mail stands apart, with the whole of its client. What two parts of a bundle share goes into the start,
 * also where the start has no use for it: of the client for mail that is 5.9 KB of the zipped start of `notices`.
 */
export const mailGateway = { module: './mail-ses.js', source: 'lib/gateways/ses.ts' } as const

export const mailApart: Plugin = {
  name: 'mail-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/ses\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: mailGateway.module, external: true } : undefined,
    )
  },
}

/**
 * Packages say themselves whether loading one of their files does something, as ours does; this one forgot to, and would
 * bring all its commands: 0.5 KB of a zipped start.
 */
export const idleModules: Plugin = {
  name: 'idle-modules',
  setup({ onResolve, resolve }) {
    const found = new Map<string, string>()
    // Asking takes longer than all else of a bundle: so only names that this package has, and each of them once.
    onResolve(
      { filter: /^\.{1,2}\/(?:commands|pagination|\w*Command|\w*Paginat\w*|DynamoDBDocument)/ },
      async ({ path, pluginData, ...asked }) => {
        if (pluginData === 'idle' || !asked.importer.includes('/@aws-sdk/lib-dynamodb/')) return undefined
        const name = join(asked.resolveDir, path)
        const known = found.get(name)
        if (known !== undefined) return { path: known, sideEffects: false }
        const answer = await resolve(path, { ...asked, pluginData: 'idle' })
        if (answer.errors.length === 0) found.set(name, answer.path)
        return { ...answer, sideEffects: false }
      },
    )
  },
}

const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
/** What a domain, or a row that a function makes, is described by: the second thing that it is given. */
const described = new RegExp(String.raw`(\b(?:declare|shown|sent)\(\s*'[^'\n]+',\s*)${text}`, 'g')
const summary = new RegExp(String.raw`^ +summary:\s+${text},\n`, 'gm')
/** In the layout that the linter asks for: on one line, or up to the bracket below the one that it begins at. */
const example = /^( +)example: (?:.*[^[{(\n],\n|.*[[{(]\n[\s\S]*?^\1[\]})]+,\n)/gm

const needs = /^ +needs: .*,\n/gm

/**
 * A contract without what only documentation reads of it (`DescribedRow`): 0.6 to 1.1 KB of a zipped start. What is left
 * out of rows that are laid out otherwise stays, and a test of the bundles finds it.
 */
const withoutTexts = (source: string): string =>
  source.replace(described, "$1''").replace(summary, '').replace(example, '').replace(needs, '')

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

const straight = new Map<string, string>()

/** The same source, its imports from where each name is defined, and without what it only passes on. Made once for all functions. */
const straightened = (path: string): string => {
  const before = straight.get(path)
  if (before !== undefined) return before
  const made = straightenedAnew(path)
  straight.set(path, made)
  return made
}

const straightenedAnew = (path: string): string => {
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
