import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild'

type Built = BuildResult<{ metafile: true; write: false }>
type Sources = ReadonlyMap<string, string>

/** The module of a bundle that exports its handler. */
const entryModule = './index.js'

/**
 * Modules of a bundle lie side by side and import each other by this name. They must not end in `.mjs`: of what such a
 * module imports esbuild hides the default export, as Node does with CommonJS.
 */
const moduleOf = (output: string): string => `./${basename(output)}`

/** A module and what it imports at once; what is imported when first needed stays out. */
const startOf = ({ outputs }: Metafile): Set<string> => {
  const add = (output: string, seen: Set<string>): Set<string> => {
    if (seen.has(output)) return seen
    seen.add(output)
    for (const { path, kind } of outputs[output]?.imports ?? []) {
      if (kind === 'import-statement' && path in outputs) add(path, seen)
    }
    return seen
  }
  const entry = Object.keys(outputs).find((output) => moduleOf(output) === entryModule) ?? ''
  return new Set([...add(entry, new Set())].map(moduleOf))
}

/** Takes the named modules in; all others, and all that is imported when first needed, the loader has to find. */
const modulesAmong = (names: ReadonlySet<string>, sources: Sources): Plugin => ({
  name: 'modules-among',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, kind }) =>
      kind === 'import-statement' && names.has(path)
        ? { path, namespace: 'modules-among' }
        : { path, external: true },
    )
    onLoad({ filter: /.*/, namespace: 'modules-among' }, ({ path }) => ({
      contents: sources.get(path) ?? '',
    }))
  },
})

const form: BuildOptions = {
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  minify: true,
  legalComments: 'none',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'silent',
}

/** A module with the named ones inside it, as a property of the object that its script evaluates to. */
const propertyOf = async (
  name: string,
  contents: string,
  inside: ReadonlySet<string>,
  sources: Sources,
): Promise<string> => {
  const plugins = [modulesAmong(inside, sources)]
  const { outputFiles, warnings } = await build({ ...form, write: false, stdin: { contents }, plugins })
  // A script has none, and esbuild only warns.
  const missed = warnings.find(({ id }) => id === 'empty-import-meta')
  if (missed) throw new Error(`${name} cannot be a script: ${missed.text}`)
  return `"${name}"(exports,require,module,__dirname){${outputFiles[0]?.text.trim()}}`
}

/**
 * Writes a script and gives its name. The name holds a hash of the source: V8 takes compiled code for any source of the
 * same length, so what is kept beside one script must never be found by another.
 */
const writeScript = (folder: string, name: string, properties: readonly string[]): string => {
  const source = `"use strict";({${properties.join(',\n')}})`
  // The loader reads a byte for a character.
  if (Buffer.byteLength(source) !== source.length) throw new Error(`${name} holds more than ASCII.`)
  const file = `${name}-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`
  writeFileSync(join(folder, file), source)
  return file
}

/** Modules of the start that others import: those find them in the scope that the whole start shares. */
const sharedOf = (first: ReadonlySet<string>, { outputs }: Metafile): string[] => {
  const wanted = Object.entries(outputs).flatMap(([output, { imports }]) =>
    imports.filter(({ kind }) => kind === 'dynamic-import' || !first.has(moduleOf(output))),
  )
  return [...new Set(wanted.map(({ path }) => moduleOf(path)))].filter((name) => first.has(name))
}

const startProperty = (built: Built, first: ReadonlySet<string>, sources: Sources): Promise<string> => {
  const shared = sharedOf(first, built.metafile)
  const lines = shared.map((name, at) => `import * as m${at} from '${name}'; export { m${at} as '${name}' }`)
  const contents = [`export { handler } from '${entryModule}'`, ...lines].join('\n')
  return propertyOf('start', contents, first, sources)
}

/**
 * Writes what esbuild made of one function as scripts into a folder: one of all modules that a start needs, and one for
 * each module that is imported later (those of `apart`, sources by name, among them), which the first names. Returns the
 * name of the first. Its module `start` exports the handler, and by their names what other modules import of it.
 */
export const writeScripts = async (
  folder: string,
  built: Built,
  apart: Readonly<Record<string, string>>,
): Promise<string> => {
  const own = built.outputFiles.map(({ path, text }) => [moduleOf(path), text] as const)
  const sources = new Map([...own, ...Object.entries(apart)])
  const first = startOf(built.metafile)
  const places = [...sources]
    .filter(([name]) => !first.has(name))
    .map(async ([name, source]) => {
      const property = await propertyOf(name, source, new Set(), sources)
      return `"${name}":"${writeScript(folder, basename(name, '.js').toLowerCase(), [property])}"`
    })
  const properties = await Promise.all([startProperty(built, first, sources), ...places])
  return writeScript(folder, 'start', properties)
}
